// labs/lab5/unrolling.svg: two blocks of data a block of threads, and the last warp on its own.
#include "course/figures/figure.h"

#include <stdbool.h>

#include "course/figures/traced.h"
#include "viewer/svg.h"

enum { THREADS = 4, WARPS = 16, LAST_WARP = 32 };

static struct svg_row row_at(int x, int y) { return (struct svg_row){x, y, 58, 32, 70}; }

// What went into the array's row of that step, from the row above it: of the same array, or of the input.
static void draw_arrows(FILE *out, struct traced *run, int step, const struct svg_row *mine,
                        const struct svg_row *second, const struct svg_row *to) {
    const struct simt_replay *replay = traced_replay(run, 0);
    for (int i = 0; i < replay->arrow_count; i++) {
        const struct simt_replay_arrow *arrow = &replay->arrow[i];
        if (arrow->to_row != traced_row(run, 0, "sums", step))
            continue;
        const bool far = step == 0 && arrow->from >= THREADS;
        simt_svg_between(out, arrow->from % THREADS == arrow->to && !far ? SVG_KEPT : SVG_ADDED,
                         far ? second : mine, arrow->from % THREADS, to, arrow->to);
    }
}

static void draw_sums(FILE *out, struct traced *run, int step, int count, enum svg_fill fill,
                      const struct svg_row *row) {
    for (int t = 0; t < count; t++)
        simt_svg_value(out, row, t, fill, traced_value(run, 0, traced_row(run, 0, "sums", step), t));
}

static void draw_loaded(FILE *out, struct traced *run, const struct svg_row *loaded) {
    const struct svg_row mine = row_at(200, 52), second = row_at(504, 52);
    for (int t = 0; t < THREADS; t++) {
        simt_svg_value(out, &mine, t, SVG_BUSY, traced_before(run, 0, "in", t));
        simt_svg_value(out, &second, t, SVG_GLOBAL, traced_before(run, 0, "in", t + THREADS));
    }
    draw_arrows(out, run, 0, &mine, &second, loaded);
    draw_sums(out, run, 0, THREADS, SVG_BUSY, loaded);
}

static void draw_two_blocks(FILE *out) {
    struct traced *run = traced_run("lab5", "--task reduce_unroll2 --block 4 " TRACED_VALUES);
    struct svg_row row = row_at(200, 118);
    simt_svg_heading(out, 24, 34, "Four threads, eight elements: two blocks of data");
    simt_svg_label(out, 66, "input", "in global memory");
    simt_svg_label(out, 132, "loaded", "one sum per thread");
    draw_loaded(out, run, &row);
    simt_svg_text(out, "fine", 500, 133, "two loads under way at once; then");
    simt_svg_text(out, "fine", 500, 151, "a tree for half as many values");
    for (int stride = THREADS / 2, step = 1; stride > 0; stride /= 2, step++) {
        const struct svg_row next = row_at(200, row.y + 60);
        char name[32];
        snprintf(name, sizeof name, "stride %d", stride);
        simt_svg_label(out, next.y + 14, name, stride > 1 ? "threads 0 and 1" : "thread 0");
        draw_arrows(out, run, step, &row, &row, &next);
        draw_sums(out, run, step, stride, stride > 1 ? SVG_BUSY : SVG_SUM, &next);
        row = next;
    }
    traced_free(run);
}

// A step between two barriers: the warps that add, and those that only come to the barrier.
static void draw_step(FILE *out, int x, int y, int stride, unsigned storing) {
    simt_svg_text(out, "fine", x, y + 13, "stride %d", stride);
    for (int warp = 0; warp < WARPS; warp++)
        simt_svg_cell(out, storing >> warp & 1 ? SVG_BUSY : SVG_PLAIN, x + 86 + 19 * warp, y, 15, 17, "%s",
                      "");
}

// A step of the last warp alone: its own two values, or a shuffle.
static void draw_alone(FILE *out, int x, int y, int shuffle) {
    simt_svg_text(out, "fine", x, y + 13, "stride %d", shuffle ? shuffle : LAST_WARP);
    simt_svg_cell(out, SVG_SUM, x + 86, y, 15, 17, "%s", "");
    if (shuffle)
        simt_svg_text(out, "quiet fine", x + 112, y + 13, "shuffle from lane + %d", shuffle);
    else
        simt_svg_text(out, "quiet fine", x + 112, y + 13, "its own two values of 64");
}

// A block of 16 warps, from barrier to barrier: the first one is behind the loads.
static void draw_steps(FILE *out, int x, const char *heading, const char *options) {
    struct traced *run = traced_run("lab5", options);
    const int barriers = traced_barriers(run, 0);
    int y = 320, distance = 0;
    simt_svg_heading(out, x, 300, "%s", heading);
    simt_svg_barrier(out, x, 314, x + 392, 314);
    for (int b = 1; b < barriers; b++, y += 26) {
        draw_step(out, x, y, 32 * WARPS >> b, traced_storing(run, 0, b));
        simt_svg_barrier(out, x, y + 22, x + 392, y + 22);
    }
    for (int s = 0; distance >= 0 && traced_shuffle(run, 0, 0) > 0; s++, y += 26) {
        draw_alone(out, x, y, distance);
        distance = traced_shuffle(run, 0, s);
    }
    simt_svg_text(out, "bold red fine", x, y + 22, "%d barriers of the block", barriers);
    traced_free(run);
}

static void draw(FILE *out) {
    simt_svg_begin(
        out, 880, 596, "Two blocks of data a block of threads, and the last warp on its own",
        "Above: four threads load eight elements, two each, and add them while loading; then the tree "
        "has half as "
        "many values. Below, left: a loop to the end passes ten barriers of the block, though one warp "
        "alone adds "
        "in the last six steps. Right: that warp goes on by shuffles, and four barriers are left.");
    draw_two_blocks(out);
    draw_steps(out, 24, "A loop to the end: 16 warps", "--task reduce_unroll2 --n 1024 --block 512");
    draw_steps(out, 464, "The last warp unrolled", "--task reduce_unroll_warps8 --n 4096 --block 512");
    simt_svg_end(out);
}

FIGURE_REGISTER(lab5, "unrolling", draw);
