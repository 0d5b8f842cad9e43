/**
 * @file parts.h
 * @brief The list of launches, and of the host's calls, in parts: one for each size that a program was run
 * at.
 */
#ifndef SIMT_PARTS_H
#define SIMT_PARTS_H

#include <stddef.h>
#include <stdint.h>

/** Launches of the list, from @c from to before @c to. */
struct simt_launch_range {
    size_t from; /**< the first */
    size_t to;   /**< behind the last */
};

/** A part, which has ended. */
struct simt_part {
    double n;                          /**< the size that it ran at */
    struct simt_launch_range launches; /**< its own */
    size_t first_call;                 /**< its first call (host_calls.h) */
    size_t end_call;                   /**< behind its last one */
    uint64_t accessed_before;          /**< bytes that host code had read and written when it began */
    uint64_t accessed;                 /**< and when it ended */
};

/** The i-th part, from 0; NULL if there is none. */
const struct simt_part *simt_part_get(int i);
/** Forgets all parts, as simt_kernels_clear() does the launches. */
void simt_parts_clear(void);
/** Another number after each end of a part: memory is another one from then on. */
unsigned simt_part_now(void);

#endif
