/**
 * @file predict.h
 * @brief `grade LAB --predict`: numbers that the reader works out before the run, marked by the counters.
 */
#ifndef WARPLAB_PREDICT_H
#define WARPLAB_PREDICT_H

#include "cli.h"
#include "run/predictions.h"

/**
 * Shows the lab's programs, asks, reads one answer from each line of @p in, and marks it. The end of @p in
 * leaves the rest unanswered. A lab without questions says so.
 * @param predictions what was asked and answered; without a lab if there is nothing to ask
 * @return false if the grader could not do its work, with a sentence in @p error, or was stopped
 */
bool predict(struct predictions *predictions, const struct cli *cli, const struct paths *paths, FILE *in,
             FILE *people, struct error *error);

#endif
