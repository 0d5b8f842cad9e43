/**
 * @file alike.h
 * @brief Which launch of one run of a program is the same as a launch of another run, at another size.
 *
 * Launches of one kernel from one place of the program are a *series*. Where all runs have as many of them,
 * the first is like the first, the second like the second. Where their number grows, as that of a tree's
 * levels does, or blocks are of another size, a launch is like the one whose grid and arguments are nearest:
 * it stands for the same level.
 */
#ifndef SIMT_ALIKE_H
#define SIMT_ALIKE_H

#include <stddef.h>

#include "engine/model/kernels.h"
#include "engine/model/parts.h"
#include "engine/predict/growth.h"

/** The list of launches as it is now, in series. */
struct simt_series;

/** Sorts the launches of the list into series. Ends the program if there is no memory. */
struct simt_series *simt_series_new(void);
/** Frees it; NULL is allowed. */
void simt_series_free(struct simt_series *series);

/** How a launch was found. */
enum simt_found {
    SIMT_FOUND_SAME,     /**< it is the one of its number in its series */
    SIMT_FOUND_NEAREST,  /**< it is the nearest of its series */
    SIMT_FOUND_ELSEWHERE /**< it is of the same kernel from another place, or of the same template */
};

/** The launch of a range that is like another one, by its number in the list.
 * @param of  the range that @p launch is of
 * @param how receives how it was found
 * @return SIZE_MAX if there is none */
size_t simt_launch_alike(const struct simt_series *series, size_t launch, struct simt_launch_range of,
                         struct simt_launch_range in, enum simt_found *how);

/**
 * The size of a launch by its arguments: a program may launch a kernel for a part of its input alone.
 *
 * An argument that grew with the size between two like launches says it, as a power of it that is measured on
 * these two. Where several do, the one counts that the grid agrees with best.
 * @param sizes of the launches
 * @return elements, at most sizes->n; 0 if no argument says it
 */
double simt_size_by_arguments(const struct simt_sizes *sizes, const struct simt_arguments *at1,
                              const struct simt_arguments *at2, const struct simt_arguments *to_come);

#endif
