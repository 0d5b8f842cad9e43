/**
 * @file internal.h
 * @brief What the gradebook's own files share: the open database and how its failures become sentences.
 */
#ifndef WARPLAB_INTERNAL_H
#define WARPLAB_INTERNAL_H

#include <sqlite3.h>

#include "base/error.h"
#include "class/gradebook/gradebook.h"

/** SQL that has a row if there is a text to grade of the row called @p row, which may be empty. */
#define GRADEBOOK_TEXT_OF(row)                                                                               \
    "SELECT 1 FROM source x WHERE x.sha256 = " row ".sha256 AND (length(x.bytes) > 0 OR x.sha256 ="          \
    " 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')"

/** SQL for the open points of the result called @p row, as its report has them. */
#define GRADEBOOK_OPEN_POINTS_OF(row)                                                                        \
    "CASE WHEN json_valid(" row ".report_json)"                                                              \
    " THEN coalesce(json_extract(" row ".report_json, '$.open_points'), 0) ELSE 0 END"

/** An open gradebook. Made by gradebook_open(), ended by gradebook_close(). */
struct gradebook {
    sqlite3 *db;        /**< owned */
    char *path;         /**< the file's; owned */
    bool writes;        /**< it was opened to be written */
    char *holder;       /**< this process, as its claims name it; made when first needed */
    struct error error; /**< what the last call that failed says */
};

/** "cannot read|write the gradebook PATH: ..." from SQLite's own words. @return false */
bool gradebook_fail(struct gradebook *book, const char *what);

/** A statement, or NULL with the error set. */
sqlite3_stmt *gradebook_prepare(struct gradebook *book, const char *sql);
/** Binds texts in order (NULL is NULL) up to `count`. */
void gradebook_bind(sqlite3_stmt *statement, int count, const char *const *texts);
/** Runs a statement that returns no rows, and finalizes it. NULL is a failure that has its error. */
bool gradebook_run(struct gradebook *book, sqlite3_stmt *statement);
/** The same for plain SQL. */
bool gradebook_execute(struct gradebook *book, const char *sql);
/** Starts a transaction unless one is under way, in which the caller's already is. @return true if it began
 */
bool gradebook_begin_if_none(struct gradebook *book, bool *began);
/** Ends what gradebook_begin_if_none() began: committed if `good`. @return false if it was not written */
bool gradebook_end(struct gradebook *book, bool began, bool good);

/** Attaches another gradebook's file as `part`. Write access makes one that is not there. */
bool gradebook_attach(struct gradebook *book, const char *part, enum gradebook_access access);
/** Ends that. */
void gradebook_detach(struct gradebook *book);

/** Makes the tables in a new file, and checks any other. @return false with the error set. */
bool gradebook_schema_make(struct gradebook *book);
/** Brings tables of an earlier version to this one, where the file can be written. @return false with the
 * error set */
bool gradebook_schema_upgrade(struct gradebook *book);
/** Checks that they are all there, and of this version. @return false with the error set */
bool gradebook_schema_check(struct gradebook *book);

#endif
