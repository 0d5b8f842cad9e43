/**
 * @file file_list.h
 * @brief The files found in the place of the submissions: in a folder, or in archives.
 */
#ifndef WARPLAB_FILE_LIST_H
#define WARPLAB_FILE_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "class/unpack/names.h"

/** One file. */
struct found_file {
    enum unpack_kind kind;    /**< the kind of file */
    char *path;               /**< inside the folder or archive, escaped by name_escape() */
    char *disk_path;          /**< the path from which its bytes can be read; NULL if they cannot */
    const char *container;    /**< the folder's or archive's own name, for people */
    char *error;              /**< with UNPACK_ERROR: the error of the archive */
    long long size;           /**< bytes */
    long long changed;        /**< last changed, in seconds since 1970 */
    struct file_list *nested; /**< the contents of an archive that was opened; NULL for any other file;
                                   owned */
};

/** A growing list. */
struct file_list {
    struct found_file *items; /**< in the order they were found */
    size_t count;             /**< of `items` */
    char **containers;        /**< the names to which items point */
    size_t container_count;   /**< of `containers` */
};

/** Adds a copy. @return false if memory runs out */
bool file_list_add(struct file_list *list, const struct found_file *item);
/** Keeps a copy of a container's name as long as the list. NULL if memory runs out. */
const char *file_list_container(struct file_list *list, const char *name);
/** Frees the list and all its texts. */
void file_list_free(struct file_list *list);

/** The place of a file, for people: "uploads/s01/lab3.cu", "s01.zip: lab3.cu". */
void file_origin(const struct found_file *item, char *text, size_t size);

/**
 * Lists a folder with everything below it. Links are listed and not followed; files that operating systems
 * leave everywhere (.DS_Store, __MACOSX) are left out.
 * @return false with a sentence in @p error
 */
bool file_list_walk(struct file_list *list, const char *folder, struct error *error);

/* The text of a submission for grading: read once, and converted to UTF-8 if an editor or a shell wrote
 * UTF-16. */

/**
 * Reads a file of at most UNPACK_MAX_SOURCE bytes. The caller frees @p bytes.
 * @param converted is set to whether it was UTF-16; may be NULL
 * @return false with a sentence in @p why
 */
bool source_read(const char *path, char **bytes, size_t *length, bool *converted, char *why, size_t size);

#endif
