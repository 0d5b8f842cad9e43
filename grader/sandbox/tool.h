/**
 * @file tool.h
 * @brief A compiler or linker that runs in the sandbox on untrusted input.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/work_directory.h"
#include "sandbox/sandbox.h"

/** What sandboxed programs cost together. */
struct tool_cost {
    double cpu_s;      /**< seconds of processor time, added up */
    size_t peak_bytes; /**< of the one with the largest peak */
};

/** One run of a tool. */
struct tool {
    struct sandbox_process *process; /**< NULL if it was never started */
    struct sandbox_result result;    /**< after tool_wait(); its strings live until tool_free() */
    struct error error;              /**< why it could not be started, "" if it was */
};

/**
 * Starts a tool in the stage's box, which it may write; kit and @p extra (a directory, or NULL) it may read.
 * @param cpu_s seconds of processor time it may take
 * @param argv ends with NULL; argv[0] is an absolute path
 */
void tool_start(struct tool *tool, const struct work_directory *stage, const char *extra, double cpu_s,
                const char *const *argv);
/** Waits until it has ended, or Ctrl-C ends it. @return true if it did its work (exit code 0) */
bool tool_wait(struct tool *tool);
/** True if the machine failed, not the submission; @c error or @c result.message says how. */
bool tool_broken(const struct tool *tool);
/** True if a limit ended it. */
bool tool_limited(const struct tool *tool);
/** Ends the process if it still runs, and frees it. */
void tool_free(struct tool *tool);

/** Adds what one program used. */
void cost_add(struct tool_cost *cost, const struct sandbox_result *result);
/** Waits for a sandboxed process; Ctrl-C kills it. */
void sandbox_await(struct sandbox_process *process, struct sandbox_result *result);
