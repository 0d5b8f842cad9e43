/**
 * @file questions.h
 * @brief Lab 10: what ./grade lab10 --predict asks about the programs of predict.cu.
 */
#ifndef WARPLAB_LAB10_QUESTIONS_H
#define WARPLAB_LAB10_QUESTIONS_H

#include "lab/question.h"
#include "lab/spec.h"

static const struct question on_bitonic[] = {
    {.asks = ASK_STEPS,
     .why = "Size 2 takes one round, size 4 two, and so on up to {n}: {key - 2} rounds. With the stores of "
            "loading and of the result: {key}."},
    {.asks = ASK_BARRIERS,
     .why = "There is one barrier in each of 1 + 2 + ... + log2 {n} = {key - 1} rounds, and one after them: "
            "{key}."},
    {.asks = ASK_SHARED_LOADS,
     .why = "With a stride below 32 half of the lanes of each warp load twice; with a larger one all lanes "
            "of half of the warps do. At the end each of {n / 32} warps loads once: {key}."},
};

static const struct question on_heads[] = {
    {.asks = ASK_LOAD_SECTORS,
     .why = "A warp's in[i] are 4 sectors. Its in[i - 1] begin one int before them, in a fifth sector, but "
            "for the first warp: {n / 32} × 9 - 1 = {n / 32 * 9 - 1}."},
    {.asks = ASK_STORE_REQUESTS,
     .why = "A run begins at every multiple of {run}, and a warp makes one request if one or more runs begin "
            "in it: {key}."},
};

static const struct question on_scatter[] = {
    {.asks = ASK_STORE_SECTORS,
     .why = "Of a warp's 32 keys {32 / buckets} go to each of {buckets} buckets, side by side in one sector: "
            "{n / 32} requests × {buckets} = {n / 32 * buckets}."},
};

static const struct question on_odd_even[] = {
    {.asks = ASK_LAUNCHES,
     .why = "No block may begin a round before all have ended the one before, so each of {n} rounds is a "
            "launch: {key}."},
    {.asks = ASK_BLOCKS,
     .why = "Each of {n} rounds has {n} / 2 threads, in blocks of {block}: {n / 2 / block} × {n} = {n / 2 / "
            "block * n}."},
};

static const struct question_program programs[] = {
    {"bitonic", {{"n", {64, 128, 256, 512}}}, on_bitonic, SPEC_COUNT(on_bitonic), NULL},
    {"heads",
     {{"n", {1024, 2048, 4096}}, {"block", {128, 256}}, {"run", {16, 32, 64, 128}}},
     on_heads,
     SPEC_COUNT(on_heads),
     NULL},
    {"scatter",
     {{"n", {1024, 2048, 4096}}, {"block", {128, 256}}, {"buckets", {4, 8, 16, 32}}},
     on_scatter,
     SPEC_COUNT(on_scatter),
     NULL},
    {"odd_even", {{"n", {16, 32, 48}}, {"block", {4, 8}}}, on_odd_even, SPEC_COUNT(on_odd_even), NULL},
};

#endif
