/**
 * @file regions.h
 * @brief What a solution has where the starter has a TODO.
 */
#ifndef WARPLAB_TESTS_REGIONS_H
#define WARPLAB_TESTS_REGIONS_H

#include <stddef.h>

enum { REGIONS = 32 };

/** A lab's regions. Free with regions_free(). */
struct regions {
    char *solution; /**< the file */
    size_t count;
    struct {
        int number;        /**< the TODO's */
        const char *begin; /**< in the solution */
        size_t length;
    } list[REGIONS];
};

/** @brief A file's text, to be freed; fails the test if it cannot be read. */
char *read_text(const char *path);

/**
 * @brief Finds the regions of labs/LAB/LAB.cu in solutions/LAB/LAB.cu.
 *
 * Fails the test if the starter has none, or is not the solution outside of them.
 */
void regions_find(const char *lab, struct regions *regions);

/** @brief Frees what regions_find() has read. */
void regions_free(struct regions *regions);

#endif
