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

/** One lab's last run that did not end in full marks. */
struct last_run {
    enum cause cause;          /**< what to mend first */
    uint64_t seed;             /**< of its inputs */
    char submission[PATH_MAX]; /**< the file that was graded, as it was named; "-": the lab's own */
};

/** Reads it. @return false if there is none, as after full marks */
bool last_run_read(struct last_run *run, const struct paths *paths, const char *lab);
/** Keeps it, in the build folder. Where that cannot be written there will be none. */
void last_run_keep(const struct last_run *run, const struct paths *paths, const char *lab);
/** Forgets it. */
void last_run_forget(const struct paths *paths, const char *lab);

#endif
