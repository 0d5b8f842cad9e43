// labs/lab11/places.svg: flags, their scan, and where each element goes; and how blocks are put together.
#include "course/figures/figure.h"
#include "viewer/svg.h"

enum { ELEMENTS = 8 };

static const int example[ELEMENTS] = {5, -2, 8, 0, -7, 3, 4, -6};

static void draw_block(FILE *out) {
    const struct svg_row elements = SVG_ARRAY(72), flags = SVG_ARRAY(130), places = SVG_ARRAY(188),
                         packed = SVG_ARRAY(292);
    int kept = 0;
    simt_svg_heading(out, 24, 34, "One block: the scan of the flags says where an element goes");
    simt_svg_indices(out, &elements, ELEMENTS, 64, "t%d");
    simt_svg_label(out, 94, "element", NULL);
    simt_svg_label(out, 152, "flag", "1 if it is kept");
    simt_svg_label(out, 210, "exclusive scan", "kept before it");
    simt_svg_label(out, 314, "d_out", "then zeros");
    for (int t = 0; t < ELEMENTS; t++) {
        const int flag = example[t] > 0;
        simt_svg_value(out, &elements, t, flag ? SVG_BUSY : SVG_IDLE, example[t]);
        simt_svg_value(out, &flags, t, flag ? SVG_BUSY : SVG_IDLE, flag);
        simt_svg_value(out, &places, t, flag ? SVG_BUSY : SVG_IDLE, kept);
        if (flag) {
            simt_svg_between(out, SVG_KEPT, &places, t, &packed, kept);
            simt_svg_value(out, &packed, kept++, SVG_SUM, example[t]);
        }
    }
    while (kept < ELEMENTS)
        simt_svg_value(out, &packed, kept++, SVG_PLAIN, 0);
}

static void draw_blocks(FILE *out) {
    static const int counts[] = {4, 2, 5, 3};
    int begin = 0;
    simt_svg_heading(out, 24, 386, "The whole array: three launches");
    simt_svg_label(out, 426, "launch 1", "each block counts");
    simt_svg_label(out, 492, "launch 2", "one block scans");
    simt_svg_label(out, 572, "launch 3", "each block moves");
    for (int b = 0; b < 4; b++) {
        const int x = 190 + 120 * b;
        simt_svg_cell(out, SVG_BUSY, x, 408, 100, 34, "%d kept", counts[b]);
        simt_svg_arrow(out, SVG_KEPT, x + 50, 442, x + 50, 472);
        simt_svg_cell(out, SVG_SUM, x, 474, 100, 34, "from %d on", begin);
        simt_svg_arrow(out, SVG_KEPT, x + 50, 508, 190 + 34 * begin + 17 * counts[b], 552);
        for (int i = 0; i < counts[b]; i++)
            simt_svg_cell(out, SVG_GLOBAL, 190 + 34 * (begin + i), 554, 34, 34, "%d", b);
        begin += counts[b];
    }
    simt_svg_cell(out, SVG_SUM, 670, 474, 100, 34, "%d in all", begin);
    for (int i = begin; i < 17; i++)
        simt_svg_cell(out, SVG_PLAIN, 190 + 34 * i, 554, 34, 34, "0");
    simt_svg_text(out, "quiet fine", 190, 612, "d_out: the blocks whose elements lie there, then zeros");
}

static void draw(FILE *out) {
    simt_svg_begin(
        out, 820, 630,
        "Eight elements, their flags, and the scan that says where each goes; and three launches",
        "Above: of 5, -2, 8, 0, -7, 3, 4, -6 the positive ones are flagged; the exclusive scan of the "
        "flags is 0, 1, 1, 2, 2, 2, 3, 4, and 5, 8, 3, 4 go to places 0, 1, 2, 3. Below: four blocks "
        "keep 4, 2, 5 and 3 elements; the scan of these counts says that they begin at 0, 4, 6 and 11, "
        "and that zeros begin at 14.");
    draw_block(out);
    draw_blocks(out);
    simt_svg_end(out);
}

FIGURE_REGISTER(lab11, "places", draw);
