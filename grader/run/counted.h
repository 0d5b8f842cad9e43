/**
 * @file counted.h
 * @brief The counters that the CPU engine and a GPU both have, of one run of a launcher.
 */
#ifndef WARPLAB_COUNTED_H
#define WARPLAB_COUNTED_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum { COUNTED_COUNT = 11 };
/** The engine's names of them, as docs/using-simtcc.md defines them. */
extern const char *const counted_names[COUNTED_COUNT];

/** One side's counts, summed over all launches of kernels. */
struct counted {
    bool known;                   /**< false: the numbers mean nothing */
    double launches;              /**< of kernels */
    double values[COUNTED_COUNT]; /**< in the order of the names */
    struct error error;           /**< why there are none, "" if nobody asked for them */
};

/** Reads what the CPU engine counted; unknown if @p reply is none of its reports. */
void counted_by_engine(struct counted *counted, const cJSON *reply);
/** Reads what a GPU counted, from its driver's object: all of it, or the reason why not. */
void counted_by_gpu(struct counted *counted, const cJSON *driver);

#endif
