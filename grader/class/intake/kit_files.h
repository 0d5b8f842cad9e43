/**
 * @file kit_files.h
 * @brief Which of a student's files are the kit's own: the starter as it was handed out, and what a clone of
 * the whole kit has beside it.
 */
#ifndef WARPLAB_KIT_FILES_H
#define WARPLAB_KIT_FILES_H

#include <stdbool.h>

#include "base/error.h"
#include "class/intake/selection.h"

/** The kit's starters, each read when it is first asked for. */
struct kit_files;

/** @return NULL with a sentence in @p error */
struct kit_files *kit_files_create(struct error *error);
/** NULL is allowed. */
void kit_files_free(struct kit_files *kit);

/**
 * Marks those of one student's files that are the kit's own. Line ends, blanks at the ends of lines and the
 * encoding make no difference to a starter.
 */
void kit_files_mark(struct kit_files *kit, struct candidate *own, size_t count);

/** Whether a path goes through a folder that only the kit has: "docs/...", "mine/solutions/...". */
bool kit_folder(const char *rest);

#endif
