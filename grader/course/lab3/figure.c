// labs/lab3/tree.svg: a block's tree in shared memory, and one launch per level.
#include "course/figures/figure.h"
#include "course/figures/trees.h"

static void draw_tree(FILE *out) {
    static const struct tree_fills fills = {SVG_BUSY, SVG_SUM};
    static const char *const who[] = {"threads 0–3 add", "threads 0–1 add", "thread 0 adds"};
    struct traced *run = traced_run("lab3", "--block 8 " TRACED_VALUES);
    const struct tree tree = {run, "sums"};
    struct svg_row row = SVG_ARRAY(72);
    simt_svg_heading(out, 24, 34, "One block: a tree in shared memory");
    simt_svg_indices(out, &row, ELEMENTS, 64, "sums[%d]");
    simt_svg_label(out, 91, "loaded", "8 threads");
    trees_step(out, &tree, 0, NULL, &row, fills);
    for (int stride = 4, step = 0; stride > 0; stride /= 2, step++) {
        const struct svg_row next = SVG_ARRAY(row.y + 96);
        char name[32];
        snprintf(name, sizeof name, "stride %d", stride);
        simt_svg_barrier_below(out, &row);
        simt_svg_label(out, next.y + 19, name, who[step]);
        trees_step(out, &tree, step + 1, &row, &next, fills);
        row = next;
    }
    traced_free(run);
}

// Sixteen numbers in blocks of four.
static void draw_launches(FILE *out) {
    struct traced *run = traced_run("lab3", "--n 16 --block 4");
    simt_svg_heading(out, 24, 446, "The whole array: one launch per level");
    simt_svg_text(out, "small", 24, 482, "d_in");
    simt_svg_label(out, 520, "launch 1", "one tree per block");
    simt_svg_text(out, "small", 24, 581, "d_scratch");
    simt_svg_label(out, 616, "launch 2", "one block is left");
    simt_svg_text(out, "small", 24, 675, "d_out");
    for (int b = 0; b < 4; b++) {
        char name[32];
        const int x = 190 + 132 * b;
        snprintf(name, sizeof name, "block %d", b);
        for (int i = 0; i < 4; i++)
            simt_svg_cell(out, SVG_GLOBAL, x + 29 * i, 464, 29, 26, "%d",
                          traced_before(run, 0, "in", 4 * b + i));
        simt_svg_block(out, x, 496, 116, 54, name);
        simt_svg_arrow(out, SVG_KEPT, x + 58, 550, 395 + 34 * b, 563);
        simt_svg_cell(out, SVG_GLOBAL, 378 + 34 * b, 564, 34, 26, "%d", traced_after(run, 0, "out", b));
    }
    simt_svg_block(out, 378, 596, 136, 50, "block 0");
    simt_svg_arrow(out, SVG_KEPT, 446, 646, 446, 655);
    simt_svg_cell(out, SVG_SUM, 424, 656, 44, 26, "%d", traced_after(run, 1, "out", 0));
    traced_free(run);
}

static void draw(FILE *out) {
    simt_svg_begin(
        out, 820, 700,
        "A tree of eight elements in shared memory, and the two launches that add a whole array",
        "Above: eight values in shared memory. With stride 4, threads 0 to 3 add the upper half to the "
        "lower; with "
        "stride 2, threads 0 and 1; with stride 1, thread 0 holds the sum 36. A barrier stands between "
        "the steps. "
        "Below: in launch 1 every block adds its part of d_in and writes one sum to d_scratch; in "
        "launch 2 one "
        "block adds those sums, 10, 26, 42 and 58, and writes 136 to d_out.");
    draw_tree(out);
    draw_launches(out);
    simt_svg_end(out);
}

FIGURE_REGISTER(lab3, "tree", draw);
