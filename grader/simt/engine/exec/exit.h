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

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/** Reports and ends the program at once, from anywhere, a lane included.
 * @param code the exit code if no error was found */
void simt_exit_now(int code) __attribute__((noreturn));
/** Turns everything above off, but for simt_exit_now(), which then ends the process without a report. */
void simt_exit_embed(void);

/** simt_unsupported() for a caller that stands between the program and the feature. */
_Noreturn void simt_unsupported_at(const char *feature, uintptr_t pc);

/* What happens when closed memory is touched (memory/closed_memory.h): a launch goes on with it open,
 * and host code, where no hook sees it, gets an error with its line. */

/** For the handler of SIGSEGV, with its arguments: opens closed memory that a launch touched.
 * @return true if the instruction is to be tried once more */
bool simt_host_fault_resume(const siginfo_t *info, const void *context);
/** The same: reports the access as an error of the program, if host
 * code touched closed memory. @return false if it was anything else */
bool simt_host_fault_report(const siginfo_t *info, const void *context);
/** Whom to blame for what host code did at @p pc, an instruction on the stack of calls: the nearest of it and
 * its callers that is in the program's own source. */
uintptr_t simt_host_blame(uintptr_t pc);

/* Divisions of integers that have no result. A GPU goes on with some value; a processor may stop the
 * program with a signal instead. */

/**
 * Goes on after the division that has just been stopped by SIGFPE, if a lane made it: as on a GPU, the result
 * of a division by zero is unspecified, and the smallest integer divided by -1 wraps. The former is reported.
 * On processors whose division does not stop there is no such signal.
 * @param context of the signal; changed, so that the program goes on behind the division
 * @return false if the signal came from something else; nothing was done then
 */
bool simt_division_resume(const siginfo_t *info, void *context);

/** From now on the first NaN or infinity that finite numbers give is remarked upon, where the processor can
 * refuse it: nothing is asked in between. @return for simt_floats_unwatch(), when the launch has ended */
unsigned simt_floats_watch(void);
/** Ends that. */
void simt_floats_unwatch(unsigned before);
/** Goes on behind the operation that was refused. @return false if the signal came from something else */
bool simt_floats_note(const siginfo_t *info, void *context);
/** The handler of SIGFPE, which calls these. */
void simt_arithmetic_signal(int number, siginfo_t *info, void *context);

#endif
