/**
 * @file flow.h
 * @brief One grading run from its command line to its verdicts.
 */
#ifndef WARPLAB_FLOW_H
#define WARPLAB_FLOW_H

#include "cli/cli.h"
#include "run/grading.h"

/**
 * Grades. The caller frees @p grading in any case.
 * @return false with a sentence in @p why if the grader itself could not do its work
 */
bool flow_grade(struct grading *grading, const struct cli *cli, char *why, size_t size);

/**
 * Reads the submission and builds it for the CPU engine, and no more: cpu.build says what came of it.
 * @return false with a sentence in @p why if the grader cannot do its work
 */
bool flow_build(struct grading *grading, const struct cli *cli, char *why, size_t size);

#endif
