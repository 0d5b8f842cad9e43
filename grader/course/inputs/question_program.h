/**
 * @file question_program.h
 * @brief What the programs that questions are about share: two arrays, and main().
 *
 * grader/course/labN/predict.cu has some programs, and ends in QUESTION_PROGRAMS() of their names. Each is a
 * function with its kernels, below a line "// program: NAME"; its numbers are what the questions' table
 * (questions.h) calls its parameters, in that order, and 0 where there are fewer. The same file is compiled
 * by simtcc, and by nvcc where the counts are compared with a GPU's.
 */
#ifndef WARPLAB_QUESTION_PROGRAM_H
#define WARPLAB_QUESTION_PROGRAM_H

#include <stdlib.h>
#include <string.h>

#include "warplab.h"

/** Ints in each of the two arrays. */
enum { QUESTION_INTS = 1 << 16 };

/** A program. @param in ints 0, 1, 2, ... @param out zeros */
typedef void question_run(int *in, int *out, int first, int second, int third);

/** Its name and itself. */
struct question_entry {
    const char *name;  /**< as questions.h has it */
    question_run *run; /**< what it does */
};

/** The i-th word as a number; 0 if there are fewer. */
static inline int question_number(int count, char **words, int i) { return i < count ? atoi(words[i]) : 0; }

/** Runs the program that the command line names, with its numbers. @return the exit code */
static inline int question_main(const struct question_entry *entries, size_t size, int count, char **words) {
    static int numbers[QUESTION_INTS];
    const size_t bytes = sizeof numbers;
    int *in = NULL, *out = NULL;
    for (int i = 0; i < QUESTION_INTS; i++)
        numbers[i] = i;
    for (size_t e = 0; count > 1 && e < size; e++) {
        if (strcmp(entries[e].name, words[1]) != 0)
            continue;
        if (CUDA_CHECK(cudaMalloc(&in, bytes)) != cudaSuccess ||
            CUDA_CHECK(cudaMalloc(&out, bytes)) != cudaSuccess ||
            CUDA_CHECK(cudaMemcpy(in, numbers, bytes, cudaMemcpyHostToDevice)) != cudaSuccess ||
            CUDA_CHECK(cudaMemset(out, 0, bytes)) != cudaSuccess)
            return EXIT_FAILURE;
        entries[e].run(in, out, question_number(count, words, 2), question_number(count, words, 3),
                       question_number(count, words, 4));
        const bool good = CUDA_CHECK(cudaGetLastError()) == cudaSuccess &&
                          CUDA_CHECK(cudaDeviceSynchronize()) == cudaSuccess;
        CUDA_CHECK(cudaFree(in));
        CUDA_CHECK(cudaFree(out));
        return good ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    fprintf(stderr, "usage: predict PROGRAM NUMBER...\n");
    return EXIT_FAILURE;
}

/** main() for the programs that are named. */
#define QUESTION_PROGRAMS(...)                                                                               \
    int main(int count, char **words) {                                                                      \
        static const struct question_entry entries[] = {__VA_ARGS__};                                        \
        return question_main(entries, sizeof entries / sizeof *entries, count, words);                       \
    }

#endif
