// The gradebook read: the result that counts, of every student's lab.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "class/gradebook/internal.h"
#include "class/gradebook/store.h"

// Where there is no result on the submission's terms yet, the latest that there was stands for it: of the
// same text, if it has one.
// clang-format off
static const char current[] =
    "SELECT s.student, s.lab, s.origin, s.late, s.reason, s.trouble, s.sha256, r.seed, s.backend,"
    "       r.score, r.max_score, r.report_json, r.report_text, r.graded_at, r.seconds, r.version,"
    "       c.rowid IS NULL AND s.sha256 IS NOT NULL,"
    "       coalesce(a.submitted, s.submitted),"
    "       strftime('%Y-%m-%dT%H:%M:%SZ', coalesce(a.submitted, s.submitted), 'unixepoch'), s.upload,"
    "       (r.sha256 <> s.sha256) + 2 * (r.attempt <> s.attempt) + 4 * (r.seed <> s.seed)"
    "        + 8 * (r.backend <> s.backend)," // as enum gradebook_change has them
    "       s.sha256 IS NOT NULL AND NOT EXISTS (" GRADEBOOK_TEXT_OF("s") "),"
    GRADEBOOK_OPEN_POINTS "," GRADEBOOK_EXPLAINED ","
    "       p.name, p.email, p.login, p.number, p.canvas, p.section"
    "  FROM submission s LEFT JOIN result c USING (student, lab, sha256, version, seed, backend, attempt)"
    "  LEFT JOIN result r ON s.sha256 IS NOT NULL AND r.rowid = coalesce(c.rowid,"
    "       (SELECT max(o.rowid) FROM result o"
    "         WHERE o.student = s.student AND o.lab = s.lab AND o.sha256 = s.sha256),"
    "       (SELECT max(o.rowid) FROM result o WHERE o.student = s.student AND o.lab = s.lab))"
    "  LEFT JOIN attempt a ON a.student = s.student AND a.lab = s.lab AND a.sha256 = s.sha256"
    "  LEFT JOIN person p ON p.student = s.student"
    " WHERE (?1 IS NULL OR s.student = ?1) AND (?2 IS NULL OR s.lab = ?2)"
    " ORDER BY s.student, length(s.lab), s.lab"; // lab9 before lab10
// clang-format on

enum {
    STUDENT,
    LAB,
    ORIGIN,
    LATE,
    REASON,
    ERROR,
    SHA256,
    SEED,
    BACKEND,
    SCORE,
    MAX_SCORE,
    JSON,
    TEXT,
    AT,
    SECONDS,
    VERSION,
    PENDING,
    SUBMITTED,
    SUBMITTED_AT,
    UPLOAD,
    CHANGED,
    REMOVED,
    OPEN_POINTS,
    EXPLAINED,
    EXPLAINED_RIGHT,
    KEYS
};

struct gradebook_words gradebook_score_words(double score, double max_score, double open_points) {
    struct gradebook_words words;
    if (open_points > 0)
        snprintf(words.text, sizeof words.text, "%g of %g points so far, %g open", score,
                 max_score - open_points, open_points);
    else
        snprintf(words.text, sizeof words.text, "%g of %g points", score, max_score);
    return words;
}

static const char *text(sqlite3_stmt *row, int column) {
    return (const char *)sqlite3_column_text(row, column);
}

static struct gradebook_result result_of(sqlite3_stmt *row) {
    struct gradebook_result result = {.student = text(row, STUDENT),
                                      .lab = text(row, LAB),
                                      .origin = text(row, ORIGIN),
                                      .late = sqlite3_column_int(row, LATE) != 0,
                                      .submission_sha256 = text(row, SHA256),
                                      .backend = text(row, BACKEND),
                                      .pending = sqlite3_column_int(row, PENDING) != 0};
    result.submitted = sqlite3_column_int64(row, SUBMITTED);
    result.submitted_at = text(row, SUBMITTED_AT);
    result.upload = text(row, UPLOAD);
    result.changed = (unsigned)sqlite3_column_int(row, CHANGED);
    result.text_removed = sqlite3_column_int(row, REMOVED) != 0;
    result.pending = result.pending && !result.text_removed;
    for (int i = 0; i < PERSON_KEYS; i++)
        result.keys[i] = text(row, KEYS + i);
    const char *reason = text(row, REASON);
    result.reason = reason ? reason : text(row, ERROR);
    if (sqlite3_column_type(row, SCORE) != SQLITE_NULL) {
        result.status =
            result.pending ? "stale" : "graded"; // what cannot be graded again is no earlier score
        result.has_score = true;
        result.score = sqlite3_column_double(row, SCORE);
        result.max_score = sqlite3_column_double(row, MAX_SCORE);
        result.open_points = sqlite3_column_double(row, OPEN_POINTS);
        result.explained = sqlite3_column_int(row, EXPLAINED);
        result.explained_right = sqlite3_column_int(row, EXPLAINED_RIGHT);
        result.seed = text(row, SEED);
        result.graded_at = text(row, AT);
        result.report_json = text(row, JSON);
        result.report_text = text(row, TEXT);
        result.seconds = sqlite3_column_double(row, SECONDS);
        result.version = text(row, VERSION);
    } else {
        result.status = reason ? "not_gradable" : "not_graded";
    }
    return result;
}

bool gradebook_each(struct gradebook *book, const struct gradebook_filter *filter, gradebook_visit *visit,
                    void *user) {
    sqlite3_stmt *statement = gradebook_prepare(book, current, "tt", filter->student, filter->lab);
    bool on = true;
    while (on && sqlite3_step(statement) == SQLITE_ROW) {
        const struct gradebook_result result = result_of(statement);
        on = visit(user, &result);
    }
    return gradebook_have_read(book, statement);
}

bool gradebook_source(struct gradebook *book, const char *sha256, char **bytes, size_t *length) {
    sqlite3_stmt *statement =
        gradebook_prepare(book, "SELECT bytes FROM source WHERE sha256 = ?", "t", sha256);
    bool good = sqlite3_step(statement) == SQLITE_ROW;
    if (good) {
        *length = (size_t)sqlite3_column_bytes(statement, 0);
        *bytes = malloc(*length + 1);
        good = *bytes != NULL;
        if (good && *length > 0)
            memcpy(*bytes, sqlite3_column_blob(statement, 0), *length);
    }
    if (statement && !good)
        gradebook_fail(book, "read");
    sqlite3_finalize(statement);
    return good;
}

bool gradebook_history(struct gradebook *book, const char *student, const char *lab,
                       gradebook_history_visit *visit, void *user) {
    sqlite3_stmt *statement =
        gradebook_prepare(book,
                          "SELECT score, max_score, graded_at, sha256, version," GRADEBOOK_OPEN_POINTS
                          " FROM result r WHERE student = ?1 AND lab = ?2 ORDER BY rowid",
                          "tt", student, lab);
    bool on = true;
    while (on && sqlite3_step(statement) == SQLITE_ROW)
        on = visit(user, &(struct gradebook_past){.score = sqlite3_column_double(statement, 0),
                                                  .max_score = sqlite3_column_double(statement, 1),
                                                  .graded_at = text(statement, 2),
                                                  .sha256 = text(statement, 3),
                                                  .version = text(statement, 4),
                                                  .open_points = sqlite3_column_double(statement, 5)});
    return gradebook_have_read(book, statement);
}

// clang-format off
static const char attempts[] =
    "SELECT r.score, r.max_score, a.submitted, a.late, r.version, a.sha256, r.seconds,"
    GRADEBOOK_OPEN_POINTS ","
    "       NOT EXISTS (" GRADEBOOK_TEXT_OF("a") "),"
    GRADEBOOK_EXPLAINED
    "  FROM attempt a JOIN result r ON r.rowid ="
    "       (SELECT max(o.rowid) FROM result o"
    "         WHERE o.student = a.student AND o.lab = a.lab AND o.sha256 = a.sha256)"
    " WHERE a.student = ?1 AND a.lab = ?2 ORDER BY a.submitted, a.rowid";
// clang-format on

bool gradebook_attempts(struct gradebook *book, const char *student, const char *lab,
                        gradebook_attempt_visit *visit, void *user) {
    sqlite3_stmt *statement = gradebook_prepare(book, attempts, "tt", student, lab);
    bool on = true;
    while (on && sqlite3_step(statement) == SQLITE_ROW)
        on = visit(user, &(struct gradebook_attempt){.score = sqlite3_column_double(statement, 0),
                                                     .max_score = sqlite3_column_double(statement, 1),
                                                     .submitted = sqlite3_column_int64(statement, 2),
                                                     .late = sqlite3_column_int(statement, 3) != 0,
                                                     .version = text(statement, 4),
                                                     .sha256 = text(statement, 5),
                                                     .seconds = sqlite3_column_double(statement, 6),
                                                     .open_points = sqlite3_column_double(statement, 7),
                                                     .text_removed = sqlite3_column_int(statement, 8) != 0,
                                                     .explained = sqlite3_column_int(statement, 9),
                                                     .explained_right = sqlite3_column_int(statement, 10)});
    return gradebook_have_read(book, statement);
}
