/**
 * @file request.h
 * @brief How values of a struct flow_request are written on command lines.
 */
#ifndef WARPLAB_REQUEST_H
#define WARPLAB_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "sandbox/sandbox.h"

/** A set of backends by its name: "cpu", "gpu", "all". */
bool request_read_backend(const char *word, unsigned *backends);
/** A seed: up to 16 hexadecimal digits, with or without 0x, as seeds are printed. */
bool request_read_seed(const char *word, uint64_t *seed);
/** Reads "A", "B" or "C". */
bool request_read_tier(const char *word, enum sandbox_tier *tier);
/** Reads "auto", the best tier that works here, or "container", none of our own. */
bool request_read_sandbox(const char *word, bool *container);

#endif
