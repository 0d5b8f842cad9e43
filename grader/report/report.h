/**
 * @file report.h
 * @brief The result for people.
 */
#ifndef WARPLAB_REPORT_H
#define WARPLAB_REPORT_H

#include <stdio.h>

#include "run/grading.h"

/** Prints the report, at most 100 columns wide; colours only where @p out is a terminal. */
void report_print(FILE *out, const struct grading *grading);
/** Prints the lab's N-th hint (from 1). @return false if it has none of that number */
bool report_hint(FILE *out, const struct spec *lab, long number);

#endif
