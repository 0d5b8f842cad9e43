/**
 * @file file_list.h
 * @brief The files that were found where submissions are looked for: in a folder, or in archives.
 */
#ifndef WARPLAB_FILE_LIST_H
#define WARPLAB_FILE_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "class/unpack/names.h"

/** One file. */
struct found_file {
    enum unpack_kind kind;    /**< what it is */
    char *path;               /**< inside the folder or archive, as name_escape() writes it */
    char *disk_path;          /**< where its bytes can be read; NULL if they cannot */
    const char *container;    /**< the folder's or archive's own name, for people */
    char *error;              /**< with UNPACK_ERROR: what is wrong with the archive */
    long long size;           /**< bytes */
    long long changed;        /**< last changed, in seconds since 1970 */
    struct file_list *nested; /**< what an archive that was opened holds; NULL of any other file; owned */
};

/** A list that grows. */
struct file_list {
    struct found_file *items; /**< in the order they were found */
    size_t count;             /**< of `items` */
    char **containers;        /**< the names that items point to */
    size_t container_count;   /**< of `containers` */
};

/** Adds a copy. @return false if memory is used up */
bool file_list_add(struct file_list *list, const struct found_file *item);
/** Keeps a copy of a container's name as long as the list. NULL if memory is used up. */
const char *file_list_container(struct file_list *list, const char *name);
/** Frees the list and all its texts. */
void file_list_free(struct file_list *list);

/** Where a file was found, for people: "uploads/s01/lab3.cu", "s01.zip: lab3.cu". */
void file_origin(const struct found_file *item, char *text, size_t size);

/**
 * Lists a folder with all below it. Links are listed and not followed; what systems leave everywhere
 * (.DS_Store,
 * __MACOSX) is left out.
 * @return false with a sentence in @p error
 */
bool file_list_walk(struct file_list *list, const char *folder, struct error *error);

/* A submission's text as it is graded: read once, and brought to UTF-8 where an editor or a shell
 * wrote UTF-16. */

/**
 * Reads a file of at most UNPACK_MAX_SOURCE bytes. The caller frees @p bytes.
 * @param converted gets whether it was UTF-16; may be NULL
 * @return false with a sentence in @p why
 */
bool source_read(const char *path, char **bytes, size_t *length, bool *converted, char *why, size_t size);

#endif
