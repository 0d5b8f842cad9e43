// labs/lab9/copies.svg: a column of counters for each thread, and two histograms for a block.
#include "engine/record/svg.h"
#include "figure.h"

enum { ELEMENTS = 8, BINS = 4, OWNERS = 4, COPIES = 2 };

static const int example[ELEMENTS] = {3, 1, 3, 0, 1, 3, 3, 2};

static void draw_private(FILE *out) {
    const struct svg_row elements = {210, 72, 86, 34, 102}, rows = {688, 148, 56, 34, 0};
    simt_svg_heading(out, 24, 34, "A histogram a thread: four threads, two elements each, no atomics");
    simt_svg_indices(out, &elements, OWNERS, 62, "t%d");
    simt_svg_label(out, 93, "element", "two a thread");
    simt_svg_label(out, 169, "counters", "a column a thread");
    simt_svg_text(out, "mid bold", 716, 128, "rows");
    for (int t = 0; t < OWNERS; t++) {
        simt_svg_cell(out, SVG_BUSY, elements.x + t * elements.pitch, elements.y, elements.width,
                      elements.height, "%d, %d", example[t], example[t + OWNERS]);
        simt_svg_arrow(out, SVG_ADDED, simt_svg_middle(&elements, t), 108, simt_svg_middle(&elements, t),
                       147);
    }
    for (int b = 0; b < BINS; b++) {
        const struct svg_row counters = {210, 148 + 40 * b, 86, 34, 102};
        int sum = 0;
        simt_svg_text(out, "quiet small", 160, counters.y + 22, "bin %d", b);
        for (int t = 0; t < OWNERS; t++) {
            const int count = (example[t] == b) + (example[t + OWNERS] == b);
            simt_svg_value(out, &counters, t, SVG_PLAIN, count);
            sum += count;
        }
        simt_svg_arrow(out, SVG_KEPT, 606, counters.y + 17, 686, counters.y + 17);
        simt_svg_cell(out, SVG_SUM, rows.x, counters.y, rows.width, rows.height, "%d", sum);
        simt_svg_text(out, "quiet small", 765, counters.y + 22, "t%d", b);
    }
    simt_svg_barrier(out, 622, 140, 622, 310);
    simt_svg_text(out, "mid red fine", 622, 328, "wait");
}

static void draw_copies(FILE *out) {
    static const char *const names[] = {"copy 0, even threads", "copy 1, odd threads"};
    const struct svg_row elements = {210, 411, 56, 34, 64}, bins = {338, 602, 56, 34, 64};
    int counts[COPIES][BINS] = {{0}}, sums[BINS];
    simt_svg_heading(out, 24, 382, "Several histograms a block: two copies, atomics, merged after N rounds");
    simt_svg_indices(out, &elements, ELEMENTS, 402, "t%d");
    simt_svg_label(out, 432, "element", "round 1 of N");
    simt_svg_label(out, 536, "copies", NULL);
    simt_svg_label(out, 625, "d_bins", "one atomicAdd a bin");
    for (int t = 0; t < ELEMENTS; t++) {
        const int copy = t % COPIES;
        counts[copy][example[t]]++;
        simt_svg_value(out, &elements, t, SVG_BUSY, example[t]);
        simt_svg_arrow(out, copy == 0 ? SVG_ADDED : SVG_KEPT, simt_svg_middle(&elements, t), 445,
                       290 + 320 * copy + 14 * (t / 2) - 8, 487);
    }
    for (int copy = 0; copy < COPIES; copy++) {
        const struct svg_row own = {178 + 320 * copy, 514, 56, 34, 64};
        simt_svg_text(out, "mid bold", own.x + 124, 502, "%s", names[copy]);
        simt_svg_values(out, &own, BINS, SVG_SUM, counts[copy]);
        for (int b = 0; b < BINS; b++)
            simt_svg_between(out, copy == 0 ? SVG_ADDED : SVG_KEPT, &own, b, &bins, b);
    }
    for (int b = 0; b < BINS; b++)
        sums[b] = counts[0][b] + counts[1][b];
    simt_svg_barrier(out, 178, 568, 754, 568);
    simt_svg_text(out, "red fine", 760, 573, "wait");
    simt_svg_values(out, &bins, BINS, SVG_GLOBAL, sums);
    simt_svg_indices(out, &bins, BINS, 654, "bin %d");
}

static void draw(FILE *out) {
    simt_svg_begin(
        out, 820, 676,
        "A column of counters for each thread, added up by rows; and two histograms for a block",
        "Above: four threads count two elements each, in a column of four counters of their own; after "
        "a barrier "
        "thread t adds up row t. Below: eight threads count by atomics, even ones in one copy of the "
        "histogram and "
        "odd ones in another; after a barrier each bin's two counts are added up and brought to d_bins "
        "once.");
    draw_private(out);
    draw_copies(out);
    simt_svg_end(out);
}

FIGURE_REGISTER(lab9, "copies", draw);
