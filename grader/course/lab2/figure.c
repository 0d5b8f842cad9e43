// labs/lab2/trees.svg: the tree that halves and the tree of neighbours, and the two launches.
#include "course/figures/figure.h"
#include "course/figures/trees.h"

static struct svg_row row_at(int x, int step) { return (struct svg_row){x, 78 + 88 * step, 38, 30, 46}; }

// A tree of four rows from x on, as a solution climbed it.
static void draw_tree(FILE *out, int x, const struct tree *tree) {
    for (int step = 0; step < 4; step++) {
        const struct svg_row row = row_at(x, step), above = row_at(x, step - 1);
        trees_step(out, tree, step, &above, &row, (struct tree_fills){SVG_BUSY, SVG_SUM});
    }
}

static void draw_halving(FILE *out) {
    struct traced *run = traced_run("lab2", "--block 8 " TRACED_VALUES);
    simt_svg_heading(out, 24, 34, "Lower half takes in the upper");
    simt_svg_text(out, "quiet fine", 24, 54, "reduce_global: stride 4, then 2, then 1");
    draw_tree(out, 24, &(struct tree){run, "tree"});
    traced_free(run);
}

// The same tree as in lab 4, whose solution adds plain numbers by it.
static void draw_neighbours(FILE *out) {
    struct traced *run = traced_run("lab4", "--task reduce_neighbored --block 8 " TRACED_VALUES);
    simt_svg_heading(out, 466, 34, "Neighbours first");
    simt_svg_text(out, "quiet fine", 466, 54, "squares, cubes: offset 1, 2, 4 and mask 001, 011, 111");
    draw_tree(out, 466, &(struct tree){run, "sums"});
    traced_free(run);
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
