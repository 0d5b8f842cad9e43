/**
 * @file questions.h
 * @brief Lab 5: what ./grade lab5 --predict asks about the programs of predict.cu.
 */
#ifndef WARPLAB_LAB5_QUESTIONS_H
#define WARPLAB_LAB5_QUESTIONS_H

#include "lab/question.h"
#include "lab/spec.h"

static const struct question on_unrolled[] = {
    {.asks = ASK_BLOCKS,
     .why = "A block of {block} threads adds {parts} parts of {block} ints: {n} / {parts} / {block} = {n / "
            "parts / block}."},
    {.asks = ASK_LOAD_REQUESTS,
     .why =
         "Each int is loaded once, 32 of them by one request, in however many blocks: {n} / 32 = {n / 32}."},
    {.asks = ASK_BARRIERS,
     .why = "A block passes one barrier after loading and log2 {block} in its tree, so {key / blocks}. "
            "{parts} parts a block leave {blocks} blocks: {key}."},
    {.asks = ASK_ADDS,
     .why = "Each addition leaves one value less, and of {n} values {blocks} are left, one a block: {n - "
            "blocks}. Unrolling saves none."},
};

static const struct question on_last_warp[] = {
    {.asks = ASK_BARRIERS,
     .why = "The loop ends with stride 32, so it has {key / blocks - 1} rounds, and there is a barrier after "
            "loading. {key / blocks} a block, × {blocks} = {key}."},
    {.asks = ASK_SHARED_LOADS,
     .why = "In the loop {block / 32 - 1} warps load twice. Then one warp loads once more, and goes on with "
            "shuffles: {block / 32 - 1 * 2 + 1} a block, × {blocks} = {block / 32 - 1 * 2 + 1 * blocks}."},
    {.asks = ASK_STEPS,
     .why = "One for loading, {key - 7} in the loop, 5 shuffles, and one for the block's sum: {key}."},
    {.asks = ASK_ADDS,
     .why = "The loop adds {block - 32} times. Then all 32 lanes add after each of 5 shuffles, although few "
            "of these sums are needed: {block - 32} + 160 = {block + 128} a block, × {blocks} = {block + 128 "
            "* blocks}."},
};

static const struct question_program programs[] = {
    {"unrolled",
     {{"n", {4096, 8192, 16384}}, {"block", {64, 128, 256}}, {"parts", {2, 4, 8}}},
     on_unrolled,
     SPEC_COUNT(on_unrolled),
     "A block of `block` threads adds up parts × block ints that follow each other. Each thread loads "
     "`parts` ints, `block` apart, and adds them by wl_add(); neighbouring threads load neighbouring ints. "
     "Then it stores its sum in shared memory. After a barrier comes the tree of lab 4's interleaved pairs, "
     "with wl_add() and a barrier behind each of its steps, and one thread stores the block's sum."},
    {"last_warp",
     {{"n", {1024, 2048, 4096}}, {"block", {128, 256, 512}}},
     on_last_warp,
     SPEC_COUNT(on_last_warp),
     "A block of `block` threads adds up as many ints in shared memory. After loading there is a barrier. In "
     "the tree half of the threads are busy first, then half as many, down to 32. A busy thread loads two "
     "words and stores their sum, made by wl_add(); behind each step stands a barrier. Then the first warp "
     "goes on alone: each lane loads its word, and in five rounds takes another lane's value by a shuffle "
     "and adds it by wl_add(). One thread stores the block's sum to global memory."},
};

#endif
