// The tables of a gradebook, and the versions of them that this program reads.
#include <stdio.h>

#include "class/gradebook/internal.h"
#include "class/gradebook/store.h"

enum { APPLICATION = 0x57724c62, VERSION = 4 }; // "WrLb"

// `submission` holds what counts now, one row per student and lab; results are only added. No column marks a
// result as current: it is the one on the submission's terms. The database allows only one such row.
static const char tables[] =
    "CREATE TABLE book (secret BLOB NOT NULL);"
    "CREATE TABLE source (sha256 TEXT PRIMARY KEY, bytes BLOB NOT NULL);"
    "CREATE TABLE submission ("
    "  student TEXT NOT NULL, lab TEXT NOT NULL,"
    "  origin TEXT NOT NULL, late INTEGER NOT NULL,"
    "  reason TEXT,"  // why it cannot be graded
    "  trouble TEXT," // what prevented grading the last time
    "  sha256 TEXT REFERENCES source, version TEXT, seed TEXT, backend TEXT,"
    "  attempt INTEGER NOT NULL DEFAULT 0,"
    "  PRIMARY KEY (student, lab),"
    "  CHECK ((reason IS NULL) = (sha256 IS NOT NULL)),"
    "  CHECK ((sha256 IS NULL) = (version IS NULL) AND (sha256 IS NULL) = (seed IS NULL)"
    "         AND (sha256 IS NULL) = (backend IS NULL)));"
    "CREATE TABLE result ("
    "  student TEXT NOT NULL, lab TEXT NOT NULL,"
    "  sha256 TEXT NOT NULL, version TEXT NOT NULL, seed TEXT NOT NULL, backend TEXT NOT NULL,"
    "  attempt INTEGER NOT NULL,"
    "  score REAL NOT NULL, max_score REAL NOT NULL,"
    "  report_json TEXT NOT NULL, report_text TEXT NOT NULL,"
    "  graded_at TEXT NOT NULL, seconds REAL NOT NULL,"
    "  UNIQUE (student, lab, sha256, version, seed, backend, attempt));"
    "CREATE TABLE claim ("
    "  student TEXT NOT NULL, lab TEXT NOT NULL,"
    "  holder TEXT NOT NULL,"   // the process that works on it
    "  until INTEGER NOT NULL," // seconds since 1970; for holders that cannot be looked up
    "  PRIMARY KEY (student, lab));"
    "INSERT INTO book VALUES (randomblob(32));";

// Additions of version 2: the time and the name of a hand-in, the people in the class, and scores that a
// person has set. New columns come last, so that a new table and an upgraded one are the same.
static const char version_2[] =
    "ALTER TABLE submission ADD COLUMN submitted INTEGER;" // seconds since 1970; NULL if unknown
    "ALTER TABLE submission ADD COLUMN upload TEXT;"       // the student, as the learning system names them
    "CREATE TABLE attempt (" // every text that a student has handed in for a lab, and its first time
    "  student TEXT NOT NULL, lab TEXT NOT NULL, sha256 TEXT NOT NULL, submitted INTEGER, late INTEGER NOT "
    "NULL,"
    "  PRIMARY KEY (student, lab, sha256));"
    "INSERT INTO attempt SELECT student, lab, sha256, NULL, late FROM submission WHERE sha256 IS NOT NULL;"
    "CREATE TABLE person ("
    "  student TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, login TEXT NOT NULL,"
    "  number TEXT NOT NULL, canvas TEXT NOT NULL, section TEXT NOT NULL,"
    "  listed INTEGER NOT NULL);"; // in the class now

// Additions of version 3: who did what. A `source` without bytes belongs to a text that was removed, unless
// the text was empty.
static const char version_3[] =
    "CREATE TABLE log ("
    "  id INTEGER PRIMARY KEY, at INTEGER NOT NULL, who TEXT NOT NULL, command TEXT NOT NULL, outcome TEXT);";

// Additions of version 4: the scores that were handed out, and since when; and the columns of Canvas's
// gradebook, as in the roster.
static const char version_4[] =
    "CREATE TABLE final ("
    "  student TEXT NOT NULL, lab TEXT NOT NULL, points REAL NOT NULL, at INTEGER NOT NULL,"
    "  PRIMARY KEY (student, lab));"
    "CREATE TABLE heading (text TEXT PRIMARY KEY);";

// The additions of each version to the one before.
static const char *const scripts[VERSION] = {tables, version_2, version_3, version_4};

static bool pragma(struct gradebook *book, const char *name, int *value) {
    char sql[64];
    snprintf(sql, sizeof sql, "PRAGMA %s", name);
    sqlite3_stmt *statement = gradebook_prepare(book, sql, "");
    *value = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int(statement, 0) : 0;
    return gradebook_have_read(book, statement);
}

static bool is_empty(struct gradebook *book, bool *empty) {
    sqlite3_stmt *statement = gradebook_prepare(book, "SELECT 1 FROM sqlite_master LIMIT 1", "");
    *empty = sqlite3_step(statement) == SQLITE_DONE;
    return gradebook_have_read(book, statement);
}

bool gradebook_schema_check(struct gradebook *book) {
    int application, version;
    if (!pragma(book, "application_id", &application) || !pragma(book, "user_version", &version))
        return false;
    if (application != APPLICATION)
        return error_set(&book->error, "%s is not a gradebook of Warplab", book->path);
    if (version == VERSION)
        return true;
    if (version < VERSION)
        return error_set(
            &book->error,
            "the gradebook %s is of version %d, and cannot be brought to version %d: it cannot be written",
            book->path, version, VERSION);
    return error_set(
        &book->error,
        "the gradebook %s is of version %d, and this ./grade knows version %d at most: use the newer "
        "./grade that wrote it",
        book->path, version, VERSION);
}

// Upgrades the tables of a version to this one; 0: there are none.
static bool grow(struct gradebook *book, int version) {
    char stamp[96];
    snprintf(stamp, sizeof stamp, "PRAGMA application_id = %d; PRAGMA user_version = %d", APPLICATION,
             VERSION);
    for (; version < VERSION; version++)
        if (!gradebook_execute(book, scripts[version]))
            return false;
    return gradebook_execute(book, stamp);
}

// In one transaction; a gradebook of any other kind than an earlier version is left alone.
bool gradebook_schema_upgrade(struct gradebook *book) {
    int application, version;
    if (!pragma(book, "application_id", &application) || !pragma(book, "user_version", &version))
        return false;
    if (application != APPLICATION || version >= VERSION || sqlite3_db_readonly(book->db, "main") == 1)
        return true;
    if (!gradebook_begin(book))
        return false;
    bool good = pragma(book, "user_version", &version); // another program may have been faster
    return gradebook_end(book, good && (version >= VERSION || grow(book, version)));
}

// In one transaction: of two programs that start at the same time, one makes the tables.
bool gradebook_schema_make(struct gradebook *book) {
    bool empty;
    if (!is_empty(book, &empty))
        return false;
    if (!empty)
        return gradebook_schema_upgrade(book) && gradebook_schema_check(book);
    return gradebook_begin(book) &&
           gradebook_end(book, is_empty(book, &empty) && (!empty || grow(book, 0))) &&
           gradebook_schema_check(book);
}
