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
    size_t resident_bytes; /**< memory that only writing makes: no files */
    size_t data_bytes;     /**< of the process that has most, as RLIMIT_DATA counts */
    unsigned processes;    /**< that live */
    unsigned tasks;        /**< their threads, all together */
    double cpu_s;          /**< with ended children that were waited for */
    double waited_s;       /**< since the last measurement: most that one process waited for a processor */
};

/** All descendants together, but for the memory of `box`, our own child: until it has become bwrap or
 * sandbox-exec it is a copy of `grade`. A process with more data than its limit would allow is not yet under
 * it, and that is no use of the program's either. */
struct tree_usage tree_measure(pid_t box, size_t data_limit);

/** Kills all descendants and waits for them; needs a subreaper, so that none gets away. `seen` is called for
 * each one that is gone. False if some still live after `patience_s`. */
bool tree_kill(double patience_s, void (*seen)(void *context, pid_t pid, int status), void *context);

/** How many processes and threads a user has, here and now. */
unsigned long tree_tasks_of_user(uid_t user);

#endif
