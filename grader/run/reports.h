/**
 * @file reports.h
 * @brief The JSON of a runner's reply, read with suspicion: every part may be missing or odd.
 */
#pragma once

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "lab/check.h"
#include "lab/counters.h"

/** The driver's object in a reply, NULL if there is none. */
const cJSON *reports_driver(const cJSON *reply);
/** A string member, NULL if there is none. */
const char *reports_string(const cJSON *object, const char *name);
/** A number member, 0 if there is none. */
double reports_number(const cJSON *object, const char *name);
/** True if the reply holds a whole report of the CPU engine. */
bool reports_is_engine(const cJSON *reply);
/** Sums the counters of all launches. @return false if there is no engine report */
bool reports_counters(const cJSON *reply, struct counters *sum);
/** The blocks of all launches; 0 without an engine report. */
double reports_blocks(const cJSON *reply);
/** The text of a GPU driver's `error`, or "unknown error". */
const char *reports_gpu_error(const cJSON *driver);
/** The check that an error of that kind fails; CHECK_ID_COUNT for an unknown kind. */
enum check_id reports_check_of(const char *kind);
/** Whether a reply has an error that fails this check. */
bool reports_has(const cJSON *reply, enum check_id id);
/**
 * A reply made from the messages that the engine prints when it must end the program: `FILE:LINE: error:
 * kind: message`, followed by notes with the threads. NULL if @p output has none; the caller deletes it.
 */
cJSON *reports_from_messages(const char *output);
/** A path's last part, as messages name source files. */
const char *reports_base_name(const char *path);

/** The number of counters that both the CPU engine and a GPU have. */
enum { COUNTED_COUNT = 11 };
/** Their names in the engine, as docs/using-simtcc.md defines them. */
extern const char *const counted_names[COUNTED_COUNT];

/** One side's counts, summed over all launches of kernels. */
struct counted {
    bool known;                   /**< false: the numbers mean nothing */
    double launches;              /**< of kernels */
    double values[COUNTED_COUNT]; /**< in the order of the names */
    struct error error;           /**< why there are none, "" if they were not requested */
};

/** Reads the CPU engine's counts; unknown if @p reply is none of its reports. */
void counted_by_engine(struct counted *counted, const cJSON *reply);
/** Reads a GPU's counts from its driver's object: all of them, or the reason why not. */
void counted_by_gpu(struct counted *counted, const cJSON *driver);

/** The share of a GPU's limits that a task's kernels reach: percent, averaged over their time. */
struct reached {
    bool known;         /**< false: the numbers mean nothing */
    double launches;    /**< of kernels */
    double us;          /**< of the kernels, by the profiler */
    double compute;     /**< of the multiprocessors' issue and compute rate */
    double memory;      /**< of the bandwidth of the busiest part of the memory path */
    double dram;        /**< of that, device memory */
    double l2;          /**< the L2 cache */
    double l1;          /**< the L1 cache and shared memory */
    struct error error; /**< why there are none, "" if they were not requested */
};

/** Below this percentage a kernel is bound by neither memory nor compute, as in NVIDIA Nsight Compute.
 */
extern const double reached_least;

/** Reads the shares of a GPU's limits from its driver's object: all of them, or the reason why not. */
void reached_by_gpu(struct reached *reached, const cJSON *driver);
