/**
 * @file supervise.h
 * @brief The supervisor: a process of its own beside each program that nobody trusts.
 */
#ifndef WARPLAB_SANDBOX_SUPERVISE_H
#define WARPLAB_SANDBOX_SUPERVISE_H

#include "sandbox/cgroup.h"
#include "sandbox/record.h"
#include "sandbox/sandbox.h"

/** What a supervisor is started with. */
struct supervision {
    const struct sandbox_spawn *spawn; /**< the program and its limits */
    enum sandbox_tier tier;            /**< how it is isolated */
    int parent_fd;                     /**< pidfd of grade */
    int program_fd;                    /**< the program file of sandbox-exec */
    struct cgroup groups;              /**< in tier A: where a control group can be made */
    struct record *record;             /**< where the answer goes */
};

/** Runs the program to its end and fills the record. All signals must be blocked. Does not return. */
_Noreturn void supervise(const struct supervision *supervision);

#endif
