// A part of a gradebook: some submissions with all that they are graded with, in a gradebook of their own,
// for a task on another machine to grade. What comes of it is merged back.
#include <stdio.h>
#include <unistd.h>

#include "class/gradebook/internal.h"
#include "class/gradebook/store.h"

static bool copy_submission(struct gradebook *book, const struct gradebook_filter *which) {
    const char *const names[] = {which->student, which->lab};
    sqlite3_stmt *source =
        gradebook_prepare(book, "INSERT OR IGNORE INTO part.source SELECT * FROM main.source WHERE sha256 = "
                                "(SELECT sha256 FROM main.submission WHERE student = ?1 AND lab = ?2)");
    gradebook_bind(source, 2, names);
    if (!gradebook_run(book, source))
        return false;
    sqlite3_stmt *submission = gradebook_prepare(
        book, "INSERT INTO part.submission SELECT * FROM main.submission WHERE student = ?1 AND lab = ?2");
    gradebook_bind(submission, 2, names);
    return gradebook_run(book, submission);
}

static bool copy_all(struct gradebook *book, const struct gradebook_filter *which, size_t count) {
    bool began;
    if (!gradebook_begin_if_none(book, &began))
        return false;
    bool good = true;
    for (size_t i = 0; good && i < count; i++)
        good = copy_submission(book, &which[i]);
    return gradebook_end(book, began, good);
}

bool gradebook_split(struct gradebook *book, const char *part, const struct gradebook_filter *which,
                     size_t count) {
    struct gradebook *made = gradebook_open(part, GRADEBOOK_WRITE, &book->error);
    if (!made)
        return false;
    gradebook_close(made);
    sqlite3_stmt *attach = gradebook_prepare(book, "ATTACH DATABASE ?1 AS part");
    gradebook_bind(attach, 1, &part);
    if (!gradebook_run(book, attach))
        return false;
    const bool good = copy_all(book, which, count);
    sqlite3_exec(book->db, "DETACH DATABASE part", NULL, NULL, NULL);
    return good;
}
