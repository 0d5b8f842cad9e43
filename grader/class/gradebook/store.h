/**
 * @file store.h
 * @brief Writes to a gradebook: submissions, and their results.
 */
#ifndef WARPLAB_STORE_H
#define WARPLAB_STORE_H

#include "class/gradebook/gradebook.h"

enum { GRADEBOOK_SHA256_SIZE = 65, GRADEBOOK_SEED_SIZE = 17 };

/** The terms of a grading: two results on the same terms are the same result. */
struct gradebook_terms {
    const char *sha256;  /**< of the submission's bytes */
    const char *version; /**< of the grader and the lab's spec */
    const char *seed;    /**< 16 hexadecimal digits */
    const char *backend; /**< requested: "cpu", "gpu" or "all" */
    int attempt;         /**< how often it was sent back to be graded again */
};

/** One student's lab as it was handed in. */
struct gradebook_submission {
    const char *student; /**< who handed it in */
    const char *lab;     /**< "lab3" */
    const char *origin;  /**< where it was found */
    const char *reason;  /**< why it cannot be graded; NULL if it can */
    bool late;           /**< after the deadline, according to the learning system */
    long long submitted; /**< when, in seconds since 1970; 0 if unknown */
    const char *upload;  /**< the student, as the learning system names them; NULL if it has no other name */
    const char *bytes;   /**< NULL if it cannot be graded */
    size_t length;       /**< of them */
    const char *version; /**< as in gradebook_terms */
    const char *backend; /**< as in gradebook_terms */
    const char *seed;    /**< NULL: drawn from the gradebook's own secret, the same for the same bytes */
};

/** Whether it was opened for writing. */
bool gradebook_writes(const struct gradebook *book);

/** Begins a group of changes that is written whole or not at all. An inner group is part of the outer one. */
bool gradebook_begin(struct gradebook *book);
/** Ends it: written if @p good, otherwise undone. @return false if it was not written, with the reason of the
 * failure */
bool gradebook_end(struct gradebook *book, bool good);

/** Records a submission, in place of the earlier one. Results are kept. */
bool gradebook_hand_in(struct gradebook *book, const struct gradebook_submission *submission);

/**
 * Records that a student handed in nothing for a lab: only if nothing is known about it yet, because a part
 * of a class's files must not remove what the whole had.
 */
bool gradebook_missing(struct gradebook *book, const struct gradebook_submission *submission);

/** Sends matching submissions back to be graded again. @p count gets their number. */
bool gradebook_regrade(struct gradebook *book, const struct gradebook_filter *filter, int *count);

/** Lets a submission be graded with this version from now on; its other terms stay. */
bool gradebook_bring_up_to_date(struct gradebook *book, const char *student, const char *lab,
                                const char *version);

/** One submission that was claimed: freed with gradebook_work_free(). */
struct gradebook_work {
    char *student;                /**< the student; owned */
    char *lab;                    /**< "lab3"; owned */
    char *origin;                 /**< where it was found; owned */
    struct gradebook_terms terms; /**< its terms; the strings are owned */
};
/** Frees what it owns; the claim stays. */
void gradebook_work_free(struct gradebook_work *work);

/** The outcome of an attempt to claim a submission. */
enum gradebook_claim {
    GRADEBOOK_CLAIMED, /**< @p work is ours to grade */
    GRADEBOOK_BUSY,    /**< another grader that is alive is grading it */
    GRADEBOOK_DONE,    /**< it has its result, or cannot be graded */
    GRADEBOOK_ERROR    /**< see gradebook_error() */
};

/** Claims one submission for this process, if it is still to be graded. */
enum gradebook_claim gradebook_claim(struct gradebook *book, const char *student, const char *lab,
                                     struct gradebook_work *work);
/** The same for an earlier text of a student, if its latest result is of another version or has open points:
 * to be graded with @p version, and otherwise on the terms of that result. */
enum gradebook_claim gradebook_claim_earlier(struct gradebook *book, const char *student, const char *lab,
                                             const char *sha256, const char *version,
                                             struct gradebook_work *work);
/** Tells other graders that this process still works on all its claims. Call it every minute. */
bool gradebook_renew(struct gradebook *book);
/** The number of submissions that live graders work on now. */
bool gradebook_busy(struct gradebook *book, int *count);
/** Releases a claim without a result; @p error says what prevented grading, or is NULL. */
bool gradebook_release(struct gradebook *book, const struct gradebook_work *work, const char *error);

/** A result that was reached. */
struct gradebook_outcome {
    double score;            /**< points earned */
    double max_score;        /**< points that were possible */
    double seconds;          /**< duration of the grading, wall-clock time */
    const char *report_json; /**< as ./grade --json writes it */
    const char *report_text; /**< as ./grade prints it */
};

/**
 * Records a result and ends the claim. A second result on the same terms changes nothing: the first one
 * stays. @p work need not be in this gradebook: a part that a cluster's task writes holds only results.
 */
bool gradebook_record(struct gradebook *book, const struct gradebook_work *work,
                      const struct gradebook_outcome *outcome);

/**
 * Finds the time since which a student's final score of a lab is the one that is handed out now. It is
 * recorded if the gradebook was opened for writing.
 * @param unknown the answer if nothing was handed out before, in seconds since 1970
 * @param at gets the answer
 */
bool gradebook_final(struct gradebook *book, const char *student, const char *lab, double points,
                     long long unknown, long long *at);

/**
 * Creates a gradebook @p part that holds @p count submissions, each named by student and lab, with all their
 * terms, and no results. It is graded on another machine, and merged back.
 */
bool gradebook_split(struct gradebook *book, const char *part, const struct gradebook_filter *which,
                     size_t count);

/**
 * Copies the results of another gradebook, the part that a cluster's task wrote; a second call changes
 * nothing. @p count gets the number of new ones.
 */
bool gradebook_merge(struct gradebook *book, const char *part, int *count);

/* The gradebook's own log of commands: who did what. */

/** One command. */
struct gradebook_log_entry {
    const char *at;      /**< when it began, UTC, ISO 8601 */
    const char *who;     /**< "kim@host", or "root@host (sudo: kim)" */
    const char *command; /**< as it was typed */
    const char *outcome; /**< its outcome; NULL if it has not ended, or was killed */
};

/** Records the start of a command. @param id gets its number */
bool gradebook_log_begin(struct gradebook *book, const char *command, long long *id);
/** Records its outcome. */
bool gradebook_log_end(struct gradebook *book, long long id, const char *outcome);

/** All commands, the earliest first. */
struct gradebook_rows gradebook_log(struct gradebook *book);
/** The next of them. @return false past the last */
bool gradebook_next_entry(struct gradebook_rows *rows, struct gradebook_log_entry *entry);

#endif
