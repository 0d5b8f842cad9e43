/**
 * @file child_launches.h
 * @brief Kernels that threads of kernels launch (dynamic parallelism).
 *
 * A child runs when the whole grid of its parent has ended, which is one of the times that CUDA allows: a
 * parent cannot wait for a child since CUDA 12. Children run in the order in which they were launched. A
 * kernel ends only when its children have, so they run before the next child of its parent. Each sees all
 * that the parent's grid has stored. So what a thread other than the launching one stores after the launch,
 * or before it without a barrier, is no race here.
 */
#ifndef SIMT_CHILD_LAUNCHES_H
#define SIMT_CHILD_LAUNCHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "simt/abi.h"

struct simt_lane;

/** What stood in `<<< >>>`. */
struct simt_configuration {
    struct simt_dim3 grid;        /**< blocks */
    struct simt_dim3 block;       /**< threads */
    size_t shared_bytes;          /**< dynamic shared memory of a block */
    const void *stream;           /**< the handle of the stream */
    uintptr_t at;                 /**< the launch */
    bool cooperative;             /**< all blocks are resident together */
    const struct simt_lane *lane; /**< who launches; NULL: the host */
    unsigned depth;               /**< 0: the host launched it; 1: a kernel that the host launched; … */
};

/** A launch that waits for the end of its parent. */
struct simt_child {
    const char *name;                        /**< as simt_launch() was given it */
    void (*body)(const void *);              /**< likewise */
    void *closure;                           /**< likewise; a copy, once it waits */
    size_t bytes;                            /**< of the closure */
    struct simt_configuration configuration; /**< under which it is to run */
};

/** Puts a child of the running lane behind those that wait. Its arguments are copied, and checked: a pointer
 * to shared or local memory of the parent is an error, and ends the launch. */
void simt_children_add(const struct simt_child *child);
/** Takes the first that waits; with @p wanted false, forgets them all. @return false if none does */
bool simt_children_next(bool wanted, struct simt_child *out);
/** Frees what simt_children_next() gave. */
void simt_child_free(struct simt_child *child);

#endif
