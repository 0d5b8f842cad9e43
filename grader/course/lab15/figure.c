// labs/lab15/votes.svg: the votes of eight lanes, and where the elements go that they keep.
#include "course/figures/figure.h"
#include "viewer/svg.h"

enum { LANES = 8, BEGIN = 2 };

static const int example[LANES] = {5, -2, 8, 0, -7, 3, 4, -6};

static void draw(FILE *out) {
    const struct svg_row elements = SVG_ARRAY(72), votes = SVG_ARRAY(130), below = SVG_ARRAY(188),
                         tile = SVG_ARRAY(292);
    int kept = 0;
    simt_svg_begin(
        out, 820, 360, "The votes of eight lanes, and where each kept element goes",
        "Above: of 5, -2, 8, 0, -7, 3, 4, -6 the lanes vote for the positive ones. A kept element's place is "
        "the number of votes below its lane, 0, 1, 2 and 3, after the two places that another warp "
        "has in the block's tile.");
    simt_svg_heading(out, 24, 34, "One request for the whole warp");
    simt_svg_indices(out, &elements, LANES, 64, "t%d");
    simt_svg_label(out, 94, "element", NULL);
    simt_svg_label(out, 152, "vote", "1 if it is kept");
    simt_svg_label(out, 210, "votes below", "of lower lanes");
    simt_svg_label(out, 314, "the tile", "in shared memory");
    // Places of warps that asked before.
    for (int place = 0; place < BEGIN; place++)
        simt_svg_cell(out, SVG_IDLE, tile.x + place * tile.pitch, tile.y, tile.width, tile.height, "w0");
    for (int t = 0; t < LANES; t++) {
        const int vote = example[t] > 0;
        simt_svg_value(out, &elements, t, vote ? SVG_BUSY : SVG_IDLE, example[t]);
        simt_svg_value(out, &votes, t, vote ? SVG_BUSY : SVG_IDLE, vote);
        simt_svg_value(out, &below, t, vote ? SVG_BUSY : SVG_IDLE, kept);
        if (vote) {
            simt_svg_between(out, SVG_KEPT, &below, t, &tile, BEGIN + kept);
            simt_svg_value(out, &tile, BEGIN + kept++, SVG_SUM, example[t]);
        }
    }
    simt_svg_end(out);
}

FIGURE_REGISTER(lab15, "votes", draw);
