// labs/lab8/bins.svg: four of eight additions lost without atomics, none with bins of each block's own.
#include "engine/record/svg.h"
#include "figure.h"

enum { ELEMENTS = 8, BINS = 4, BLOCKS = 2, EACH = ELEMENTS / BLOCKS };

static const int example[ELEMENTS] = {3, 1, 3, 0, 1, 3, 3, 2};

static struct svg_row bins_at(int x, int y) { return (struct svg_row){x, y, 56, 34, 64}; }

static void draw_race(FILE *out) {
    const struct svg_row elements = bins_at(210, 58), counts = bins_at(210, 108), sums = bins_at(210, 158),
                         bins = bins_at(338, 234);
    int right[BINS] = {0}, counted[BINS] = {0}, total = 0;
    simt_svg_heading(out, 24, 34, "Without atomics: bins[in[i]]++ by eight threads at once");
    simt_svg_indices(out, &elements, ELEMENTS, 52, "t%d");
    simt_svg_label(out, 80, "element", NULL);
    simt_svg_label(out, 130, "count read", "all before a store");
    simt_svg_label(out, 180, "sum stored", NULL);
    simt_svg_label(out, 256, "d_bins", NULL);
    for (int t = 0; t < ELEMENTS; t++) {
        // Everybody read 0, so everybody stores 1.
        right[example[t]]++;
        counted[example[t]] = 1;
        simt_svg_value(out, &elements, t, SVG_BUSY, example[t]);
        simt_svg_value(out, &counts, t, SVG_PLAIN, 0);
        simt_svg_value(out, &sums, t, SVG_PLAIN, 1);
        simt_svg_between(out, SVG_KEPT, &sums, t, &bins, example[t]);
    }
    for (int b = 0; b < BINS; b++)
        total += counted[b];
    simt_svg_values(out, &bins, BINS, SVG_WRONG, counted);
    simt_svg_indices(out, &bins, BINS, 284, "bin %d");
    simt_svg_text(out, "red fine", 640, 250, "%d elements, %d counted", ELEMENTS, total);
    simt_svg_text(out, "quiet fine", 640, 268, "right: %d %d %d %d", right[0], right[1], right[2], right[3]);
}

static void draw_block(FILE *out, int b, const struct svg_row *bins, int *merged) {
    const struct svg_row elements = bins_at(142 + 336 * b, 364), own = bins_at(142 + 336 * b, 426);
    int counts[BINS] = {0};
    const int end = own.x + (BINS - 1) * own.pitch + own.width;
    simt_svg_text(out, "mid bold", (own.x + end) / 2, 352, "block %d", b);
    simt_svg_barrier(out, own.x, 412, end, 412);
    simt_svg_barrier(out, own.x, 476, end, 476);
    for (int t = 0; t < EACH; t++) {
        const int element = example[b * EACH + t];
        counts[element]++;
        merged[element]++;
        simt_svg_value(out, &elements, t, SVG_BUSY, element);
        simt_svg_between(out, SVG_KEPT, &elements, t, &own, element);
    }
    simt_svg_values(out, &own, BINS, SVG_SUM, counts);
    for (int i = 0; i < BINS; i++)
        simt_svg_between(out, SVG_ADDED, &own, i, bins, i);
}

static void draw_blocks(FILE *out) {
    const struct svg_row bins = bins_at(310, 552);
    int merged[BINS] = {0};
    simt_svg_heading(out, 24, 322, "With bins of each block's own");
    simt_svg_label(out, 386, "element", NULL);
    simt_svg_label(out, 448, "own bins", "shared memory");
    simt_svg_text(out, "small", 24, 526, "atomicAdd");
    simt_svg_label(out, 574, "d_bins", "global memory");
    simt_svg_text(out, "red fine", 400, 417, "wait");
    simt_svg_text(out, "red fine", 400, 481, "wait");
    for (int b = 0; b < BLOCKS; b++)
        draw_block(out, b, &bins, merged);
    simt_svg_values(out, &bins, BINS, SVG_GLOBAL, merged);
    simt_svg_indices(out, &bins, BINS, 604, "bin %d");
    simt_svg_text(
        out, "quiet fine", 24, 640,
        "Additions to global memory: one for each bin of a block, however many elements the block has "
        "counted.");
}

static void draw(FILE *out) {
    simt_svg_begin(
        out, 820, 660,
        "Eight threads lose four of eight additions; two blocks with bins of their own lose none",
        "Above: eight threads read their bin's count, 0, before any of them stores: each bin ends at "
        "1, and four of "
        "eight additions are lost. Below: two blocks of four threads count in bins of their own in "
        "shared memory, "
        "wait, and add each bin to d_bins once.");
    draw_race(out);
    draw_blocks(out);
    simt_svg_end(out);
}

FIGURE_REGISTER(lab8, "bins", draw);
