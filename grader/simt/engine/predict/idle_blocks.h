/**
 * @file idle_blocks.h
 * @brief A launch whose grid is larger than the small inputs need, as if it had only the blocks that they do.
 *
 * A grid that is the same at all sizes may have a row for each of its warps at the size to come, and at the
 * small ones for a few of them alone. Blocks without a row say nothing of those that have one. So they are
 * left out, and the grid is one that grows with the size, until all of it has work.
 */
#ifndef SIMT_IDLE_BLOCKS_H
#define SIMT_IDLE_BLOCKS_H

#include "engine/predict/scaling.h"

/** A launch at three sizes without the blocks that have nothing to do. It is not to be moved: `runs` points
 * into it. */
struct simt_busy_runs {
    struct simt_runs runs;         /**< the launches below, as one; what they lack is the original's */
    struct simt_kernel_record at1; /**< the launch at the smaller size */
    struct simt_kernel_record at2; /**< the launch at the larger size */
    struct simt_kernel_record dry; /**< the launch at the size to come, which was noted only */
    struct simt_sample sample1;    /**< the blocks of at1 that load something */
    struct simt_sample sample2;    /**< the blocks of at2 that load something */
};

/**
 * Leaves idle blocks out.
 *
 * Only of a grid that is the same at both small sizes, and has idle blocks at both, fewer at the larger one:
 * there their number follows from the size. Idle is a block that loads nothing from global memory.
 * @return the launches to be taken: those of @p busy, or @p runs
 */
const struct simt_runs *simt_without_idle_blocks(const struct simt_runs *runs, struct simt_busy_runs *busy);

#endif
