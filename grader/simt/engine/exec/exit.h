/**
 * @file exit.h
 * @brief The end of a program: last checks, the report, and the exit code.
 *
 * The report is made after the program's own `atexit` functions and static destructors, and also where the
 * program ends by a signal of its own doing (abort, a bad pointer). It goes to the file `SIMT_REPORT` names;
 * the messages go to standard error; and a program in which errors were found exits with SIMT_EXIT_ERRORS.
 */
#ifndef SIMT_EXIT_H
#define SIMT_EXIT_H

#include <stdbool.h>
#include <stdint.h>

/** Reports and ends the program at once, from anywhere, a lane included.
 * @param code the exit code if no error was found */
void simt_exit_now(int code) __attribute__((noreturn));
/** Turns everything above off, but for simt_exit_now(), which then ends the process without a report. */
void simt_exit_embed(void);

/** simt_unsupported() for a caller that stands between the program and the feature. */
_Noreturn void simt_unsupported_at(const char *feature, uintptr_t pc);

#endif
