// Runs SQL on an open gradebook, and turns its failures into sentences.
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "class/gradebook/internal.h"
#include "class/gradebook/store.h"

bool gradebook_fail(struct gradebook *book, const char *what) {
    const int code = sqlite3_extended_errcode(book->db);
    const char *words = sqlite3_errmsg(book->db);
    if (code == SQLITE_FULL || sqlite3_system_errno(book->db) == ENOSPC)
        words = "the disk is full";
    else if ((code & 0xff) == SQLITE_READONLY)
        words = "it cannot be written";
    else if ((code & 0xff) == SQLITE_NOTADB)
        words = "it is not a gradebook";
    else if ((code & 0xff) == SQLITE_CORRUPT)
        words = "it is damaged";
    else if ((code & 0xff) == SQLITE_BUSY)
        words = "another program has kept it locked for too long";
    return error_set(&book->error, "cannot %s the gradebook %s: %s", what, book->path, words);
}

static sqlite3_stmt *prepare(struct gradebook *book, const char *sql, const char *types, va_list values) {
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(book->db, sql, -1, &statement, NULL) != SQLITE_OK)
        gradebook_fail(book, "read");
    for (int i = 1; statement && *types; types++, i++)
        if (*types == 't')
            sqlite3_bind_text(statement, i, va_arg(values, const char *), -1, SQLITE_STATIC);
        else if (*types == 'd')
            sqlite3_bind_double(statement, i, va_arg(values, double));
        else
            sqlite3_bind_int64(statement, i, va_arg(values, long long));
    return statement;
}

sqlite3_stmt *gradebook_prepare(struct gradebook *book, const char *sql, const char *types, ...) {
    va_list values;
    va_start(values, types);
    sqlite3_stmt *statement = prepare(book, sql, types, values);
    va_end(values);
    return statement;
}

bool gradebook_have_read(struct gradebook *book, sqlite3_stmt *statement) {
    return statement && (sqlite3_finalize(statement) == SQLITE_OK || gradebook_fail(book, "read"));
}

bool gradebook_run(struct gradebook *book, sqlite3_stmt *statement) {
    sqlite3_step(statement);
    return statement && (sqlite3_finalize(statement) == SQLITE_OK || gradebook_fail(book, "write"));
}

bool gradebook_change(struct gradebook *book, const char *sql, const char *types, ...) {
    va_list values;
    va_start(values, types);
    sqlite3_stmt *statement = prepare(book, sql, types, values);
    va_end(values);
    return gradebook_run(book, statement);
}

bool gradebook_execute(struct gradebook *book, const char *sql) {
    return sqlite3_exec(book->db, sql, NULL, NULL, NULL) == SQLITE_OK || gradebook_fail(book, "write");
}

bool gradebook_begin(struct gradebook *book) {
    const bool good = book->depth > 0 || gradebook_execute(book, "BEGIN IMMEDIATE");
    book->depth += good;
    return good;
}

// A rollback must not overwrite the reason of the failure.
bool gradebook_end(struct gradebook *book, bool good) {
    if (--book->depth > 0)
        return good;
    if (good && gradebook_execute(book, "COMMIT"))
        return true;
    sqlite3_exec(book->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}
