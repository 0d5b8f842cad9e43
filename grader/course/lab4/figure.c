// labs/lab4/trees.svg: which of eight threads add in each step of three trees, and which banks they meet at.
#include "course/figures/figure.h"

#include <stdbool.h>

#include "course/figures/traced.h"
#include "viewer/svg.h"

enum { THREADS = 8, LANES = 4, BANKS = 4, STEPS = 3 };

// The pair that a thread adds in a step: word `left` takes in word `right`; left is -1 if it has none.
struct pair {
    int left, right;
};

// The pair of a thread in a step of a tree, as the solution's thread took it.
static struct pair pair_of(struct traced *run, int t, int step) {
    const struct simt_replay *replay = traced_replay(run, 0);
    struct pair pair = {-1, -1};
    for (int i = 0; i < replay->arrow_count; i++) {
        const struct simt_replay_arrow *arrow = &replay->arrow[i];
        if (arrow->to_row != traced_row(run, 0, "sums", step + 1) || arrow->thread != t)
            continue;
        pair.left = arrow->to;
        if (arrow->from != arrow->to)
            pair.right = arrow->from;
    }
    return pair;
}

// How many lanes of the thread's warp want a left word in the bank of its own.
static int lanes_at_bank(struct traced *run, int t, int step) {
    const int bank = pair_of(run, t, step).left % BANKS, first = t - t % LANES;
    int lanes = 0;
    for (int other = first; other < first + LANES; other++)
        lanes += pair_of(run, other, step).left >= 0 && pair_of(run, other, step).left % BANKS == bank;
    return lanes;
}

static int x_of(int t) { return 110 + 68 * t + 22 * (t / LANES); }

// @return wavefronts of the warp's request for left words; 0 if none of its lanes adds
static int draw_warp(FILE *out, struct traced *run, int warp, int step, int y) {
    int wavefronts = 0;
    for (int t = warp * LANES; t < (warp + 1) * LANES; t++) {
        const struct pair pair = pair_of(run, t, step);
        const int lanes = pair.left >= 0 ? lanes_at_bank(run, t, step) : 0;
        wavefronts = lanes > wavefronts ? lanes : wavefronts;
        if (pair.left >= 0)
            simt_svg_cell(out, lanes > 1 ? SVG_SUM : SVG_BUSY, x_of(t), y, 62, 32, "%d+%d", pair.left,
                          pair.right);
        else
            simt_svg_cell(out, SVG_PLAIN, x_of(t), y, 62, 32, "%s", "");
    }
    fprintf(out, "  <rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"278\" height=\"44\" rx=\"8\"/>\n",
            wavefronts > 0 ? "warp" : "skips", x_of(warp * LANES) - 6, y - 6);
    return wavefronts;
}

static void draw_tree(FILE *out, const char *task, const char *name, int y) {
    char options[96];
    snprintf(options, sizeof options, "--task %s --block 8 --n 8", task);
    struct traced *run = traced_run("lab4", options);
    simt_svg_heading(out, 24, y, "%s", name);
    for (int step = 0; step < STEPS; step++) {
        const int top = y + 21 + 52 * step;
        int warps = 0, wavefronts = 0;
        simt_svg_text(out, "quiet", 24, top + 22, "step %d", step + 1);
        for (int warp = 0; warp < THREADS / LANES; warp++) {
            const int own = draw_warp(out, run, warp, step, top);
            warps += own > 0;
            wavefronts += own;
        }
        simt_svg_text(out, "fine", 704, top + 21, "%d warp%s, %d wavefront%s", warps, warps == 1 ? "" : "s",
                      wavefronts, wavefronts == 1 ? "" : "s");
    }
    traced_free(run);
}

static void draw_legend(FILE *out, int y) {
    simt_svg_cell(out, SVG_BUSY, 24, y, 18, 16, "%s", "");
    simt_svg_text(out, "fine", 50, y + 13, "adds these two words");
    simt_svg_cell(out, SVG_SUM, 216, y, 18, 16, "%s", "");
    simt_svg_text(out, "fine", 242, y + 13, "its left word shares a bank with another lane's");
    fprintf(out, "  <rect class=\"skips\" x=\"566\" y=\"%d\" width=\"30\" height=\"16\" rx=\"4\"/>\n", y);
    simt_svg_text(out, "fine", 604, y + 13, "a warp that skips the addition");
}

static void draw(FILE *out) {
    simt_svg_begin(
        out, 880, 662, "Which of eight threads add in each step of three trees",
        "Two warps of four lanes, four banks. Neighbored: threads 0, 2, 4, 6 add, then 0 and 4, then "
        "0; both warps "
        "are busy in two steps. Less divergence: threads 0 to 3, then 0 and 1, then 0; one warp is "
        "busy, and lanes "
        "share banks. Interleaved: the same threads, each with a bank of its own.");
    for (int t = 0; t < THREADS; t++)
        simt_svg_text(out, "mid quiet fine", x_of(t) + 31, 30, "thread %d", t);
    simt_svg_text(out, "quiet fine", 704, 30, "busy, reading left words");
    draw_tree(out, "reduce_neighbored", "Neighbored", 58);
    draw_tree(out, "reduce_neighbored_less", "Neighbored, less divergence", 254);
    draw_tree(out, "reduce_interleaved", "Interleaved", 450);
    draw_legend(out, 630);
    simt_svg_end(out);
}

FIGURE_REGISTER(lab4, "trees", draw);
