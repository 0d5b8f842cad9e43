/**
 * @file judged_fuzz.h
 * @brief Asks a task's judge about ten thousand random answers.
 */
#ifndef WARPLAB_JUDGED_FUZZ_H
#define WARPLAB_JUDGED_FUZZ_H

#include "lab/judge.h"

/** Room for what is said of a judge. */
enum { FUZZ_WORDS = 256 };

/**
 * Calls the judge of a task on answers to its small cases: the right one, the right one with some numbers
 * changed, and random ones. It must look at no number outside of a buffer, say the same twice, take the right
 * answer, take no random bits for one, and refuse some change to each output.
 * @param said receives what is wrong with it
 * @return false if something is
 */
bool fuzz_judge(const struct spec_task *task, uint64_t seed, char said[FUZZ_WORDS]);

#endif
