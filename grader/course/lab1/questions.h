/**
 * @file questions.h
 * @brief Lab 1: what ./grade lab1 --predict asks about the programs of predict.cu.
 */
#ifndef WARPLAB_LAB1_QUESTIONS_H
#define WARPLAB_LAB1_QUESTIONS_H

#include "lab/question.h"
#include "lab/spec.h"

static const struct question on_numbers[] = {
    {.asks = ASK_BLOCKS,
     .why = "{n / block} blocks are full, and the rest of the {n} threads needs one more: {n / block + 1}."},
    {.asks = ASK_WARPS,
     .why = "Each block has {block} / 32 = {block / 32} warps, the last block, too, where some have nothing "
            "to do: {blocks} × {block / 32} = {block / 32 * blocks}."},
    {.asks = ASK_STORE_REQUESTS,
     .why = "The condition lets {n} threads store. {n / 32} warps store with all their lanes, and one with "
            "the rest: {n / 32 + 1}."},
};

static const struct question on_partial_warps[] = {
    {.asks = ASK_WARPS,
     .why = "A warp does not span two blocks. {block} threads take {block} / 32 warps, rounded up, in each "
            "of {grid} blocks: {block / 32 + 1 * grid}."},
};

static const struct question on_picture[] = {
    {.asks = ASK_STORE_SECTORS,
     .why = "A warp's lanes have {width} values of x, whose cells are {side} ints apart, so each lies in a "
            "sector of its own. {side * side / 32} requests × {width} sectors = {side * side / 32 * width}."},
};

static const struct question on_copy_grid_stride[] = {
    {.asks = ASK_LOAD_SECTORS,
     .why = "In each round the lanes of a warp load 32 ints that follow each other: 128 bytes, 4 sectors. {n "
            "/ 32} requests × 4 = {n / 8}."},
};

static const struct question on_copy_in_chunks[] = {
    {.asks = ASK_LOAD_SECTORS,
     .why = "In each round lanes are {chunk} ints apart, so a request's 32 ints lie in {chunk * 4} sectors. "
            "{n / 32} requests × {chunk * 4} = {n / 32 * chunk * 4}, {chunk} times what the copy needs."},
};

static const struct question on_tree[] = {
    {.asks = ASK_STEPS,
     .why = "The stride is halved until it is 0, with a barrier after each step: log2 {n} = {key}."},
    {.asks = ASK_ADDS, .why = "Each addition leaves one value less, and of {n} values one is left: {n - 1}."},
};

static const struct question_program programs[] = {
    {"numbers",
     {{"n", {1000, 2000, 3000, 5000}}, {"block", {96, 128, 160, 256}}},
     on_numbers,
     SPEC_COUNT(on_numbers),
     "One launch of as many blocks of `block` threads as n ints take. Each thread whose number in the grid "
     "is below n stores one int, neighbouring threads next to each other; the others store nothing."},
    {"partial_warps",
     {{"grid", {3, 5, 7, 10}}, {"block", {40, 48, 80, 100}}},
     on_partial_warps,
     SPEC_COUNT(on_partial_warps),
     NULL},
    {"picture",
     {{"side", {64, 128}}, {"width", {8, 16, 32}}},
     on_picture,
     SPEC_COUNT(on_picture),
     "One launch over a square of side × side ints, stored row by row. A block has `width` threads along x "
     "and 256 / width along y, and a thread's x and y are those of its cell. By mistake each thread stores "
     "to the cell with x and y swapped: its x chooses the row, its y the place in the row."},
    {"copy_grid_stride",
     {{"n", {1024, 2048, 4096, 8192}}, {"block", {64, 128}}},
     on_copy_grid_stride,
     SPEC_COUNT(on_copy_grid_stride),
     "Two blocks of `block` threads copy n ints from one array in global memory to another. In "
     "each round each thread copies one int, neighbouring threads copy neighbouring ones, and "
     "the next round goes on behind them, until all are copied."},
    {"copy_in_chunks",
     {{"n", {4096, 8192}}, {"block", {64, 128}}, {"chunk", {2, 4, 8}}},
     on_copy_in_chunks,
     SPEC_COUNT(on_copy_in_chunks),
     NULL},
    {"tree",
     {{"n", {64, 128, 256, 512, 1024}}},
     on_tree,
     SPEC_COUNT(on_tree),
     "A tree over n ints in global memory, by one block of n threads. First half of the threads are busy, "
     "then half as many, down to one. A busy thread adds two values by wl_add() and stores the sum; behind "
     "each of these steps all threads of the block meet at a barrier."},
};

#endif
