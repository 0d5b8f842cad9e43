/**
 * @file wrapped_index.h
 * @brief Recognises an address that an unsigned index below 0 leads to, 2^32 elements behind an array; or an
 * int that passed 2^31, as many elements before the place that was meant.
 */
#ifndef SIMT_WRAPPED_INDEX_H
#define SIMT_WRAPPED_INDEX_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/report/errors.h"

/**
 * Reports an access out of bounds by its cause, if that is an index that wrapped around.
 * @param verb "read" or "write"
 * @param size of the access, which is an element's
 * @return false if that is not the cause; then nothing is reported
 */
bool simt_report_wrapped_index(const struct simt_actor *actor, const char *verb, uintptr_t address,
                               uint64_t size);
/** The same for an int that passed 2^31, if the array has so many elements. */
bool simt_report_overflowed_index(const struct simt_actor *actor, const char *verb, uintptr_t address,
                                  uint64_t size);

#endif
