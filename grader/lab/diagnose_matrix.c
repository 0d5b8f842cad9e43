// Recognises wrong matrices that many students get, by the wrong places and where their values belong.
#include <math.h>

#include "diagnose.h"

// Whether the value at one place is right for another.
static bool is_like(const struct float_matrix *m, size_t there, size_t right) {
    const double off = fabs((double)m->actual[there] - (double)m->expected[right]);
    return off <= (m->bound ? m->bound[right] : 0);
}

static bool is_right(const struct float_matrix *m, int32_t row, int32_t col) {
    const size_t i = (size_t)row * (size_t)m->cols + (size_t)col;
    return is_like(m, i, i);
}

// Whether each place has the value that belongs the given numbers of rows and columns further on; places that
// would be beyond the border are ignored.
static bool is_shifted(const struct float_matrix *m, int32_t down, int32_t right) {
    size_t seen = 0;
    for (int32_t r = 0; r < m->rows; r++)
        for (int32_t c = 0; c < m->cols; c++) {
            const int32_t from_r = r + down, from_c = c + right;
            if (from_r < 0 || from_r >= m->rows || from_c < 0 || from_c >= m->cols)
                continue;
            if (!is_like(m, (size_t)r * (size_t)m->cols + (size_t)c,
                         (size_t)from_r * (size_t)m->cols + (size_t)from_c))
                return false;
            seen++;
        }
    return seen > 1;
}

static bool is_transposed(const struct float_matrix *m) {
    for (int32_t r = 0; r < m->rows; r++)
        for (int32_t c = 0; c < m->cols; c++)
            if (!is_like(m, (size_t)c * (size_t)m->rows + (size_t)r, (size_t)r * (size_t)m->cols + (size_t)c))
                return false;
    return true;
}

// Whether everything is right from one row and column on up to another.
static bool is_right_within(const struct float_matrix *m, int32_t first, int32_t rows, int32_t cols) {
    for (int32_t r = first; r < rows; r++)
        for (int32_t c = first; c < cols; c++)
            if (!is_right(m, r, c))
                return false;
    return true;
}

// The largest part from the first element that is right and consists of whole tiles.
static bool is_right_in_tiles(const struct float_matrix *m, int32_t *rows, int32_t *cols) {
    for (int32_t tile = 4; tile <= 32; tile *= 2) {
        *rows = m->rows / tile * tile;
        *cols = m->cols / tile * tile;
        if (*rows > 0 && *cols > 0 && (*rows < m->rows || *cols < m->cols) &&
            is_right_within(m, 0, *rows, *cols))
            return true;
    }
    return false;
}

bool diagnose_matrix(const struct float_matrix *m, char *message, size_t size) {
    int32_t rows, cols;
    if (m->rows < 2 || m->cols < 2)
        return false;
    if (is_transposed(m))
        return diagnose_say(message, size,
                            "this is the matrix transposed: are rows and columns, or x and y, mixed up?");
    if (is_shifted(m, -1, 0) || is_shifted(m, 1, 0))
        return diagnose_say(message, size, "every row is right, one row off: where does a row begin?");
    if (is_shifted(m, 0, -1) || is_shifted(m, 0, 1))
        return diagnose_say(message, size,
                            "every column is right, one column off: where does a column begin?");
    if (m->rows > 2 && m->cols > 2 && is_right_within(m, 1, m->rows - 1, m->cols - 1))
        return diagnose_say(message, size, "only the border is wrong: what do its elements see beyond it?");
    if (!is_right_in_tiles(m, &rows, &cols))
        return false;
    return diagnose_say(
        message, size, "the first %d rows and %d columns are right: what if a tile is not full?", rows, cols);
}
