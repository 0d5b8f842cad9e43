/**
 * @file exit.h
 * @brief The end of a program: last checks, the report, and the exit code.
 *
 * The report is made after the program's own `atexit` functions and static destructors, and also if a signal
 * kills the program (abort, a bad pointer). It is written to the file that `SIMT_REPORT` names; the messages
 * go to standard error; and a program in which errors were found exits with SIMT_EXIT_ERRORS.
 */
#ifndef SIMT_EXIT_H
#define SIMT_EXIT_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/** Reports and ends the program at once, from anywhere, even from a lane.
 * @param code the exit code if no error was found */
void simt_exit_now(int code) __attribute__((noreturn));
/** Turns all of the above off, except simt_exit_now(), which then ends the process without a report. */
void simt_exit_embed(void);

/** simt_unsupported() for a caller between the program and the feature. */
_Noreturn void simt_unsupported_at(const char *feature, uintptr_t pc);

/* When closed memory is touched (memory/closed_memory.h), a launch continues with the memory open,
 * and host code, which no hook sees, gets an error with its line. */

/** For the SIGSEGV handler, with its arguments: opens closed memory that a launch touched.
 * @return true if the instruction is to be retried */
bool simt_host_fault_resume(const siginfo_t *info, const void *context);
/** Likewise: reports the access as an error of the program if host code touched closed memory.
 * @return false if it was anything else */
bool simt_host_fault_report(const siginfo_t *info, const void *context);
/** The place to blame for an access by host code at @p pc: the nearest of it and its callers that is in the
 * program's own source. */
uintptr_t simt_host_blame(uintptr_t pc);

/* Integer divisions without a result. A GPU continues with some value; a processor may raise a
 * signal instead. */

/**
 * Continues after the division that has just raised SIGFPE, if a lane executed it: as on the hardware, the
 * result of a division by zero is unspecified, and the smallest integer divided by -1 wraps. The former is
 * reported. Processors whose division does not trap raise no such signal.
 * @param context of the signal; changed so that the program continues after the division
 * @return false if the signal came from something else; nothing was done then
 */
bool simt_division_resume(const siginfo_t *info, void *context);

/** From now on the first NaN or infinity from finite numbers is remarked on, if the processor can trap on it:
 * there is no other cost. @return for simt_floats_unwatch(), when the launch has ended */
unsigned simt_floats_watch(void);
/** Ends the watch. */
void simt_floats_unwatch(unsigned before);
/** Continues after the operation that trapped. @return false if the signal came from something else */
bool simt_floats_note(const siginfo_t *info, void *context);
/** The handler of SIGFPE, which calls these. */
void simt_arithmetic_signal(int number, siginfo_t *info, void *context);

#endif
