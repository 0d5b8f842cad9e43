/**
 * @file process.h
 * @brief Runs a compiler as a child, without a shell and with its input and output in memory; and a folder
 * for temporary files, which is removed however simtcc ends.
 */
#ifndef SIMT_PROCESS_H
#define SIMT_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

/** Bytes that a child wrote; NUL-terminated. */
struct captured {
    char *text;      /**< NULL before the first byte; the caller frees it */
    size_t length;   /**< bytes, without the closing NUL */
    size_t capacity; /**< bytes there is room for */
};

/** A child to run. */
struct process {
    const char *const *argv; /**< looked up in PATH */
    const char *input;       /**< for its standard input; NULL: nothing to read */
    size_t input_length;     /**< bytes of `input` */
    struct captured *output; /**< where its standard output goes; NULL: to ours */
    struct captured *errors; /**< where its standard error goes; NULL: to ours */
};

/** Installs the handlers through which SIGINT, SIGTERM and SIGHUP reach the running child too. */
void process_init(void);

/**
 * Runs a child to its end.
 * @return its exit code; 128 + n if signal n ended it; -1 after a message if it could not be started
 */
int process_run(const struct process *process);

/** The signal that asked us to stop, or 0. */
int process_stopped_by(void);

/**
 * Path of a new temporary file (not created yet) in a private folder in $TMPDIR or /tmp.
 * @param suffix for example ".o"
 * @return owned by the workspace; NULL after a message
 */
const char *workspace_file(const char *suffix);
/** Removes the folder and all the files handed out. */
void workspace_remove(void);

#endif
