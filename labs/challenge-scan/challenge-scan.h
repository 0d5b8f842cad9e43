/**
 * @file challenge-scan.h
 * @brief Challenge: the exclusive scan of an array in a single pass. The interface; do not edit.
 */
#ifndef WARPLAB_CHALLENGE_SCAN_H
#define WARPLAB_CHALLENGE_SCAN_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @brief Scans an array, exclusively: `d_out[i] = d_in[0] + ... + d_in[i - 1]`, and `d_out[0] = 0`.
 *
 * The launcher runs on the host and chooses grid, block and shared memory. In a single pass each element is
 * read once and each sum written once (D. Merrill and M. Garland, "Single-pass parallel prefix scan with
 * decoupled look-back", NVIDIA technical report NVR-2016-002, 2016). All work is ordered on the default
 * stream; the launcher need not wait for it.
 *
 * @param d_in      device, n ints, aligned as cudaMalloc() does; must be as before when the work is done
 * @param d_out     device, n ints, aligned as cudaMalloc() does; receives the sums, which wrap modulo 2^32
 * @param d_scratch device, n + 4096 ints, aligned as cudaMalloc() does; holds no known values
 * @param n         number of elements, 0 or more, not always a multiple of anything
 */
void challenge_scan(const int *d_in, int *d_out, int *d_scratch, int n);

#ifdef __cplusplus
}
#endif

#endif
