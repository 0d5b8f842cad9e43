// Trees and scans over eight values, step by step, as a solution did them.
#include "trees.h"

#include <stdbool.h>

static int row_of(const struct tree *tree, int step) { return traced_row(tree->run, 0, tree->array, step); }

static const struct simt_replay_row *row_at(const struct tree *tree, int step) {
    return &traced_replay(tree->run, 0)->row[row_of(tree, step)];
}

static bool is_written(const struct simt_replay_row *row, int cell) {
    return row->mark[cell] == REPLAY_WRITTEN;
}

// Of two buffers of eight, the one that the step wrote.
static int half_of(const struct simt_replay_row *row) {
    for (int c = 0; c < row->count; c++)
        if (is_written(row, c))
            return c - c % ELEMENTS;
    return 0;
}

static int sources_of(const struct simt_replay *replay, int row, int cell) {
    int sources = 0;
    for (int i = 0; i < replay->arrow_count; i++)
        sources += replay->arrow[i].to_row == row && replay->arrow[i].to == cell;
    return sources;
}

static void draw_arrows(FILE *out, const struct tree *tree, int step, const struct svg_row *from,
                        const struct svg_row *to) {
    const struct simt_replay *replay = traced_replay(tree->run, 0);
    const int row = row_of(tree, step), before = row_of(tree, step - 1);
    for (int i = 0; i < replay->arrow_count; i++) {
        const struct simt_replay_arrow *arrow = &replay->arrow[i];
        const int source = arrow->from % ELEMENTS, target = arrow->to % ELEMENTS;
        if (arrow->to_row != row || arrow->from_row != before)
            continue;
        const bool kept = source == target || sources_of(replay, row, arrow->to) == 1;
        simt_svg_between(out, kept ? SVG_KEPT : SVG_ADDED, from, source, to, target);
    }
}

// In its place as before: nothing was added.
static bool is_unchanged(const struct simt_replay *replay, int row, int cell) {
    for (int i = 0; i < replay->arrow_count; i++)
        if (replay->arrow[i].to_row == row && replay->arrow[i].to == cell &&
            replay->arrow[i].from % ELEMENTS != cell % ELEMENTS)
            return false;
    return true;
}

void trees_step(FILE *out, const struct tree *tree, int step, const struct svg_row *from,
                const struct svg_row *to, struct tree_fills fills) {
    const struct simt_replay_row *row = row_at(tree, step);
    const bool last = row_of(tree, step + 1) < 0;
    const int half = half_of(row), half_before = step > 0 ? half_of(row_at(tree, step - 1)) : half;
    if (step > 0)
        draw_arrows(out, tree, step, from, to);
    for (int i = 0; i < ELEMENTS; i++) {
        const bool same =
            half != half_before && is_unchanged(traced_replay(tree->run, 0), row_of(tree, step), half + i);
        simt_svg_value(out, to, i,
                       !is_written(row, half + i) ? SVG_IDLE
                       : last                     ? fills.last
                       : same                     ? SVG_IDLE
                                                  : fills.step,
                       trees_value(tree, step, half + i));
    }
}

int trees_written(const struct tree *tree, int step) {
    const struct simt_replay_row *row = row_at(tree, step);
    int written = 0;
    for (int c = 0; c < row->count; c++)
        written += is_written(row, c);
    return written;
}

int trees_value(const struct tree *tree, int step, int cell) {
    return traced_value(tree->run, 0, row_of(tree, step), cell);
}

// What the blocks' sums are when they are added: the last launch finds them so.
static void draw_sum(FILE *out, const struct svg_row *scanned, const struct svg_row *sums, struct traced *run,
                     int block) {
    const int x = simt_svg_middle(sums, block), last = traced_launches(run) - 1;
    simt_svg_arrow(out, SVG_KEPT, x, scanned->y + 34, x, sums->y - 1);
    simt_svg_value(out, sums, block, SVG_SUM, traced_before(run, last, "sums", block));
}

void trees_scan_of_blocks(FILE *out, int y, struct traced *run, int exclusive) {
    const struct svg_row first = SVG_ARRAY(y), scanned = SVG_ARRAY(y + 64), last = SVG_ARRAY(y + 216);
    const struct svg_row sums = {.x = 222, .y = y + 136, .width = 56, .height = 34, .pitch = 128};
    const int adding = traced_launches(run) - 1;
    simt_svg_label(out, y + 19, "d_in", NULL);
    simt_svg_label(out, y + 83, "launch 1", "each block for itself");
    simt_svg_label(out, y + 155, "launch 2", "the sums, scanned");
    simt_svg_text(out, "quiet small", 702, y + 157, "d_scratch");
    simt_svg_label(out, y + 235, "launch 3", "adds what lies before");
    simt_svg_text(out, "quiet small", 702, y + 237, "d_out");
    for (int i = 0; i < ELEMENTS; i++) {
        const int from = i / 2 - (exclusive ? 0 : 1);
        simt_svg_value(out, &first, i, SVG_GLOBAL, traced_before(run, 0, "in", i));
        simt_svg_between(out, SVG_KEPT, &first, i, &scanned, i);
        simt_svg_value(out, &scanned, i, SVG_BUSY, traced_after(run, 0, "out", i));
        if (from >= 0)
            simt_svg_between(out, SVG_ADDED, &sums, from, &last, i);
        simt_svg_value(out, &last, i, SVG_GLOBAL, traced_after(run, adding, "out", i));
        if (i % 2 == 1)
            draw_sum(out, &scanned, &sums, run, i / 2);
    }
}
