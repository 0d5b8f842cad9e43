/**
 * @file trees.h
 * @brief Trees and scans over eight values, step by step, as a solution did them, for several pictures.
 */
#ifndef WARPLAB_FIGURES_TREES_H
#define WARPLAB_FIGURES_TREES_H

#include "traced.h"
#include "viewer/svg.h"

enum { ELEMENTS = 8 };

/** An array in which a solution's block climbs a tree or scans. */
struct tree {
    struct traced *run; /**< the run it is from */
    const char *array;  /**< its name in the source */
};

/** What a cell that was written is filled with. */
struct tree_fills {
    enum svg_fill step; /**< in all rows but the last */
    enum svg_fill last; /**< in the last */
};

/** Draws the array after its @p step -th barrier interval, from 0 on, below what it held before: a gray arrow
 * for what stays in its place or is copied, a blue one for what is added. A buffer of twice as many cells
 * shows the half that was written. @param from where the row before is; not used for step 0 */
void trees_step(FILE *out, const struct tree *tree, int step, const struct svg_row *from,
                const struct svg_row *to, struct tree_fills fills);
/** How many cells a step wrote. */
int trees_written(const struct tree *tree, int step);
/** A cell after a step. */
int trees_value(const struct tree *tree, int step, int cell);
/** The launches that scan in blocks of two, from y on: in, scanned, the sums, out. */
void trees_scan_of_blocks(FILE *out, int y, struct traced *run, int exclusive);

#endif
