/**
 * @file wide.h
 * @brief Histograms with many bins, and with counters of 64 bits: one rung beyond the challenge.
 */
#ifndef WIDE_H
#define WIDE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Bins of histogram_many(). */
enum { MANY_BINS = 1 << 14 };

/**
 * Counts @p n elements of 16 bits. An element of MANY_BINS or more is in no bin.
 * @param d_in   elements on the device, aligned as cudaMalloc() does; left as they are
 * @param d_bins MANY_BINS counters on the device, whatever they hold before
 * @param n      0 or more
 */
void histogram_many(const unsigned short *d_in, unsigned int *d_bins, int n);

/**
 * Counts @p n bytes, more of them than a counter of 32 bits can hold.
 * @param d_in   bytes on the device, aligned as cudaMalloc() does; left as they are
 * @param d_bins 256 counters on the device, whatever they hold before
 */
void histogram_long(const unsigned char *d_in, unsigned long long *d_bins, size_t n);

#ifdef __cplusplus
}
#endif

#endif
