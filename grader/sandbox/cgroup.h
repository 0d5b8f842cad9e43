/**
 * @file cgroup.h
 * @brief Control groups: limits that hold for all processes of a box together, in tier A.
 */
#pragma once

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

/** Finds where groups can be made. @return false if nowhere: then the version stays 0 */
bool cgroup_find(struct cgroup *parent, struct error *error);
/** Removes groups whose supervisors are gone. */
void cgroup_tidy(const struct cgroup *parent);
/** Makes a group below the parent and sets its limits. @return false if that fails: then nothing is left */
bool cgroup_create(struct cgroup *group, const struct cgroup *parent, const struct sandbox_limits *limits);
/**
 * fork(), with the child in the group, if there is one, before it runs any code of the caller. The caller has
 * one thread. In the child, `*moved` is false if it could not be moved.
 */
pid_t cgroup_fork(const struct cgroup *group, bool *moved);
/** Whether the kernel killed a process of it because no memory was left. */
bool cgroup_ran_out(const struct cgroup *group);
/** Waits until it has no process any more, and removes it. */
void cgroup_remove(struct cgroup *group);
