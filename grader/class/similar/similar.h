/**
 * @file similar.h
 * @brief Which submissions of one lab share text that nobody gave them.
 *
 * A hint for a person who then looks at both, never a score: short labs have few honest ways to be written.
 *
 * Texts are compared as sequences of tokens, in which names, numbers and strings of any content are alike, so
 * that other names, layout and comments make no difference. What everybody was given is taken out first. A
 * pair's common regions are runs of tokens, the longest first where several begin at one place, and no token
 * is in two of them: the greedy tiling of Michael Wise, String Similarity via Greedy String Tiling and
 * Running Karp-Rabin Matching (1993), from left to right. Only pairs are tiled that have enough fingerprints
 * in common to share as much as is asked for (fingerprints.h); no such pair is left out.
 */
#ifndef WARPLAB_SIMILAR_H
#define WARPLAB_SIMILAR_H

#include <stdbool.h>
#include <stddef.h>

#include "class/similar/fingerprints.h"
#include "class/similar/given.h"
#include "submission/tokens.h"

/** A submission, as it is handed to the comparison. */
struct similar_text {
    const char *student; /**< whose it is */
    const char *source;  /**< which gradebook or folder it is from; NULL: this class's */
    const char *text;    /**< all of it */
};

/** One submission, as it is compared. */
struct similar_file {
    char *student;        /**< owned */
    char *source;         /**< as in similar_text; owned; NULL: this class's */
    bool earlier;         /**< of another class: not compared with others that are */
    char *text;           /**< all of it; owned */
    struct tokens tokens; /**< of what is the student's own; owned */
    size_t given;         /**< tokens that were taken out */
    size_t from_kit;      /**< of these, what is not the lab's starter */
};

/** Lines of two submissions that differ in names, numbers and layout at most. */
struct similar_region {
    size_t file[2]; /**< indices of both, into similar::files */
    size_t at[2];   /**< its first token in each, an index into similar_file::tokens */
    int first[2];   /**< line of each where it begins, from 1 */
    int last[2];    /**< line of each where it ends */
    size_t tokens;  /**< that both share there */
};

/** Two submissions that share at least one region. */
struct similar_pair {
    size_t file[2];      /**< indices of both, into similar::files; the first is this class's */
    size_t first_region; /**< index into similar::regions */
    size_t region_count; /**< of its regions, which stand together */
    size_t tokens;       /**< in its regions */
    double share;        /**< of the smaller submission's own tokens, 0 to 1 */
};

/** The submissions of one lab, and what the comparison found. Zeroed is empty. */
struct similar {
    char *starter;                    /**< the lab's; owned; NULL if there is none */
    struct given given;               /**< what everybody was given, the starter included */
    struct given of_starter;          /**< the starter's part of it */
    struct similar_file *files;       /**< in the order they were added */
    size_t file_count;                /**< of `files` */
    struct fingerprints fingerprints; /**< of all files' own tokens */
    struct similar_pair *pairs;       /**< most alike first */
    size_t pair_count;                /**< of `pairs` */
    struct similar_region *regions;   /**< those of a pair stand together */
    size_t region_count;              /**< of `regions` */
};

enum {
    /** The least number of tokens in a row that count as shared. */
    SIMILAR_LEAST_TOKENS = FINGERPRINT_LEAST_SHARED,
    /** The least number of tokens that a pair shares, however short both are: of a few lines of their own,
     * most are the same in any two submissions. */
    SIMILAR_LEAST_PAIR = 100,
    /** The percentage of a submission's text beside the starter from which on it is told that it was given.
     */
    SIMILAR_MOSTLY_GIVEN = 95,
    /** The pairs of a lab that are shown to a person, the most alike ones. */
    SIMILAR_SHOWN_PAIRS = 200
};

/** @p text with blanks in place of the lines that the starter has, too (blanks aside). All else keeps its
 * place. The caller frees it; NULL if memory is used up. */
char *similar_own_lines(const char *text, const char *starter);

/** The lab's starter, whose lines are taken out one by one: to be called at most once, before a submission is
 * added. @return false if memory is used up */
bool similar_start_from(struct similar *similar, const char *starter);
/** Other code that everybody was given, of any lab, whose runs are taken out: to be called before a
 * submission is added. @return false if memory is used up */
bool similar_give(struct similar *similar, const char *text);
/** Adds a submission. @return false if memory is used up */
bool similar_add(struct similar *similar, const struct similar_text *text);
/** Compares all that were added, each with each, but for those of other classes among themselves. Finds the
 * pairs of @p least share (0 to 1), and SIMILAR_LEAST_PAIR tokens, or more. To be called once.
 * @return false if memory is used up */
bool similar_compare(struct similar *similar, double least);
/** How many other submissions of this class have the fingerprints of a region, too: what many share says
 * little about two. After similar_compare(). @param others gets it
 * @return false if memory is used up */
bool similar_others(const struct similar *similar, const struct similar_region *region, size_t *others);
/** Whether a submission's text beside the starter is given code nearly alone, and as long as a pair must
 * share: another lab's starter, or a solution. */
bool similar_is_given(const struct similar_file *file);
/** How many tokens of a submission are runs of one text that was given. @param tokens gets it
 * @return false if memory is used up */
bool similar_given_by(const struct similar_file *file, const char *text, size_t *tokens);
/** Frees everything. */
void similar_free(struct similar *similar);

#endif
