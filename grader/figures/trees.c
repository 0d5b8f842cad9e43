// Trees and scans over eight values, step by step.
#include "trees.h"

#include <stdbool.h>
#include <string.h>

void trees_step(FILE *out, const struct svg_row *from, const struct svg_row *to, int *values, const int *left,
                const int *right, int pairs, enum svg_fill result) {
    bool added[ELEMENTS] = {false};
    int after[ELEMENTS];
    memcpy(after, values, sizeof after);
    for (int p = 0; p < pairs; p++) {
        after[left[p]] = values[left[p]] + values[right[p]];
        added[left[p]] = true;
        simt_svg_between(out, SVG_KEPT, from, left[p], to, left[p]);
        simt_svg_between(out, SVG_ADDED, from, right[p], to, left[p]);
    }
    for (int i = 0; i < ELEMENTS; i++)
        simt_svg_value(out, to, i, added[i] ? result : SVG_IDLE, after[i]);
    memcpy(values, after, sizeof after);
}

void trees_halve(FILE *out, const struct svg_row *from, const struct svg_row *to, int *values, int stride) {
    int left[ELEMENTS], right[ELEMENTS];
    for (int t = 0; t < stride; t++) {
        left[t] = t;
        right[t] = t + stride;
    }
    trees_step(out, from, to, values, left, right, stride, stride == 1 ? SVG_SUM : SVG_BUSY);
}

void trees_hillis_steele(FILE *out, const struct svg_row *from, const struct svg_row *to, int *values,
                         int distance) {
    const bool last = 2 * distance == ELEMENTS;
    int after[ELEMENTS];
    for (int i = 0; i < ELEMENTS; i++) {
        after[i] = i < distance ? values[i] : values[i] + values[i - distance];
        simt_svg_between(out, SVG_KEPT, from, i, to, i);
        if (i >= distance)
            simt_svg_between(out, SVG_ADDED, from, i - distance, to, i);
    }
    for (int i = 0; i < ELEMENTS; i++)
        simt_svg_value(out, to, i, last ? SVG_SUM : i < distance ? SVG_IDLE : SVG_BUSY, after[i]);
    memcpy(values, after, sizeof after);
}

int trees_pairs(int distance, int *left, int *right) {
    int pairs = 0;
    for (int place = 2 * distance - 1; place < ELEMENTS; place += 2 * distance, pairs++) {
        right[pairs] = place;
        left[pairs] = place - distance;
    }
    return pairs;
}

void trees_down(FILE *out, const struct svg_row *from, const struct svg_row *to, int *values, int distance) {
    int left[ELEMENTS], right[ELEMENTS];
    bool touched[ELEMENTS] = {false};
    const int pairs = trees_pairs(distance, left, right);
    for (int p = 0; p < pairs; p++) {
        const int waiting = values[left[p]];
        values[left[p]] = values[right[p]];
        values[right[p]] += waiting;
        touched[left[p]] = touched[right[p]] = true;
        simt_svg_between(out, SVG_KEPT, from, right[p], to, right[p]);
        simt_svg_between(out, SVG_KEPT, from, right[p], to, left[p]);
        simt_svg_between(out, SVG_ADDED, from, left[p], to, right[p]);
    }
    for (int i = 0; i < ELEMENTS; i++)
        simt_svg_value(out, to, i, !touched[i] ? SVG_IDLE : distance == 1 ? SVG_SUM : SVG_BUSY, values[i]);
}

void trees_scan_of_blocks(FILE *out, int y, const int *in, int exclusive) {
    const struct svg_row first = SVG_ARRAY(y), scanned = SVG_ARRAY(y + 64), last = SVG_ARRAY(y + 216);
    const struct svg_row sums = {.x = 222, .y = y + 136, .width = 56, .height = 34, .pitch = 128};
    int before = 0, total = 0;
    simt_svg_label(out, y + 19, "d_in", NULL);
    simt_svg_label(out, y + 83, "launch 1", "each block for itself");
    simt_svg_label(out, y + 155, "launch 2", "the sums, scanned");
    simt_svg_text(out, "quiet small", 702, y + 157, "d_scratch");
    simt_svg_label(out, y + 235, "launch 3", "adds what lies before");
    simt_svg_text(out, "quiet small", 702, y + 237, "d_out");
    for (int i = 0; i < ELEMENTS; i++) {
        const int b = i / 2, own = i % 2 == 0 ? 0 : in[i - 1];
        before = i % 2 == 0 ? total : before;
        total += in[i];
        simt_svg_value(out, &first, i, SVG_GLOBAL, in[i]);
        simt_svg_between(out, SVG_KEPT, &first, i, &scanned, i);
        simt_svg_value(out, &scanned, i, SVG_BUSY, exclusive ? own : own + in[i]);
        if (exclusive)
            simt_svg_between(out, SVG_ADDED, &sums, b, &last, i);
        else if (b > 0)
            simt_svg_between(out, SVG_ADDED, &sums, b - 1, &last, i);
        simt_svg_value(out, &last, i, SVG_GLOBAL, before + own + (exclusive ? 0 : in[i]));
        if (i % 2 == 0)
            continue;
        simt_svg_arrow(out, SVG_KEPT, simt_svg_middle(&sums, b), scanned.y + 34, simt_svg_middle(&sums, b),
                       sums.y - 1);
        simt_svg_value(out, &sums, b, SVG_SUM, exclusive ? before : total);
    }
}
