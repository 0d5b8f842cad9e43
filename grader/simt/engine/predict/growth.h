/**
 * @file growth.h
 * @brief How a figure of a launch grows with the size of its input, from two sizes at which it ran.
 */
#ifndef SIMT_GROWTH_H
#define SIMT_GROWTH_H

#include <stdbool.h>

/** A launch at two sizes at which it ran, and at a third at which it did not. */
struct simt_sizes {
    double n1;       /**< elements at the first size */
    double n2;       /**< elements at the second, larger one */
    double n;        /**< elements at the size to come */
    double threads1; /**< of the launch at n1 */
    double threads2; /**< of the launch at n2 */
    double threads;  /**< of the launch to come */
};

/** The power of the size that a figure is, from two of its values. 1 where they do not tell it. */
double simt_power(double n1, double value1, double n2, double value2);

/** Whether a larger size means more for each thread: the grid is the same at both sizes, or has stopped
 * growing between them. */
bool simt_grid_is_fixed(const struct simt_sizes *sizes);

/** The threads that the launch would have at the size to come if its grid grew on as it did between the other
 * two. */
double simt_threads_expected(const struct simt_sizes *sizes);

/**
 * A figure of the launch to come, divided by the one at n2. The figure is summed over all threads.
 *
 * What a thread does is taken to be
 * - constant, if it does not do more at n2 than at n1;
 * - a constant and a part in proportion to the size if the grid is fixed: each thread has several elements.
 * The constant is negative if it grows a little faster than the size: threads begin in the middle of a
 * stride;
 * - a logarithm of the size if it grows slower than the fourth root: levels of a tree, steps of a search;
 * - a power of the size otherwise, of at most 3.
 *
 * A grid that is smaller than it would be if it grew on has threads that do more: all do together what they
 * would. A grid that was fixed and has other threads at the size to come does the same in all, too: each of
 * its threads has a part of the size.
 */
double simt_growth(const struct simt_sizes *sizes, double value1, double value2);

/** The same for a figure that is a power of the size, of at least 0 and at most @p most. */
double simt_power_growth(const struct simt_sizes *sizes, double value1, double value2, double most);

#endif
