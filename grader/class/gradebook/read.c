// Reads the gradebook: the result that counts, for every student's lab.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "class/gradebook/internal.h"
#include "class/gradebook/store.h"

// The members of struct gradebook_result: of a submission s, the result r that counts, and the result c on
// its terms. Without a result on the submission's terms, the latest earlier one counts: one of the same text,
// if there is any.
// clang-format off
#define COLUMNS                                                                                              \
    "SELECT s.student, s.lab, s.origin, coalesce(s.reason, s.trouble), s.sha256, r.seed, s.backend,"         \
    "       r.report_json, r.report_text, r.graded_at, r.version,"                                           \
    "       strftime('%Y-%m-%dT%H:%M:%SZ', coalesce(a.submitted, s.submitted), 'unixepoch'), s.upload,"      \
    "       p.name, p.email, p.login, p.number, p.canvas, p.section, s.reason IS NOT NULL, s.late, r.score," \
    "       r.max_score, r.seconds, c.rowid IS NULL AND s.sha256 IS NOT NULL,"                               \
    "       coalesce(a.submitted, s.submitted),"                                                             \
    "       (r.sha256 <> s.sha256) + 2 * (r.attempt <> s.attempt) + 4 * (r.seed <> s.seed)"                  \
    "        + 8 * (r.backend <> s.backend)," /* as enum gradebook_change has them */                        \
    "       s.sha256 IS NOT NULL AND NOT EXISTS (" GRADEBOOK_TEXT_OF("s") "),"                               \
    GRADEBOOK_OPEN_POINTS "," GRADEBOOK_EXPLAINED
static const char current[] = COLUMNS
    "  FROM submission s LEFT JOIN result c USING (student, lab, sha256, version, seed, backend, attempt)"
    "  LEFT JOIN result r ON s.sha256 IS NOT NULL AND r.rowid = coalesce(c.rowid,"
    "       (SELECT max(o.rowid) FROM result o"
    "         WHERE o.student = s.student AND o.lab = s.lab AND o.sha256 = s.sha256),"
    "       (SELECT max(o.rowid) FROM result o WHERE o.student = s.student AND o.lab = s.lab))"
    "  LEFT JOIN attempt a ON a.student = s.student AND a.lab = s.lab AND a.sha256 = s.sha256"
    "  LEFT JOIN person p ON p.student = s.student"
    " WHERE (?1 IS NULL OR s.student = ?1) AND (?2 IS NULL OR s.lab = ?2)"
    " ORDER BY s.student, length(s.lab), s.lab"; // lab9 before lab10

// Earlier results, each as if it were the submission's current one.
#define PAST COLUMNS                                                                                         \
    "  FROM (SELECT o.*, o.rowid AS number, t.rowid AS text, t.submitted, coalesce(t.late, 0) AS late,"      \
    "         '' AS origin, NULL AS reason, NULL AS trouble, NULL AS upload"                                 \
    "          FROM result o LEFT JOIN attempt t USING (student, lab, sha256)"                               \
    "         WHERE o.student = ?1 AND o.lab = ?2) s"                                                        \
    "  JOIN result r ON r.rowid = s.number JOIN result c ON c.rowid = s.number"                              \
    "  LEFT JOIN attempt a ON a.rowid = s.text LEFT JOIN person p ON p.student = s.student"
static const char attempts[] = PAST
    " WHERE s.text IS NOT NULL AND s.number = (SELECT max(o.rowid) FROM result o"
    "   WHERE o.student = s.student AND o.lab = s.lab AND o.sha256 = s.sha256) ORDER BY s.submitted, s.text";
static const char history[] = PAST
    " WHERE (SELECT count(*) FROM result WHERE student = ?1 AND lab = ?2) > 1 ORDER BY s.number";
// clang-format on

struct gradebook_words gradebook_score_words(double score, double max_score, double open_points) {
    struct gradebook_words words;
    if (open_points > 0)
        snprintf(words.text, sizeof words.text, "%g of %g points so far, %g open", score,
                 max_score - open_points, open_points);
    else
        snprintf(words.text, sizeof words.text, "%g of %g points", score, max_score);
    return words;
}

void gradebook_result_texts(struct gradebook_result *r, const char **texts[GRADEBOOK_TEXTS]) {
    const char **const own[GRADEBOOK_TEXTS - PERSON_KEYS] = {
        &r->student, &r->lab,          &r->origin,      &r->reason,      &r->submission_sha256,
        &r->seed,    &r->backend,      &r->report_json, &r->report_text, &r->graded_at,
        &r->version, &r->submitted_at, &r->upload};
    memcpy(texts, own, sizeof own);
    for (int i = 0; i < PERSON_KEYS; i++)
        texts[GRADEBOOK_TEXTS - PERSON_KEYS + i] = &r->keys[i];
}

// Reads COLUMNS, in their order: the texts first. Without a result, its members are NULL or 0.
static struct gradebook_result result_of(sqlite3_stmt *row) {
    struct gradebook_result result = {.has_score = false};
    const char **texts[GRADEBOOK_TEXTS];
    int c = 0;
    gradebook_result_texts(&result, texts);
    for (; c < GRADEBOOK_TEXTS; c++)
        *texts[c] = (const char *)sqlite3_column_text(row, c);
    const bool not_gradable = sqlite3_column_int(row, c++) != 0;
    result.late = sqlite3_column_int(row, c++) != 0;
    result.has_score = sqlite3_column_type(row, c) != SQLITE_NULL;
    result.score = sqlite3_column_double(row, c++);
    result.max_score = sqlite3_column_double(row, c++);
    result.seconds = sqlite3_column_double(row, c++);
    result.pending = sqlite3_column_int(row, c++) != 0;
    result.submitted = sqlite3_column_int64(row, c++);
    result.changed = (unsigned)sqlite3_column_int(row, c++);
    result.text_removed = sqlite3_column_int(row, c++) != 0;
    result.open_points = sqlite3_column_double(row, c++);
    result.explained = sqlite3_column_int(row, c++);
    result.explained_right = sqlite3_column_int(row, c++);
    result.pending =
        result.pending && !result.text_removed; // if it cannot be graded again, its score is not outdated
    result.status = result.has_score ? (result.pending ? "stale" : "graded")
                    : not_gradable   ? "not_gradable"
                                     : "not_graded";
    return result;
}

struct gradebook_rows gradebook_results(struct gradebook *book, const struct gradebook_filter *filter) {
    return (struct gradebook_rows){book,
                                   gradebook_prepare(book, current, "tt", filter->student, filter->lab)};
}

struct gradebook_rows gradebook_attempts(struct gradebook *book, const char *student, const char *lab) {
    return (struct gradebook_rows){book, gradebook_prepare(book, attempts, "tt", student, lab)};
}

struct gradebook_rows gradebook_history(struct gradebook *book, const char *student, const char *lab) {
    return (struct gradebook_rows){book, gradebook_prepare(book, history, "tt", student, lab)};
}

bool gradebook_next_result(struct gradebook_rows *rows, struct gradebook_result *result) {
    const bool more = sqlite3_step(rows->statement) == SQLITE_ROW;
    if (more)
        *result = result_of(rows->statement);
    return more;
}

bool gradebook_rows_end(struct gradebook_rows *rows) {
    sqlite3_stmt *statement = rows->statement;
    rows->statement = NULL;
    return gradebook_have_read(rows->book, statement);
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

// Why a score is outdated.

enum { SUM = 12, PARTS = 3, WHOLE = PARTS * SUM + PARTS - 1 };

// Which of a version's three sums differ. Versions of earlier kits had only one sum.
static unsigned version_changes(const char *then, const char *now) {
    static const unsigned parts[PARTS] = {CHANGE_ENGINE, CHANGE_GRADER, CHANGE_LAB};
    unsigned changes = 0;
    if (now && strcmp(then, now) == 0)
        return 0;
    if (!now || strlen(then) != WHOLE || strlen(now) != WHOLE)
        return CHANGE_KIT;
    for (size_t i = 0; i < PARTS; i++)
        if (strncmp(then + i * (SUM + 1), now + i * (SUM + 1), SUM) != 0)
            changes |= parts[i];
    return changes;
}

unsigned gradebook_changes(const struct gradebook_result *result, const char *now) {
    if (!result->has_score || result->text_removed)
        return 0;
    unsigned changes = result->changed | version_changes(result->version, now);
    if (changes & CHANGE_TEXT)
        changes &= ~(unsigned)CHANGE_SEED; // it is drawn from the text
    return changes == 0 && result->pending ? CHANGE_KIT : changes;
}

const char *gradebook_change_words(unsigned changes, char *words, size_t size) {
    static const char *const all[] = {
        "another text was handed in",   "it was sent back",       "another seed is asked for",
        "another backend is asked for", "the engine has changed", "the grader has changed",
        "the lab's spec has changed",   "the kit has changed",
    };
    size_t length = 0;
    words[0] = '\0';
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if ((changes >> i & 1) && length < size)
            length += (size_t)snprintf(words + length, size - length, "%s%s", length ? ", " : "", all[i]);
    return words;
}
