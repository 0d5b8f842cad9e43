/**
 * @file questions.h
 * @brief Lab 4: what ./grade lab4 --predict asks about the programs of predict.cu.
 */
#ifndef WARPLAB_LAB4_QUESTIONS_H
#define WARPLAB_LAB4_QUESTIONS_H

#include "lab/question.h"
#include "lab/spec.h"

static const struct question on_neighbored[] = {
    {.asks = ASK_SHARED_LOADS,
     .why = "For strides 1 to 16 each of the {block / 32} warps has a lane that adds; for larger ones it is "
            "{block / 32 - 1} warps in all. That makes {block / 32 * 6 - 1} warps that load twice, and "
            "thread 0 loads the sum: {block / 32 * 6 - 1 * 2 + 1} a block, × {n / block} = {block / 32 * 6 - "
            "1 * 2 + 1 * n / block}."},
    {.asks = ASK_BARRIERS,
     .why =
         "There is one barrier in each of log2 {block} = {key / blocks} rounds. × {blocks} blocks = {key}."},
};

static const struct question on_neighbored_less[] = {
    {.asks = ASK_SHARED_LOADS,
     .why = "Fewer warps work, but their lanes are 2 × stride words apart and share banks: for strides 1 to "
            "16 a load takes {block / 32} wavefronts a block, for larger ones {block / 32 - 1} in all. With "
            "two loads and the sum it is {block / 32 * 6 - 1 * 2 + 1} a block, × {n / block} = {block / 32 * "
            "6 - 1 * 2 + 1 * n / block}."},
    {.asks = ASK_SHARED_STORES,
     .why = "{block / 32} wavefronts store what was loaded. The sums take {block / 32 * 6 - 1}, because "
            "lanes that are 2 × stride words apart share banks: {block / 32 * 7 - 1} a block, × {n / block} "
            "= {block / 32 * 7 - 1 * n / block}."},
};

static const struct question on_interleaved[] = {
    {.asks = ASK_SHARED_LOADS,
     .why = "Neighbouring lanes load neighbouring words, so there are no conflicts: over all strides {block "
            "/ 32 + 4} warps load twice, and thread 0 loads the sum. {block / 32 + 4 * 2 + 1} a block, × {n "
            "/ block} = {block / 32 + 4 * 2 + 1 * n / block}."},
};

static const struct question on_branches[] = {
    {.asks = ASK_DIVERGENT_WARPS,
     .why = "The branch changes at every multiple of {width}. A warp diverges if such a multiple lies inside "
            "it, not where two warps meet: {key} of {warps} warps."},
};

static const struct question on_columns[] = {
    {.asks = ASK_SHARED_LOADS,
     .why =
         "Lane t loads word {width} × t, from bank {width} × t modulo 32. So {key / tiles} lanes meet in "
         "each bank that is used, and a request takes {key / tiles} wavefronts: × {tiles} blocks = {key}."},
};

static const struct question_program programs[] = {
    {"neighbored",
     {{"n", {1024, 2048, 4096}}, {"block", {64, 128, 256}}},
     on_neighbored,
     SPEC_COUNT(on_neighbored),
     NULL},
    {"neighbored_less",
     {{"n", {1024, 2048, 4096}}, {"block", {64, 128, 256}}},
     on_neighbored_less,
     SPEC_COUNT(on_neighbored_less),
     "The same pairs, but added by the first threads: in a round with p pairs threads 0 to p - 1 are busy, "
     "and thread t takes the t-th pair. There is a barrier before each round. A busy thread loads the pair's "
     "one word, then the other one, and stores their sum."},
    {"interleaved",
     {{"n", {1024, 2048, 4096}}, {"block", {64, 128, 256}}},
     on_interleaved,
     SPEC_COUNT(on_interleaved),
     "The same with other pairs: what is left lies at the front, and in each round its first half takes in "
     "its second half. There is a barrier before each round. Thread t uses word t, and the word half of what "
     "is left behind it."},
    {"branches",
     {{"n", {1536, 3072}}, {"block", {192, 384}}, {"width", {8, 16, 32, 48, 64}}},
     on_branches,
     SPEC_COUNT(on_branches),
     NULL},
    {"columns",
     {{"tiles", {2, 4, 8}}, {"width", {32, 33, 34, 36, 40, 48}}},
     on_columns,
     SPEC_COUNT(on_columns),
     NULL},
};

#endif
