/**
 * @file lab9.h
 * @brief Lab 9: the histogram of bytes, by private copies. The interface; do not edit.
 *
 * Two launchers of one signature: each fills `d_bins[b]`, for b from 0 to 255, with the number of elements of
 * `d_in` that are b. They run on the host and choose grid, block and shared memory of the kernels they
 * launch. All work is ordered on the default stream; they need not wait for it.
 *
 * Parameters of both:
 * - `d_in`: device, n bytes, as cudaMalloc() aligns them; must be as before when the work is done
 * - `d_bins`: device, 256 counters; holds no known values: the launcher sets every one
 * - `d_scratch`: device, n + 4096 words for anything; holds no known values
 * - `n`: number of elements, 0 or more, not always a multiple of anything
 */
#ifndef WARPLAB_LAB9_H
#define WARPLAB_LAB9_H

#ifdef __cplusplus
extern "C" {
#endif

/** @brief Each thread counts in a histogram of its own, without atomics; the histograms are then added up. */
void histogram_private(const unsigned char *d_in, unsigned int *d_bins, unsigned int *d_scratch, int n);

/**
 * @brief Each block counts in several histograms in shared memory, by atomics, and merges after N rounds.
 *
 * At the end of its rounds a block adds its histograms up and brings one sum per bin to d_bins.
 */
void histogram_multi(const unsigned char *d_in, unsigned int *d_bins, unsigned int *d_scratch, int n);

#ifdef __cplusplus
}
#endif

#endif
