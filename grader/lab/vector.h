/**
 * @file vector.h
 * @brief Loops over whole inputs, compiled for the processor that they run on.
 */
#ifndef WARPLAB_VECTOR_H
#define WARPLAB_VECTOR_H

/** Before a function: it is compiled twice, once with the vector instructions that most x86 processors have,
 * and which of the two is called is found out when the program starts. On an input that is in the cache,
 * sums take a fifth of the time so. */
#if defined __x86_64__
#define VECTOR_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define VECTOR_CLONES
#endif

#endif
