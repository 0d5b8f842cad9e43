/**
 * @file exec.h
 * @brief sandbox-exec's parts: each applies what the command line asked for to this process. None can be
 * undone.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EXEC_MAX_PATHS = 64 };

/** A path that Landlock leaves open. */
struct exec_path {
    const char *path; /**< absolute */
    /** The kinds of access. */
    enum exec_access {
        EXEC_READ,
        EXEC_WRITE,
        EXEC_DEVICE
    } access; /**< what may be done with it and all below it */
};

/** What the command line asked for. */
struct exec_request {
    bool may_start_processes;               /**< a compiler; else threads only */
    bool gpu;                               /**< the program may use the GPU's devices */
    bool bare;                              /**< no namespaces around us */
    bool landlock;                          /**< then: only `paths` are open; else a container's files are */
    uint64_t cpu_s;                         /**< RLIMIT_CPU, in seconds */
    uint64_t data_bytes;                    /**< RLIMIT_DATA */
    uint64_t processes;                     /**< RLIMIT_NPROC */
    uint64_t file_bytes;                    /**< RLIMIT_FSIZE */
    struct exec_path paths[EXEC_MAX_PATHS]; /**< for Landlock */
    size_t path_count;                      /**< of `paths` */
    const char *workdir;                    /**< where the program starts */
    char **env;                             /**< all its environment, ends with NULL */
    char **argv; /**< its command line, ends with NULL; argv[0] is an absolute path */
};

/** Landlock: only the request's paths stay open. @return NULL, or the name of the step that failed, with
 * errno set */
const char *exec_close_file_system(const struct exec_request *request);
/** The system-call filter of the program's kind. @return as exec_close_file_system() */
const char *exec_filter_system_calls(const struct exec_request *request);
