/**
 * @file lab11.h
 * @brief Lab 11: the positive elements of an array, moved to its front. The interface; do not edit.
 */
#ifndef WARPLAB_LAB11_H
#define WARPLAB_LAB11_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @brief Stream compaction: `d_out` receives the elements of `d_in` that are greater than 0, in the order in
 *        which they stand there, without gaps, and zeros behind them.
 *
 * The launcher runs on the host and chooses grid, block and shared memory of the kernels it launches. Each
 * element's place is found by a scan over what is kept (G. E. Blelloch, "Prefix sums and their applications",
 * CMU-CS-90-190, 1990, calls it *pack*). All work is ordered on the default stream; the launcher need not
 * wait for it.
 *
 * @param d_in      device, n ints; must be as before when the work is done
 * @param d_out     device, n ints; receives the elements that are kept, then zeros
 * @param d_scratch device, n + 4096 ints for the blocks' counts, and anything else; holds no known values
 * @param n         number of elements, 0 or more, not always a multiple of anything
 */
void compact_positive(const int *d_in, int *d_out, int *d_scratch, int n);

#ifdef __cplusplus
}
#endif

#endif
