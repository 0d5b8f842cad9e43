/**
 * @file staging.h
 * @brief What archives hold, unpacked in the sandbox into a private folder.
 */
#ifndef WARPLAB_STAGING_H
#define WARPLAB_STAGING_H

#include "class/intake/file_list.h"

/** A private folder for what archives hold. */
struct staging;

/** Makes the folder, before the first archive is unpacked. */
struct staging *staging_create(struct error *error);
/** Removes it and all in it. NULL is allowed. */
void staging_remove(struct staging *staging);

/**
 * Lists an archive and takes out what may matter, in the sandbox. What is wrong with the archive itself
 * becomes an item UNPACK_ERROR.
 * @param disk_path where the archive is
 * @param container how people call it
 * @param mib    how much it may unpack to, in MiB
 * @return false with a sentence in @p error if the grader could not do its work
 */
bool staging_unpack(struct staging *staging, struct file_list *list, const char *disk_path,
                    const char *container, int mib, struct error *error);

/** Adds what a listing (kinds.h) names; `text` is taken apart. `box` is where the files were written. The
 * listing is not trusted: `unpack` runs in the sandbox.
 * @return false if it is not a complete listing */
bool archive_listing_read(struct file_list *list, char *text, const char *container, const char *box);

#endif
