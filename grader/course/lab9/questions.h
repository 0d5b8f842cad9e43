/**
 * @file questions.h
 * @brief Lab 9: what ./grade lab9 --predict asks about the programs of predict.cu.
 */
#ifndef WARPLAB_LAB9_QUESTIONS_H
#define WARPLAB_LAB9_QUESTIONS_H

#include "lab/question.h"
#include "lab/spec.h"

static const struct question on_thread_by_thread[] = {
    {.asks = ASK_SHARED_STORES,
     .why = "A warp stores {bins} zeros and {rounds} counts. Its lanes are {bins} words apart, so {bins} of "
            "them meet in a bank: {bins + rounds * block / 32} requests × {bins} = {bins + rounds * block / "
            "32 * bins}."},
    {.asks = ASK_STORE_SECTORS,
     .why = "The lanes of a warp store {bins} ints apart, so each of them touches a sector of its own: {bins "
            "* block / 32} requests × 32 = {bins * block}."},
};

static const struct question on_bin_by_bin[] = {
    {.asks = ASK_SHARED_STORES,
     .why = "A warp stores {bins} zeros and {rounds} counts. Its lanes use neighbouring words, in 32 banks: "
            "{bins + rounds * block / 32} requests × 1 = {bins + rounds * block / 32}."},
    {.asks = ASK_STORE_SECTORS,
     .why = "Neighbouring lanes store neighbouring ints, 4 sectors a request: {bins * block / 32} requests × "
            "4 = {bins * block / 8}."},
};

static const struct question on_copies[] = {
    {.asks = ASK_SHARED_ATOMICS,
     .why = "All of a warp count in one bin, whose copies are 32 words apart, in one bank: {copies} "
            "different words, {copies} wavefronts. {n / 32} requests × {copies} = {n / 32 * copies}."},
    {.asks = ASK_ATOMIC_REQUESTS,
     .why = "One warp of each block adds its 32 bins to global memory with one request: {n} / {block} = {n / "
            "block}."},
    {.asks = ASK_ADDS,
     .why = "32 threads of each block add {copies} counts each, {copies - 1} additions: 32 × {copies - 1} × "
            "{blocks} blocks = {copies - 1 * 32 * blocks}."},
};

static const struct question_program programs[] = {
    {"thread_by_thread",
     {{"block", {64, 128, 256}}, {"bins", {8, 16, 32}}, {"rounds", {4, 8, 16}}},
     on_thread_by_thread,
     SPEC_COUNT(on_thread_by_thread),
     "One block. Each thread has `bins` counters of its own in shared memory, one int each, and the threads' "
     "counters lie one thread behind the other: `bins` words of thread 0, then those of thread 1. A thread "
     "stores 0 to each of its counters, then in `rounds` rounds adds 1 to one of them, in each round the "
     "same one for all threads, by a load and a store. At last it stores all of its counters to global "
     "memory, in the same order as they have in shared memory."},
    {"bin_by_bin",
     {{"block", {64, 128, 256}}, {"bins", {8, 16, 32}}, {"rounds", {4, 8, 16}}},
     on_bin_by_bin,
     SPEC_COUNT(on_bin_by_bin),
     "The same, but the counters lie bin by bin, in shared memory and in global memory: the counters of all "
     "threads for bin 0, thread by thread, then those for bin 1."},
    {"copies",
     {{"n", {4096, 8192, 16384, 32768}}, {"block", {128, 256}}, {"copies", {2, 4, 8, 16}}},
     on_copies,
     SPEC_COUNT(on_copies),
     "n / block blocks, one thread for each int. A block has `copies` histograms of 32 bins in shared "
     "memory, one behind the other, without a gap. Its threads clear them, meet at a barrier, and each does "
     "one atomic addition: thread t in copy t modulo `copies`, and all threads of a warp in the same bin. "
     "After one more barrier thread b of the first 32 threads adds up bin b of all copies by wl_add(), one "
     "addition for each copy but the first, and adds the sum to global memory by an atomic addition, "
     "neighbouring threads next to each other."},
};

#endif
