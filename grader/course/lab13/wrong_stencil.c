// Wrong stencils: sums as a mistake would make them, and tiles whose border alone is wrong.
#include "wrong_stencil.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "base/language.h"

// What stands for a row or column that does not exist, of so many; -1: nothing, which adds nothing.
typedef int32_t beyond(int32_t i, int32_t count);

static int32_t nearest(int32_t i, int32_t count) { return i < 0 ? 0 : i < count ? i : count - 1; }
static int32_t nothing(int32_t i, int32_t count) { return i < 0 || i >= count ? -1 : i; }
static int32_t around(int32_t i, int32_t count) { return ((i % count) + count) % count; }

// Which of the weights stands in row i and column j.
typedef int32_t order(int32_t i, int32_t j);

static int32_t by_rows(int32_t i, int32_t j) { return i * SIDE + j; }
static int32_t by_columns(int32_t i, int32_t j) { return j * SIDE + i; }
static int32_t from_the_last(int32_t i, int32_t j) { return WEIGHTS - 1 - (i * SIDE + j); }

struct mistake {
    beyond *beyond;
    order *order;
    const char *words;
};

static const struct mistake mistakes[] = {
    {nothing, by_rows,
     "beyond the border 0 was taken: there the nearest row and column stand for those that do not exist"},
    {around, by_rows,
     "beyond the border the opposite side was taken: there the nearest row and column stand for those that "
     "do not exist"},
    {nearest, by_columns, "the weights were taken transposed: row i and column j is d_weights[5 * i + j]"},
    {nearest, from_the_last,
     "the weights were taken from the last to the first: d_weights[0] belongs to the element two rows above "
     "and two columns to the left"},
};
enum { MISTAKES = sizeof mistakes / sizeof *mistakes };

// One sum as the mistake makes it, and whether what was written is that, but for rounding.
static bool is_so(const struct mistake *as, const float *in, const float *weights,
                  const struct float_matrix *out, int32_t row, int32_t col) {
    double sum = 0, absolute = 0;
    for (int32_t i = 0; i < SIDE; i++)
        for (int32_t j = 0; j < SIDE; j++) {
            const int32_t r = as->beyond(row + i - RADIUS, out->rows);
            const int32_t c = as->beyond(col + j - RADIUS, out->cols);
            const double product =
                r < 0 || c < 0 ? 0 : (double)in[r * out->cols + c] * (double)weights[as->order(i, j)];
            sum += product;
            absolute += fabs(product);
        }
    return fabs((double)out->actual[row * out->cols + col] - sum) <= WEIGHTS * (double)FLT_EPSILON * absolute;
}

static bool all_are_so(const struct mistake *as, const float *in, const float *weights,
                       const struct float_matrix *out) {
    for (int32_t r = 0; r < out->rows; r++)
        for (int32_t c = 0; c < out->cols; c++)
            if (!is_so(as, in, weights, out, r, c))
                return false;
    return true;
}

// Whether a row or column sees beyond the border of its tile, or of all; in tiles of 0 there is no border.
static bool is_near(int32_t i, int32_t tile, int32_t count) {
    if (tile == 0)
        return false;
    return i % tile < RADIUS || i % tile >= tile - RADIUS || i >= count - RADIUS;
}

// Where the wrong ones are, in tiles of some size.
struct wrong_places {
    bool at_borders; // all of them see beyond a row or a column of the tile's border
    bool in_corners; // all of them, beyond both
    bool inside;     // some of them do not see beyond the border of the whole
};

static struct wrong_places places_in_tiles(const struct float_matrix *out, int32_t high, int32_t wide) {
    struct wrong_places places = {true, true, false};
    for (int32_t r = 0; r < out->rows && places.at_borders; r++)
        for (int32_t c = 0; c < out->cols; c++) {
            const size_t i = (size_t)r * (size_t)out->cols + (size_t)c;
            const bool near_row = is_near(r, high, out->rows), near_col = is_near(c, wide, out->cols);
            if (fabs((double)out->actual[i] - (double)out->expected[i]) <= out->bound[i])
                continue;
            places.in_corners = places.in_corners && near_row && near_col;
            places.at_borders = places.at_borders && (near_row || near_col);
            places.inside = places.inside ||
                            (r >= RADIUS && r < out->rows - RADIUS && c >= RADIUS && c < out->cols - RADIUS);
        }
    return places;
}

// Large tiles first: what is beside the borders of tiles of 16 is beside those of tiles of 8, too.
static bool is_halo(const struct float_matrix *out, bool corners) {
    static const int32_t sides[] = {0, 64, 32, 16, 8};
    enum { SIDES = sizeof sides / sizeof *sides };
    for (int i = 1; i < SIDES * SIDES; i++) {
        const struct wrong_places places = places_in_tiles(out, sides[i / SIDES], sides[i % SIDES]);
        if (corners ? places.in_corners : places.at_borders && places.inside)
            return true;
    }
    return false;
}

bool wrong_stencil(const float *in, const float *weights, const struct float_matrix *out, char *message,
                   size_t size) {
    for (int i = 0; i < MISTAKES; i++)
        if (out->rows > 1 && out->cols > 1 && all_are_so(&mistakes[i], in, weights, out)) {
            snprintf(message, size, "%s", language_of(mistakes[i].words));
            return true;
        }
    if (out->rows <= 2 * RADIUS || out->cols <= 2 * RADIUS)
        return false;
    const bool corners = is_halo(out, true);
    if (!corners && !is_halo(out, false))
        return false;
    snprintf(message, size, "%s",
             corners
                 ? language_of("only elements in the corners of tiles are wrong: the halo has corners, too")
                 : language_of("only elements beside the border of a tile are wrong: which of their "
                               "neighbours does the block not bring?"));
    return true;
}
