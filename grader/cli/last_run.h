/**
 * @file last_run.h
 * @brief What the last ./grade of a lab came to: which hints fit, and which inputs to try again.
 */
#ifndef WARPLAB_LAST_RUN_H
#define WARPLAB_LAST_RUN_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/paths.h"
#include "lab/cause.h"
#include "report/next.h"

/** What stands for the lab's own file, labs/LAB/LAB.cu. */
#define LAST_RUN_OWN "-"

/** One lab's last run that did not end in full marks. */
struct last_run {
    enum cause cause;          /**< what to mend first */
    uint64_t seed;             /**< of its inputs */
    char submission[PATH_MAX]; /**< the file that was graded, as it was named; or LAST_RUN_OWN */
    bool traced;               /**< there is a case that a trace can show */
    struct next_trace trace;   /**< that case */
};

/** The last run of a submission. @param submission as in struct last_run
 * @return false if there is none, as after full marks, or after a run of another file */
bool last_run_read(struct last_run *run, const struct paths *paths, const char *lab, const char *submission);
/** Keeps it, in the build folder. Where that cannot be written there will be none. Of files other than the
 * lab's own only the last one is kept. */
void last_run_keep(const struct last_run *run, const struct paths *paths, const char *lab);
/** Forgets it. */
void last_run_forget(const struct paths *paths, const char *lab, const char *submission);

#endif
