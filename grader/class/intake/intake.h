/**
 * @file intake.h
 * @brief What a class has handed in, brought into the gradebook.
 */
#ifndef WARPLAB_INTAKE_H
#define WARPLAB_INTAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "class/gradebook/store.h"

/** How a batch grades. */
struct intake_terms {
    const char *lab;            /**< the only one; NULL: all that are found */
    const char *seed;           /**< 16 digits; NULL: the gradebook draws one per submission */
    const char *backend;        /**< "cpu", "gpu" or "all" */
    time_t due;                 /**< when it was due; 0: the uploads say themselves what is late */
    const char *const *rosters; /**< files that say who is in the class */
    size_t roster_count;        /**< of `rosters`; without one, the gradebook's own counts */
};

/** One student's lab, in the gradebook. */
struct target {
    char *student;   /**< as the gradebook has it; owned */
    const char *lab; /**< of the lab's spec */
    char *earlier; /**< checksum of a text that was handed in before, to be graded again; NULL: of what counts
                      now; owned */
};

/** What was taken in. */
struct intake {
    struct target *targets; /**< what can be graded */
    size_t count;           /**< of `targets` */
    int not_gradable;       /**< each was named on standard output */
    int missing;            /**< of these, where nothing was handed in */
    int unknown;            /**< students of uploads that the roster does not have */
    int undated;            /**< submissions of which nothing says when they were handed in */
    int students;           /**< that something was found of */
};

/**
 * Reads everything below @p path, picks the files that count, and records them. Prints one line for each that
 * is not gradable, and why.
 * @return false with a sentence in @p error if the grader could not do its work
 */
bool intake_read(struct intake *intake, struct gradebook *book, const char *path,
                 const struct intake_terms *terms, struct error *error);
/** Adds a target. @param lab of a lab's spec @param earlier may be NULL @return false if memory is used up */
bool intake_add(struct intake *intake, const char *student, const char *lab, const char *earlier);
/** Frees the targets. */
void intake_free(struct intake *intake);

#endif
