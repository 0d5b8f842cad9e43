// labs/lab1/scans.svg: what two scans of eight elements cost, and the warps of a block with rows.
#include "course/figures/figure.h"
#include "course/figures/trees.h"

enum { BLOCK_WIDTH = 24, BLOCK_HEIGHT = 6, WARP = 32, UP = 3 };

static struct svg_row row_at(int x, int step) { return (struct svg_row){x, 74 + 70 * step, 36, 26, 44}; }

static const struct tree_fills scan = {SVG_BUSY, SVG_SUM};

static void draw_hillis_steele(FILE *out) {
    struct traced *run = traced_run("lab6", "--block 8 " TRACED_VALUES);
    const struct tree tree = {run, "buffers"};
    const struct svg_row first = row_at(24, 0);
    int step = 1, additions = 0;
    trees_step(out, &tree, 0, NULL, &first, scan);
    for (int distance = 1; distance < ELEMENTS; distance *= 2, step++) {
        const struct svg_row from = row_at(24, step - 1), to = row_at(24, step);
        trees_step(out, &tree, step, &from, &to, scan);
        simt_svg_text(out, "quiet fine", 378, to.y + 18, "+%d", distance);
        additions += ELEMENTS - distance;
    }
    simt_svg_heading(out, 24, 32, "Hillis–Steele, inclusive");
    simt_svg_text(out, "quiet fine", 24, 52, "%d steps; 7 + 6 + 4 = %d additions", step - 1, additions);
    traced_free(run);
}

static void draw_blelloch(FILE *out) {
    struct traced *run = traced_run("lab7", "--block 4 " TRACED_VALUES);
    const struct tree tree = {run, "tree"};
    const struct svg_row first = row_at(450, 0);
    int additions = 0;
    trees_step(out, &tree, 0, NULL, &first, scan);
    for (int step = 1; step <= UP; step++) {
        const struct svg_row from = row_at(450, step - 1), to = row_at(450, step);
        trees_step(out, &tree, step, &from, &to, scan);
        additions += trees_written(&tree, step);
        if (step < UP)
            simt_svg_text(out, "quiet fine", 802, to.y + 18, "up");
        else
            simt_svg_text(out, "quiet fine", 802, to.y + 18, "%d → 0", trees_value(&tree, UP, ELEMENTS - 1));
    }
    // The root's sum gives way to 0, in the same cell: one row less than the run has.
    const struct svg_row root = row_at(450, UP);
    simt_svg_value(out, &root, ELEMENTS - 1, SVG_BUSY, trees_value(&tree, UP + 1, ELEMENTS - 1));
    for (int step = UP + 1; step <= 2 * UP; step++) {
        const struct svg_row from = row_at(450, step - 1), to = row_at(450, step);
        trees_step(out, &tree, step + 1, &from, &to, scan);
        additions += trees_written(&tree, step + 1) / 2;
        simt_svg_text(out, "quiet fine", 802, to.y + 18, "down");
    }
    simt_svg_heading(out, 450, 32, "Blelloch, exclusive");
    simt_svg_text(out, "quiet fine", 450, 52, "%d steps; 4 + 2 + 1 up, 1 + 2 + 4 down = %d additions", 2 * UP,
                  additions);
    traced_free(run);
}

static void draw_warps(FILE *out) {
    static const enum svg_fill fills[] = {SVG_BUSY, SVG_SUM, SVG_PLAIN, SVG_BUSY, SVG_SUM};
    const int threads = BLOCK_WIDTH * BLOCK_HEIGHT;
    simt_svg_heading(out, 24, 350, "A block of %d × %d threads: its warps", BLOCK_WIDTH, BLOCK_HEIGHT);
    simt_svg_text(out, "quiet fine", 24, 370, "numbered along x first; %d in a row are a warp", WARP);
    for (int t = 0; t < threads; t++) {
        const int column = t % BLOCK_WIDTH, row = t / BLOCK_WIDTH;
        simt_svg_cell(out, fills[t / WARP], 24 + column * 31 / 2, 384 + 20 * row, 13, 16, "%s", "");
    }
    for (int warp = 0; warp * WARP < threads; warp++) {
        const int size = threads - warp * WARP < WARP ? threads - warp * WARP : WARP;
        simt_svg_cell(out, fills[warp], 24 + 76 * warp, 520, 13, 16, "%s", "");
        simt_svg_text(out, "fine", 42 + 76 * warp, 533, "warp %d", warp);
        simt_svg_text(out, "quiet fine", 42 + 76 * warp, 551, "%d", size);
    }
}

static void draw(FILE *out) {
    simt_svg_begin(
        out, 860, 570, "Two scans of eight elements with their steps and additions, and the warps of a block",
        "Left: Hillis and Steele add what stands 1, 2 and 4 places to the left: 3 steps of 7, 6 and 4 "
        "additions, 17 "
        "together. Right: Blelloch climbs a tree up, 4, 2 and 1 additions, puts 0 at the root, and "
        "comes down with "
        "1, 2 and 4: 6 steps, 14 additions. Below: a block of 24 by 6 threads has four warps of 32 and "
        "one of 16.");
    draw_hillis_steele(out);
    draw_blelloch(out);
    draw_warps(out);
    simt_svg_end(out);
}

FIGURE_REGISTER(lab1, "scans", draw);
