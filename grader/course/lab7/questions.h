/**
 * @file questions.h
 * @brief Lab 7: what ./grade lab7 --predict asks about the programs of predict.cu.
 */
#ifndef WARPLAB_LAB7_QUESTIONS_H
#define WARPLAB_LAB7_QUESTIONS_H

#include "lab/question.h"
#include "lab/spec.h"

static const struct question on_blelloch[] = {
    {.asks = ASK_ADDS,
     .why = "Up the tree each addition leaves one value less: {n - 1}. Down the tree there are as many: {n - "
            "1 * 2}."},
    {.asks = ASK_STEPS,
     .why = "log2 {n} = {key / 2 - 1} up, as many down, one for loading, and one for storing the result: "
            "{key}."},
    {.asks = ASK_BARRIERS,
     .why = "There is one barrier in each of log2 {n} = {key / 2} rounds up, in as many down, and one after "
            "them: {key}."},
    {.asks = ASK_LOAD_SECTORS,
     .why = "Each int is loaded once, by neighbouring lanes in order: {n} × 4 bytes / 32 = {n / 8}."},
    {.asks = ASK_SHARED_LOADS,
     .why = "Lanes that are 2 × stride words apart share banks, so one load of all rounds of a sweep takes "
            "{n / 32 * 6 - 1} wavefronts. There are two loads in each of two sweeps, and {n / 32} requests "
            "at the end: {n / 32 * 25 - 4}."},
};

static const struct question on_up_sweep[] = {
    {.asks = ASK_SHARED_LOADS,
     .why = "Padding moves each row of 32 words on by {padding} banks, modulo 32. Without conflicts two "
            "loads take 2 × {n / 32 + 4} wavefronts, and with all of them 2 × {n / 32 * 6 - 1}; the sum "
            "takes one: {key}."},
    {.asks = ASK_SHARED_STORES,
     .why = "{n / 32} requests store what was loaded, without conflicts. The sums take {n / 32 + 4} "
            "wavefronts if padding spreads them over the banks, and {n / 32 * 6 - 1} if it moves a row by no "
            "bank: with {padding} words it is {key} in all."},
};

static const struct question_program programs[] = {
    {"blelloch",
     {{"n", {128, 256, 512, 1024}}},
     on_blelloch,
     SPEC_COUNT(on_blelloch),
     "An exclusive scan of n ints by one block of n / 2 threads, in n words of shared memory. "
     "Each thread brings two ints there, each side by side with its neighbours'. Up the tree the "
     "distance is 1, 2, 4, … below n: n / 2 / distance threads are busy, load a word, then "
     "another one, and store their sum, made by wl_add(). The words of a load, and those of a "
     "store, are 2 × distance apart. Then one thread stores 0 to the root. Down the tree the "
     "distances come the other way round; a busy thread loads two words in the same way, and "
     "stores both, one of them made by wl_add(). There is a barrier before each round, and one "
     "before each thread loads two results, side by side with its neighbours', and stores them "
     "to global memory."},
    {"up_sweep",
     {{"n", {128, 256, 512, 1024}}, {"padding", {1, 32}}},
     on_up_sweep,
     SPEC_COUNT(on_up_sweep),
     "The way up the tree of a scan, of n ints by one block of n / 2 threads in shared memory. "
     "Behind each 32 words `padding` words are left free. Each thread brings two ints there, "
     "each side by side with its neighbours'. The distance is 1, 2, 4, … below n: n / 2 / "
     "distance threads are busy, load a word, then another one, and store their sum. The ints of "
     "a load, and those of a store, are 2 × distance apart, and the free words lie between them, "
     "too. At last one thread loads the root."},
};

#endif
