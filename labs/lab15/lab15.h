/**
 * @file lab15.h
 * @brief Lab 15: the positive elements of an array, in any order. The interface; do not edit.
 */
#ifndef WARPLAB_LAB15_H
#define WARPLAB_LAB15_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @brief The first elements of `d_out` are those of `d_in` that are greater than 0, each as often as it is
 *        there, in any order; `d_count` is how many they are.
 *
 * What follows them in `d_out` is not looked at. The launcher runs on the host and chooses grid and block of
 * the kernels it launches. All work is ordered on the default stream; the launcher need not wait for it.
 *
 * @param d_in    device, n ints; must be as before when the work is done
 * @param d_out   device, n ints; receives the elements that are kept
 * @param d_count device, 1 int; receives their number, which is 0 for n = 0, too
 * @param n       number of elements, 0 or more, not always a multiple of anything
 */
void compact_any(const int *d_in, int *d_out, int *d_count, int n);

#ifdef __cplusplus
}
#endif

#endif
