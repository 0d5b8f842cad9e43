/**
 * @file trees.h
 * @brief Trees and scans over eight values, step by step, for several pictures.
 */
#ifndef WARPLAB_FIGURES_TREES_H
#define WARPLAB_FIGURES_TREES_H

#include "engine/record/svg.h"

enum { ELEMENTS = 8 };

/** Draws a step's result below its input: a blue arrow for what is added, a gray one for what it is added to.
 * Changes @p values as the step does.
 * @param left, right the pairs: values[left[p]] += values[right[p]]
 * @param result how the sums are filled */
void trees_step(FILE *out, const struct svg_row *from, const struct svg_row *to, int *values, const int *left,
                const int *right, int pairs, enum svg_fill result);
/** One step of an interleaved tree: values[t] += values[t + stride]. */
void trees_halve(FILE *out, const struct svg_row *from, const struct svg_row *to, int *values, int stride);
/** One step of Hillis and Steele's scan. */
void trees_hillis_steele(FILE *out, const struct svg_row *from, const struct svg_row *to, int *values,
                         int distance);
/** Pairs of a step of Blelloch's sweeps. @return how many there are */
int trees_pairs(int distance, int *left, int *right);
/** A step down: the left value takes the right one's, the right one adds what was on the left. */
void trees_down(FILE *out, const struct svg_row *from, const struct svg_row *to, int *values, int distance);
/** Three launches that scan in blocks of two, from y on: in, scanned, the sums, out. */
void trees_scan_of_blocks(FILE *out, int y, const int *in, int exclusive);

#endif
