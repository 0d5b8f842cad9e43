// Removes data from a gradebook. Rows are deleted in one transaction; then the file is rewritten, so that
// none of its pages still has any of them.
#include "class/gradebook/forget.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "class/gradebook/internal.h"
#include "class/gradebook/store.h"

// Runs SQL in which ?1 is the text. @param count gets the number of changed rows
static bool change(struct gradebook *book, const char *sql, const char *text, int *count) {
    const bool good = gradebook_change(book, sql, text ? "t" : "", text);
    *count = sqlite3_changes(book->db);
    return good;
}

// A worker that is still grading would record its result after everything is forgotten.
static bool begin(struct gradebook *book) {
    int busy = 0;
    if (!gradebook_begin(book))
        return false;
    if (gradebook_busy(book, &busy) && busy == 0)
        return true;
    gradebook_end(book, false);
    return busy == 0 ? false
                     : error_set(&book->error,
                                 "%d submissions are being graded: try again when the batch has ended", busy);
}

// VACUUM removes deleted rows from the pages, and free pages from the file.
static bool end(struct gradebook *book, bool good, bool keep) {
    const bool kept = gradebook_end(book, good && keep);
    return keep ? kept && gradebook_execute(book, "VACUUM") : good;
}

static bool drop_unused_texts(struct gradebook *book, int *count) {
    return change(
        book,
        "DELETE FROM source WHERE sha256 NOT IN (SELECT sha256 FROM submission WHERE sha256 IS NOT NULL"
        " UNION SELECT sha256 FROM attempt UNION SELECT sha256 FROM result)",
        NULL, count);
}

static bool is_letter(char c) { return isalnum((unsigned char)c) || (unsigned char)c >= 0x80; }

// without_word(TEXT, WORD): the text with "(forgotten)" in place of the word, if it is a whole word there.
static void without_word(sqlite3_context *context, int count, sqlite3_value **values) {
    const char *text = (const char *)sqlite3_value_text(values[0]),
               *word = (const char *)sqlite3_value_text(values[1]);
    char *out = NULL;
    size_t size = 0;
    (void)count;
    if (!text || !word || !word[0]) {
        sqlite3_result_value(context, values[0]);
        return;
    }
    FILE *memory = open_memstream(&out, &size);
    const size_t length = strlen(word);
    for (const char *at = text; memory && *at;) {
        const bool alone =
            strncmp(at, word, length) == 0 && (at == text || !is_letter(at[-1])) && !is_letter(at[length]);
        if (alone)
            fputs("(forgotten)", memory);
        else
            fputc(*at, memory);
        at += alone ? length : 1;
    }
    if (memory && fclose(memory) == 0)
        sqlite3_result_text(context, out, -1, free);
    else
        sqlite3_result_error_nomem(context);
}

// Also removes the student from the log: by all known names, the address before the login that is part of it.
static bool forget_in_log(struct gradebook *book, const char *student) {
    static const char *const names[] = {"p.email", "p.name", "p.login", "p.number", "?1"};
    char sql[400];
    sqlite3_create_function(book->db, "without_word", 2, SQLITE_UTF8, NULL, without_word, NULL, NULL);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(sql, sizeof sql,
                 "UPDATE log SET command = without_word(command, %s), outcome = without_word(outcome, %s)"
                 " FROM (SELECT 1) LEFT JOIN person p ON p.student = ?1",
                 names[i], names[i]);
        if (!gradebook_change(book, sql, "t", student))
            return false;
    }
    return true;
}

bool gradebook_forget(struct gradebook *book, const char *student, struct gradebook_forgotten *forgotten) {
    *forgotten = (struct gradebook_forgotten){.students = 1};
    if (!gradebook_execute(book, "PRAGMA secure_delete = ON") || !begin(book))
        return false;
    bool good = forget_in_log(book, student) &&
                change(book, "DELETE FROM submission WHERE student = ?1", student, &forgotten->submissions) &&
                change(book, "DELETE FROM result WHERE student = ?1", student, &forgotten->results);
    static const char *const others[] = {"attempt", "claim", "final", "person"};
    for (size_t i = 0; good && i < sizeof others / sizeof others[0]; i++) {
        char sql[64];
        snprintf(sql, sizeof sql, "DELETE FROM %s WHERE student = ?1", others[i]);
        good = gradebook_change(book, sql, "t", student);
    }
    return end(book, good && drop_unused_texts(book, &forgotten->texts), true);
}

// The time of each text of a student's lab: when it was handed in or, if that is unknown, first graded. One
// text newer than the date keeps the whole row of the lab; an undated one, such as a lab that was not handed
// in, is as old as the newest of the same lab.
static const char dated[] =
    "CREATE TEMP TABLE dated AS SELECT a.student, a.lab, a.sha256, coalesce(a.submitted,"
    "   (SELECT min(strftime('%s', r.graded_at)) + 0 FROM result r"
    "     WHERE r.student = a.student AND r.lab = a.lab AND r.sha256 = a.sha256)) AS at FROM attempt a;"
    "CREATE TEMP TABLE lab_at AS SELECT lab, max(at) AS at FROM dated GROUP BY lab;"
    "CREATE TEMP TABLE old (student TEXT, lab TEXT, PRIMARY KEY (student, lab));";
static const char find_old[] =
    "INSERT INTO old SELECT s.student, s.lab FROM submission s WHERE coalesce("
    "   (SELECT max(d.at) FROM dated d WHERE d.student = s.student AND d.lab = s.lab),"
    "   (SELECT l.at FROM lab_at l WHERE l.lab = s.lab), ?1) < ?1";

#define IS_OLD " (student, lab) IN (SELECT student, lab FROM old)"

static bool forget_old(struct gradebook *book, long long before, struct gradebook_forgotten *forgotten) {
    return gradebook_execute(book, "CREATE TEMP TABLE gone AS SELECT DISTINCT student FROM old") &&
           change(book, "DELETE FROM submission WHERE" IS_OLD, NULL, &forgotten->submissions) &&
           change(book, "DELETE FROM result WHERE" IS_OLD, NULL, &forgotten->results) &&
           gradebook_execute(book, "DELETE FROM attempt WHERE" IS_OLD ";"
                                   "DELETE FROM final WHERE" IS_OLD ";"
                                   "DELETE FROM person WHERE student IN (SELECT student FROM gone)"
                                   " AND student NOT IN (SELECT student FROM submission)") &&
           change(book, "DELETE FROM gone WHERE student NOT IN (SELECT student FROM submission)", NULL,
                  &forgotten->students) &&
           gradebook_change(book, "DELETE FROM log WHERE at < ?1", "i", before) &&
           drop_unused_texts(book, &forgotten->texts);
}

// A text stays as long as any student who handed it in still has it.
static bool forget_old_texts(struct gradebook *book, struct gradebook_forgotten *forgotten) {
    return change(book,
                  "UPDATE source SET bytes = zeroblob(0) WHERE length(bytes) > 0 AND"
                  " sha256 IN (SELECT sha256 FROM attempt WHERE" IS_OLD ") AND"
                  " sha256 NOT IN (SELECT sha256 FROM attempt WHERE NOT" IS_OLD ")",
                  NULL, &forgotten->texts) &&
           change(book,
                  "UPDATE result SET report_text = '', report_json = '{}' WHERE report_text <> '' AND" IS_OLD,
                  NULL, &forgotten->results);
}

bool gradebook_forget_before(struct gradebook *book, const struct gradebook_retention *retention,
                             struct gradebook_forgotten *forgotten) {
    *forgotten = (struct gradebook_forgotten){.students = 0};
    if (!gradebook_execute(book, "PRAGMA secure_delete = ON") || !begin(book))
        return false;
    const bool good = gradebook_execute(book, dated) &&
                      gradebook_change(book, find_old, "i", retention->before) &&
                      (retention->keep_scores ? forget_old_texts(book, forgotten)
                                              : forget_old(book, retention->before, forgotten));
    sqlite3_exec(book->db,
                 "DROP TABLE IF EXISTS dated; DROP TABLE IF EXISTS lab_at; DROP TABLE IF EXISTS old;"
                 "DROP TABLE IF EXISTS gone",
                 NULL, NULL, NULL);
    return end(book, good, !retention->try_only);
}
