// labs/lab13/halo.svg: the tile of one block with its halo, in global and in shared memory, as the solution
// brought it.
#include "course/figures/figure.h"
#include "course/figures/traced.h"
#include "viewer/svg.h"

enum { ROWS = 7, COLS = 8, TILE = 4, RADIUS = 2, HALO = TILE + 2 * RADIUS };
// The second block of the first row of blocks: above it and to its right the halo leaves the array.
enum { BLOCK = 1, FIRST_ROW = -RADIUS, FIRST_COL = TILE - RADIUS };
enum { WIDTH = 38, HEIGHT = 30, TOP = 138 };

// How often a thread of the block brought that element.
static int times_brought(const struct traced *run, int element) {
    struct traced_access load;
    int times = 0;
    for (int i = 0; traced_access(run, 0, "load", "in", i, &load); i++)
        times += load.block == BLOCK && load.cell == element;
    return times;
}

static void draw_global(FILE *out, struct traced *run) {
    simt_svg_text(out, "bold", 24, 72, "in: 7 rows of 8, global memory");
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++) {
            const int own_row = r - FIRST_ROW - RADIUS, own_col = c - FIRST_COL - RADIUS;
            const int own = own_row >= 0 && own_row < TILE && own_col >= 0 && own_col < TILE;
            simt_svg_cell(out,
                          own                                    ? SVG_BUSY
                          : times_brought(run, r * COLS + c) > 0 ? SVG_GLOBAL
                                                                 : SVG_PLAIN,
                          24 + WIDTH * c, TOP + HEIGHT * r, WIDTH, HEIGHT, "%d",
                          traced_before(run, 0, "in", r * COLS + c));
        }
}

// In the halo stand elements of other tiles, or for what does not exist the nearest one.
static void draw_shared(FILE *out, struct traced *run) {
    const int left = 480, top = TOP - HEIGHT * RADIUS;
    simt_svg_text(out, "bold", left, 56, "tile: 8 rows of 8, shared memory");
    for (int r = 0; r < HALO; r++)
        for (int c = 0; c < HALO; c++) {
            const int row = FIRST_ROW + r, col = FIRST_COL + c;
            const int own = r >= RADIUS && r < RADIUS + TILE && c >= RADIUS && c < RADIUS + TILE;
            simt_svg_cell(out,
                          r == RADIUS && c == RADIUS                         ? SVG_SUM
                          : own                                              ? SVG_BUSY
                          : row >= 0 && row < ROWS && col >= 0 && col < COLS ? SVG_GLOBAL
                                                                             : SVG_READ,
                          left + WIDTH * c, top + HEIGHT * r, WIDTH, HEIGHT, "%d",
                          traced_left(run, 0, BLOCK, "tile", r * HALO + c));
        }
}

static void draw(FILE *out) {
    struct traced *run = traced_run("lab13", "--n 7 --block 4");
    simt_svg_begin(
        out, 820, 452, "A tile of 4 x 4 and its halo, in the array and in shared memory",
        "Left: 7 rows of 8 elements, 1 to 56. The tile of block 1 is rows 0 to 3 of columns 4 to 7; its halo "
        "is two elements wide, and leaves the array above and on the right. Right: the 8 x 8 elements that "
        "its 16 threads brought. Above the first row stands the first row twice, and to the right of the "
        "last "
        "column the last one. The first thread makes the element 5 from the 25 around it.");
    simt_svg_heading(out, 24, 34, "Block 1 brings its tile of 4 x 4, and a halo of two on each side");
    draw_global(out, run);
    draw_shared(out, run);
    simt_svg_text(out, "quiet fine", 24, 400,
                  "16 threads bring 64 elements, four each. Dashed: it does not exist, and the nearest one "
                  "stands for it.");
    simt_svg_text(out, "quiet fine", 24, 424,
                  "Thread 0 has the element 5 of the tile, and adds the 25 around it: with weights of 1 to "
                  "25 it is %d.",
                  traced_after(run, 0, "out", TILE));
    simt_svg_end(out);
    traced_free(run);
}

FIGURE_REGISTER(lab13, "halo", draw);
