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

/** Records the launches from now on, step by step, as SIMT_TRACE does. It deletes an earlier recording. */
void simt_trace_begin(void);

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
 * @name How long a program would take at a size at which to run its kernels here would take too long
 * It is run at two small sizes, then *dry* at the size that is asked for.
 * @{ */
/** From now on launches are noted and not run, memory that is allocated is addresses only, and of copies and
 * fills only the bytes are counted; a copy to the host leaves zeros. With false what was allocated since is
 * gone. */
void simt_set_dry(bool dry);
/** Has launches keep what simt_predict() needs of them, from now on, or no longer. */
void simt_set_sampling(bool on);
/** Ends the present part of the launches (those since the last call), which ran at size @p n.
 * @return its number, from 0; after simt_reset() from 0 again */
int simt_part_end(double n);
/** The time of a part, in microseconds, and what it is spent on. */
struct simt_prediction {
    double us;          /**< all of it, from the first call to the last result */
    double kernels_us;  /**< of it, in kernels */
    double launches_us; /**< to launch them */
    double copies_us;   /**< in copies and fills */
    double host_us;     /**< in the host's own work, with the device idle */
    const char *bound;  /**< what most of the time is spent on: "memory", "issue", …; constant */
    double share;       /**< of the time, that part */
    const char *file;   /**< where most of that is; valid until the next call */
    int line;           /**< 0 if unknown */
    double without_us;  /**< the time if that bound were not there */
    double touched;     /**< bytes of device memory that kernels load or store, each launch each byte once */
};
/**
 * Predicts the time of part @p dry from the parts @p small and @p large that ran.
 * @param why receives one sentence on why it cannot
 * @return false if it cannot
 */
bool simt_predict(int small, int large, int dry, struct simt_prediction *out, char *why, size_t why_size);
/** @} */

/** Deletes the lists of errors and kernels, and frees the device memory the program allocated. */
void simt_reset(void);

#ifdef __cplusplus
}
#endif
#endif
