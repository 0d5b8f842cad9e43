/**
 * @file collect.h
 * @brief All that a class has handed in, file by file, each with its student.
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
    struct staging *staging;    /**< what archives were unpacked to */
};

/**
 * Collects. The caller frees in any case.
 * @param path a folder, or an archive
 * @return false with a sentence in @p error if the path cannot be read, or the grader could not do its work
 */
bool collect(struct collection *all, const char *path, struct error *error);
/** Orders the files by student again, after students were given other names. */
void collect_sort(struct collection *all);
/** The files of one student begin at @p own. @return how many there are */
size_t collect_own_files(const struct collection *all, size_t own);
/** Frees all, and removes what was unpacked. */
void collect_free(struct collection *all);

/* Who Gradescope's submission_123 is: the list of names in its export. */

/** One person of one submission; a group's submission has several. */
struct roster_entry {
    char *submission; /**< "submission_123" */
    char *student;    /**< email address, or number, or name: the first that is there */
    time_t submitted; /**< when it was handed in, 0 if the list does not say */
};

/** Everybody that the list names. */
struct roster {
    struct roster_entry *items; /**< in the list's order */
    size_t count;               /**< of `items` */
};

/** Reads the bytes of submission_metadata.yml. @return false with a sentence in @p error */
bool roster_read(struct roster *roster, const char *bytes, size_t length, struct error *error);
/** Frees all. */
void roster_free(struct roster *roster);

/* What archives hold, unpacked in the sandbox into a private folder. */

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

/* Which of a student's files are the kit's own: the starter as it was handed out, and what a clone of
 * the whole kit has beside it. */

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

/* Whose a clone is, where a system has made one for each student of an assignment: ada of
 * cs101-lab3-ada.
 *
 * The prefix is what all clones below one path begin with, up to a dash, so that no student can choose it.
 * Where it names a lab it ends there: of lab3-ada-b and lab3-ada-c, "lab3-". A single clone has one only if
 * it names a lab. (Names of Classroom 50: foundation50/classroom50,
 * cli/gh-teacher/skeleton/dotgithub/scripts/runner.py) */

/** What clones' names begin with. */
struct clones {
    char prefix[UPLOAD_STUDENT_SIZE]; /**< "cs101-lab3-", or "" */
    bool labs; /**< then "lab3-" or that of another lab, which is not the same for all, follows in each */
};

/** Finds it. */
void clones_find(struct clones *clones, const struct collection *all);
/** A name without it; the same name if it does not begin with it. */
const char *clones_student(const struct clones *clones, const char *name);

#endif
