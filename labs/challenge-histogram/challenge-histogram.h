/**
 * @file challenge-histogram.h
 * @brief Challenge: the histogram of bytes, faster than the vendor's library. The interface; do not edit.
 */
#ifndef WARPLAB_CHALLENGE_HISTOGRAM_H
#define WARPLAB_CHALLENGE_HISTOGRAM_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @brief Counts bytes: fills `d_bins[b]`, for b from 0 to 255, with the number of elements that are b.
 *
 * The launcher runs on the host and chooses grid, block and shared memory. All work is ordered on the default
 * stream; the launcher need not wait for it.
 *
 * @param d_in      device, n bytes, aligned as cudaMalloc() does; must be as before when the work is done
 * @param d_bins    device, 256 counters; holds no known values: the launcher sets every one
 * @param d_scratch device, n + 4096 words, aligned as cudaMalloc() does; holds no known values
 * @param n         number of elements, 0 or more, not always a multiple of anything
 */
void challenge_histogram(const unsigned char *d_in, unsigned int *d_bins, unsigned int *d_scratch, int n);

#ifdef __cplusplus
}
#endif

#endif
