/**
 * @file simt.h
 * @brief The CPU engine as a library, for programs that run several jobs in one process and take the
 * report of each in memory.
 *
 * A program that is just built with `simtcc` needs none of this: its report is made when it ends.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

__BEGIN_DECLS

/** Turns off the engine's actions at the program's end: report file, messages and exit code. */
void simt_embed(void);

/**
 * All that was found and counted since the last simt_reset(), as the JSON report on one line. Device memory
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

/** The schedule of later launches, in the syntax of SIMT_SCHEDULE; NULL or "": the variable's value. An
 * unknown one ends the program. @p order is copied. */
void simt_set_schedule(const char *order);

/** Multiprocessors that hold the blocks of ordinary launches from now on; 0: the number in the device's
 * profile. A program sees that number. A cooperative launch may still use the whole device. */
void simt_set_multiprocessors(unsigned count);

/**
 * Ends the program once it has used so much processor time from now on, with an error of kind `time` that
 * says where it was: an endless loop has a line then. The engine cannot report this in the middle of
 * its own allocations, so a caller that needs a hard limit kills the process a little later.
 * @param seconds 0: no limit
 */
void simt_limit_time(double seconds);

/**
 * @name The time of the program on the device
 * @{ */
/** From now on launches are run for their time: some blocks of each launch are sampled, and of the others
 * only the number of instructions and the accessed memory are recorded. Nothing is checked, and launches
 * have no counters. For the rest of the process.
 * @param secret draws the sampled blocks */
void simt_sample_launches(uint64_t secret);
/** Ends a launch, with an error of kind `time`, once the warps of all launches have run so many instructions,
 * each warp as many as its longest thread. @param instructions 0: no limit */
void simt_limit_instructions(uint64_t instructions);
/** The time of a program, in microseconds, and its breakdown. */
struct simt_program_time {
    double us;           /**< all of it, from the first call to the last result */
    double kernels_us;   /**< of it, in kernels */
    double launches_us;  /**< to launch them */
    double copies_us;    /**< in copies and fills */
    double host_us;      /**< in the host's own work, with the device idle */
    const char *bound;   /**< the main bottleneck: "memory", "issue", …; constant */
    double share;        /**< its share of the time */
    uintptr_t place;     /**< the code address with most of it; 0 if unknown */
    double without_us;   /**< the time without that bottleneck */
    double touched;      /**< bytes of device memory that kernels load or store, each launch each byte once */
    double instructions; /**< run by warps, each as many as its longest thread */
};
/** The program's time since it began, or since simt_reset(); requires an earlier simt_sample_launches().
 * @return false if it launched no kernel and copied nothing, or a launch ended early */
bool simt_time_program(struct simt_program_time *out);
/** @} */

/** Deletes the lists of errors and kernels, and frees the device memory the program allocated. */
void simt_reset(void);

__END_DECLS
