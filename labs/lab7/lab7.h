/**
 * @file lab7.h
 * @brief Lab 7: the exclusive scan of an array, by Blelloch's two sweeps. The interface; do not edit.
 */
#ifndef WARPLAB_LAB7_H
#define WARPLAB_LAB7_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @brief Scans an array, exclusively: `d_out[i] = d_in[0] + ... + d_in[i - 1]`, and `d_out[0] = 0`.
 *
 * The launcher runs on the host and chooses grid, block and shared memory of the kernels it launches. Each
 * block scans its part of the array in shared memory, by an up-sweep and a down-sweep of one tree (G. E.
 * Blelloch, "Prefix sums and their applications", CMU-CS-90-190, 1990); the blocks' sums are scanned in the
 * same way, and added. All work is ordered on the default stream; the launcher need not wait for it.
 *
 * @param d_in      device, n ints; must be as before when the work is done
 * @param d_out     device, n ints; receives the sums, which wrap modulo 2^32
 * @param d_scratch device, n + 4096 ints for the blocks' sums, and anything else; holds no known values
 * @param n         number of elements, 0 or more, not always a multiple of anything
 */
void scan_blelloch(const int *d_in, int *d_out, int *d_scratch, int n);

#ifdef __cplusplus
}
#endif

#endif
