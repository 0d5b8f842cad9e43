/**
 * @file unset.h
 * @brief Where a value was lost that a lane received from a shuffle: from a lane that has ended, does not
 * take part, or had no value itself.
 *
 * Compiled code hands such an origin on beside the value (language/code_unset.cc), and tells the engine where
 * the value is used.
 */
#ifndef SIMT_UNSET_H
#define SIMT_UNSET_H

#include <stdint.h>

/** What was wrong with the lane that a shuffle read from. */
enum simt_unset_cause {
    SIMT_UNSET_NONE,       /**< nothing */
    SIMT_UNSET_OWN,        /**< the value is the lane's own, and was passed on alone */
    SIMT_UNSET_GIVEN,      /**< it passed a value that it had not set */
    SIMT_UNSET_ENDED,      /**< it has ended */
    SIMT_UNSET_NO_LANE,    /**< the block has no such thread */
    SIMT_UNSET_NOT_IN_MASK /**< it does not take part */
};

/** The origin of a value that lane @p lane of the warp should have given to the shuffle at @p pc; never 0. Of
 * two origins compiled code keeps the larger number: here the one with the lower lane. */
static inline uint64_t simt_unset_origin(enum simt_unset_cause cause, unsigned lane, uintptr_t pc) {
    return (uint64_t)cause << 56 | (uint64_t)(31 - lane) << 48 | (uint64_t)pc;
}
/** Its cause. */
static inline enum simt_unset_cause simt_unset_cause_of(uint64_t origin) {
    return (enum simt_unset_cause)(origin >> 56);
}
/** Its lane. */
static inline unsigned simt_unset_lane_of(uint64_t origin) { return 31 - (unsigned)(origin >> 48 & 31); }
/** Its shuffle. */
static inline uintptr_t simt_unset_pc_of(uint64_t origin) { return origin & ((UINT64_C(1) << 48) - 1); }
/** Reports the use of a value by the running lane, if the origin is that of a shuffle. */
void simt_unset_report(uint64_t origin, uintptr_t used_at);

#endif
