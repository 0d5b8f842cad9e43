/**
 * @file values.h
 * @brief What each access in the trace found and left behind.
 */
#ifndef SIMT_RECORD_VALUES_H
#define SIMT_RECORD_VALUES_H

#include "engine/observe/recorder/locals.h"
#include "engine/log/access_log.h"

/** Up to 16 bytes of memory, as they lie there. */
struct record_value {
    unsigned char bytes[16]; /**< the first ones, as many as the access has */
};

/** A launch begins. */
void simt_values_begin(void);

/** @name By row and lane of the trace
 * @{ */
/** What was there before the access. */
const struct record_value *simt_record_value_before(uint32_t row, unsigned lane);
/** What it left there. */
const struct record_value *simt_record_value_after(uint32_t row, unsigned lane);
/** What the lane's variables held then. */
const struct record_locals *simt_record_locals_at(uint32_t row, unsigned lane);
/** @} */
/** What they held when a lane came to the warp operation at which it waits; of a warp in the window. */
const struct record_locals *simt_record_locals_waiting(const struct simt_warp *warp, unsigned lane);

#endif
