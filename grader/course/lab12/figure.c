// labs/lab12/tiles.svg: the tiles that one block needs for its tile of the product, round by round.
#include <stdbool.h>

#include "course/figures/figure.h"
#include "viewer/svg.h"

enum { SIDE = 4, CELL = 34, TILE = 2 };

static const int a[SIDE][SIDE] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {2, 0, 1, 3}, {4, 1, 0, 2}};
static const int b[SIDE][SIDE] = {{2, 1, 0, 3}, {1, 0, 2, 1}, {3, 2, 1, 0}, {0, 1, 4, 2}};

static int product(int row, int col) {
    int sum = 0;
    for (int k = 0; k < SIDE; k++)
        sum += a[row][k] * b[k][col];
    return sum;
}

// The tiles of the upper right block: of a the upper ones, of b the right ones, and of c the one it makes.
static void draw_matrices(FILE *out) {
    static const int left[] = {60, 340, 620};
    simt_svg_heading(out, 24, 34, "The block of the upper right tile of c, in two rounds");
    simt_svg_text(out, "label", left[0], 70, "a");
    simt_svg_text(out, "label", left[1], 70, "b");
    simt_svg_text(out, "label", left[2], 70, "c");
    for (int row = 0; row < SIDE; row++)
        for (int col = 0; col < SIDE; col++) {
            const int y = 82 + CELL * row;
            const bool of_a = row < TILE, of_b = col >= TILE;
            simt_svg_cell(out,
                          !of_a        ? SVG_PLAIN
                          : col < TILE ? SVG_BUSY
                                       : SVG_GLOBAL,
                          left[0] + CELL * col, y, CELL, CELL, "%d", a[row][col]);
            simt_svg_cell(out,
                          !of_b        ? SVG_PLAIN
                          : row < TILE ? SVG_BUSY
                                       : SVG_GLOBAL,
                          left[1] + CELL * col, y, CELL, CELL, "%d", b[row][col]);
            simt_svg_cell(out, of_a && of_b ? SVG_SUM : SVG_PLAIN, left[2] + CELL * col, y, CELL, CELL, "%d",
                          product(row, col));
        }
}

static void draw_rounds(FILE *out) {
    simt_svg_text(out, "quiet fine", 60, 246,
                  "round 1: the two tiles of the first colour; round 2: those of the second");
    simt_svg_text(
        out, "quiet fine", 60, 270,
        "In a round each of the 4 threads brings 2 elements, and uses 4: every element is used twice.");
    simt_svg_text(out, "quiet fine", 60, 294,
                  "Upper left of the tile: 1*0 + 2*2 = 4 in round 1, 3*1 + 4*4 = 19 in round 2: %d",
                  product(0, TILE));
}

static void draw(FILE *out) {
    simt_svg_begin(
        out, 820, 320, "Two matrices of 4 x 4 and their product, in tiles of 2 x 2",
        "One block makes the upper right tile of c. In its first round it needs the upper left tile of "
        "a and the upper right tile of b, in its second the upper right tile of a and the lower right "
        "tile of b. Its four threads bring two elements each, and each element is used twice.");
    draw_matrices(out);
    draw_rounds(out);
    simt_svg_end(out);
}

FIGURE_REGISTER(lab12, "tiles", draw);
