/**
 * @file groups.h
 * @brief Groups of submissions that are alike, each with each.
 *
 * Complete linkage: two groups become one only if every submission of one is alike to every one of the other.
 * So a submission that resembles two others does not make a group of those two.
 */
#ifndef WARPLAB_GROUPS_H
#define WARPLAB_GROUPS_H

#include "class/similar/similar.h"

/** One group. */
struct similar_group {
    size_t *files; /**< indices into similar::files, ascending; owned */
    size_t count;  /**< of `files`, at least 2 */
    double least;  /**< the smallest share of its pairs that were compared */
    double most;   /**< the greatest */
};

/** All of them. */
struct similar_groups {
    struct similar_group *items; /**< the largest first, then the most alike; owned */
    size_t count;                /**< of `items` */
};

/** Groups all files of the pairs that were found. Submissions of earlier years are not compared with each
 * other, and stand in a group together if each is alike to all others of it. @return false if memory is used
 * up */
bool groups_find(struct similar_groups *groups, const struct similar *similar);
/** Frees them. */
void groups_free(struct similar_groups *groups);

#endif
