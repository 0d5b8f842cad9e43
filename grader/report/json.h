/**
 * @file json.h
 * @brief The result for programs: the documented JSON.
 */
#ifndef WARPLAB_JSON_H
#define WARPLAB_JSON_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "base/error.h"
#include "run/grading.h"

/** The whole result as a JSON object; the caller deletes it. NULL if memory is used up. */
cJSON *json_of(const struct grading *grading);
/**
 * Writes the result to @p path, or to standard output for "-". A file is written whole or not at all.
 * @return false with the @p error
 */
bool json_write(const struct grading *grading, const char *path, struct error *error);

#endif
