/**
 * @file bench.h
 * @brief `make bench`: every rung of every lab on a GPU, against a copy, CUB and Thrust.
 *
 * Theory of operation. One process, linked with all reference solutions; all code is trusted. The rungs
 * are the tasks of the labs' specs, found by their names among the program's own symbols, so there is no list
 * of them. For each size and kind of data, all runners that solve it first give one answer each, which is
 * compared with the spec's serial reference; then they are timed in turns, one run each, so that
 * disturbances of the machine affect all of them equally.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "bench/vendor.h"
#include "lab/spec.h"

__BEGIN_DECLS

enum { BENCH_MAX_RUNS = 64, BENCH_MAX_RUNNERS = 64 };

/** A participant: a rung of a lab, or a routine of a library. */
struct runner {
    const char *group;            /**< "lab3", or "CUB" */
    const char *name;             /**< "reduce_shared", or the routine */
    const struct spec_task *task; /**< its problem: reference, sizes, option */
    void (*launcher)(void);       /**< a rung's; NULL for a library's */
    const struct vendor *vendor;  /**< a library's; NULL for a rung */
    bool right;                   /**< its answer was right */
    bool failed;                  /**< one of its CUDA calls failed: it has no answer */
    double us[BENCH_MAX_RUNS];    /**< measured times, sorted once all are */
    size_t runs;                  /**< number of times */
    double spent_us;              /**< their sum */
};

/** Collects the rungs by lab and then the libraries. @return the number */
size_t runners_find(struct runner *runners, size_t capacity);
/** Whether its name or group contains one of the comma-separated parts of @p list; an empty list selects
 * all. */
bool runner_is_named(const struct runner *runner, const char *list);

/** The kind of elements. */
struct data {
    const char *name;  /**< in the table */
    bool bytes;        /**< for histograms, else ints */
    inputs_fill *fill; /**< draws them */
};

/** Buffers on the device and the host for up to a number of elements. */
struct arena;
/** Allocates for @p n elements. @return NULL if there is not enough memory, after a message to
 * standard error */
struct arena *arena_open(int32_t n);
/** Frees it, also after a failed CUDA call. */
void arena_close(struct arena *arena);
/** Draws @p n elements and copies them to the device, @p offset elements after the address that cudaMalloc()
 * returned. */
void arena_fill(struct arena *arena, const struct data *data, int32_t n, int32_t offset);
/** Lets each of @p runners answer once, and notes which were right. */
void arena_check(struct arena *arena, struct runner *const *runners, size_t count);
/** Keeps the device busy until its clock is steady, as warm_up() does. @param[out] mhz the clock at the end
 * @return whether it is steady */
bool arena_warm_up(struct arena *arena, double *mhz);
/** Runs it once on a cold cache and notes the time. @return false if a CUDA call failed */
bool arena_time(struct arena *arena, struct runner *runner);

/** The memory's peak by its clock and bus width, in GB/s; 0 if the driver does not report them.
 */
double device_peak_gbps(void);

/** The device, its driver and the Toolkit in words, as a comment of the CSV. @return false, after a message,
 * if there is no GPU that can be used */
bool device_describe(FILE *out, const char *before_each_line);

/** Keeps the device busy until the clock of its multiprocessors is steady, for some seconds at most.
 * @param zeros  as for evict()
 * @param[out] mhz  the clock at the end
 * @return whether it is steady */
bool warm_up(void *zeros, size_t bytes, double *mhz);

/** Prints the present clocks and power, if the driver reports them. @return whether it does */
bool power_describe(FILE *out, const char *before_each_line);

/** Evicts all from the cache except parts of an array on the device, which is read. @param bytes  of zeros,
 * more than the cache holds */
void evict(void *zeros, size_t bytes);

__END_DECLS
