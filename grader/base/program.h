/**
 * @file program.h
 * @brief Runs a trusted program without a shell.
 */
#ifndef WARPLAB_PROGRAM_H
#define WARPLAB_PROGRAM_H

/**
 * Runs a program until it ends. Its standard input is empty.
 * @param words its path, or a name that $PATH has; its arguments; and NULL
 * @param environment of it @param said descriptor for all that it prints; below 0: it is not run
 * @return its exit code; -1 if it could not be run, or was killed by a signal
 */
int program_run(const char *const *words, char *const *environment, int said);

#endif
