/**
 * @file export_board.h
 * @brief The leaderboard: bandwidths that were measured on a GPU, of submissions that are right and safe.
 *
 * Only who wants to be named is, by the section [leaderboard] of the policy; all others are anonymous. A
 * figure that a model has predicted is on no board.
 */
#ifndef WARPLAB_EXPORT_BOARD_H
#define WARPLAB_EXPORT_BOARD_H

#include "class/export/export_result.h"

/** Adds a result's rows to @p board, an array: lab, task, device, n, gbps, what stands beside it, and the
 * name of who wants to be named.
 * @param lab the index of its lab, as the page has it */
void export_board_add(cJSON *board, size_t lab, const struct export_result *result,
                      const struct policy *policy);
/** The rows, the fastest first, so that their order tells nothing about who is not named. The caller frees
 * the array; NULL if memory is used up. */
cJSON *export_board_sorted(cJSON *board);

#endif
