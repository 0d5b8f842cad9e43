// labs/lab5/unrolling.svg: two blocks of data a block of threads, and the last warp on its own.
#include "figure.h"

#include <stdbool.h>

#include "engine/record/svg.h"

enum { THREADS = 4, WARPS = 16, LAST_WARP = 32 };

static const int example[2 * THREADS] = {5, 2, 8, 1, 7, 3, 4, 6};

static struct svg_row row_at(int x, int y) { return (struct svg_row){x, y, 58, 32, 70}; }

static void draw_two_blocks(FILE *out) {
    const struct svg_row mine = row_at(200, 52), second = row_at(504, 52), loaded = row_at(200, 118);
    int values[THREADS];
    simt_svg_heading(out, 24, 34, "Four threads, eight elements: two blocks of data");
    simt_svg_label(out, 66, "input", "in global memory");
    simt_svg_label(out, 132, "loaded", "one sum a thread");
    simt_svg_values(out, &mine, THREADS, SVG_BUSY, example);
    simt_svg_values(out, &second, THREADS, SVG_GLOBAL, example + THREADS);
    for (int t = 0; t < THREADS; t++) {
        values[t] = example[t] + example[t + THREADS];
        simt_svg_between(out, SVG_KEPT, &mine, t, &loaded, t);
        simt_svg_between(out, SVG_ADDED, &second, t, &loaded, t);
    }
    simt_svg_values(out, &loaded, THREADS, SVG_BUSY, values);
    simt_svg_text(out, "fine", 500, 133, "two loads under way at once; then");
    simt_svg_text(out, "fine", 500, 151, "a tree for half as many values");
    struct svg_row row = loaded;
    for (int stride = THREADS / 2; stride > 0; stride /= 2) {
        const struct svg_row next = row_at(200, row.y + 60);
        char name[32];
        snprintf(name, sizeof name, "stride %d", stride);
        simt_svg_label(out, next.y + 14, name, stride > 1 ? "threads 0 and 1" : "thread 0");
        for (int t = 0; t < stride; t++) {
            values[t] += values[t + stride];
            simt_svg_between(out, SVG_KEPT, &row, t, &next, t);
            simt_svg_between(out, SVG_ADDED, &row, t + stride, &next, t);
        }
        simt_svg_values(out, &next, stride, stride > 1 ? SVG_BUSY : SVG_SUM, values);
        row = next;
    }
}

// One step: the warps that have something to add, or the last one's shuffle.
static void draw_step(FILE *out, int x, int y, int stride, bool alone) {
    simt_svg_text(out, "fine", x, y + 13, "stride %d", stride);
    const int busy = stride >= 32 ? stride / 32 : 1;
    for (int warp = 0; warp < (alone ? 1 : WARPS); warp++)
        simt_svg_cell(out,
                      alone         ? SVG_SUM
                      : warp < busy ? SVG_BUSY
                                    : SVG_PLAIN,
                      x + 86 + 19 * warp, y, 15, 17, "%s", "");
    if (alone && stride == LAST_WARP)
        simt_svg_text(out, "quiet fine", x + 112, y + 13, "its own two values of 64");
    else if (alone)
        simt_svg_text(out, "quiet fine", x + 112, y + 13, "shuffle from lane + %d", stride);
}

static void draw_steps(FILE *out, int x, bool unrolled) {
    int barriers = 1, y = 320;
    simt_svg_heading(out, x, 300, unrolled ? "The last warp unrolled" : "A loop to the end: %d warps", WARPS);
    simt_svg_barrier(out, x, 314, x + 392, 314);
    for (int stride = 256; stride > 0; stride /= 2, y += 26) {
        const bool alone = unrolled && stride <= LAST_WARP;
        draw_step(out, x, y, stride, alone);
        if (alone)
            continue;
        simt_svg_barrier(out, x, y + 22, x + 392, y + 22);
        barriers++;
    }
    simt_svg_text(out, "bold red fine", x, y + 22, "%d barriers of the block", barriers);
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
    draw_steps(out, 24, false);
    draw_steps(out, 464, true);
    simt_svg_end(out);
}

FIGURE_REGISTER(lab5, "unrolling", draw);
