// Opens, reads and closes the gradebook's file.
#include "class/gradebook/gradebook.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "class/gradebook/internal.h"

// How long a program waits for another's transaction, which takes milliseconds.
enum { PATIENCE_MS = 30000 };

const char *gradebook_error(const struct gradebook *book) { return book->error.text; }

// A commit is on the disk when it returns, so acknowledged changes survive a power failure. Truncating the
// journal is as safe as deleting it, and saves the disk two changes of the directory.
static bool settle(struct gradebook *book, enum gradebook_access access) {
    sqlite3_busy_timeout(book->db, PATIENCE_MS);
    sqlite3_extended_result_codes(book->db, 1);
    if (access == GRADEBOOK_READ)
        return gradebook_schema_upgrade(book) && gradebook_schema_check(book) &&
               gradebook_execute(book, "PRAGMA query_only = ON");
    if (sqlite3_db_readonly(book->db, "main") == 1)
        return error_set(&book->error, "cannot write the gradebook %s: it is read-only", book->path);
    return gradebook_execute(
               book, "PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON") &&
           gradebook_schema_make(book);
}

static struct gradebook *give_up(struct gradebook *book, struct error *error) {
    error_set(error, "%s", book ? book->error.text : "memory is used up");
    gradebook_close(book);
    return NULL;
}

// Only the owner may read grades and submissions, until the owner changes that. Only a new file is opened
// here: closing one that is in use would release SQLite's locks. An error is reported when SQLite opens the
// file.
static void make_private(const char *path) {
    const int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0)
        close(file);
}

struct gradebook *gradebook_open(const char *path, enum gradebook_access access, struct error *error) {
    struct gradebook *book = calloc(1, sizeof *book);
    if (!book || !(book->path = strdup(path)))
        return give_up(book, error);
    if (access == GRADEBOOK_READ && faccessat(AT_FDCWD, path, F_OK, 0) != 0) {
        error_set(&book->error, "there is no gradebook %s", path);
        return give_up(book, error);
    }
    if (access == GRADEBOOK_WRITE)
        make_private(path);
    // A reader may also have to roll back the changes of a killed program; if it may not write, SQLite opens
    // the file read-only.
    const int flags = SQLITE_OPEN_READWRITE | (access == GRADEBOOK_WRITE ? SQLITE_OPEN_CREATE : 0);
    if (sqlite3_open_v2(path, &book->db, flags, NULL) != SQLITE_OK) {
        gradebook_fail(book, "open");
        return give_up(book, error);
    }
    book->writes = access == GRADEBOOK_WRITE;
    return settle(book, access) ? book : give_up(book, error);
}

void gradebook_close(struct gradebook *book) {
    if (!book)
        return;
    if (book->db &&
        sqlite3_db_readonly(book->db, "main") == 0) // leaves no empty journal, unless others use it
        sqlite3_exec(book->db, "PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    sqlite3_close(book->db);
    free(book->holder);
    free(book->path);
    free(book);
}
