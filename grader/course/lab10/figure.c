// labs/lab10/split.svg: two passes of a radix sort, and runs of equal keys reduced to their length.
#include "course/figures/figure.h"
#include "course/figures/traced.h"
#include "viewer/svg.h"

enum { ELEMENTS = 8, KERNEL = 0 };

static const char run_of_eight[] = "--block 8 --values 3,1,3,0,1,3,3,2";

// The store by which thread t's key goes to its place in a pass; the program ends if there is none.
static struct traced_access move_of(struct traced *run, int pass, int t) {
    struct traced_access moved = {.thread = -1};
    for (int i = 0; i < ELEMENTS && moved.thread != t; i++)
        traced_access(run, KERNEL, "store", "keys", pass * ELEMENTS + i, &moved);
    return moved;
}

// How many keys had a zero there, as the warp has counted them.
static int zeros_of(struct traced *run, int pass) {
    struct traced_access counted = {.value = 0};
    traced_access(run, KERNEL, "store", "zeros", pass, &counted);
    return counted.value;
}

// The keys that had a zero are where the zeros are now, as many places in as zeros were before them; of the t
// keys before another one, those are zeros that are not among the ones before it.
static void draw_flags(FILE *out, struct traced *run, const struct svg_row *flags,
                       const struct svg_row *scan) {
    const int zeros = zeros_of(run, 0);
    for (int t = 0; t < ELEMENTS; t++) {
        const int place = move_of(run, 0, t).cell;
        simt_svg_value(out, flags, t, SVG_PLAIN, place < zeros);
        simt_svg_value(out, scan, t, SVG_PLAIN, place < zeros ? place : t - (place - zeros));
    }
}

// Moves the keys whose bit is 0 before the others, with an arrow for each.
static void draw_pass(FILE *out, struct traced *run, const struct svg_row *from, const struct svg_row *to,
                      int pass) {
    const int zeros = zeros_of(run, pass);
    char name[32], count[48];
    snprintf(name, sizeof name, "by bit %d", pass);
    snprintf(count, sizeof count, "%d zeros, then %d ones", zeros, ELEMENTS - zeros);
    simt_svg_label(out, to->y + 23, name, count);
    for (int t = 0; t < ELEMENTS; t++) {
        const struct traced_access moved = move_of(run, pass, t);
        simt_svg_arrow(out, moved.cell < zeros ? SVG_ADDED : SVG_KEPT, simt_svg_middle(from, t),
                       from->y + from->height, simt_svg_middle(to, moved.cell), to->y - 1);
        simt_svg_value(out, to, moved.cell, SVG_BUSY, moved.value);
    }
}

static void draw_run(FILE *out, struct traced *run, const struct svg_row *row, int key, int y) {
    const int begin = traced_left(run, KERNEL, 0, "begins", key),
              end = traced_left(run, KERNEL, 0, "ends", key);
    const int left = row->x + begin * row->pitch + 4,
              right = row->x + (end - 1) * row->pitch + row->width - 4;
    const int top = row->y + row->height + 12, middle = (left + right) / 2;
    fprintf(out, "  <path class=\"kept\" d=\"M%d %dV%dH%dV%d\"/>\n", left, top, top + 10, right, top);
    simt_svg_arrow(out, SVG_KEPT, middle, top + 10, middle, y - 1);
    simt_svg_cell(out, SVG_SUM, middle - 28, y, 56, 34, "%d", traced_after(run, KERNEL, "partials", key));
    simt_svg_text(out, "mid quiet small", middle, y + 52, "bin %d", key);
}

static void draw(FILE *out) {
    const struct svg_row row = SVG_ARRAY(72), flags = SVG_ARRAY(122), scan = SVG_ARRAY(162),
                         first = SVG_ARRAY(270), second = SVG_ARRAY(370);
    struct traced *run = traced_run("lab10", run_of_eight);
    simt_svg_begin(
        out, 820, 550,
        "Two passes move eight keys by one bit each; runs of equal keys are reduced to their length",
        "Keys 3 1 3 0 1 3 3 2. A flag says that bit 0 is 0, and the exclusive scan of the flags says "
        "where such a "
        "key goes; the others follow. A second pass does the same with bit 1. In the sorted keys each "
        "run of equal "
        "ones has a begin and an end: its length is the bin's count.");
    simt_svg_heading(out, 24, 34, "Two passes of a radix sort, then a reduce by key");
    simt_svg_indices(out, &row, ELEMENTS, 64, "t%d");
    simt_svg_label(out, 95, "keys", NULL);
    simt_svg_label(out, 145, "bit 0 is 0", NULL);
    simt_svg_label(out, 185, "scan", "zeros before");
    for (int t = 0; t < ELEMENTS; t++)
        simt_svg_value(out, &row, t, SVG_BUSY, traced_before(run, KERNEL, "in", t));
    draw_flags(out, run, &flags, &scan);
    draw_pass(out, run, &scan, &first, 0);
    draw_pass(out, run, &first, &second, 1);
    simt_svg_label(out, 505, "length of run", "end less begin");
    for (int key = 0; key < 4; key++)
        draw_run(out, run, &second, key, 482);
    simt_svg_end(out);
    traced_free(run);
}

FIGURE_REGISTER(lab10, "split", draw);
