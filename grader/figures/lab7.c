// labs/lab7/sweeps.svg: up and down a tree, and how blocks are put together.
#include "figure.h"
#include "trees.h"

static const int example[ELEMENTS] = {1, 2, 3, 4, 5, 6, 7, 8};

static void label(FILE *out, const struct svg_row *row, int distance, int pairs) {
    char name[32], count[32];
    snprintf(name, sizeof name, "distance %d", distance);
    snprintf(count, sizeof count, pairs == 1 ? "%d pair" : "%d pairs", pairs);
    simt_svg_label(out, row->y + 19, name, count);
}

static void draw_up(FILE *out, int *values) {
    int left[ELEMENTS], right[ELEMENTS];
    struct svg_row row = SVG_ARRAY(72);
    simt_svg_heading(out, 24, 34, "Up: the sums of pairs, of fours, of all");
    simt_svg_indices(out, &row, ELEMENTS, 64, "tree[%d]");
    simt_svg_label(out, 91, "loaded", NULL);
    simt_svg_values(out, &row, ELEMENTS, SVG_BUSY, values);
    for (int distance = 1; distance < ELEMENTS; distance *= 2) {
        const struct svg_row next = SVG_ARRAY(row.y + 78);
        const int pairs = trees_pairs(distance, left, right);
        simt_svg_barrier_below(out, &row);
        label(out, &next, distance, pairs);
        // On the way up it is the right place that adds.
        trees_step(out, &row, &next, values, right, left, pairs, SVG_BUSY);
        row = next;
    }
}

static void draw_down(FILE *out, int *values) {
    struct svg_row row = SVG_ARRAY(400);
    char aside[48];
    snprintf(aside, sizeof aside, "%d kept aside, 0 put in", values[ELEMENTS - 1]);
    simt_svg_heading(out, 24, 384, "Down: what comes before each half");
    simt_svg_label(out, 419, "root", aside);
    values[ELEMENTS - 1] = 0;
    simt_svg_values(out, &row, ELEMENTS - 1, SVG_IDLE, values);
    simt_svg_value(out, &row, ELEMENTS - 1, SVG_SUM, 0);
    for (int distance = ELEMENTS / 2; distance > 0; distance /= 2) {
        const struct svg_row next = SVG_ARRAY(row.y + 78);
        simt_svg_barrier_below(out, &row);
        label(out, &next, distance, ELEMENTS / 2 / distance);
        trees_down(out, &row, &next, values, distance);
        row = next;
    }
}

static void draw(FILE *out) {
    int values[ELEMENTS];
    for (int i = 0; i < ELEMENTS; i++)
        values[i] = example[i];
    simt_svg_begin(
        out, 820, 1004, "The two sweeps over a tree of eight elements, and how blocks are put together",
        "Above: on the way up the right place of each pair adds the left one, at distance 1, 2 and 4, "
        "until the "
        "root holds 36. In the middle: the root becomes 0; on the way down, at distance 4, 2 and 1, "
        "the left place "
        "takes what the right one held, and the right one adds what was on the left. Below: blocks of "
        "two are "
        "scanned, their sums are scanned, and each block adds what lies before it.");
    draw_up(out, values);
    draw_down(out, values);
    simt_svg_heading(out, 24, 718, "The whole array, here in blocks of two: scan, scan the sums, add");
    trees_scan_of_blocks(out, 736, example, 1);
    simt_svg_end(out);
}

FIGURE_REGISTER(lab7, "sweeps", draw);
