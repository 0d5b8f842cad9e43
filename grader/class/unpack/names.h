/**
 * @file names.h
 * @brief Names of files in hand-ins: which ones matter, and how to write them safely.
 */
#ifndef WARPLAB_NAMES_H
#define WARPLAB_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/** The kinds of files that matter; in this order: those that may contain other files follow the texts. */
enum wanted {
    WANTED_NOT,
    WANTED_TEXT,    /**< .cu.txt, .cpp and similar: a source if its name is a lab's */
    WANTED_SOURCE,  /**< .cu */
    WANTED_ARCHIVE, /**< .zip, .tar, .tar.gz, .tgz and similar */
    WANTED_NAMES,   /**< the list of names in Gradescope's export */
    WANTED_PACKED   /**< an archive of an unsupported kind: .rar, .7z */
};

/** Decides by the last part of a path. */
enum wanted wanted_by_name(const char *path);
/** Whether it can be a submission: a source, or a text with a lab's name. */
bool wanted_is_source(enum wanted wanted);
/** Whether the contents of such a file are read. */
bool wanted_is_read(enum wanted wanted);
/** Whether an operating system left the file: a part of the path begins with a dot or is __MACOSX. */
bool wanted_is_litter(const char *path);
/** The length of a name without the suffixes of an archive: "s01.tar.gz" gives 3. */
int wanted_stem(const char *name);

/** Writes `name` to `to`: bytes that are not UTF-8, control characters, marks that change the direction of
 * writing, and '%' become %XX, byte by byte. Cut at a whole character if `size` is too small. */
void name_escape(char *to, size_t size, const char *name);

/* What `unpack` prints for an archive, one line per entry: KIND SIZE TIME NUMBER NAME.
 *
 * NAME is the entry's path by name_escape(); TIME is in seconds since 1970; with UNPACK_FILE, NUMBER is the
 * name of the file it was written to. The last line is UNPACK_END, or UNPACK_ERROR with the reason in NAME.
 */

/** The kind of an entry, which is also its outcome. */
enum unpack_kind {
    UNPACK_FILE = 'f',    /**< a file that was extracted */
    UNPACK_OTHER = 'o',   /**< a file that is not needed */
    UNPACK_LARGE = 'g',   /**< a file that is larger than any submission */
    UNPACK_LINK = 'l',    /**< a link, symbolic or hard */
    UNPACK_SPECIAL = 's', /**< a device, a pipe */
    UNPACK_OUTSIDE = 'x', /**< its path is absolute, or has a ".." in it */
    UNPACK_ERROR = '!',   /**< the archive cannot be unpacked, or not completely */
    UNPACK_END = '.'
};

/** Limits on one archive. */
enum {
    UNPACK_MAX_ENTRIES = 100000,
    UNPACK_MAX_NAME = 1024,
    UNPACK_MAX_SOURCE = 1 << 20,  /**< bytes of a .cu */
    UNPACK_MAX_NESTED = 64 << 20, /**< bytes of an archive in an archive, or of an export's list of names */
    UNPACK_MAX_STUDENT_MIB = 256, /**< the unpacked size of a student's archive */
    UNPACK_MAX_EXPORT_MIB = 65536 /**< the unpacked size of a learning system's export */
};

#endif
