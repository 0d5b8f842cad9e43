/**
 * @file names.h
 * @brief Names of files in what was handed in: which matter, and how they are written so that nobody can
 * misuse them.
 */
#ifndef WARPLAB_NAMES_H
#define WARPLAB_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/** What a file is, as far as it matters; in this order: what may hold other files follows the texts. */
enum wanted {
    WANTED_NOT,
    WANTED_TEXT,    /**< .cu.txt, .cpp and the like: a source if its name is a lab's */
    WANTED_SOURCE,  /**< .cu */
    WANTED_ARCHIVE, /**< .zip, .tar, .tar.gz, .tgz and the like */
    WANTED_NAMES,   /**< the list of names in Gradescope's export */
    WANTED_PACKED   /**< an archive of a kind that is not read: .rar, .7z */
};

/** By the last part of a path. */
enum wanted wanted_by_name(const char *path);
/** Whether it can be a submission: a source, or a text that a lab's name makes one. */
bool wanted_is_source(enum wanted wanted);
/** Whether anything is read of such a file. */
bool wanted_is_read(enum wanted wanted);
/** Files that systems leave everywhere: a part of the path begins with a dot or is __MACOSX. */
bool wanted_is_litter(const char *path);
/** The length of a name without what makes it an archive: "s01.tar.gz" gives 3. */
int wanted_stem(const char *name);

/** Writes `name` to `to`: what is not UTF-8, a control character, a mark that turns the direction of writing,
 * or '%' becomes %XX for each of its bytes. Cut at a whole character if `size` is too small. */
void name_escape(char *to, size_t size, const char *name);

#endif
