/**
 * @file supervise.h
 * @brief The supervisor: one process beside each sandboxed program. Its parts, and the record in
 * which it answers.
 */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "sandbox/box_report.h"
#include "sandbox/sandbox.h"

/* Control groups: limits that hold for all processes of a box together, in tier A. */

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

/* The processes below this one, as shown by /proc: their total usage, and how to end them all. */

/** The total usage of the processes below this one. */
struct tree_usage {
    size_t resident_bytes; /**< memory of their own, without mapped files */
    size_t data_bytes;     /**< of the process with the most, as RLIMIT_DATA counts */
    unsigned processes;    /**< that live */
    unsigned tasks;        /**< their threads, all together */
    double cpu_s;          /**< including ended children that were waited for */
    double waited_s; /**< since the last measurement: the longest that one process waited for a processor */
};

/** Measures all descendants together, but not the memory of the child `box`: until it has become bwrap or
 * sandbox-exec it is a copy of `grade`. Nor does data count in a process that has more than its limit allows:
 * the limit is not set there yet, so it is not the program. */
struct tree_usage tree_measure(pid_t box, size_t data_limit);

/** Kills all descendants and waits for them. The caller is a subreaper, so that none escapes. `seen` is
 * called for each that ended. @return false if some still live after `patience_s` seconds */
bool tree_kill(double patience_s, void (*seen)(void *context, pid_t pid, int status), void *context);

/** How many processes and threads a user has now. */
unsigned long tree_tasks_of_user(uid_t user);

/** The supervisor's answer. It is mapped shared and anonymous; only the supervisor writes it. */
struct record {
    _Atomic double waited_s;      /**< so far: seconds that do not count, see sandbox_waited() */
    bool complete;                /**< set last; a supervisor that died early leaves it unset */
    struct sandbox_result result; /**< its `output` is not used */
    char output[];                /**< the program's output, up to the limit */
};

/** The arguments of a supervisor. */
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

/** The supervisor's child becomes bwrap or sandbox-exec (launch.c). It writes what fails before that to
 * report_fd. In tier A it also fails unless it is `in_group`, in its control group. Does not return. */
_Noreturn void launch(const struct supervision *supervision, bool in_group, int output_fd, int report_fd);

/** Why the supervisor ended a box early. */
enum stop_reason {
    STOP_NONE,
    STOP_WALL,
    STOP_CPU,
    STOP_MEMORY,
    STOP_PROCESSES,
    STOP_OUTPUT,
    STOP_CANCELLED,
    STOP_BROKEN /**< the supervisor itself cannot go on */
};

/** The supervisor's record of a program's end. */
struct ending {
    enum stop_reason reason;  /**< STOP_NONE: it ended by itself */
    bool reported;            /**< `report` came, whole */
    struct box_report report; /**< of sandbox-exec */
    struct tree_usage peak;   /**< the most of each that was seen */
    bool ran_out;             /**< a process was killed because the control group had no memory left */
    const char *broken;       /**< with STOP_BROKEN */
};

/** Sets the verdict, exit code, signal and message (verdict.c). The other fields and the output must be set
 * before. */
void verdict_decide(struct record *record, const struct sandbox_spawn *spawn, const struct ending *ending);
