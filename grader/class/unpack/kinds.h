/**
 * @file kinds.h
 * @brief What `unpack` prints for an archive, one line per entry: KIND SIZE TIME NUMBER NAME.
 *
 * NAME is the entry's path by name_escape(); TIME is in seconds since 1970; with UNPACK_FILE, NUMBER is the
 * name of the file it was written to. The last line is UNPACK_END, or UNPACK_ERROR with the reason in NAME.
 */
#ifndef WARPLAB_KINDS_H
#define WARPLAB_KINDS_H

/** What an entry is, and what became of it. */
enum unpack_kind {
    UNPACK_FILE = 'f',    /**< a file that was written out */
    UNPACK_OTHER = 'o',   /**< a file that is not needed */
    UNPACK_LARGE = 'g',   /**< a file that is larger than any submission */
    UNPACK_LINK = 'l',    /**< a link, symbolic or hard */
    UNPACK_SPECIAL = 's', /**< a device, a pipe */
    UNPACK_OUTSIDE = 'x', /**< its path is absolute, or has a ".." in it */
    UNPACK_ERROR = '!',   /**< the archive cannot be unpacked, or no further */
    UNPACK_END = '.'
};

/** Limits on one archive. */
enum {
    UNPACK_MAX_ENTRIES = 100000,
    UNPACK_MAX_NAME = 1024,
    UNPACK_MAX_SOURCE = 1 << 20,  /**< bytes of a .cu */
    UNPACK_MAX_NESTED = 64 << 20, /**< bytes of an archive in an archive, or of an export's list of names */
    UNPACK_MAX_STUDENT_MIB = 256, /**< all that a student's archive unpacks to */
    UNPACK_MAX_EXPORT_MIB = 65536 /**< all that a learning system's export unpacks to */
};

#endif
