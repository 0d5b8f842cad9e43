/**
 * @file tree.h
 * @brief The processes below this one, as /proc shows them: what they use together, and how to end them all.
 */
#ifndef WARPLAB_SANDBOX_TREE_H
#define WARPLAB_SANDBOX_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/** What the processes below this one use together. */
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

#endif
