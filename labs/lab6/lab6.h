/**
 * @file lab6.h
 * @brief Lab 6: the inclusive scan of an array, by Hillis and Steele. The interface; do not edit.
 */
#ifndef WARPLAB_LAB6_H
#define WARPLAB_LAB6_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @brief Scans an array, inclusively: `d_out[i] = d_in[0] + d_in[1] + ... + d_in[i]`.
 *
 * The launcher runs on the host and chooses grid, block and shared memory of the kernels it launches. Each
 * block scans its part of the array in shared memory, in log2 of its size many steps (W. D. Hillis and
 * G. L. Steele, "Data parallel algorithms", CACM 29, 1986); the blocks' sums are scanned in the same way, and
 * added. All work is ordered on the default stream; the launcher need not wait for it.
 *
 * @param d_in      device, n ints; must be as before when the work is done
 * @param d_out     device, n ints; receives the sums, which wrap modulo 2^32
 * @param d_scratch device, n + 4096 ints for the blocks' sums, and anything else; holds no known values
 * @param n         number of elements, 0 or more, not always a multiple of anything
 */
void scan_hillis_steele(const int *d_in, int *d_out, int *d_scratch, int n);

#ifdef __cplusplus
}
#endif

#endif
