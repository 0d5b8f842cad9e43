/**
 * @file simt.h
 * @brief The CPU engine as a library, for a program that runs several jobs in one process and takes the
 * report of each in memory.
 *
 * A program that is only built with `simtcc` needs none of this: its report is made when it ends.
 */
#ifndef SIMT_SIMT_H
#define SIMT_SIMT_H

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

/** Deletes the lists of errors and kernels, and frees the device memory the program allocated. */
void simt_reset(void);

#ifdef __cplusplus
}
#endif
#endif
