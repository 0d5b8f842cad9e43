// labs/lab7/sweeps.svg: up and down a tree, and how blocks are put together.
#include "course/figures/figure.h"
#include "course/figures/trees.h"

static void label(FILE *out, const struct svg_row *row, int distance, int pairs) {
    char name[32], count[32];
    snprintf(name, sizeof name, "distance %d", distance);
    snprintf(count, sizeof count, pairs == 1 ? "%d pair" : "%d pairs", pairs);
    simt_svg_label(out, row->y + 19, name, count);
}

static const struct tree_fills fills = {SVG_BUSY, SVG_SUM};

enum { UP = 3, ROOT = UP + 1 }; // steps up; then the root is cleared, and it goes down again

static void draw_up(FILE *out, const struct tree *tree) {
    struct svg_row row = SVG_ARRAY(72);
    simt_svg_heading(out, 24, 34, "Up: the sums of pairs, of fours, of all");
    simt_svg_indices(out, &row, ELEMENTS, 64, "tree[%d]");
    simt_svg_label(out, 91, "loaded", NULL);
    trees_step(out, tree, 0, NULL, &row, fills);
    for (int distance = 1, step = 1; step <= UP; distance *= 2, step++) {
        const struct svg_row next = SVG_ARRAY(row.y + 78);
        simt_svg_barrier_below(out, &row);
        label(out, &next, distance, trees_written(tree, step));
        // On the way up it is the right place that adds.
        trees_step(out, tree, step, &row, &next, fills);
        row = next;
    }
}

static void draw_down(FILE *out, const struct tree *tree) {
    struct svg_row row = SVG_ARRAY(400);
    char aside[48];
    snprintf(aside, sizeof aside, "%d kept aside, 0 put in", trees_value(tree, UP, ELEMENTS - 1));
    simt_svg_heading(out, 24, 384, "Down: what comes before each half");
    simt_svg_label(out, 419, "root", aside);
    trees_step(out, tree, ROOT, &row, &row, (struct tree_fills){SVG_SUM, SVG_SUM});
    for (int distance = ELEMENTS / 2, step = ROOT + 1; distance > 0; distance /= 2, step++) {
        const struct svg_row next = SVG_ARRAY(row.y + 78);
        simt_svg_barrier_below(out, &row);
        label(out, &next, distance, trees_written(tree, step) / 2);
        trees_step(out, tree, step, &row, &next, fills);
        row = next;
    }
}

static void draw(FILE *out) {
    struct traced *whole = traced_run("lab7", "--n 8 --block 4"),
                  *blocks = traced_run("lab7", "--n 8 --block 1");
    const struct tree tree = {whole, "tree"};
    simt_svg_begin(
        out, 820, 1004, "The two sweeps over a tree of eight elements, and how blocks are put together",
        "Above: on the way up the right place of each pair adds the left one, at distance 1, 2 and 4, "
        "until the "
        "root holds 36. In the middle: the root becomes 0; on the way down, at distance 4, 2 and 1, "
        "the left place "
        "takes what the right one held, and the right one adds what was on the left. Below: blocks of "
        "two are "
        "scanned, their sums are scanned, and each block adds what lies before it.");
    draw_up(out, &tree);
    draw_down(out, &tree);
    simt_svg_heading(out, 24, 718, "The whole array, here in blocks of two: scan, scan the sums, add");
    trees_scan_of_blocks(out, 736, blocks, 1);
    simt_svg_end(out);
    traced_free(whole);
    traced_free(blocks);
}

FIGURE_REGISTER(lab7, "sweeps", draw);
