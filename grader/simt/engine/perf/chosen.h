/**
 * @file chosen.h
 * @brief What is sampled: which blocks of a launch, and which parts of a long block.
 *
 * Both are drawn, so that a program cannot know what of it is seen.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/observe/observer.h"
#include "engine/perf/sample.h"

/** Why a block is sampled. */
enum simt_chosen {
    SIMT_NOT_CHOSEN,      /**< it is not */
    SIMT_CHOSEN_OF_PARTS, /**< it is the one of its part of the grid */
    SIMT_CHOSEN_FIRST,    /**< it is the first of a larger grid, and may do what no other does */
    SIMT_CHOSEN_LAST      /**< it is the last one, likewise */
};

/** A launch begins. @param drawn_from what is chosen follows from this number */
void simt_chosen_begin(uint64_t blocks, uint64_t drawn_from);
/** Whether a block is sampled: one of each of SIMT_SAMPLED_BLOCKS equal parts of the grid, each at another
 * place of its part; of a larger grid the first and the last one, too. */
enum simt_chosen simt_chosen(uint32_t number);

/** The parts of a block that are seen. */
struct simt_windows {
    bool rests;                      /**< what it does now is not seen */
    uint32_t basic_blocks;           /**< of warps, seen in this window; the caller counts them */
    uint64_t seen;                   /**< instructions in windows */
    uint64_t rest;                   /**< instructions until the next window begins */
    uint64_t ran[2][SIMT_MAX_WARPS]; /**< instructions of each warp between windows; and in windows */
};

/** A block begins, with a window. */
void simt_windows_begin(struct simt_windows *windows);
/** A warp of the block has run a slice; windows begin and end only between slices.
 * @param warp its number in the block
 * @param may_rest the block may rest after this slice
 * @return true if a window begins now, before which something was not seen */
bool simt_windows_pass(struct simt_windows *windows, uint32_t warp, const struct simt_passed_event *passed,
                       bool may_rest);
/** The block has ended: adds what was not seen of its warps to their operations, as if it were like what was
 * seen. */
void simt_windows_end(const struct simt_windows *windows, struct simt_block_sample *block, uint32_t warps);
