/**
 * @file collect.h
 * @brief All files that a class has handed in, each with its student.
 */
#ifndef WARPLAB_COLLECT_H
#define WARPLAB_COLLECT_H

#include <time.h>

#include "class/intake/file_list.h"
#include "class/intake/selection.h"

/** Everything below one path. */
struct collection {
    struct file_list top;       /**< the path's own files */
    struct candidate *items;    /**< ordered by student */
    size_t count;               /**< of `items` */
    struct found_file **strays; /**< files whose student is not known */
    size_t stray_count;         /**< of `strays` */
    struct staging *staging;    /**< the contents of archives */
};

/**
 * Collects. The caller frees in any case.
 * @param path a folder, or an archive
 * @return false with a sentence in @p error if the path cannot be read, or the grader could not do its work
 */
bool collect(struct collection *all, const char *path, struct error *error);
/** Orders the files by student again, after students were given other names. */
void collect_sort(struct collection *all);
/** Counts the files of one student, which begin at @p own. @return their number */
size_t collect_own_files(const struct collection *all, size_t own);
/** Frees all, and removes the unpacked files. */
void collect_free(struct collection *all);

/* Finds the student of Gradescope's submission_123: the list of names in its export. */

/** One person of one submission; a group's submission has several. */
struct roster_entry {
    char *submission; /**< "submission_123" */
    char *student;    /**< the first known: email address, number or name */
    time_t submitted; /**< the time of the hand-in, 0 if the list does not have it */
};

/** All people in the list. */
struct roster {
    struct roster_entry *items; /**< in the list's order */
    size_t count;               /**< of `items` */
};

/** Reads the bytes of submission_metadata.yml. @return false with a sentence in @p error */
bool roster_read(struct roster *roster, const char *bytes, size_t length, struct error *error);
/** Frees all. */
void roster_free(struct roster *roster);

/* The contents of archives, unpacked in the sandbox into a private folder. */

/** A private folder for the contents of archives. */
struct staging;

/** Makes the folder, before the first archive is unpacked. */
struct staging *staging_create(struct error *error);
/** Removes the folder and everything in it. NULL is allowed. */
void staging_remove(struct staging *staging);

/**
 * Lists an archive and extracts the files that may matter, in the sandbox. An error of the archive itself
 * becomes an item UNPACK_ERROR.
 * @param disk_path where the archive is
 * @param container its name for people
 * @param mib    the maximum unpacked size, in MiB
 * @return false with a sentence in @p error if the grader could not do its work
 */
bool staging_unpack(struct staging *staging, struct file_list *list, const char *disk_path,
                    const char *container, int mib, struct error *error);

/** Adds the entries of a listing (names.h); `text` is modified. `box` is the folder of the written files. The
 * listing is untrusted: `unpack` runs in the sandbox.
 * @return false if it is not a complete listing */
bool archive_listing_read(struct file_list *list, char *text, const char *container, const char *box);

/* Finds the kit's own files among a student's: the starter as it was handed out, and the rest of the kit in a
 * clone of it. */

/** The kit's starters, each read when first needed. */
struct kit_files;

/** @return NULL with a sentence in @p error */
struct kit_files *kit_files_create(struct error *error);
/** NULL is allowed. */
void kit_files_free(struct kit_files *kit);

/**
 * Marks the kit's own files among those of one student. Line ends, trailing blanks and the encoding of a
 * starter do not matter.
 */
void kit_files_mark(struct kit_files *kit, struct candidate *own, size_t count);

/** Whether a path goes through a folder that only the kit has: "docs/...", "mine/solutions/...". */
bool kit_folder(const char *rest);

/* Finds the student of a clone, if a system has made one for each student of an assignment: ada of
 * cs101-lab3-ada.
 *
 * The prefix is the common beginning of all clones below one path, up to a dash, so that no student can
 * choose it. If it contains a lab, it ends there: "lab3-" for lab3-ada-b and lab3-ada-c. A single clone has a
 * prefix only if it contains a lab. (Names of Classroom 50: foundation50/classroom50,
 * cli/gh-teacher/skeleton/dotgithub/scripts/runner.py) */

/** The common beginning of the clones' names. */
struct clones {
    char prefix[UPLOAD_STUDENT_SIZE]; /**< "cs101-lab3-", or "" */
    bool labs; /**< each name then continues with "lab3-" or that of another lab, not the same for all */
};

/** Finds the prefix. */
void clones_find(struct clones *clones, const struct collection *all);
/** The name without the prefix; unchanged if it does not begin with it. */
const char *clones_student(const struct clones *clones, const char *name);

#endif
