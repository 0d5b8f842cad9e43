/**
 * @file questions.h
 * @brief Lab 3: what ./grade lab3 --predict asks about the programs of predict.cu.
 */
#ifndef WARPLAB_LAB3_QUESTIONS_H
#define WARPLAB_LAB3_QUESTIONS_H

#include "lab/question.h"
#include "lab/spec.h"

static const struct question on_in_shared[] = {
    {.asks = ASK_LOAD_SECTORS,
     .why = "Each int is loaded once, by neighbouring lanes in order: {n} × 4 bytes / 32 = {n / 8}."},
    {.asks = ASK_STORE_REQUESTS,
     .why = "Thread 0 of each block stores, and nobody else: {n} / {block} = {n / block} requests of one "
            "lane each."},
    {.asks = ASK_BARRIERS,
     .why = "A block passes one barrier after loading and log2 {block} in its tree, so {key / blocks}. × "
            "{blocks} blocks = {key}."},
    {.asks = ASK_SHARED_LOADS,
     .why = "Over all strides {block / 32 + 4} warps load twice, without conflicts, and thread 0 loads the "
            "sum: {block / 32 + 4 * 2 + 1} a block. × {blocks} blocks = {block / 32 + 4 * 2 + 1 * blocks}."},
    {.asks = ASK_SHARED_STORES,
     .why = "{block / 32} warps store what they have loaded, and over all strides {block / 32 + 4} warps "
            "store sums: {block / 16 + 4} a block. × {blocks} blocks = {block / 16 + 4 * blocks}."},
    {.asks = ASK_STEPS,
     .why = "One for the store after loading, log2 {block} = {key - 2} in the tree, and one for the block's "
            "sum: {key}. Blocks work side by side."},
};

static const struct question on_in_global[] = {
    {.asks = ASK_LOAD_SECTORS,
     .why = "Over all strides each of the two loads moves {block / 8 + 2} sectors, and thread 0 loads the "
            "sum: {block / 8 + 2 * 2 + 1} a block. × {n / block} blocks = {block / 8 + 2 * 2 + 1 * n / "
            "block}; the input itself is {n / 8} sectors."},
};

static const struct question_program programs[] = {
    {"in_shared",
     {{"n", {1024, 2048, 4096}}, {"block", {64, 128, 256}}},
     on_in_shared,
     SPEC_COUNT(on_in_shared),
     "Each of n / block blocks adds up `block` ints. Each thread brings one from global to "
     "shared memory, neighbours next to each other, and all meet at a barrier. In the tree half "
     "of the threads are busy first, then half as many, down to one. A busy thread loads a word, "
     "then another one, side by side with its neighbours', and stores their sum; behind each of "
     "these steps stands a barrier. At last one thread loads the block's sum and stores it to "
     "global memory."},
    {"in_global",
     {{"n", {1024, 2048, 4096}}, {"block", {64, 128, 256}}},
     on_in_global,
     SPEC_COUNT(on_in_global),
     "The same tree, but all of it in global memory, where the ints are: nothing is brought to "
     "shared memory. The ints of a load lie side by side: from a multiple of 32 bytes on if they "
     "are eight or more, and otherwise within one sector. At last one thread of each block loads "
     "the block's sum and stores it."},
};

#endif
