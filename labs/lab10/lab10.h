/**
 * @file lab10.h
 * @brief Lab 10: the histogram of bytes, by sorting and reducing by key. The interface; do not edit.
 */
#ifndef WARPLAB_LAB10_H
#define WARPLAB_LAB10_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @brief Fills `d_bins[b]`, for b from 0 to 255, with the number of elements of `d_in` that are b.
 *
 * The elements are sorted, in tiles or as a whole, in shared or in global memory; equal ones then lie side by
 * side, and each run of them is reduced to its length. No atomics are used anywhere. The launcher runs on the
 * host and chooses grid, block and shared memory of the kernels it launches. All work is ordered on the
 * default stream; the launcher need not wait for it.
 *
 * @param d_in      device, n bytes, as cudaMalloc() aligns them; must be as before when the work is done
 * @param d_bins    device, 256 counters; holds no known values: the launcher sets every one
 * @param d_scratch device, n + 4096 words for anything; holds no known values
 * @param n         number of elements, 0 or more, not always a multiple of anything
 */
void histogram_sort_reduce(const unsigned char *d_in, unsigned int *d_bins, unsigned int *d_scratch, int n);

#ifdef __cplusplus
}
#endif

#endif
