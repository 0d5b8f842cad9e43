/**
 * @file profile.h
 * @brief The modelled device: its limits, which programs can query, and its speeds, which the timing
 *        model (model.h) uses.
 *
 * A profile is a text file, one `key = value unit` a line, `#` for comments. `grader/simt/profiles/h200.txt`
 * is the example, which is built in: it has every key, in the order of profile_keys.h.
 * `grader/simt/profiles/measure` measures one.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** One device: a field for each key of profile_keys.h, which explains it. Sizes are in bytes, rates per
 * second, times in seconds unless it says cycles. */
struct simt_profile {
/** @cond */
#define TEXT(name, size) char name[size];
#define FLAG(name) bool name;
#define KEY(type, name, quantity, least, most) type name;
#include "engine/model/profile_keys.h"
#undef TEXT
#undef FLAG
#undef KEY
    /** @endcond */
};

/** The device of this run: `SIMT_DEVICE` (a built-in name, else a file), by default h200. Chosen once. An
 * unreadable profile ends the program with a message: every figure would be another device's. */
const struct simt_profile *simt_profile(void);
/**
 * Blocks of @p threads that fit on a multiprocessor together (CUDA C++ Programming Guide, "Multiprocessor
 * Level").
 * @param shared    bytes of shared memory of a block, static and dynamic
 * of a thread; 0: unknown, no limit
 * @return 0 if not even one fits
 */
double simt_occupancy(const struct simt_profile *profile, double threads, double shared, double registers);
/** Blocks of @p threads threads and @p shared bytes of shared memory that one multiprocessor holds at a time.
 */
uint32_t simt_blocks_per_multiprocessor(uint64_t threads, uint64_t shared);
/** Multiprocessors that hold a launch's blocks: all of them for a cooperative launch; for another one, the
 * number set by simt_set_multiprocessors(). A program sees no others. */
uint32_t simt_multiprocessors_for(bool cooperative);
/** The built-in profile called @p name, NULL if there is none. */
const struct simt_profile *simt_profile_builtin(const char *name);
/**
 * Reads a profile. A profile named by `like` supplies the missing keys.
 * @param why receives one sentence that says what is wrong
 * @return false at a line that is no `key = value unit`, an unknown key, a unit of another kind, a value out
 *   of its key's range, or if a key is missing
 */
bool simt_profile_read(FILE *in, struct simt_profile *out, char *why, size_t why_size);
