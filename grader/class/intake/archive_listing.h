/**
 * @file archive_listing.h
 * @brief What `unpack` says of an archive, read. It runs in the sandbox and is not believed: whatever it says
 * becomes a list or is refused.
 */
#ifndef WARPLAB_ARCHIVE_LISTING_H
#define WARPLAB_ARCHIVE_LISTING_H

#include "class/intake/file_list.h"

/** Adds what a listing (kinds.h) names; `text` is taken apart. `box` is where the files were written.
 * @return false if it is no listing, or no whole one */
bool archive_listing_read(struct file_list *list, char *text, const char *container, const char *box);

/** An archive's own fault. */
bool archive_listing_error(struct file_list *list, const char *container, const char *words);

#endif
