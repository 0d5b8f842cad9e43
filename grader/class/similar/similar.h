/**
 * @file similar.h
 * @brief Which submissions of one lab share text that the starter did not give them.
 *
 * A hint for a person who then looks at both, never a score: short labs have few honest ways to be written.
 *
 * Texts are compared as sequences of tokens, in which names, numbers and strings of any content are alike, so
 * that other names, layout and comments make no difference. A pair's common regions are runs of tokens, the
 * longest first where several begin at one place, and no token is in two of them: the greedy tiling of
 * Michael Wise, String Similarity via Greedy String Tiling and Running Karp-Rabin Matching (1993), from left
 * to right.
 */
#ifndef WARPLAB_SIMILAR_H
#define WARPLAB_SIMILAR_H

#include <stdbool.h>
#include <stddef.h>

#include "tokens.h"

/** One submission, as it is compared. */
struct similar_file {
    char *student;        /**< owned */
    struct tokens tokens; /**< of what is the student's own; owned */
};

/** Lines of two submissions that differ in names, numbers and layout at most. */
struct similar_region {
    size_t file[2]; /**< indices of both, into similar::files */
    int first[2];   /**< line of each where it begins, from 1 */
    int last[2];    /**< line of each where it ends */
    size_t tokens;  /**< that both share there */
};

/** Two submissions that share at least one region. */
struct similar_pair {
    size_t file[2];      /**< indices of both, into similar::files */
    size_t first_region; /**< index into similar::regions */
    size_t region_count; /**< of its regions, which stand together */
    size_t tokens;       /**< in its regions */
    double share;        /**< of the smaller submission's own tokens, 0 to 1 */
};

/** The submissions of one lab, and what the comparison found. Zeroed is empty. */
struct similar {
    struct similar_file *files;     /**< in the order they were added */
    size_t file_count;              /**< of `files` */
    struct similar_pair *pairs;     /**< most alike first */
    size_t pair_count;              /**< of `pairs` */
    struct similar_region *regions; /**< those of a pair stand together */
    size_t region_count;            /**< of `regions` */
};

/** The least number of tokens in a row that count as shared. */
enum { SIMILAR_LEAST_TOKENS = 30 };

/** @p text without the lines that the starter has, too (blanks aside), which are left empty so that the
 * others keep their numbers. The caller frees it; NULL if memory is used up. */
char *similar_own_lines(const char *text, const char *starter);
/** Adds a submission. @return false if memory is used up */
bool similar_add(struct similar *similar, const char *student, const char *text, const char *starter);
/** Compares all that were added, each with each. @return false if memory is used up */
bool similar_compare(struct similar *similar);
/** Frees everything. */
void similar_free(struct similar *similar);

#endif
