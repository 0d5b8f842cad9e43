// A part of a gradebook: some submissions with all their terms, in a gradebook of their own, to be graded by
// a task on another machine. Its results are merged back.
#include "class/gradebook/internal.h"
#include "class/gradebook/store.h"

// It is first opened as a separate gradebook, so that a broken or newer one is reported, and so that a
// journal that a killed task left is rolled back.
bool gradebook_attach(struct gradebook *book, const char *part, enum gradebook_access access) {
    struct gradebook *other = gradebook_open(part, access, &book->error);
    if (!other)
        return false;
    gradebook_close(other);
    return gradebook_change(book, "ATTACH DATABASE ?1 AS part", "t", part);
}

void gradebook_detach(struct gradebook *book) {
    sqlite3_exec(book->db, "DETACH DATABASE part", NULL, NULL, NULL);
}

static bool copy_submission(struct gradebook *book, const struct gradebook_filter *which) {
    return gradebook_change(book,
                            "INSERT OR IGNORE INTO part.source SELECT * FROM main.source WHERE sha256 = "
                            "(SELECT sha256 FROM main.submission WHERE student = ?1 AND lab = ?2)",
                            "tt", which->student, which->lab) &&
           gradebook_change(book,
                            "INSERT INTO part.submission SELECT * FROM main.submission"
                            " WHERE student = ?1 AND lab = ?2",
                            "tt", which->student, which->lab);
}

static bool copy_all(struct gradebook *book, const struct gradebook_filter *which, size_t count) {
    bool good = true;
    if (!gradebook_begin(book))
        return false;
    for (size_t i = 0; good && i < count; i++)
        good = copy_submission(book, &which[i]);
    return gradebook_end(book, good);
}

bool gradebook_split(struct gradebook *book, const char *part, const struct gradebook_filter *which,
                     size_t count) {
    if (!gradebook_attach(book, part, GRADEBOOK_WRITE))
        return false;
    const bool good = copy_all(book, which, count);
    gradebook_detach(book);
    return good;
}

// Terms with a result keep it, so a part that is merged twice, or two parts with the same work, change
// nothing. A student who was forgotten in the meantime does not come back.
static const char take[] =
    "INSERT OR IGNORE INTO main.result (student, lab, sha256, version, seed, backend, "
    "attempt, score, max_score,"
    "  report_json, report_text, graded_at, seconds)"
    " SELECT student, lab, sha256, version, seed, backend, attempt, score, max_score, "
    "report_json, report_text,"
    "  graded_at, seconds FROM part.result r WHERE EXISTS (SELECT 1 FROM main.submission s"
    "  WHERE s.student = r.student AND s.lab = r.lab)";

// A task's error is recorded with the submission, as if it had been graded on this machine.
static const char take_errors[] =
    "UPDATE main.submission AS s SET trouble = p.trouble FROM part.submission AS p"
    " WHERE p.trouble IS NOT NULL AND s.student = p.student AND s.lab = p.lab AND s.sha256 = p.sha256"
    "   AND s.version = p.version AND s.seed = p.seed AND s.attempt = p.attempt";

static bool take_results(struct gradebook *book, int *count) {
    if (!gradebook_begin(book))
        return false;
    const bool good = gradebook_execute(book, take);
    *count = good ? sqlite3_changes(book->db) : 0;
    return gradebook_end(book, good && gradebook_execute(book, take_errors)) || (*count = 0, false);
}

bool gradebook_merge(struct gradebook *book, const char *part, int *count) {
    *count = 0;
    if (!gradebook_attach(book, part, GRADEBOOK_READ))
        return false;
    const bool good = take_results(book, count);
    gradebook_detach(book);
    return good;
}
