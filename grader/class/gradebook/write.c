// Writes to the gradebook: submissions, requests to grade again, and results.
#include <sha2.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "class/gradebook/internal.h"
#include "class/gradebook/store.h"

bool gradebook_writes(const struct gradebook *book) { return book->writes; }

// Draws a seed from the gradebook's secret: the same bytes always get the same seed, and no seed can be
// derived from another.
static bool draw_seed(struct gradebook *book, const char *lab, const char *sha256, char *seed) {
    sqlite3_stmt *statement = gradebook_prepare(book, "SELECT secret FROM book", "");
    const bool good = sqlite3_step(statement) == SQLITE_ROW;
    if (good) {
        SHA2_CTX context;
        uint8_t digest[SHA256_DIGEST_LENGTH];
        SHA256Init(&context);
        SHA256Update(&context, sqlite3_column_blob(statement, 0), (size_t)sqlite3_column_bytes(statement, 0));
        SHA256Update(&context, (const uint8_t *)lab, strlen(lab) + 1);
        SHA256Update(&context, (const uint8_t *)sha256, strlen(sha256));
        SHA256Final(digest, &context);
        for (int i = 0; i < 8; i++)
            snprintf(seed + 2 * i, 3, "%02x", digest[i]);
    } else if (statement) {
        gradebook_fail(book, "read");
    }
    sqlite3_finalize(statement);
    return good;
}

static bool put_source(struct gradebook *book, const char *sha256, const char *bytes, size_t length) {
    sqlite3_stmt *statement =
        gradebook_prepare(book,
                          "INSERT INTO source (sha256, bytes) VALUES (?1, ?2) ON CONFLICT (sha256)"
                          " DO UPDATE SET bytes = excluded.bytes WHERE length(bytes) = 0", // it was removed
                          "t", sha256);
    if (statement)
        sqlite3_bind_blob64(statement, 2, bytes, length, SQLITE_STATIC);
    return gradebook_run(book, statement);
}

static bool put_submission(struct gradebook *book, const struct gradebook_submission *submission,
                           const char *sha256, const char *seed) {
    static const char upsert[] =
        "INSERT INTO submission (student, lab, origin, reason, sha256, seed, version, backend, upload, late,"
        "  submitted) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, nullif(?11, 0))"
        " ON CONFLICT (student, lab) DO UPDATE SET origin = excluded.origin, reason = excluded.reason,"
        "  sha256 = excluded.sha256, seed = excluded.seed, version = excluded.version,"
        "  backend = excluded.backend, late = excluded.late,"
        "  submitted = excluded.submitted, upload = excluded.upload, trouble = NULL";
    return gradebook_change(book, upsert, "tttttttttii", submission->student, submission->lab,
                            submission->origin, submission->reason, sha256, seed,
                            sha256 ? submission->version : NULL, sha256 ? submission->backend : NULL,
                            submission->upload, (long long)submission->late, submission->submitted);
}

// The same bytes again are the same attempt, with the time of their first hand-in.
static bool put_attempt(struct gradebook *book, const struct gradebook_submission *submission,
                        const char *sha256) {
    return gradebook_change(
        book,
        "INSERT INTO attempt (student, lab, sha256, submitted, late) VALUES (?1, ?2, ?3, nullif(?4, 0), ?5)"
        " ON CONFLICT (student, lab, sha256) DO UPDATE SET late = excluded.late,"
        "  submitted = min(coalesce(submitted, excluded.submitted), coalesce(excluded.submitted, "
        "submitted))",
        "tttii", submission->student, submission->lab, sha256, submission->submitted,
        (long long)submission->late);
}

static bool hand_in(struct gradebook *book, const struct gradebook_submission *submission) {
    char sha256[GRADEBOOK_SHA256_SIZE], drawn[GRADEBOOK_SEED_SIZE];
    if (!submission->bytes)
        return put_submission(book, submission, NULL, NULL);
    SHA256Data((const uint8_t *)submission->bytes, submission->length, sha256);
    const char *seed = submission->seed;
    if (!seed && !draw_seed(book, submission->lab, sha256, drawn))
        return false;
    return put_source(book, sha256, submission->bytes, submission->length) &&
           put_attempt(book, submission, sha256) &&
           put_submission(book, submission, sha256, seed ? seed : drawn);
}

bool gradebook_hand_in(struct gradebook *book, const struct gradebook_submission *submission) {
    return gradebook_begin(book) && gradebook_end(book, hand_in(book, submission));
}

bool gradebook_missing(struct gradebook *book, const struct gradebook_submission *submission) {
    return gradebook_change(book,
                            "INSERT OR IGNORE INTO submission (student, lab, origin, reason, upload, late)"
                            " VALUES (?1, ?2, ?3, ?4, ?5, 0)",
                            "ttttt", submission->student, submission->lab, submission->origin,
                            submission->reason, submission->upload);
}

bool gradebook_regrade(struct gradebook *book, const struct gradebook_filter *filter, int *count) {
    const bool good = gradebook_change(book,
                                       "UPDATE submission SET attempt = attempt + 1, trouble = NULL"
                                       " WHERE (?1 IS NULL OR student = ?1) AND (?2 IS NULL OR lab = ?2)"
                                       " AND sha256 IS NOT NULL",
                                       "tt", filter->student, filter->lab);
    *count = sqlite3_changes(book->db);
    return good;
}

bool gradebook_bring_up_to_date(struct gradebook *book, const char *student, const char *lab,
                                const char *version) {
    return gradebook_change(book,
                            "UPDATE submission SET version = ?3, trouble = NULL"
                            " WHERE student = ?1 AND lab = ?2 AND sha256 IS NOT NULL",
                            "ttt", student, lab, version);
}

bool gradebook_final(struct gradebook *book, const char *student, const char *lab, double points,
                     long long unknown, long long *at) {
    static const char upsert[] = "INSERT INTO final VALUES (?1, ?2, ?3, ?4) ON CONFLICT (student, lab)"
                                 " DO UPDATE SET points = ?3, at = ?5 WHERE abs(points - ?3) > 1e-6";
    static const char query[] = "SELECT CASE WHEN abs(points - ?3) > 1e-6 THEN ?5 ELSE at END FROM final "
                                "WHERE student = ?1 AND lab = ?2";
    const long long now = time(NULL);
    *at = unknown;
    if (book->writes && !gradebook_change(book, upsert, "ttdii", student, lab, points, unknown, now))
        return false;
    sqlite3_stmt *statement = gradebook_prepare(book, query, "ttdii", student, lab, points, unknown, now);
    if (sqlite3_step(statement) == SQLITE_ROW)
        *at = sqlite3_column_int64(statement, 0);
    return gradebook_have_read(book, statement);
}

static bool put_result(struct gradebook *book, const struct gradebook_work *work,
                       const struct gradebook_outcome *outcome) {
    return gradebook_change(
        book,
        "INSERT INTO result (student, lab, sha256, version, seed, backend, report_json, report_text,"
        "  attempt, score, max_score, seconds, graded_at)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))"
        " ON CONFLICT (student, lab, sha256, version, seed, backend, attempt) DO NOTHING",
        "ttttttttiddd", work->student, work->lab, work->terms.sha256, work->terms.version, work->terms.seed,
        work->terms.backend, outcome->report_json, outcome->report_text, (long long)work->terms.attempt,
        outcome->score, outcome->max_score, outcome->seconds);
}

bool gradebook_record(struct gradebook *book, const struct gradebook_work *work,
                      const struct gradebook_outcome *outcome) {
    return gradebook_begin(book) &&
           gradebook_end(book, put_result(book, work, outcome) && gradebook_release(book, work, NULL));
}
