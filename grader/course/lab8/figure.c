// labs/lab8/bins.svg: four of eight additions lost without atomics, none with bins of each block's own.
#include "course/figures/figure.h"
#include "course/figures/traced.h"
#include "viewer/svg.h"

enum { ELEMENTS = 8, BINS = 4, BLOCKS = 2, EACH = 4, WORD = 4 };

// Two blocks of four threads, a word of four elements each.
static const char words[] = "--task histogram_shared_atomics --block 4 --values "
                            "3,1,3,0,1,3,3,2,2,0,1,1,3,3,2,0,0,0,1,3,2,2,2,1,3,1,0,3,1,1,3,3";

static struct svg_row bins_at(int x, int y) { return (struct svg_row){x, y, 56, 34, 64}; }
static struct svg_row words_at(int x, int y) { return (struct svg_row){x, y, 66, 34, 72}; }

// Thread t's way through `bins[in[i]]++` on a GPU: a warp's lanes all read before one of them stores. The
// engine's lanes take turns and lose nothing, so that its run tells who comes to which bin and what each
// adds.
static int draw_thread(FILE *out, struct traced *run, int t, const struct svg_row *rows,
                       const struct svg_row *bins, int *counted) {
    struct traced_access element, read, stored;
    if (!traced_access(run, 0, "load", "in", t, &element) ||
        !traced_access(run, 0, "load", "bins", t, &read) ||
        !traced_access(run, 0, "store", "bins", t, &stored))
        return 0;
    const int count = traced_before(run, 0, "bins", read.cell), sum = count + stored.value - stored.before;
    simt_svg_value(out, &rows[0], element.thread, SVG_BUSY, element.value);
    simt_svg_value(out, &rows[1], read.thread, SVG_PLAIN, count);
    simt_svg_value(out, &rows[2], stored.thread, SVG_PLAIN, sum);
    simt_svg_between(out, SVG_KEPT, &rows[2], stored.thread, bins, stored.cell);
    counted[stored.cell] = sum;
    return 1;
}

static void draw_race(FILE *out) {
    const struct svg_row rows[] = {bins_at(210, 58), bins_at(210, 108), bins_at(210, 158)},
                         bins = bins_at(338, 234);
    struct traced *run =
        traced_wrong("lab8", "grader/course/lab8/fixtures/naive_race", "--values 3,1,3,0,1,3,3,2");
    int right[BINS], counted[BINS] = {0}, elements = 0, total = 0;
    simt_svg_heading(out, 24, 34, "Without atomics: bins[in[i]]++ by eight threads at once");
    simt_svg_indices(out, &rows[0], ELEMENTS, 52, "t%d");
    simt_svg_label(out, 80, "element", NULL);
    simt_svg_label(out, 130, "count read", "all before a store");
    simt_svg_label(out, 180, "sum stored", NULL);
    simt_svg_label(out, 256, "d_bins", NULL);
    while (elements < ELEMENTS && draw_thread(out, run, elements, rows, &bins, counted))
        elements++;
    for (int b = 0; b < BINS; b++) {
        right[b] = traced_after(run, 0, "bins", b);
        total += counted[b];
    }
    simt_svg_values(out, &bins, BINS, SVG_WRONG, counted);
    simt_svg_indices(out, &bins, BINS, 284, "bin %d");
    simt_svg_text(out, "red fine", 640, 250, "%d elements, %d counted", elements, total);
    simt_svg_text(out, "quiet fine", 640, 268, "right: %d %d %d %d", right[0], right[1], right[2], right[3]);
    traced_free(run);
}

// From each word to the bins its thread adds to, once each.
static void draw_additions(FILE *out, struct traced *run, int b, const struct svg_row *elements,
                           const struct svg_row *own) {
    bool drawn[EACH][BINS] = {{false}};
    struct traced_access added;
    for (int i = 0; traced_access(run, 0, "atomic", "own", i, &added); i++) {
        if (added.block != b || drawn[added.thread][added.cell])
            continue;
        drawn[added.thread][added.cell] = true;
        simt_svg_between(out, SVG_KEPT, elements, added.thread, own, added.cell);
    }
}

static void draw_block(FILE *out, struct traced *run, int b, const struct svg_row *bins) {
    const struct svg_row elements = words_at(138 + 340 * b, 376), own = words_at(138 + 340 * b, 458);
    const int end = own.x + (BINS - 1) * own.pitch + own.width;
    struct traced_access added;
    simt_svg_text(out, "mid bold", (own.x + end) / 2, 352, "block %d", b);
    simt_svg_indices(out, &elements, EACH, 370, "t%d");
    simt_svg_barrier(out, own.x, 420, end, 420);
    simt_svg_barrier(out, own.x, 502, end, 502);
    for (int t = 0; t < EACH; t++) {
        int element[WORD];
        for (int e = 0; e < WORD; e++)
            element[e] = traced_before(run, 0, "in", (b * EACH + t) * WORD + e);
        simt_svg_cell(out, SVG_BUSY, elements.x + t * elements.pitch, elements.y, elements.width,
                      elements.height, "%d %d %d %d", element[0], element[1], element[2], element[3]);
    }
    draw_additions(out, run, b, &elements, &own);
    for (int i = 0; i < BINS; i++)
        simt_svg_value(out, &own, i, SVG_SUM, traced_left(run, 0, b, "own", i));
    for (int i = 0; traced_access(run, 0, "atomic", "bins", i, &added); i++)
        if (added.block == b)
            simt_svg_between(out, SVG_ADDED, &own, added.thread, bins, added.cell);
}

static void draw_blocks(FILE *out) {
    const struct svg_row bins = bins_at(302, 572);
    struct traced *run = traced_run("lab8", words);
    simt_svg_heading(out, 24, 322, "With bins of each block's own, four elements per thread");
    simt_svg_label(out, 398, "elements", "a word per thread");
    simt_svg_label(out, 480, "own bins", "shared memory");
    simt_svg_text(out, "small", 24, 546, "atomicAdd");
    simt_svg_label(out, 594, "d_bins", "global memory");
    simt_svg_text(out, "red fine", 434, 425, "wait");
    simt_svg_text(out, "red fine", 434, 507, "wait");
    for (int b = 0; b < BLOCKS; b++)
        draw_block(out, run, b, &bins);
    for (int i = 0; i < BINS; i++)
        simt_svg_value(out, &bins, i, SVG_GLOBAL, traced_after(run, 0, "bins", i));
    simt_svg_indices(out, &bins, BINS, 624, "bin %d");
    simt_svg_text(
        out, "quiet fine", 24, 660,
        "Additions to global memory: one for each bin of a block, however many elements the block has "
        "counted.");
    traced_free(run);
}

static void draw(FILE *out) {
    simt_svg_begin(
        out, 820, 680,
        "Eight threads lose four of eight additions; two blocks with bins of their own lose none",
        "Above: eight threads read their bin's count, 0, before any of them stores: each bin ends at "
        "1, and four of "
        "eight additions are lost. Below: two blocks of four threads, each with a word of four elements, "
        "count in bins "
        "of their own in shared memory, wait, and add each bin to d_bins once.");
    draw_race(out);
    draw_blocks(out);
    simt_svg_end(out);
}

FIGURE_REGISTER(lab8, "bins", draw);
