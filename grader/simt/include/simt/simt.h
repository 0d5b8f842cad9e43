/**
 * @file simt.h
 * @brief The CPU engine as a library, for a program that runs several jobs in one process and takes the
 * report of each in memory.
 *
 * A program that is only built with `simtcc` needs none of this: its report is made when it ends.
 */
#ifndef SIMT_SIMT_H
#define SIMT_SIMT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Turns off what the engine does when the program ends: report file, messages and exit code. */
void simt_embed(void);

/**
 * Everything found and counted since the last simt_reset(), as the JSON report on one line. Device memory
 * that the program has not freed by now is reported as a leak.
 * @return the text; the caller frees it. NULL if memory ran out
 */
char *simt_report_take(void);

/** Records the launches from now on, step by step, as SIMT_TRACE does. It deletes an earlier recording.
 * @param whole for a program that reads it: all warps of the first blocks, and no variables */
void simt_trace_begin(bool whole);

/**
 * Ends the recording, and returns it as JSON on one line, the input of the viewer's trace page.
 * @return the text; the caller frees it. NULL if memory ran out
 */
char *simt_trace_take(void);

/** The order of execution of the launches to come, as SIMT_SCHEDULE would say it; NULL or "": as the variable
 * says. An unknown one ends the program. @p order is copied. */
void simt_set_schedule(const char *order);

/** Multiprocessors that hold the blocks of ordinary launches from now on; 0: as many as the device's profile
 * says. A program is told of as many. A cooperative launch may have the whole device all the same. */
void simt_set_multiprocessors(unsigned count);

/**
 * Ends the program once it has used so much processor time from now on, with an error of kind `time` that
 * says what it was doing: a loop without end has a line then. The engine cannot say so where it is stopped in
 * the middle of its own allocations, so whoever needs an end for certain kills the process a little later.
 * @param seconds 0: no longer
 */
void simt_limit_time(double seconds);

/**
 * @name How long the program would take on the device
 * @{ */
/** From now on launches are run for their time: of a few blocks of each it is sampled what they do, and of
 * all others only how many instructions they run and what memory they touch. Nothing is checked, and launches
 * have no counters. For the rest of the process.
 * @param secret draws the blocks that are sampled */
void simt_sample_launches(uint64_t secret);
/** Ends a launch, with an error of kind `time`, once the warps of all launches have run so many instructions,
 * each warp as many as its thread that ran most. @param instructions 0: no longer */
void simt_limit_instructions(uint64_t instructions);
/** The time of a program, in microseconds, and what it is spent on. */
struct simt_program_time {
    double us;           /**< all of it, from the first call to the last result */
    double kernels_us;   /**< of it, in kernels */
    double launches_us;  /**< to launch them */
    double copies_us;    /**< in copies and fills */
    double host_us;      /**< in the host's own work, with the device idle */
    const char *bound;   /**< what most of the time is spent on: "memory", "issue", …; constant */
    double share;        /**< of the time, that part */
    uintptr_t place;     /**< where most of that is: a code address; 0 if unknown */
    double without_us;   /**< the time if that bound were not there */
    double touched;      /**< bytes of device memory that kernels load or store, each launch each byte once */
    double instructions; /**< that warps ran, each as many as the thread that ran most */
};
/** The time of what the program did since it began, or since simt_reset(): simt_sample_launches() came
 * before.
 * @return false if it launched no kernel and copied nothing, or a launch ended early */
bool simt_time_program(struct simt_program_time *out);
/** @} */

/** Deletes the lists of errors and kernels, and frees the device memory the program allocated. */
void simt_reset(void);

#ifdef __cplusplus
}
#endif
#endif
