/**
 * @file counted_report.h
 * @brief What `--counters` adds to a result: the engine's counters and the GPU's, side by side.
 */
#ifndef WARPLAB_COUNTED_REPORT_H
#define WARPLAB_COUNTED_REPORT_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "run/grading.h"

/** Prints a table a task, and once why the GPU's are missing. */
void counted_print(FILE *out, const struct grading *grading);
/** The same as a JSON array: `[{"task","n","engine":{…}|null,"gpu":{…}|null,"problem":null|"…"}]`. */
cJSON *counted_json(const struct grading *grading);

#endif
