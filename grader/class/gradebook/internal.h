/**
 * @file internal.h
 * @brief Shared by the gradebook's own files: the open database, and how its failures become sentences.
 */
#ifndef WARPLAB_INTERNAL_H
#define WARPLAB_INTERNAL_H

#include <sqlite3.h>

#include "base/error.h"
#include "class/gradebook/gradebook.h"

/** SQL with a row if there is a text to grade for the row called @p row, which may be empty. */
#define GRADEBOOK_TEXT_OF(row)                                                                               \
    "SELECT 1 FROM source x WHERE x.sha256 = " row ".sha256 AND (length(x.bytes) > 0 OR x.sha256 ="          \
    " 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')"

/** SQL for the open points of the result that a query calls r, according to its report. */
#define GRADEBOOK_OPEN_POINTS                                                                                \
    "CASE WHEN json_valid(r.report_json)"                                                                    \
    " THEN coalesce(json_extract(r.report_json, '$.open_points'), 0) ELSE 0 END"

/** SQL for the number of answers about its own run that came with that result, -1 if nothing could be asked,
 * and the number of right ones: checks of its report. */
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
    bool writes;        /**< it was opened for writing */
    int depth;          /**< nesting depth of groups of changes */
    char *holder;       /**< this process, as named in its claims; created when first needed */
    struct error error; /**< the error of the last call that failed */
};

/** "cannot read|write the gradebook PATH: ..." with SQLite's message. @return false */
bool gradebook_fail(struct gradebook *book, const char *what);

/** A statement, or NULL with the error set, for which sqlite3_step() returns no row.
 * @param types of the values to bind in order, a letter each: t a text (NULL is NULL), i a long long, d a
 * double */
sqlite3_stmt *gradebook_prepare(struct gradebook *book, const char *sql, const char *types, ...);
/** Finalizes a statement after reading all or some rows. @return false with the error set if it is NULL, or a
 * row could not be read */
bool gradebook_have_read(struct gradebook *book, sqlite3_stmt *statement);
/** Runs a statement that returns no rows, and finalizes it. NULL is a failure whose error is already set. */
bool gradebook_run(struct gradebook *book, sqlite3_stmt *statement);
/** Prepares a statement like gradebook_prepare(), and runs it. */
bool gradebook_change(struct gradebook *book, const char *sql, const char *types, ...);
/** Runs plain SQL. */
bool gradebook_execute(struct gradebook *book, const char *sql);

/** Attaches another gradebook's file as `part`. With write access it is created if it does not exist. */
bool gradebook_attach(struct gradebook *book, const char *part, enum gradebook_access access);
/** Detaches it. */
void gradebook_detach(struct gradebook *book);

/** Creates the tables in a new file, and checks any other. @return false with the error set. */
bool gradebook_schema_make(struct gradebook *book);
/** Upgrades tables of an earlier version to this one, if the file can be written. @return false with the
 * error set */
bool gradebook_schema_upgrade(struct gradebook *book);
/** Checks that all tables are there, and of this version. @return false with the error set */
bool gradebook_schema_check(struct gradebook *book);

#endif
