// labs/lab9/copies.svg: a column of counters for each thread, and two histograms for a block.
#include "course/figures/figure.h"
#include "course/figures/traced.h"
#include "viewer/svg.h"

enum { WORD = 4, BINS = 4, OWNERS = 4, THREADS = 8, COPIES = 2 };

// The 16 elements that four threads count, a word each, and the 32 of eight threads.
#define SIXTEEN "3,1,3,0,1,3,3,2,2,0,1,1,3,3,2,0"
static const char private_run[] = "--task histogram_private --block 16 --values " SIXTEEN,
                  multi_run[] = "--task histogram_multi --block 64 --values " SIXTEEN
                                ",0,0,1,3,2,2,2,1,3,1,0,3,1,1,3,3";
enum { MULTI_ROW = 65 }; // counters of a copy in that run, with the one that keeps banks apart

static void draw_word(FILE *out, struct traced *run, const struct svg_row *row, int t) {
    int element[WORD];
    for (int e = 0; e < WORD; e++)
        element[e] = traced_before(run, 0, "in", WORD * t + e);
    simt_svg_cell(out, SVG_BUSY, row->x + t * row->pitch, row->y, row->width, row->height, "%d %d %d %d",
                  element[0], element[1], element[2], element[3]);
}

// The counters of bins 0 to 3 are the bytes of a thread's word in row 0.
static int counter_of(struct traced *run, int t, int bin) {
    return traced_left(run, 0, 0, "counters", t) >> 8 * bin & 0xff;
}

static void draw_private(FILE *out) {
    const struct svg_row elements = {210, 72, 86, 34, 102}, rows = {688, 148, 56, 34, 0};
    struct traced *run = traced_run("lab9", private_run);
    simt_svg_heading(out, 24, 34, "A histogram per thread: four threads, four elements each, no atomics");
    simt_svg_indices(out, &elements, OWNERS, 62, "t%d");
    simt_svg_label(out, 93, "elements", "a word per thread");
    simt_svg_label(out, 169, "counters", "a column per thread");
    simt_svg_text(out, "mid bold", 716, 128, "rows");
    for (int t = 0; t < OWNERS; t++) {
        const int x = simt_svg_middle(&elements, t);
        draw_word(out, run, &elements, t);
        simt_svg_arrow(out, SVG_ADDED, x, 108, x, 147);
    }
    for (int b = 0; b < BINS; b++) {
        const struct svg_row counters = {210, 148 + 40 * b, 86, 34, 102};
        simt_svg_text(out, "quiet small", 160, counters.y + 22, "bin %d", b);
        for (int t = 0; t < OWNERS; t++)
            simt_svg_value(out, &counters, t, SVG_PLAIN, counter_of(run, t, b));
        simt_svg_arrow(out, SVG_KEPT, 606, counters.y + 17, 686, counters.y + 17);
        simt_svg_cell(out, SVG_SUM, rows.x, counters.y, rows.width, rows.height, "%d",
                      traced_after(run, 0, "partials", b));
    }
    simt_svg_barrier(out, 622, 140, 622, 310);
    simt_svg_text(out, "mid red fine", 622, 328, "wait");
    simt_svg_text(out, "quiet fine", 24, 344, "A column's four counters are the bytes of one word.");
    traced_free(run);
}

// Which copy each thread adds to, once each; what all copies hold; what is brought to the grid's bins.
static void draw_copies(FILE *out, struct traced *run, const struct svg_row *elements,
                        const struct svg_row *bins) {
    static const char *const names[] = {"copy 0, even threads", "copy 1, odd threads"};
    struct traced_access added;
    bool drawn[THREADS] = {false};
    for (int i = 0; traced_access(run, 0, "atomic", "copies", i, &added); i++) {
        const int t = added.thread, copy = added.cell / MULTI_ROW;
        if (t >= THREADS || drawn[t])
            continue;
        drawn[t] = true;
        simt_svg_arrow(out, copy == 0 ? SVG_ADDED : SVG_KEPT, simt_svg_middle(elements, t), 445,
                       290 + 320 * copy + 14 * (t / 2) - 8, 487);
    }
    for (int copy = 0; copy < COPIES; copy++) {
        const struct svg_row own = {178 + 320 * copy, 514, 56, 34, 64};
        simt_svg_text(out, "mid bold", own.x + 124, 502, "%s", names[copy]);
        for (int b = 0; b < BINS; b++) {
            simt_svg_value(out, &own, b, SVG_SUM, traced_left(run, 0, 0, "copies", copy * MULTI_ROW + b));
            simt_svg_between(out, copy == 0 ? SVG_ADDED : SVG_KEPT, &own, b, bins, b);
        }
    }
}

static void draw_multi(FILE *out) {
    const struct svg_row elements = {172, 411, 66, 34, 74}, bins = {338, 602, 56, 34, 64};
    struct traced *run = traced_run("lab9", multi_run);
    simt_svg_heading(out, 24, 382,
                     "Several histograms per block: two copies, atomics, merged after N rounds");
    simt_svg_indices(out, &elements, THREADS, 402, "t%d");
    simt_svg_label(out, 432, "elements", "round 1 of N");
    simt_svg_label(out, 536, "copies", NULL);
    simt_svg_label(out, 625, "d_bins", "one atomicAdd per bin");
    for (int t = 0; t < THREADS; t++)
        draw_word(out, run, &elements, t);
    draw_copies(out, run, &elements, &bins);
    simt_svg_barrier(out, 178, 568, 754, 568);
    simt_svg_text(out, "red fine", 760, 573, "wait");
    for (int b = 0; b < BINS; b++)
        simt_svg_value(out, &bins, b, SVG_GLOBAL, traced_after(run, 0, "bins", b));
    simt_svg_indices(out, &bins, BINS, 654, "bin %d");
    traced_free(run);
}

static void draw(FILE *out) {
    simt_svg_begin(
        out, 820, 676,
        "A column of counters for each thread, added up by rows; and two histograms for a block",
        "Above: four threads count four elements each, in a column of four counters of their own; after "
        "a barrier "
        "every row is added up. Below: eight threads count by atomics, even ones in one copy of the "
        "histogram and "
        "odd ones in another; after a barrier each bin's two counts are added up and brought to d_bins "
        "once.");
    draw_private(out);
    draw_multi(out);
    simt_svg_end(out);
}

FIGURE_REGISTER(lab9, "copies", draw);
