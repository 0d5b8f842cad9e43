/**
 * @file values.h
 * @brief What each access in the trace found and left behind.
 */
#ifndef SIMT_RECORD_VALUES_H
#define SIMT_RECORD_VALUES_H

#include "engine/trace/trace.h"

/** Up to 16 bytes of memory, as they lie there. */
struct record_value {
    unsigned char bytes[16]; /**< the first ones, as many as the access has */
};

/** @name By row and lane of the trace
 * @{ */
/** What was there before the access. */
const struct record_value *simt_record_value_before(uint32_t row, unsigned lane);
/** What it left there. */
const struct record_value *simt_record_value_after(uint32_t row, unsigned lane);
/** @} */

#endif
