// Two gradebooks made one: the results that a cluster's tasks have written into parts of their own.
#include "class/gradebook/internal.h"
#include "class/gradebook/store.h"

// Terms that have a result keep it, so a part that comes twice, or two parts that did the same work, change
// nothing.
static const char take[] = "INSERT OR IGNORE INTO main.result (student, lab, sha256, version, seed, backend, "
                           "attempt, score, max_score,"
                           "  report_json, report_text, graded_at, seconds)"
                           " SELECT student, lab, sha256, version, seed, backend, attempt, score, max_score, "
                           "report_json, report_text,"
                           "  graded_at, seconds FROM part.result";

// What kept a task from a result is told of the submission, as if it had been graded here.
static const char take_errors[] =
    "UPDATE main.submission AS s SET trouble = p.trouble FROM part.submission AS p"
    " WHERE p.trouble IS NOT NULL AND s.student = p.student AND s.lab = p.lab AND s.sha256 = p.sha256"
    "   AND s.version = p.version AND s.seed = p.seed AND s.attempt = p.attempt";

static bool take_results(struct gradebook *book, int *count) {
    bool began;
    if (!gradebook_begin_if_none(book, &began))
        return false;
    bool good = gradebook_execute(book, take);
    *count = good ? sqlite3_changes(book->db) : 0;
    good = gradebook_end(book, began, good && gradebook_execute(book, take_errors));
    return good || (*count = 0, false);
}

// The part is opened as a gradebook of its own first, so that a broken one, or one of a newer version, is
// named, and so that a journal that a killed task left behind is rolled back.
bool gradebook_merge(struct gradebook *book, const char *part, int *count) {
    *count = 0;
    struct gradebook *other = gradebook_open(part, GRADEBOOK_READ, &book->error);
    if (!other)
        return false;
    gradebook_close(other);
    sqlite3_stmt *attach = gradebook_prepare(book, "ATTACH DATABASE ?1 AS part");
    gradebook_bind(attach, 1, &part);
    if (!gradebook_run(book, attach))
        return false;
    const bool good = take_results(book, count);
    sqlite3_exec(book->db, "DETACH DATABASE part", NULL, NULL, NULL);
    return good;
}
