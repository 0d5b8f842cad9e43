/**
 * @file wrong_stencil.h
 * @brief Wrong sums of neighbours that many students get, recognised by their values and by where they are.
 */
#ifndef WARPLAB_WRONG_STENCIL_H
#define WARPLAB_WRONG_STENCIL_H

#include "lab/diagnose.h"

/** Of the stencil: how far it reaches, and how many weights it has (labs/lab13/lab13.h). */
enum { RADIUS = 2, SIDE = 2 * RADIUS + 1, WEIGHTS = SIDE * SIDE };

/** Recognises another border, weights in another order, and a halo that is missing or has no corners.
 * @param out what was written, beside the right sums @see spec_diagnosis */
bool wrong_stencil(const float *in, const float *weights, const struct float_matrix *out, char *message,
                   size_t size);

#endif
