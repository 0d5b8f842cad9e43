/**
 * @file term.h
 * @brief All labs of one student with their final scores, of which the worst may be dropped.
 */
#ifndef WARPLAB_TERM_H
#define WARPLAB_TERM_H

#include "class/policy/policy.h"

enum { TERM_MAX_LABS = 64 };

/** One lab. */
struct term_lab {
    char lab[32];              /**< "lab3" */
    double max_score;          /**< points there were; 0 if it is not graded */
    struct policy_score final; /**< what the policy makes of it */
    bool dropped;              /**< it does not count */
    char *explained;           /**< the steps, a line each */
};

/** All of them. */
struct term {
    struct term_lab labs[TERM_MAX_LABS]; /**< in the gradebook's order */
    size_t count;                        /**< of `labs` */
    double points;                       /**< of those that count, together */
    double open_points;                  /**< that may be added to them */
    double max_score;                    /**< of those that count, together */
};

/** Reads a student's labs. A lab without a score counts as none of the points, and is dropped before any
 * other.
 * @return false with a sentence in @p error */
bool term_read(struct term *term, struct gradebook *book, const struct policy *policy, const char *student,
               struct error *error);
/** Frees what it holds. */
void term_free(struct term *term);

#endif
