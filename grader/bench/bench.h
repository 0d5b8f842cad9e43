/**
 * @file bench.h
 * @brief `make bench`: every rung of every lab on a GPU, beside a copy and the vendor's libraries.
 *
 * Theory of operation. One process, linked with all reference solutions; nothing here is untrusted. The rungs
 * are the tasks of the labs' specs, found by their names among the program's own symbols, so there is no list
 * of them. For each size and kind of data, all runners that solve it first give one answer each, which is
 * compared with the spec's serial reference; then they are timed alternately, one run each, so that whatever
 * else happens to the machine happens to all alike.
 */
#ifndef WARPLAB_BENCH_H
#define WARPLAB_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "bench/vendor.h"
#include "lab/spec.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { BENCH_MAX_RUNS = 64, BENCH_MAX_RUNNERS = 64 };

/** One who takes part: a rung of a lab, or a routine of a library. */
struct runner {
    const char *group;            /**< "lab3", or "CUB" */
    const char *name;             /**< "reduce_shared", or the routine */
    const struct spec_task *task; /**< what is solved: reference, sizes, option */
    void (*launcher)(void);       /**< a rung's; NULL for a library's */
    const struct vendor *vendor;  /**< a library's; NULL for a rung */
    bool right;                   /**< its answer was right */
    bool failed;                  /**< a CUDA call of it failed: it has no answer */
    double us[BENCH_MAX_RUNS];    /**< times taken, sorted once all are */
    size_t runs;                  /**< as many */
    double spent_us;              /**< all of them together */
};

/** Gathers the rungs by lab and then the libraries. @return how many */
size_t runners_find(struct runner *runners, size_t capacity);
/** Whether one of the parts of @p list, which commas separate, is in its name or group; an empty list names
 * all. */
bool runner_is_named(const struct runner *runner, const char *list);

/** What the elements are. */
struct data {
    const char *name;  /**< in the table */
    bool bytes;        /**< for histograms, else ints */
    inputs_fill *fill; /**< draws them */
};

/** Buffers on the device and the host for elements up to a number. */
struct arena;
/** Allocates for @p n elements. @return NULL if there is no memory for @p n elements, after saying so on
 * standard error */
struct arena *arena_open(int32_t n);
/** Frees it, also after a failed CUDA call. */
void arena_close(struct arena *arena);
/** Draws @p n elements and brings them to the device, @p offset elements behind where cudaMalloc() would put
 * them. */
void arena_fill(struct arena *arena, const struct data *data, int32_t n, int32_t offset);
/** Has each of @p runners answer once, and notes who was right. */
void arena_check(struct arena *arena, struct runner *const *runners, size_t count);
/** Has the device work until its clock is steady, as warm_up() does. @param[out] mhz the clock at the end
 * @return whether it is steady */
bool arena_warm_up(struct arena *arena, double *mhz);
/** Runs it once on a cold cache and notes the time. @return false if a CUDA call failed */
bool arena_time(struct arena *arena, struct runner *runner);

/** What memory can deliver by its clock and the width of its bus, in GB/s; 0 where the driver does not say.
 */
double device_peak_gbps(void);

/** The device in words, its driver and the Toolkit, as a comment of the CSV. @return false, after saying why,
 * if there is no GPU that can be used */
bool device_describe(FILE *out, const char *before_each_line);

/** Keeps the device at work until the clock of its multiprocessors is steady, for some seconds at most.
 * @param zeros  as for evict()
 * @param[out] mhz  the clock at the end
 * @return whether it is steady */
bool warm_up(void *zeros, size_t bytes, double *mhz);

/** Prints clocks and power of this moment, where the driver can be asked. @return whether it could */
bool power_describe(FILE *out, const char *before_each_line);

/** Leaves nothing in the cache but parts of an array on the device, which is read. @param bytes  of zeros,
 * more than the cache holds */
void evict(void *zeros, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
