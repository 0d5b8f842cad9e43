/**
 * @file cgroup.h
 * @brief Control groups: limits that hold for all processes of a box together, in tier A.
 */
#ifndef WARPLAB_SANDBOX_CGROUP_H
#define WARPLAB_SANDBOX_CGROUP_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "sandbox/sandbox.h"

/** One group of each hierarchy that is used: one in version 2, two (memory, pids) in version 1. */
struct cgroup {
    int version;               /**< 0: there is none */
    size_t count;              /**< of `folders` */
    char folders[2][PATH_MAX]; /**< absolute paths */
};

/** Where groups can be made here; version stays 0, and `why` says the reason, if nowhere. */
bool cgroup_find(struct cgroup *parent, char *why, size_t size);
/** Removes groups whose supervisors are gone. */
void cgroup_tidy(const struct cgroup *parent);
/** Makes a group below the parent and sets its limits. False if that fails; nothing is left then. */
bool cgroup_create(struct cgroup *group, const struct cgroup *parent, const struct sandbox_limits *limits);
/**
 * fork(), with the child in the group from its first moment, where there is one. The caller has one thread.
 * A child that cannot be moved is told so by `*moved`.
 */
pid_t cgroup_fork(const struct cgroup *group, bool *moved);
/** The most memory it held, in bytes, 0 if unknown; and whether a process was killed for want of it. */
size_t cgroup_peak(const struct cgroup *group);
/** Whether a process of it was killed for want of memory. */
bool cgroup_ran_out(const struct cgroup *group);
/** Removes it, once it has no process any more. */
void cgroup_remove(struct cgroup *group);

#endif
