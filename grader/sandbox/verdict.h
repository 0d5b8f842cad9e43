/**
 * @file verdict.h
 * @brief From what was seen of a program's end to a verdict and a sentence for people.
 */
#ifndef WARPLAB_SANDBOX_VERDICT_H
#define WARPLAB_SANDBOX_VERDICT_H

#include "sandbox/box_report.h"
#include "sandbox/record.h"
#include "sandbox/tree.h"

/** Why the supervisor ended a box before its time. */
enum stop_reason {
    STOP_NONE,
    STOP_WALL,
    STOP_CPU,
    STOP_MEMORY,
    STOP_PROCESSES,
    STOP_OUTPUT,
    STOP_CANCELLED,
    STOP_BROKEN /**< we cannot go on */
};

/** What the supervisor saw of a program's end. */
struct ending {
    enum stop_reason reason;  /**< STOP_NONE: it ended by itself */
    bool reported;            /**< `report` came, whole */
    struct box_report report; /**< of sandbox-exec */
    struct tree_usage peak;   /**< the most of each that was seen */
    bool ran_out;             /**< a process was killed because the control group had no memory left */
    const char *broken;       /**< with STOP_BROKEN */
};

/** Sets the verdict, exit code, signal and message; the other fields and the output must be there already. */
void verdict_decide(struct record *record, const struct sandbox_spawn *spawn, const struct ending *ending);

#endif
