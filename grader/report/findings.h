/**
 * @file findings.h
 * @brief What a grading found wrong, as places in files: for editors and other programs that mark lines.
 */
#ifndef WARPLAB_FINDINGS_H
#define WARPLAB_FINDINGS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "run/grading.h"

/** How much a finding weighs, in a compiler's words. */
enum finding_level {
    FINDING_ERROR,   /**< wrong, or not safe */
    FINDING_WARNING, /**< right, but slow or not the lab's technique */
    FINDING_NOTE     /**< a task that is not started */
};

/** A place in a file. */
struct finding_place {
    char path[PATH_MAX]; /**< absolute where the lab's own file was graded, else as it was named */
    int line;            /**< from 1; 0: there is no such place */
    int column; /**< from 1, in characters: where the line's text begins; what is known is the line */
    int end;    /**< past the line's last character; 0 if the line cannot be read */
};

/** One check that failed or is open, or whose task is not started. */
struct finding {
    const struct check *check;  /**< of the run that was searched */
    enum finding_level level;   /**< by the question that the check is about */
    char rule[64];              /**< "races/race_in_block": the check, and its cause where that is known */
    struct finding_place place; /**< the line to blame, or the file's first */
    struct finding_place other; /**< the race's other side, say */
};

/** All of a run. */
struct findings {
    size_t count;                            /**< of `list` */
    struct finding list[GRADING_MAX_CHECKS]; /**< what to mend first comes first; then as in a report */
};

/** "error", "warning" or "note". */
const char *finding_level_name(enum finding_level level);

/** Looks for all of them. @return NULL if memory is used up; the caller frees it */
struct findings *findings_of(const struct grading *grading);

#endif
