// labs/lab12/tiles.svg: the tiles that one block brought for its tile of the product, round by round, as the
// solution brought them.
#include "course/figures/figure.h"
#include "course/figures/traced.h"
#include "viewer/svg.h"

enum { ROWS = 4, INNER = 4, COLS = 5, TILE = 2, THREADS = TILE * TILE };
// The second block of the first row of blocks has the middle tile of c.
enum { BLOCK = 1, FIRST_COL = TILE, CELL = 34, TOP = 82 };

// The round in which the block brought that element, from 1 on; 0: in none.
static int round_of(const struct traced *run, const char *array, int cell) {
    struct traced_access load;
    int rounds[THREADS] = {0};
    for (int i = 0; traced_access(run, 0, "load", array, i, &load); i++)
        if (load.block == BLOCK && ++rounds[load.thread] > 0 && load.cell == cell)
            return rounds[load.thread];
    return 0;
}

static void draw_input(FILE *out, struct traced *run, const char *array, int left, int rows, int cols) {
    static const enum svg_fill fills[] = {SVG_PLAIN, SVG_BUSY, SVG_GLOBAL};
    simt_svg_text(out, "label", left, TOP - 12, "%s", array);
    for (int cell = 0; cell < rows * cols; cell++)
        simt_svg_cell(out, fills[round_of(run, array, cell)], left + CELL * (cell % cols),
                      TOP + CELL * (cell / cols), CELL, CELL, "%d", traced_before(run, 0, array, cell));
}

static void draw_output(FILE *out, struct traced *run, int left) {
    simt_svg_text(out, "label", left, TOP - 12, "c");
    for (int cell = 0; cell < ROWS * COLS; cell++) {
        const int row = cell / COLS, col = cell % COLS;
        const int own = row < TILE && col >= FIRST_COL && col < FIRST_COL + TILE;
        simt_svg_cell(out, own ? SVG_SUM : SVG_PLAIN, left + CELL * col, TOP + CELL * row, CELL, CELL, "%d",
                      traced_after(run, 0, "c", cell));
    }
}

// What thread 0 adds: the first row of a times the first column of its tile.
static void draw_sum(FILE *out, struct traced *run) {
    int a[INNER], b[INNER];
    for (int k = 0; k < INNER; k++) {
        a[k] = traced_before(run, 0, "a", k);
        b[k] = traced_before(run, 0, "b", k * COLS + FIRST_COL);
    }
    simt_svg_text(out, "quiet fine", 40, 294,
                  "Upper left of the tile: %d*%d + %d*%d = %d in round 1, %d*%d + %d*%d = %d in round 2: %d",
                  a[0], b[0], a[1], b[1], a[0] * b[0] + a[1] * b[1], a[2], b[2], a[3], b[3],
                  a[2] * b[2] + a[3] * b[3], traced_after(run, 0, "c", FIRST_COL));
}

static void draw(FILE *out) {
    struct traced *run = traced_run("lab12", "--n 4 --block 2");
    simt_svg_begin(
        out, 820, 320, "Matrices of 4 x 4 and 4 x 5 and their product, in tiles of 2 x 2",
        "Block 1 makes the middle tile of the upper row of c. In its first round it brings the upper left "
        "tile of a and the tile of b above the middle, in its second the upper right tile of a and the one "
        "below in b. Its four threads bring two elements each, and each element is used twice.");
    simt_svg_heading(out, 24, 34, "Block 1 makes the middle tile of the upper row of c, in two rounds");
    draw_input(out, run, "a", 40, ROWS, INNER);
    draw_input(out, run, "b", 290, INNER, COLS);
    draw_output(out, run, 570);
    simt_svg_text(out, "quiet fine", 40, 246,
                  "round 1: the two tiles of the first colour; round 2: those of the second");
    simt_svg_text(
        out, "quiet fine", 40, 270,
        "In a round each of the 4 threads brings 2 elements, and uses 4: every element is used twice.");
    draw_sum(out, run);
    simt_svg_end(out);
    traced_free(run);
}

FIGURE_REGISTER(lab12, "tiles", draw);
