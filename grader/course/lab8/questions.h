/**
 * @file questions.h
 * @brief Lab 8: what ./grade lab8 --predict asks about the programs of predict.cu.
 */
#ifndef WARPLAB_LAB8_QUESTIONS_H
#define WARPLAB_LAB8_QUESTIONS_H

#include "lab/question.h"
#include "lab/spec.h"

static const struct question on_global_atomics[] = {
    {.asks = ASK_ATOMIC_REQUESTS,
     .why = "Each warp makes one request for its 32 elements, whatever bins they fall into: {n} / 32 = {n / "
            "32}."},
    {.asks = ASK_LOAD_SECTORS,
     .why = "32 ints that follow each other are 128 bytes, 4 sectors: {n / 32} requests × 4 = {n / 8}."},
};

static const struct question on_bytes[] = {
    {.asks = ASK_LOAD_REQUESTS,
     .why = "A warp loads 32 bytes with one request: {n} / 32 = {n / 32}, as many requests as for ints."},
    {.asks = ASK_LOAD_SECTORS,
     .why = "32 bytes that follow each other are one sector, so each request moves one: {n / 32}."},
};

static const struct question on_four_bytes[] = {
    {.asks = ASK_LOAD_REQUESTS,
     .why = "Each lane loads 4 bytes, so a request brings 128 of them: {n} / 128 = {n / 128}, a quarter of "
            "what single bytes take."},
};

static const struct question on_shared_atomics[] = {
    {.asks = ASK_ATOMIC_REQUESTS,
     .why = "Each block adds its 256 counts to global memory, 32 of them by one request, however large n is: "
            "{grid} × 8 = {grid * 8}."},
    {.asks = ASK_BARRIERS,
     .why = "Each block passes one barrier after clearing its counts and one before it adds them to the "
            "others': {grid} × 2 = {grid * 2}."},
    {.asks = ASK_SHARED_ATOMICS,
     .why = "Lanes are {step} bins apart, so {step} different words of a warp lie in each bank that is used. "
            "{n / 32} requests × {step} wavefronts = {n / 32 * step}."},
};

static const struct question_program programs[] = {
    {"global_atomics",
     {{"n", {1024, 2048, 4096}}, {"block", {128, 256}}, {"bins_used", {64, 128, 256}}},
     on_global_atomics,
     SPEC_COUNT(on_global_atomics),
     "One thread for each of n ints, in blocks of `block` threads. It loads its int, neighbouring threads "
     "neighbouring ints, and does one atomic addition in global memory, to one of `bins_used` counters: that "
     "of its int modulo bins_used."},
    {"bytes", {{"n", {4096, 8192, 16384}}, {"block", {128, 256}}}, on_bytes, SPEC_COUNT(on_bytes), NULL},
    {"four_bytes",
     {{"n", {4096, 8192, 16384}}, {"block", {64, 128}}},
     on_four_bytes,
     SPEC_COUNT(on_four_bytes),
     NULL},
    {"shared_atomics",
     {{"n", {4096, 8192, 16384}}, {"grid", {2, 4, 8}}, {"step", {1, 2, 4, 8}}},
     on_shared_atomics,
     SPEC_COUNT(on_shared_atomics),
     "`grid` blocks of 256 threads, each block with 256 counters in shared memory. Thread t clears counter "
     "t, and all threads of the block meet at a barrier. The threads of the grid go over n ints, "
     "neighbouring threads next to each other: for each int in[i] its thread does one atomic addition in "
     "shared memory, to counter in[i] × step modulo 256. After one more barrier thread t adds counter t to "
     "the t-th of 256 counters in global memory, by an atomic addition."},
};

#endif
