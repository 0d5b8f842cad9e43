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

/** SQL for the open points of the result that a query calls r, as its report has them. */
#define GRADEBOOK_OPEN_POINTS                                                                                \
    "CASE WHEN json_valid(r.report_json)"                                                                    \
    " THEN coalesce(json_extract(r.report_json, '$.open_points'), 0) ELSE 0 END"

/** SQL for how many answers about its own run came with that result, -1 if nothing could be asked, and how
 * many of them are right: checks of its report. */
#define GRADEBOOK_EXPLAINED                                                                                  \
    " (SELECT CASE WHEN sum(json_extract(k.value, '$.status') = 'open') THEN -1 ELSE count(*) "              \
    "END" GRADEBOOK_EXPLAIN_CHECKS "),"                                                                      \
    " (SELECT count(*)" GRADEBOOK_EXPLAIN_CHECKS " AND json_extract(k.value, '$.status') = 'passed')"
/** SQL for those checks: the rest of a SELECT. */
#define GRADEBOOK_EXPLAIN_CHECKS                                                                             \
    " FROM json_each(CASE WHEN json_valid(r.report_json) THEN r.report_json ELSE '{}' END, '$.checks') k"    \
    " WHERE json_extract(k.value, '$.id') = 'explain'"

/** An open gradebook. Made by gradebook_open(), ended by gradebook_close(). */
struct gradebook {
    sqlite3 *db;        /**< owned */
    char *path;         /**< the file's; owned */
    bool writes;        /**< it was opened to be written */
    int depth;          /**< groups of changes that have begun, one in another */
    char *holder;       /**< this process, as its claims name it; made when first needed */
    struct error error; /**< what the last call that failed says */
};

/** "cannot read|write the gradebook PATH: ..." from SQLite's own words. @return false */
bool gradebook_fail(struct gradebook *book, const char *what);

/** A statement, or NULL with the error set, which sqlite3_step() takes for one without rows.
 * @param types of the values that are bound in order, a letter each: t a text (NULL is NULL), i a long long,
 * d a double */
sqlite3_stmt *gradebook_prepare(struct gradebook *book, const char *sql, const char *types, ...);
/** Finalizes a statement whose rows were read, all or some. @return false with the error set if it is NULL,
 * or a row could not be read */
bool gradebook_have_read(struct gradebook *book, sqlite3_stmt *statement);
/** Runs a statement that returns no rows, and finalizes it. NULL is a failure that has its error. */
bool gradebook_run(struct gradebook *book, sqlite3_stmt *statement);
/** Prepares one as gradebook_prepare() does, and runs it. */
bool gradebook_change(struct gradebook *book, const char *sql, const char *types, ...);
/** Runs plain SQL. */
bool gradebook_execute(struct gradebook *book, const char *sql);

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
