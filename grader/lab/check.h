/**
 * @file check.h
 * @brief A check and its verdict: what reports and gradebooks show.
 */
#ifndef WARPLAB_CHECK_H
#define WARPLAB_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cause.h"

/** The checks, in the order of a report. */
enum check_id {
    CHECK_BUILD,
    CHECK_SYMBOLS,
    CHECK_CORRECT,
    CHECK_MEMORY,
    CHECK_INIT,
    CHECK_RACES,
    CHECK_SYNC,
    CHECK_API,
    CHECK_TECHNIQUE,
    CHECK_BANDWIDTH,
    CHECK_LIMITS,
    CHECK_PREDICTED,
    CHECK_EXPLAINED,
    CHECK_ID_COUNT
};

/** The questions of a report; each covers the checks from its place in enum check_id to the next one's. */
enum check_question {
    QUESTION_RIGHT,
    QUESTION_SAFE,
    QUESTION_TECHNIQUE,
    QUESTION_FAST,
    QUESTION_LIMITS,
    QUESTION_PREDICTED,
    QUESTION_EXPLAINED,
    QUESTION_COUNT
};

/** A check's verdict. */
enum check_status {
    CHECK_PASSED,
    CHECK_FAILED,
    CHECK_SKIPPED, /**< a precondition failed, or there is no such device: no points, no verdict */
    CHECK_OPEN     /**< it could not be judged: its points are neither given nor lost */
};

/** One check of one task (or of the whole submission). */
struct check {
    enum check_id id;         /**< what was checked */
    const char *task;         /**< launcher's name; of CHECK_PREDICTED and CHECK_EXPLAINED the subject of the
                                   question; NULL for the whole submission */
    const char *backend;      /**< "cpu", "gpu" or "all": the backends of the verdict */
    enum check_status status; /**< the verdict; CHECK_SKIPPED until one is given */
    enum cause cause;         /**< why it failed; CAUSE_NONE otherwise */
    int points;               /**< earned */
    int max_points;           /**< that could be earned */
    char message[640];        /**< one or two sentences for people, not for programs */
    int32_t n;                /**< elements of the case that showed the fault; 0 without such a case */
    int hint;                 /**< of a technique check: how many of the task's hints come too early */
    bool diagnosed;           /**< the message names the mistake: hints about finding it come too late */
    bool never_written;       /**< for a read of uninitialised memory: no thread ever writes it */
    bool on_host;             /**< code of the host did it: a trace, which is of kernels, does not show it */
    int place;                /**< of the fault, in the order of its run's reports, from 1; 0: unknown */
    char file[128];           /**< the source to blame, "" if none */
    int line;                 /**< in `file`, from 1; 0 if none */
    char other_file[128];     /**< of another place that takes part, as in a race; "" if none */
    int other_line;           /**< in `other_file`, from 1; 0 if none */
};

/** The id's name in JSON: "build", "symbols", … */
const char *check_id_name(enum check_id id);
/** The id in words, named after its subject: "races". */
const char *check_title(enum check_id id);
/** "passed", "failed", "skipped" or "open". */
const char *check_status_name(enum check_status status);

/** The check of that name in JSON; CHECK_ID_COUNT if there is none. */
enum check_id check_id_named(const char *name);
/** The question to which a check belongs; the last one for CHECK_ID_COUNT. */
enum check_question check_question_of(enum check_id id);
/** The name of a question in one word: "right". */
const char *check_question_name(enum check_question question);
/** The question in full: "Is it right?". */
const char *check_question_title(enum check_question question);

/** Starts a check without a verdict: skipped, no points. */
struct check check_make(enum check_id id, const char *task, int max_points);
/** Whether it is about the task @p task; NULL: about the whole submission. */
bool check_is_of(const struct check *check, const char *task);
/** Gives it a verdict and this many of its points. The message is printf-like, in the reader's language. */
void check_conclude(struct check *check, enum check_status status, int points, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/** Passes it, with all its points. */
#define check_pass(check, ...) check_conclude(check, CHECK_PASSED, (check)->max_points, __VA_ARGS__)
/** Fails it, with @p points of its points. */
#define check_fail(check, points, ...) check_conclude(check, CHECK_FAILED, points, __VA_ARGS__)
/** Skips it: no points. */
#define check_skip(check, ...) check_conclude(check, CHECK_SKIPPED, 0, __VA_ARGS__)
/** Leaves it open: no points yet. The message gives the reason, and what would settle it. */
#define check_leave_open(check, ...) check_conclude(check, CHECK_OPEN, 0, __VA_ARGS__)
/** The points that are neither given nor lost: all of them if it is open, otherwise none. */
int check_open_points(const struct check *check);
/** Sets the source line to blame. */
void check_blame(struct check *check, const char *file, int line);
/** Sets the other line that takes part. */
void check_blame_other(struct check *check, const char *file, int line);

#endif
