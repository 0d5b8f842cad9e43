/**
 * @file archive_listing.h
 * @brief What `unpack` says of an archive, read. It runs in the sandbox and is not believed: whatever it says
 * becomes a list or is refused.
 */
#ifndef WARPLAB_BATCH_LISTING_H
#define WARPLAB_BATCH_LISTING_H

#include "class/intake/file_list.h"

/** Adds what a listing (kinds.h) names; `text` is taken apart. `box` is where the files were written.
 * @return false if it is no listing, or no whole one */
bool listing_read(struct found_list *list, char *text, const char *holder, const char *box);

/** An archive's own fault. */
bool listing_problem(struct found_list *list, const char *holder, const char *words);

#endif
