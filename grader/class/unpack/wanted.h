/**
 * @file wanted.h
 * @brief Which files of a hand-in matter, told by their names.
 */
#ifndef WARPLAB_WANTED_H
#define WARPLAB_WANTED_H

#include <stdbool.h>

/** What a file is, as far as it matters. */
enum wanted {
    WANTED_NOT,
    WANTED_SOURCE,  /**< .cu */
    WANTED_ARCHIVE, /**< .zip, .tar, .tar.gz, .tgz and the like */
    WANTED_NAMES,   /**< the list of names in Gradescope's export */
    WANTED_PACKED   /**< an archive of a kind that is not read: .rar, .7z */
};

/** By the last part of a path. */
enum wanted wanted_by_name(const char *path);
/** Files that systems leave everywhere: a part of the path begins with a dot or is __MACOSX. */
bool wanted_is_litter(const char *path);
/** The length of a name without what makes it an archive: "s01.tar.gz" gives 3. */
int wanted_stem(const char *name);

#endif
