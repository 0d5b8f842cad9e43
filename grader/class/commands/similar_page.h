/**
 * @file similar_page.h
 * @brief What a comparison found as one page that fetches nothing: groups, pairs, and two texts side by side.
 */
#ifndef WARPLAB_SIMILAR_PAGE_H
#define WARPLAB_SIMILAR_PAGE_H

#include "base/error.h"
#include "class/commands/similar_sources.h"
#include "class/similar/groups.h"

/** A page that is being written. */
struct similar_page;

/** Begins a page, for its owner alone. @param least the share that was asked for, 0 to 1
 * @return NULL with a sentence in @p error */
struct similar_page *similar_page_open(const char *path, double least, struct error *error);
/** Writes one lab. @return false if memory is used up */
bool similar_page_lab(struct similar_page *page, const char *lab, const struct similar *similar,
                      const struct similar_groups *groups, const struct similar_sources *sources);
/** Ends it: the page is whole if all was @p good, and otherwise there is none. NULL is allowed.
 * @return false with a sentence in @p error, which is left alone if it was not @p good */
bool similar_page_close(struct similar_page *page, bool good, struct error *error);

#endif
