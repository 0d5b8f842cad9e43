// SQL on an open gradebook, and how its failures become sentences.
#include <errno.h>
#include <stdio.h>

#include "class/gradebook/internal.h"

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

sqlite3_stmt *gradebook_prepare(struct gradebook *book, const char *sql) {
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(book->db, sql, -1, &statement, NULL) != SQLITE_OK)
        gradebook_fail(book, "read");
    return statement;
}

void gradebook_bind(sqlite3_stmt *statement, int count, const char *const *texts) {
    for (int i = 0; statement && i < count; i++)
        sqlite3_bind_text(statement, i + 1, texts[i], -1, SQLITE_STATIC);
}

bool gradebook_run(struct gradebook *book, sqlite3_stmt *statement) {
    if (!statement)
        return false;
    const bool good = sqlite3_step(statement) == SQLITE_DONE;
    if (!good)
        gradebook_fail(book, "write");
    sqlite3_finalize(statement);
    return good;
}

bool gradebook_execute(struct gradebook *book, const char *sql) {
    return sqlite3_exec(book->db, sql, NULL, NULL, NULL) == SQLITE_OK || gradebook_fail(book, "write");
}

bool gradebook_begin_if_none(struct gradebook *book, bool *began) {
    *began = sqlite3_get_autocommit(book->db) != 0;
    return !*began || gradebook_execute(book, "BEGIN IMMEDIATE");
}

// A rollback must not take the reason of the failure away.
bool gradebook_end(struct gradebook *book, bool began, bool good) {
    if (!began)
        return good;
    if (good && gradebook_execute(book, "COMMIT"))
        return true;
    sqlite3_exec(book->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}
