/**
 * @file policy.h
 * @brief A course's rules about time and attempts, written by an instructor, and the final scores that they
 * give.
 *
 * A policy is a text file of sections:
 *
 *     [course]                    # the default for every lab
 *     penalty = 10                # percent of a lab's points for each day begun after it was due
 *     closed after = 5            # no hand-ins are accepted after so many days
 *     grace = 10                  # minutes that are not late
 *     late days = 4               # free days per student, used in the order in which labs are due
 *     late days per lab = 2       # at most; a lab's own section says `late days`
 *     attempt = best              # or latest
 *     explain = 10                # of 100 points, up to 10, for right answers to ./grade LAB --explain
 *     drop = 1                    # the number of worst labs that do not count, per student
 *     [lab3]
 *     due = 2026-11-20 23:59
 *     due Monday = 2026-11-18 23:59   # of a section
 *     [extensions]
 *     ada lab3 = 2026-11-25 23:59
 *     [overrides]
 *     bob lab3 = 85, Kim: his laptop was stolen         # the reason is for the staff
 *     eve lab3 = 95, Kim: public: well explained        # students see this one, too
 *     [leaderboard]               # only these students are named there
 *     ada = yes                   # by the roster's name, or the gradebook's
 *     bob = The other Bob
 *
 * A student is named as in the gradebook, or by the roster's email address, login or number.
 */
#ifndef WARPLAB_POLICY_H
#define WARPLAB_POLICY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <time.h>

#include "class/gradebook/gradebook.h"

struct error;

/** A policy that was read from a file. */
struct policy;

/** Reads a file. @return NULL with a sentence in @p error that names file and line */
struct policy *policy_read(const char *path, struct error *error);
/** NULL is allowed. */
void policy_free(struct policy *policy);

/** The time of the file's last change. */
time_t policy_changed(const struct policy *policy);

/** The number of each student's labs that do not count. */
int policy_drops(const struct policy *policy);

/** Whether the best of a student's attempts counts. @param policy may be NULL */
bool policy_best_counts(const struct policy *policy, const char *lab);

/** A student and a lab that a line of [extensions], [overrides] or [leaderboard] names. */
struct policy_name {
    const char *student; /**< as written there */
    const char *lab;     /**< from a lab's spec; NULL on the leaderboard */
    int line;            /**< of the file */
};
/** The i-th name. @return false past the last */
bool policy_name_at(const struct policy *policy, size_t i, struct policy_name *name);
/** Whether a name in the policy is the student of a result. */
bool policy_is_student(const char *written, const struct gradebook_result *result);

/** The name under which a student is shown on the leaderboard. @param policy may be NULL
 * @return NULL if the student has not agreed to be named */
const char *policy_board_name(const struct policy *policy, const struct gradebook_result *result);

/** One student's lab under a policy. */
struct policy_score {
    bool counts;     /**< there is a final score */
    double points;   /**< the final score, without open points */
    double open;     /**< the number of points that all open points would add if they were earned */
    double excluded; /**< the final score if the judged points were scaled to the lab's maximum; negative if
                        none was judged */
};

/** The score of a result if there are no rules. */
struct policy_score policy_reached(const struct gradebook_result *result);

/** Open points after a score: ", 20 open"; "" if there are none. */
struct gradebook_words policy_open_words(const struct policy_score *score);

/** The reader of an explanation: remarks and lines of the file are for the staff only. */
enum policy_reader { POLICY_STAFF, POLICY_STUDENT };

/**
 * The final score of a current result. If the best attempt counts, it is the one with the most judged points
 * and, of two with the same number, the one with more open points. The penalty for lateness is the same as
 * without open points. An override replaces them.
 * @param explained gets a line for each step of the calculation, for @p reader; may be NULL
 * @return false if the gradebook cannot be read, see gradebook_error()
 */
bool policy_apply(const struct policy *policy, struct gradebook *book, const struct gradebook_result *result,
                  struct policy_score *score, enum policy_reader reader, FILE *explained);

/* All labs of one student with their final scores; the worst may be dropped. */

enum { TERM_MAX_LABS = 64 };

/** One lab. */
struct term_lab {
    char lab[32];              /**< "lab3" */
    double max_score;          /**< points that were possible; 0 if it is not graded */
    struct policy_score final; /**< the score under the policy */
    bool dropped;              /**< it does not count */
    char *explained;           /**< the steps of the final score, a line each */
};

/** All of them. */
struct term {
    struct term_lab labs[TERM_MAX_LABS]; /**< in the gradebook's order */
    size_t count;                        /**< of `labs` */
    double points;                       /**< of all labs that count */
    double open_points;                  /**< that may be added to them */
    double max_score;                    /**< of all labs that count */
};

/** Reads a student's labs. A lab without a score counts as zero points, and is dropped before any other.
 * @return false with a sentence in @p error */
bool term_read(struct term *term, struct gradebook *book, const struct policy *policy, const char *student,
               struct error *error);
/** Frees its data. */
void term_free(struct term *term);

#endif
