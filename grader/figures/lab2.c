// labs/lab2/trees.svg: the tree that halves and the tree of neighbours, and the two launches.
#include "figure.h"
#include "trees.h"

static const int example[ELEMENTS] = {5, 2, 8, 1, 7, 3, 4, 6};

static struct svg_row row_at(int x, int step) { return (struct svg_row){x, 78 + 88 * step, 38, 30, 46}; }

static void draw_halving(FILE *out) {
    int values[ELEMENTS];
    struct svg_row row = row_at(24, 0);
    simt_svg_heading(out, 24, 34, "Lower half takes in the upper");
    simt_svg_text(out, "quiet fine", 24, 54, "reduce_global: stride 4, then 2, then 1");
    for (int i = 0; i < ELEMENTS; i++)
        simt_svg_value(out, &row, i, SVG_BUSY, values[i] = example[i]);
    for (int stride = 4, step = 1; stride > 0; stride /= 2, step++) {
        const struct svg_row next = row_at(24, step);
        trees_halve(out, &row, &next, values, stride);
        row = next;
    }
}

static void draw_neighbours(FILE *out) {
    int values[ELEMENTS], left[ELEMENTS], right[ELEMENTS];
    struct svg_row row = row_at(466, 0);
    simt_svg_heading(out, 466, 34, "Neighbours first");
    simt_svg_text(out, "quiet fine", 466, 54, "squares, cubes: offset 1, 2, 4 and mask 001, 011, 111");
    for (int i = 0; i < ELEMENTS; i++)
        simt_svg_value(out, &row, i, SVG_BUSY, values[i] = example[i]);
    for (int offset = 1, mask = 1, step = 1; offset < ELEMENTS; offset *= 2, mask = 2 * mask + 1, step++) {
        const struct svg_row next = row_at(466, step);
        int pairs = 0;
        for (int t = 0; t < ELEMENTS; t++) {
            if ((t & mask) != 0)
                continue;
            left[pairs] = t;
            right[pairs++] = t + offset;
        }
        trees_step(out, &row, &next, values, left, right, pairs, pairs == 1 ? SVG_SUM : SVG_BUSY);
        row = next;
    }
}

static void draw_launches(FILE *out) {
    static const struct {
        int x;
        const char *name;
    } blocks[] = {{130, "block 0"}, {260, "block 1"}, {510, "block 1023"}};
    simt_svg_heading(out, 24, 412, "Two launches reach 2^20 elements");
    simt_svg_text(out, "small", 24, 446, "d_in");
    simt_svg_text(out, "small", 24, 513, "d_scratch");
    simt_svg_text(out, "mid", 445, 446, "…");
    simt_svg_text(out, "mid quiet fine", 445, 477, "1024 elements each");
    simt_svg_text(out, "quiet fine", 650, 476, "launch 1: 10 steps");
    simt_svg_text(out, "quiet fine", 650, 541, "launch 2: 10 steps, one block");
    for (int b = 0; b < 3; b++) {
        simt_svg_cell(out, SVG_GLOBAL, blocks[b].x, 430, 120, 24, "%s", "");
        simt_svg_arrow(out, SVG_KEPT, blocks[b].x + 60, 494,
                       b == 0   ? 318
                       : b == 1 ? 350
                                : 442,
                       b == 1 ? 497 : 506);
        simt_svg_block(out, blocks[b].x, 460, 120, 34, blocks[b].name);
    }
    simt_svg_cell(out, SVG_GLOBAL, 320, 498, 120, 22, "1024 values");
    simt_svg_block(out, 340, 524, 80, 22, "");
    simt_svg_arrow(out, SVG_KEPT, 404, 536, 479, 536);
    simt_svg_cell(out, SVG_SUM, 480, 524, 38, 24, "%s", "");
    simt_svg_text(out, "small", 526, 541, "d_out");
}

static void draw(FILE *out) {
    simt_svg_begin(
        out, 860, 560, "Two trees over eight elements, and the two launches that combine a whole array",
        "Left: with stride 4, 2 and 1 the lower half takes in the upper, until the first place holds 36. "
        "Right: "
        "with offset 1, 2 and 4 neighbours are added first. Below: 1024 blocks leave 1024 values, which one "
        "more block combines.");
    draw_halving(out);
    draw_neighbours(out);
    draw_launches(out);
    simt_svg_end(out);
}

FIGURE_REGISTER(lab2, "trees", draw);
