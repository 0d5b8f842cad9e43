/**
 * @file policy.h
 * @brief A course's rules about time and attempts, as an instructor writes them, and what they make of a
 * score.
 *
 * A policy is a text file of sections:
 *
 *     [course]                    # what holds for every lab that does not say otherwise
 *     penalty = 10                # percent of a lab's points for each day that was started after it was due
 *     closed after = 5            # days after which nothing is accepted any more
 *     grace = 10                  # minutes that are not late
 *     late days = 4               # of a student's that cost nothing, in the order in which labs are due
 *     late days per lab = 2       # at most; a lab's own section says `late days`
 *     attempt = best              # or latest
 *     explain = 10                # of 100 points, up to 10, for right answers to ./grade LAB --explain
 *     drop = 1                    # so many labs of each student do not count: the worst
 *     [lab3]
 *     due = 2026-11-20 23:59
 *     due Monday = 2026-11-18 23:59   # of a section
 *     [extensions]
 *     ada lab3 = 2026-11-25 23:59
 *     [overrides]
 *     bob lab3 = 85, Kim: his laptop was stolen         # is for the staff
 *     eve lab3 = 95, Kim: public: well explained        # students read this, too
 *     [leaderboard]               # who wants to be named there; nobody else is
 *     ada = yes                   # by the roster's name, or the gradebook's
 *     bob = The other Bob
 *
 * A student is named as in the gradebook, or by the email address, login or number of the roster.
 */
#ifndef WARPLAB_POLICY_H
#define WARPLAB_POLICY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <time.h>

#include "class/gradebook/gradebook.h"

struct error;

/** What was read of a file. */
struct policy;

/** Reads a file. @return NULL with a sentence in @p error that names file and line */
struct policy *policy_read(const char *path, struct error *error);
/** NULL is allowed. */
void policy_free(struct policy *policy);

/** When the file was changed. */
time_t policy_changed(const struct policy *policy);

/** How many labs of each student do not count. */
int policy_drops(const struct policy *policy);

/** Whether the best of a student's attempts counts. @param policy may be NULL */
bool policy_best_counts(const struct policy *policy, const char *lab);

/** A student or a lab that a line of [extensions], [overrides] or [leaderboard] names. */
struct policy_name {
    const char *student; /**< as it is written there */
    const char *lab;     /**< of a lab's spec; NULL on the leaderboard */
    int line;            /**< of the file */
};
/** The i-th. @return false past the last */
bool policy_name_at(const struct policy *policy, size_t i, struct policy_name *name);
/** Whether a name that is written in the policy is that of a result's student. */
bool policy_is_student(const char *written, const struct gradebook_result *result);

/** The name under which a student wants to be on the leaderboard. @param policy may be NULL
 * @return NULL where nothing says that the student wants to be named */
const char *policy_board_name(const struct policy *policy, const struct gradebook_result *result);

/** What a policy makes of one student's lab. */
struct policy_score {
    bool counts;     /**< there is a final score */
    double points;   /**< the final score; of open points it has none */
    double open;     /**< what open points would add to it if they were all earned */
    double excluded; /**< the final score if the judged points were scaled to the lab's maximum; negative
                        where none was judged */
};

/** What a result comes to where there are no rules. */
struct policy_score policy_reached(const struct gradebook_result *result);

/** Open points behind a score: ", 20 open"; "" without any. */
struct gradebook_words policy_open_words(const struct policy_score *score);

/** Who reads how a score came about: remarks and lines of the file are for the staff. */
enum policy_reader { POLICY_STAFF, POLICY_STUDENT };

/**
 * The final score of a current result. Where the best attempt counts, it is the one with most judged points,
 * and of two that have as many the one with more open. Lateness costs what it does without open points. An
 * override settles them.
 * @param explained gets a line for each step of it, for @p reader; may be NULL
 * @return false if the gradebook cannot be read, see gradebook_error()
 */
bool policy_apply(const struct policy *policy, struct gradebook *book, const struct gradebook_result *result,
                  struct policy_score *score, enum policy_reader reader, FILE *explained);

/* All labs of one student with their final scores, of which the worst may be dropped. */

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
