/**
 * @file questions.h
 * @brief Lab 2: what ./grade lab2 --predict asks about the programs of predict.cu.
 */
#ifndef WARPLAB_LAB2_QUESTIONS_H
#define WARPLAB_LAB2_QUESTIONS_H

#include "lab/question.h"
#include "lab/spec.h"

static const struct question on_levels[] = {
    {.asks = ASK_LAUNCHES,
     .why = "Each launch makes one value of {block}, or of what is left, until there is only one: {key} "
            "launches for {n} values."},
    {.asks = ASK_BARRIERS,
     .why = "Each block of the first launch passes log2 {block} barriers, and there are {n / block} of them. "
            "With the blocks of the other launches it is {key}."},
    {.asks = ASK_ADDS,
     .why = "Each addition leaves one value less, and of {n} values one is left, however many launches it "
            "takes: {n - 1}."},
    {.asks = ASK_STEPS,
     .why = "Blocks work side by side, so a launch takes the steps of one tree: log2 {n} = {key - launches} "
            "over all launches. In each launch thread 0 stores the block's sum behind the last barrier: {key "
            "- launches} + {launches} = {key}."},
};

static const struct question on_one_pass[] = {
    {.asks = ASK_LOAD_REQUESTS,
     .why = "With a stride of 32 or more, stride / 32 warps load; with a smaller one it is one warp. Over "
            "all strides these are {block / 32 + 4} warps of a block, which load twice: {n / block} × 2 × "
            "{block / 32 + 4} = {block / 32 + 4 * 2 * n / block}."},
    {.asks = ASK_LOAD_SECTORS,
     .why = "A load of stride ints that follow each other moves stride / 8 sectors, and one where the stride "
            "is below 8: {block / 8 + 2} over all strides. There are two loads and {n / block} blocks: "
            "{block / 8 + 2 * 2 * n / block}."},
    {.asks = ASK_STORE_REQUESTS,
     .why = "With a stride of 32 or more, stride / 32 warps store; with a smaller one it is one warp. That "
            "is {block / 32 + 4} a block, × {n / block} blocks = {block / 32 + 4 * n / block}."},
};

static const struct question on_pairs[] = {
    {.asks = ASK_LOAD_SECTORS,
     .why = "The lanes of a warp are {stride * 2} ints apart, so each load touches {stride * 8} sectors. {n "
            "/ 2 / stride / 32} warps load twice: {n / 2 / stride / 32 * 2} × {stride * 8} = {n / 4}."},
};

static const struct question_program programs[] = {
    {"levels",
     {{"n", {4096, 16384}}, {"block", {64, 128, 256}}},
     on_levels,
     SPEC_COUNT(on_levels),
     "Trees of n values in global memory. In each block of `block` threads, as many values are added up, by "
     "wl_add(): half of the threads add first, then half as many, down to one, and behind each of these "
     "steps all "
     "threads of the block meet at a barrier. Behind the last one, one thread stores the block's sum. The "
     "next launch "
     "adds up these sums in the same way, until one value is left. Where there are fewer values than "
     "`block`, there "
     "are as many threads as values."},
    {"one_pass",
     {{"n", {1024, 2048, 4096}}, {"block", {64, 128, 256}}},
     on_one_pass,
     SPEC_COUNT(on_one_pass),
     "One launch of n / block blocks. In a block's first step the first half of its threads is busy, then "
     "half as "
     "many, down to one. A busy thread loads an int, then another one, and stores one, all in global memory. "
     "The ints "
     "of a load, and those of a store, lie side by side: from a multiple of 32 bytes on if they are eight or "
     "more, "
     "and otherwise within one sector."},
    {"pairs",
     {{"n", {8192, 16384, 32768}}, {"block", {64, 128}}, {"stride", {1, 2, 4}}},
     on_pairs,
     SPEC_COUNT(on_pairs),
     NULL},
};

#endif
