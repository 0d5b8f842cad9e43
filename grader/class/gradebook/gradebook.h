/**
 * @file gradebook.h
 * @brief The gradebook: one SQLite file that holds every submission, every result and every result there was.
 *
 * What a submission must be graded with (its bytes, the grader's version, seed and backend, and how often it
 * was sent back to be graded again) is its `gradebook_terms`. A result carries the terms it was reached on,
 * and no two results of one student's lab have the same: so the result that counts is the one whose terms are
 * those of the submission, whichever grader reached it, in whatever order, however often. If there is none,
 * the latest that there was stands for it, and is "stale"; a submission without any is "not graded".
 *
 * Every function that can fail returns false (or NULL) and leaves a sentence in gradebook_error(). Nothing
 * is half written: each change is one transaction. The file works on network disks (a rollback journal, no
 * shared memory), and is whole whenever no program has it open.
 */
#ifndef WARPLAB_GRADEBOOK_H
#define WARPLAB_GRADEBOOK_H

#include <stdbool.h>
#include <stddef.h>

struct error;

/** An open gradebook. One program may have several; one is for one thread. */
struct gradebook;

/** What to open a gradebook for. */
enum gradebook_access {
    GRADEBOOK_READ, /**< the file must be there */
    GRADEBOOK_WRITE /**< the file is made if it is not there */
};

/**
 * Opens a gradebook.
 * @return NULL with a sentence in @p error: no such file, no gradebook, or one of a newer version
 */
struct gradebook *gradebook_open(const char *path, enum gradebook_access access, struct error *error);
/** NULL is allowed. */
void gradebook_close(struct gradebook *book);
/** What the last call that failed says, one sentence. Lives until the next call. */
const char *gradebook_error(const struct gradebook *book);

/** What a person goes by; the order is that of the columns in an export. */
enum person_key {
    PERSON_NAME,    /**< "Lovelace, Ada" or "Ada Lovelace" */
    PERSON_EMAIL,   /**< address */
    PERSON_LOGIN,   /**< of the university, or where clones come from */
    PERSON_NUMBER,  /**< that the university gives: SIS User ID, ID number, SID */
    PERSON_CANVAS,  /**< Canvas's own number */
    PERSON_SECTION, /**< or group */
    PERSON_KEYS
};

/** The current result of one student's lab. */
struct gradebook_result {
    const char *student; /**< as handed in: chosen by students, so not to be trusted as text */
    const char *lab;     /**< "lab3" */
    const char *status; /**< "graded", "stale" (the score is an earlier one), "not_gradable" (the submission's
                           fault) or "not_graded" (not yet) */
    bool has_score;     /**< true exactly if it is graded or stale */
    bool pending;       /**< it is still to be graded: it is stale or not graded */
    const char *version; /**< of the grader that reached the score; NULL without one */
    double score;        /**< points earned */
    double max_score;    /**< points there were */
    double open_points;  /**< of them, those that could not be judged: not in the score, and not lost */
    int explained; /**< answers about its own run that came with the submission; -1: nothing could be asked */
    int explained_right;           /**< of them, those that are right */
    const char *submission_sha256; /**< NULL if there are no bytes to grade */
    const char *seed;              /**< 16 hexadecimal digits; NULL without a score */
    const char *graded_at;         /**< UTC, ISO 8601; NULL without a score */
    const char *reason;            /**< why not gradable, or what kept the grader from it; NULL if nothing */
    const char *report_json;       /**< what ./grade --json writes; NULL without a score */
    double seconds;                /**< the grading took, by the clock */
    bool late;                     /**< it was handed in after the deadline, as the learning system says */
    const char *report_text;       /**< the report that a person reads; NULL without a score */
    const char *origin;            /**< where the submission was found, in words for a person */
    const char *backend;           /**< asked for: "cpu", "gpu" or "all"; NULL if there is nothing to grade */
    long long submitted; /**< when these bytes were first handed in, in seconds since 1970; 0 if unknown */
    const char *submitted_at; /**< the same, UTC, ISO 8601; NULL if unknown */
    unsigned changed;         /**< since the score was reached, of what the gradebook alone knows: see enum
                                 gradebook_change */
    bool text_removed;        /**< what was handed in was removed, and cannot be graded again */
    const char *upload; /**< the student, as the system names them there: "Ada Lovelace_4711"; or NULL */
    const char
        *keys[PERSON_KEYS]; /**< of the roster, each "" if it is not known; NULL without a person there */
};

/** A score in words. */
struct gradebook_words {
    char text[64]; /**< "80 of 100 points", or "80 of 80 points so far, 20 open" */
};
/** What a score is called wherever one is shown. */
struct gradebook_words gradebook_score_words(double score, double max_score, double open_points);

/** Which results: NULL stands for every student, every lab. */
struct gradebook_filter {
    const char *student; /**< NULL: all of them */
    const char *lab;     /**< NULL: all of them */
};

/** Rows that are being read, one after the other. Strings of a row live until the next one. */
struct gradebook_rows {
    struct gradebook *book;         /**< whose they are */
    struct sqlite3_stmt *statement; /**< the query; NULL: it failed, or has ended */
};
/** Ends reading; to be called also before the last row.
 * @return false with a sentence in gradebook_error() if some could not be read */
bool gradebook_rows_end(struct gradebook_rows *rows);

/** The current result of every (student, lab), ordered by student, then lab. */
struct gradebook_rows gradebook_results(struct gradebook *book, const struct gradebook_filter *filter);
/** The next of these, or of those below. @return false past the last */
bool gradebook_next_result(struct gradebook_rows *rows, struct gradebook_result *result);

/** The texts that a student has handed in for a lab, in that order, each with its latest result; texts
 * without one are left out. What is not about the text or the result is not known: where it was found, say.
 */
struct gradebook_rows gradebook_attempts(struct gradebook *book, const char *student, const char *lab);
/** Likewise every result there was of a student's lab, in the order in which they were reached; none, if
 * there was but one. */
struct gradebook_rows gradebook_history(struct gradebook *book, const char *student, const char *lab);

/** The bytes of a submission. The caller frees @p bytes; false also if the gradebook has none with that
 * checksum. */
bool gradebook_source(struct gradebook *book, const char *sha256, char **bytes, size_t *length);

/* Why a score is an earlier one: what has changed since it was reached. */

/** What has changed; a set of bits. */
enum gradebook_change {
    CHANGE_TEXT = 1,      /**< another text was handed in */
    CHANGE_SENT_BACK = 2, /**< somebody sent it back */
    CHANGE_SEED = 4,      /**< another seed is asked for */
    CHANGE_BACKEND = 8,   /**< another backend is asked for */
    CHANGE_ENGINE = 16,   /**< the engine's sources */
    CHANGE_GRADER = 32,   /**< the grader's sources */
    CHANGE_LAB = 64,      /**< the lab's spec or interface */
    CHANGE_KIT = 128      /**< one of the last three, but the gradebook does not know which */
};

/**
 * What has changed since a result's score was reached; 0 if nothing has, or if there is no score, or if its
 * text was removed, so that there is nothing that could be graded again.
 * @param now the lab's version in this program, as version_of() has it; NULL if there is no such lab
 */
unsigned gradebook_changes(const struct gradebook_result *result, const char *now);

/** "another text was handed in, the lab's spec has changed". @return @p words */
const char *gradebook_change_words(unsigned changes, char *words, size_t size);

#endif
