// labs/lab6/steps.svg: the three steps of Hillis and Steele's scan, and how blocks are put together.
#include "course/figures/figure.h"
#include "course/figures/trees.h"

static void draw_steps(FILE *out, const struct tree *tree) {
    static const struct tree_fills fills = {SVG_BUSY, SVG_SUM};
    struct svg_row row = SVG_ARRAY(72);
    simt_svg_heading(out, 24, 34,
                     "One block: in the step of distance d, each place adds the one d to its left");
    simt_svg_indices(out, &row, ELEMENTS, 64, "from[%d]");
    simt_svg_label(out, 91, "loaded", "8 threads");
    trees_step(out, tree, 0, NULL, &row, fills);
    for (int distance = 1, step = 1; distance < ELEMENTS; distance *= 2, step++) {
        const struct svg_row next = SVG_ARRAY(row.y + 96);
        char name[32], who[32];
        snprintf(name, sizeof name, "distance %d", distance);
        snprintf(who, sizeof who, "threads %d–7 add", distance);
        simt_svg_barrier_below(out, &row);
        simt_svg_label(out, next.y + 19, name, who);
        trees_step(out, tree, step, &row, &next, fills);
        row = next;
    }
}

static void draw(FILE *out) {
    struct traced *whole = traced_run("lab6", "--block 8 " TRACED_VALUES),
                  *blocks = traced_run("lab6", "--block 2 " TRACED_VALUES);
    const struct tree tree = {whole, "buffers"};
    simt_svg_begin(
        out, 820, 730, "The three steps of a scan of eight elements, and how blocks are put together",
        "Above: in the steps of distance 1, 2 and 4 each place adds the value that far to its left, from one "
        "buffer to the other, with a barrier between steps. Below: blocks of two scan their parts, their "
        "sums "
        "are scanned, and each block adds the sum of all blocks before it.");
    draw_steps(out, &tree);
    simt_svg_heading(out, 24, 444, "The whole array, here in blocks of two: scan, scan the sums, add");
    trees_scan_of_blocks(out, 462, blocks, 0);
    simt_svg_end(out);
    traced_free(whole);
    traced_free(blocks);
}

FIGURE_REGISTER(lab6, "steps", draw);
