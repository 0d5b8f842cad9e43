// labs/lab10/split.svg: two passes of a radix sort, and runs of equal keys reduced to their length.
#include "engine/record/svg.h"
#include "figure.h"

#include <stdbool.h>
#include <string.h>

enum { ELEMENTS = 8 };

static int count_zeros(const int *keys, int count, int bit) {
    int zeros = 0;
    for (int t = 0; t < count; t++)
        zeros += (keys[t] >> bit & 1) == 0;
    return zeros;
}

// Moves the keys whose bit is 0 before the others, with an arrow for each.
static void draw_pass(FILE *out, const struct svg_row *from, const struct svg_row *to, int *keys, int bit) {
    const int zeros = count_zeros(keys, ELEMENTS, bit);
    int moved[ELEMENTS];
    char name[32], count[48];
    snprintf(name, sizeof name, "by bit %d", bit);
    snprintf(count, sizeof count, "%d zeros, then %d ones", zeros, ELEMENTS - zeros);
    simt_svg_label(out, to->y + 23, name, count);
    for (int t = 0; t < ELEMENTS; t++) {
        const bool is_zero = (keys[t] >> bit & 1) == 0;
        const int before = count_zeros(keys, t, bit), place = is_zero ? before : zeros + t - before;
        moved[place] = keys[t];
        simt_svg_arrow(out, is_zero ? SVG_ADDED : SVG_KEPT, simt_svg_middle(from, t), from->y + from->height,
                       simt_svg_middle(to, place), to->y - 1);
    }
    memcpy(keys, moved, sizeof moved);
    simt_svg_values(out, to, ELEMENTS, SVG_BUSY, keys);
}

static void draw_runs(FILE *out, const struct svg_row *row, const int *keys, int y) {
    simt_svg_label(out, y + 23, "length of run", "end less begin");
    for (int begin = 0, end; begin < ELEMENTS; begin = end) {
        for (end = begin; end < ELEMENTS && keys[end] == keys[begin];)
            end++;
        const int left = row->x + begin * row->pitch + 4,
                  right = row->x + (end - 1) * row->pitch + row->width - 4;
        const int top = row->y + row->height + 12, middle = (left + right) / 2;
        fprintf(out, "  <path class=\"kept\" d=\"M%d %dV%dH%dV%d\"/>\n", left, top, top + 10, right, top);
        simt_svg_arrow(out, SVG_KEPT, middle, top + 10, middle, y - 1);
        simt_svg_cell(out, SVG_SUM, middle - 28, y, 56, 34, "%d", end - begin);
        simt_svg_text(out, "mid quiet small", middle, y + 52, "bin %d", keys[begin]);
    }
}

static void draw(FILE *out) {
    const struct svg_row row = SVG_ARRAY(72), flags = SVG_ARRAY(122), scan = SVG_ARRAY(162),
                         first = SVG_ARRAY(270), second = SVG_ARRAY(370);
    int keys[ELEMENTS] = {3, 1, 3, 0, 1, 3, 3, 2};
    simt_svg_begin(
        out, 820, 550,
        "Two passes move eight keys by one bit each; runs of equal keys are reduced to their length",
        "Keys 3 1 3 0 1 3 3 2. A flag says that bit 0 is 0, and the exclusive scan of the flags says "
        "where such a "
        "key goes; the others follow. A second pass does the same with bit 1. In the sorted keys each "
        "run of equal "
        "ones has a begin and an end: its length is the bin's count.");
    simt_svg_heading(out, 24, 34, "Two passes of a radix sort, then a reduce by key");
    simt_svg_indices(out, &row, ELEMENTS, 64, "t%d");
    simt_svg_label(out, 95, "keys", NULL);
    simt_svg_label(out, 145, "bit 0 is 0", NULL);
    simt_svg_label(out, 185, "scan", "zeros before");
    simt_svg_values(out, &row, ELEMENTS, SVG_BUSY, keys);
    for (int t = 0; t < ELEMENTS; t++) {
        simt_svg_value(out, &flags, t, SVG_PLAIN, (keys[t] & 1) == 0);
        simt_svg_value(out, &scan, t, SVG_PLAIN, count_zeros(keys, t, 0));
    }
    draw_pass(out, &scan, &first, keys, 0);
    draw_pass(out, &first, &second, keys, 1);
    draw_runs(out, &second, keys, 482);
    simt_svg_end(out);
}

FIGURE_REGISTER(lab10, "split", draw);
