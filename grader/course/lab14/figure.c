// labs/lab14/segments.svg: the scan of eight entries, each row by itself, and what blocks hand on.
#include "course/figures/figure.h"
#include "course/figures/trees.h"

// Of rows 0 to 5 the first two and the last one are empty.
enum { FIRST_ROW = 2, END_ROW = 5, SMALL = 2, BLOCKS = ELEMENTS / SMALL };

static void draw_scan(FILE *out, struct traced *run) {
    static const struct tree_fills fills = {SVG_BUSY, SVG_SUM};
    const struct tree tree = {run, "sums"};
    const struct svg_row rows = SVG_ARRAY(72);
    struct svg_row row = SVG_ARRAY(130);
    simt_svg_heading(out, 24, 34, "One block: lab 6's steps, and only what is of the same row is added");
    simt_svg_indices(out, &rows, ELEMENTS, 64, "t%d");
    simt_svg_label(out, 91, "row", "of the entry");
    for (int t = 0; t < ELEMENTS; t++)
        simt_svg_value(out, &rows, t, SVG_READ, traced_left(run, 0, 0, "its_row", t));
    simt_svg_label(out, 149, "product", "value times x");
    trees_step(out, &tree, 0, NULL, &row, fills);
    for (int distance = 1, step = 1; distance < ELEMENTS; distance *= 2, step++) {
        const struct svg_row next = SVG_ARRAY(row.y + 96);
        char name[32];
        snprintf(name, sizeof name, "distance %d", distance);
        simt_svg_barrier_below(out, &row);
        simt_svg_label(out, next.y + 19, name, "if the row is the same");
        trees_step(out, &tree, step, &row, &next, fills);
        row = next;
    }
}

static void draw_y(FILE *out, int y, struct traced *run, int launch, const char *name, const char *quiet) {
    const struct svg_row row = SVG_ARRAY(y);
    simt_svg_label(out, y + 19, name, quiet);
    for (int r = FIRST_ROW; r < END_ROW; r++)
        simt_svg_value(out, &row, r - FIRST_ROW, launch > 0 ? SVG_SUM : SVG_BUSY,
                       launch > 0 ? traced_after(run, launch, "y", r) : traced_before(run, 1, "y", r));
}

static void draw_carries(FILE *out, struct traced *run) {
    const struct svg_row y = SVG_ARRAY(646);
    simt_svg_heading(out, 24, 506, "The whole matrix, here in blocks of two: what goes on is carried");
    simt_svg_label(out, 549, "carries", "row: sum");
    for (int b = 0; b < BLOCKS; b++)
        simt_svg_cell(out, SVG_GLOBAL, 190 + 128 * b, 530, 120, 34, "%d: %d",
                      traced_before(run, 1, "rows", b), traced_before(run, 1, "sums", b));
    simt_svg_text(out, "quiet fine", 190, 590,
                  "Row 2 ends in the second block: its carry is added to what that block has.");
    for (int r = FIRST_ROW; r < END_ROW; r++)
        simt_svg_text(out, "quiet fine", simt_svg_middle(&y, r - FIRST_ROW) - 12, 638, "y[%d]", r);
    draw_y(out, 646, run, 0, "launch 1", "rows that end");
    draw_y(out, 700, run, traced_launches(run) - 1, "at last", "carries added");
}

static void draw(FILE *out) {
    struct traced *whole = traced_run("lab14", "--block 8 " TRACED_VALUES),
                  *blocks = traced_run("lab14", "--block 2 " TRACED_VALUES);
    simt_svg_begin(
        out, 820, 756, "A segmented scan of eight entries of three rows, and the carries of blocks of two",
        "Above: rows of 4, 3 and 1 entries; in the steps of distance 1, 2 and 4 each place adds the value "
        "that far to its left if it is of the same row, so that the last entry of each row has the row's "
        "sum. Below: four blocks of two leave a carry each, and y after the first launch and at last.");
    draw_scan(out, whole);
    draw_carries(out, blocks);
    simt_svg_end(out);
    traced_free(whole);
    traced_free(blocks);
}

FIGURE_REGISTER(lab14, "segments", draw);
