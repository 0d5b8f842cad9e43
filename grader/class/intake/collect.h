/**
 * @file collect.h
 * @brief All that a class has handed in, file by file, each with its student.
 */
#ifndef WARPLAB_COLLECT_H
#define WARPLAB_COLLECT_H

#include <time.h>

#include "class/intake/file_list.h"
#include "class/intake/selection.h"

/** Everything below one path. */
struct collection {
    struct file_list top;       /**< the path's own files */
    struct file_list **nested;  /**< what each archive holds; as many as there are */
    size_t nested_count;        /**< of `nested` */
    struct candidate *items;    /**< ordered by student */
    size_t count;               /**< of `items` */
    struct found_file **strays; /**< files whose student is not known */
    size_t stray_count;         /**< of `strays` */
    struct staging *staging;    /**< what archives were unpacked to */
};

/**
 * Collects. The caller frees in any case.
 * @param path a folder, or an archive
 * @return false with a sentence in @p error if the path cannot be read, or the grader could not do its work
 */
bool collect(struct collection *all, const char *path, struct error *error);
/** Orders the files by student again, after students were given other names. */
void collect_sort(struct collection *all);
/** The files of one student begin at @p own. @return how many there are */
size_t collect_own_files(const struct collection *all, size_t own);
/** Frees all, and removes what was unpacked. */
void collect_free(struct collection *all);

#endif
