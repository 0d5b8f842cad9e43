/**
 * @file gradebook.h
 * @brief The gradebook: one SQLite file that holds every submission and every result, including earlier ones.
 *
 * The terms of a submission (`gradebook_terms`) are its bytes, the grader's version, seed and backend, and
 * how often it was sent back to be graded again. A result carries the terms it was reached on, and no two
 * results of one student's lab have the same: so the result that counts is the one on the submission's terms,
 * regardless of which grader reached it, in which order, and how often. If there is none, the latest earlier
 * result is used, and is "stale"; a submission without any is "not graded".
 *
 * Every function that can fail returns false (or NULL) and leaves a sentence in gradebook_error(). Each
 * change is one transaction, so nothing is half written. The file works on network disks (a rollback journal,
 * no shared memory), and is complete whenever no program has it open.
 */
#ifndef WARPLAB_GRADEBOOK_H
#define WARPLAB_GRADEBOOK_H

#include <stdbool.h>
#include <stddef.h>

struct error;

/** An open gradebook. A program may have several; each is used by one thread. */
struct gradebook;

/** The access to a gradebook. */
enum gradebook_access {
    GRADEBOOK_READ, /**< the file must be there */
    GRADEBOOK_WRITE /**< the file is created if it does not exist */
};

/**
 * Opens a gradebook.
 * @return NULL with a sentence in @p error: no such file, not a gradebook, or its version is newer
 */
struct gradebook *gradebook_open(const char *path, enum gradebook_access access, struct error *error);
/** NULL is allowed. */
void gradebook_close(struct gradebook *book);
/** The error of the last call that failed, one sentence. Valid until the next call. */
const char *gradebook_error(const struct gradebook *book);

/** What identifies a person; in the order of an export's columns. */
enum person_key {
    PERSON_NAME,    /**< "Lovelace, Ada" or "Ada Lovelace" */
    PERSON_EMAIL,   /**< address */
    PERSON_LOGIN,   /**< of the university, or of the system that made the clones */
    PERSON_NUMBER,  /**< from the university: SIS User ID, ID number, SID */
    PERSON_CANVAS,  /**< Canvas's own number */
    PERSON_SECTION, /**< or group */
    PERSON_KEYS
};

/** The current result of one student's lab. */
struct gradebook_result {
    const char *student; /**< as handed in: chosen by students, so untrusted text */
    const char *lab;     /**< "lab3" */
    const char *status; /**< "graded", "stale" (the score is an earlier one), "not_gradable" (the submission's
                           fault) or "not_graded" (not yet) */
    bool has_score;     /**< true exactly if it is graded or stale */
    bool pending;       /**< it is still to be graded: it is stale or not graded */
    const char *version; /**< of the grader that reached the score; NULL without one */
    double score;        /**< points earned */
    double max_score;    /**< points that were possible */
    double open_points;  /**< of these, those that could not be judged: not in the score, and not lost */
    int explained; /**< answers about its own run that came with the submission; -1: nothing could be asked */
    int explained_right;           /**< of these, the right ones */
    const char *submission_sha256; /**< NULL if there are no bytes to grade */
    const char *seed;              /**< 16 hexadecimal digits; NULL without a score */
    const char *graded_at;         /**< UTC, ISO 8601; NULL without a score */
    const char *reason;            /**< why it is not gradable, or was not graded; NULL if it was */
    const char *report_json;       /**< what ./grade --json writes; NULL without a score */
    double seconds;                /**< duration of the grading, wall-clock time */
    bool late;                     /**< after the deadline, according to the learning system */
    const char *report_text;       /**< the report for people; NULL without a score */
    const char *origin;            /**< where the submission was found, for people */
    const char *backend;           /**< requested: "cpu", "gpu" or "all"; NULL if there is nothing to grade */
    long long submitted; /**< when these bytes were first handed in, in seconds since 1970; 0 if unknown */
    const char *submitted_at; /**< the same, UTC, ISO 8601; NULL if unknown */
    unsigned changed;         /**< what has changed since the score was reached, as far as the gradebook
                                 knows: see enum gradebook_change */
    bool text_removed;        /**< the submitted text was removed, so it cannot be graded again */
    const char *upload; /**< the student, as the learning system names them: "Ada Lovelace_4711"; or NULL */
    const char
        *keys[PERSON_KEYS]; /**< of the roster, each "" if it is not known; NULL without a person there */
};

/** The number of a result's texts of which each row has its own. */
enum { GRADEBOOK_TEXTS = 13 + PERSON_KEYS };
/** Lists the members with these texts; the roster's come last. */
void gradebook_result_texts(struct gradebook_result *r, const char **texts[GRADEBOOK_TEXTS]);

/** A score in words. */
struct gradebook_words {
    char text[64]; /**< "80 of 100 points", or "80 of 80 points so far, 20 open" */
};
/** A score in words, for all places that show one. */
struct gradebook_words gradebook_score_words(double score, double max_score, double open_points);

/** Which results to select. */
struct gradebook_filter {
    const char *student; /**< NULL: all of them */
    const char *lab;     /**< NULL: all of them */
};

/** Rows that are read one after the other. Strings of a row are valid until the next one. */
struct gradebook_rows {
    struct gradebook *book;         /**< the gradebook they are from */
    struct sqlite3_stmt *statement; /**< the query; NULL: it failed, or has ended */
};
/** Ends reading; also required if the last row was not reached.
 * @return false with a sentence in gradebook_error() if some rows could not be read */
bool gradebook_rows_end(struct gradebook_rows *rows);

/** The current result of every (student, lab), ordered by student, then lab. */
struct gradebook_rows gradebook_results(struct gradebook *book, const struct gradebook_filter *filter);
/** The next row of these, or of those below. @return false past the last */
bool gradebook_next_result(struct gradebook_rows *rows, struct gradebook_result *result);

/** The texts that a student has handed in for a lab, in that order, each with its latest result; texts
 * without a result are left out. Members about anything else, such as `origin`, are empty.
 */
struct gradebook_rows gradebook_attempts(struct gradebook *book, const char *student, const char *lab);
/** Likewise every result of a student's lab, in the order in which they were reached; none if there was only
 * one. */
struct gradebook_rows gradebook_history(struct gradebook *book, const char *student, const char *lab);

/** The bytes of a submission. The caller frees @p bytes; also false if the gradebook has no text with that
 * checksum. */
bool gradebook_source(struct gradebook *book, const char *sha256, char **bytes, size_t *length);

/* Why a score is outdated: what has changed since it was reached. */

/** What has changed; a set of bits. */
enum gradebook_change {
    CHANGE_TEXT = 1,      /**< another text was handed in */
    CHANGE_SENT_BACK = 2, /**< it was sent back to be graded again */
    CHANGE_SEED = 4,      /**< the seed to use is another one */
    CHANGE_BACKEND = 8,   /**< the backend to use is another one */
    CHANGE_ENGINE = 16,   /**< the engine's sources */
    CHANGE_GRADER = 32,   /**< the grader's sources */
    CHANGE_LAB = 64,      /**< the lab's spec or interface */
    CHANGE_KIT = 128      /**< one of the last three, but the gradebook does not know which */
};

/**
 * What has changed since a result's score was reached; 0 if nothing has, if there is no score, or if its text
 * was removed, so that it cannot be graded again.
 * @param now the lab's version in this program, from version_of(); NULL if there is no such lab
 */
unsigned gradebook_changes(const struct gradebook_result *result, const char *now);

/** "another text was handed in, the lab's spec has changed". @return @p words */
const char *gradebook_change_words(unsigned changes, char *words, size_t size);

#endif
