/**
 * @file lab8.h
 * @brief Lab 8: the histogram of bytes, by atomic additions. The interface; do not edit.
 *
 * Three launchers of one signature: each fills `d_bins[b]`, for b from 0 to 255, with the number of elements
 * of `d_in` that are b. They run on the host and choose grid, block and shared memory of the kernels they
 * launch. All work is ordered on the default stream; they need not wait for it.
 *
 * Parameters of all three:
 * - `d_in`: device, n bytes, as cudaMalloc() aligns them; must be as before when the work is done
 * - `d_bins`: device, 256 counters; holds no known values: the launcher sets every one
 * - `d_scratch`: device, n + 4096 words for anything; holds no known values
 * - `n`: number of elements, 0 or more, not always a multiple of anything
 */
#ifndef WARPLAB_LAB8_H
#define WARPLAB_LAB8_H

#ifdef __cplusplus
extern "C" {
#endif

/** @brief One atomic addition to global memory for each element, read a byte at a time. */
void histogram_global_atomics(const unsigned char *d_in, unsigned int *d_bins, unsigned int *d_scratch,
                              int n);

/** @brief The same additions, but a thread reads four elements with one load of a 4-byte word. */
void histogram_wide_reads(const unsigned char *d_in, unsigned int *d_bins, unsigned int *d_scratch, int n);

/**
 * @brief Each block counts in 256 bins of its own in shared memory, and adds them to d_bins at its end.
 *
 * The grid has about two blocks per multiprocessor, however large n is; threads stride over the input.
 */
void histogram_shared_atomics(const unsigned char *d_in, unsigned int *d_bins, unsigned int *d_scratch,
                              int n);

#ifdef __cplusplus
}
#endif

#endif
