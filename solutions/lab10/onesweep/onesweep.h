/**
 * @file onesweep.h
 * @brief Sorts keys of 8 or 32 bits, one rung beyond lab 10: each digit takes one read and one write.
 */
#ifndef ONESWEEP_H
#define ONESWEEP_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes of working memory that sort_ints() takes for @p n keys, aligned as cudaMalloc() does. */
size_t sort_ints_memory(int n);
/** Bytes of working memory that sort_bytes() takes for @p n keys, aligned as cudaMalloc() does. */
size_t sort_bytes_memory(int n);

/**
 * Sorts @p n keys, 0 or more, in ascending order; @p d_in is left as it is.
 * @param d_in    keys on the device, aligned as an unsigned int
 * @param d_out   the sorted keys; does not overlap @p d_in
 * @param memory  on the device, as many bytes as sort_ints_memory() says, whatever they hold
 */
void sort_ints(const unsigned int *d_in, unsigned int *d_out, void *memory, int n);
/** The same for bytes, at any address. */
void sort_bytes(const unsigned char *d_in, unsigned char *d_out, void *memory, int n);

#ifdef __cplusplus
}
#endif

#endif
