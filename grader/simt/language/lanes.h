/**
 * @file lanes.h
 * @brief A kernel's body whose lanes wait without a stack, and what it needs where they go on.
 */
#pragma once

#include "code.h"

/** A place where lanes wait. */
struct lane_wait {
    gcall *call;            /**< of the barrier, or of the operation of the warp */
    basic_block before;     /**< ends with the call */
    basic_block after;      /**< follows it */
    std::vector<tree> live; /**< values that are needed behind it */
};

/** A body, and the frame in which each lane has what it needs. */
struct lane_code {
    function *of;                                    /**< the body */
    std::vector<lane_wait> waits;                    /**< its waits, in the order of their blocks */
    std::map<tree, unsigned HOST_WIDE_INT> places;   /**< of values, in the frame */
    unsigned HOST_WIDE_INT bytes = sizeof(uint32_t); /**< of a frame, with the number of the place */
    tree frame;                                      /**< the running lane's */
    bool has_arrays = false;                         /**< that the engine knows */
};

/** Whether the call declares an array, or a variable of a class, to the engine. */
bool lanes_declare(const gimple *statement);
/** Whether a variable in memory is needed behind a wait: those are on the stack, which other lanes use.
 * @param alive live_at_ends() */
bool lanes_keep_memory(const lane_code &of, const std::vector<std::set<tree>> &alive);
/** Binds variables of the source again behind each wait, so that a debugger, and a recording, find their
 * values as before it. To be called before values are loaded again. */
void lanes_bind_again(const lane_code &of);
