/**
 * @file leaderboard.h
 * @brief A challenge's line: how fast it is, beside a copy and the vendor's library in the same run.
 */
#ifndef WARPLAB_LEADERBOARD_H
#define WARPLAB_LEADERBOARD_H

#include "run/grading.h"

enum { LEADERBOARD_LINE = 512 };

/** Writes one task's line, or why it has none: there is no figure without a GPU, for a submission that is
 * wrong anywhere, or above what the device's memory can give. @return whether it has one */
bool leaderboard_line(const struct grading *grading, size_t task, char *line, size_t size);

/** Array of `{"task","device","n","gbps","copy_gbps","vendor_gbps"}`, for the tasks that have a line;
 * vendor_gbps is null where the vendor's library gave no figure. The caller frees it. */
cJSON *leaderboard_json(const struct grading *grading);

#endif
