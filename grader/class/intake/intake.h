/**
 * @file intake.h
 * @brief Brings a class's submissions into the gradebook.
 */
#ifndef WARPLAB_INTAKE_H
#define WARPLAB_INTAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "class/gradebook/store.h"

/** The settings of a batch's grading. */
struct intake_terms {
    const char *lab;            /**< the only lab; NULL: all that are found */
    const char *seed;           /**< 16 digits; NULL: the gradebook draws one per submission */
    const char *backend;        /**< "cpu", "gpu" or "all" */
    time_t due;                 /**< the due time; 0: the uploads themselves show what is late */
    const char *const *rosters; /**< the rosters' files */
    size_t roster_count;        /**< of `rosters`; if 0, the gradebook's own list of people is used */
};

/** One student's lab in the gradebook. */
struct target {
    char *student;   /**< as the gradebook has it; owned */
    const char *lab; /**< of the lab's spec */
    char *earlier;   /**< checksum of an earlier text to be graded again; NULL: the current text is graded;
                        owned */
};

/** The result of an intake. */
struct intake {
    struct target *targets; /**< the submissions that can be graded */
    size_t count;           /**< of `targets` */
    int not_gradable;       /**< each was listed on standard output */
    int missing;            /**< of these, those without a hand-in */
    int unknown;            /**< students of uploads who are not in the roster */
    int undated;            /**< submissions without a known time of hand-in */
    int students;           /**< with any files */
};

/**
 * Reads everything below @p path, selects the files that count, and records them. Prints a line with the
 * reason for each one that is not gradable.
 * @return false with a sentence in @p error if the grader could not do its work
 */
bool intake_read(struct intake *intake, struct gradebook *book, const char *path,
                 const struct intake_terms *terms, struct error *error);
/** Adds a target. @param lab of a lab's spec @param earlier may be NULL @return false if memory runs out */
bool intake_add(struct intake *intake, const char *student, const char *lab, const char *earlier);
/** Frees the targets. */
void intake_free(struct intake *intake);

#endif
