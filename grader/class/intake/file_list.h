/**
 * @file file_list.h
 * @brief The files that were found where submissions are looked for: in a folder, or in archives.
 */
#ifndef WARPLAB_BATCH_FOUND_H
#define WARPLAB_BATCH_FOUND_H

#include <stdbool.h>
#include <stddef.h>

#include "class/unpack/kinds.h"

/** One file. */
struct found {
    enum unpack_kind kind; /**< what it is */
    char *path;            /**< inside the folder or archive, as name_escape() writes it */
    char *file;            /**< where its bytes can be read; NULL if they cannot */
    const char *holder;    /**< the folder's or archive's own name, for people */
    char *problem;         /**< with UNPACK_PROBLEM: what is wrong with the archive */
    long long size;        /**< bytes */
    long long when;        /**< last changed, in seconds since 1970 */
};

/** A list that grows. */
struct found_list {
    struct found *items; /**< in the order they were found */
    size_t count;        /**< of `items` */
    size_t room;         /**< items there is memory for */
    char **holders;      /**< the names that items point to */
    size_t holder_count; /**< of `holders` */
};

/** Adds a copy. @return false if memory is used up */
bool found_add(struct found_list *list, const struct found *item);
/** Keeps a copy of a holder's name as long as the list. NULL if memory is used up. */
const char *found_holder(struct found_list *list, const char *name);
/** Frees the list and all its texts. */
void found_free(struct found_list *list);

/** Where a file was found, for people: "uploads/s01/lab3.cu", "s01.zip: lab3.cu". */
void found_origin(const struct found *item, char *text, size_t size);

/**
 * Lists a folder with all below it. Links are listed and not followed; what systems leave everywhere
 * (.DS_Store,
 * __MACOSX) is left out.
 * @return false with a sentence in @p why
 */
bool found_walk(struct found_list *list, const char *folder, char *why, size_t size);

/** A folder of this batch's own, for what archives hold. */
struct spool;

/** A place for what archives hold: made before the first is unpacked. */
struct spool *spool_create(char *why, size_t size);
/** Removes it and all in it. NULL is allowed. */
void spool_remove(struct spool *spool);

/**
 * Lists an archive and takes out what may matter, in the sandbox. What is wrong with the archive itself
 * becomes an item UNPACK_PROBLEM.
 * @param file   the archive
 * @param holder how people call it
 * @param mib    how much it may unpack to, in MiB
 * @return false with a sentence in @p why if the grader could not do its work
 */
bool spool_unpack(struct spool *spool, struct found_list *list, const char *file, const char *holder, int mib,
                  char *why, size_t size);

#endif
