/**
 * @file questions.h
 * @brief Lab 6: what ./grade lab6 --predict asks about the programs of predict.cu.
 */
#ifndef WARPLAB_LAB6_QUESTIONS_H
#define WARPLAB_LAB6_QUESTIONS_H

#include "lab/question.h"
#include "lab/spec.h"

static const struct question on_one_block[] = {
    {.asks = ASK_ADDS,
     .why = "In each of log2 {n} rounds all threads add but the first `offset` ones: {key + n - 1} - {n - 1} "
            "= {key}."},
    {.asks = ASK_STEPS,
     .why = "One for loading, one in each of log2 {n} = {key - 2} rounds, and one for storing the result: "
            "{key}."},
    {.asks = ASK_BARRIERS,
     .why = "There is one barrier in each of log2 {n} = {key - 1} rounds, and one after them: {key}. Two "
            "buffers save the second barrier of a round."},
    {.asks = ASK_SHARED_LOADS,
     .why = "In each round a warp loads twice, but for the {n / 32 - 1} times that all its threads are below "
            "the offset. At the end each of {n / 32} warps loads once: {key}."},
};

static const struct question on_any_size[] = {
    {.asks = ASK_LAUNCHES,
     .why = "The last level, of at most {block} values, takes one launch; each level before it takes two, "
            "one to scan and one to add. {n} values take {key}."},
    {.asks = ASK_BLOCKS,
     .why = "The first level has {n / block} blocks, to scan and again to add. With those of the levels "
            "behind it there are {key}."},
    {.asks = ASK_BARRIERS,
     .why = "A scan passes two barriers in each round, and the addition none: {n / block} blocks × 2 × log2 "
            "{block} in the first level. With the levels behind it: {key}."},
};

static const struct question_program programs[] = {
    {"one_block",
     {{"n", {64, 128, 256, 512}}},
     on_one_block,
     SPEC_COUNT(on_one_block),
     "A scan of n values by one block of n threads, in shared memory, with two buffers. Each thread loads a "
     "value into "
     "the first one. In rounds of offset 1, 2, 4, … below n, each thread takes up its own sum; all but the "
     "first "
     "`offset` threads take up another one, too, and add it by wl_add(); then all store to the other buffer. "
     "There is "
     "a barrier before each round, and one before each thread loads its result and stores it to global "
     "memory."},
    {"any_size",
     {{"n", {4096, 16384}}, {"block", {64, 128, 256}}},
     on_any_size,
     SPEC_COUNT(on_any_size),
     "A scan of n values by levels. A launch scans each block's `block` values by themselves, and leaves the "
     "blocks' "
     "sums. If there is more than one, these are scanned in the same way, and then one more launch, of as "
     "many blocks "
     "as the first, adds them. A block that scans passes two barriers in each of its log2 block rounds; one "
     "that adds "
     "passes none."},
};

#endif
