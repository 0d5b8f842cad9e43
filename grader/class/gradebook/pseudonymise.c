// A copy of a gradebook without names. Only what is listed here is copied.
#include "class/gradebook/forget.h"

#include <unistd.h>

#include "base/csv_table.h"
#include "class/gradebook/internal.h"
#include "class/gradebook/store.h"

// The pseudonyms of students and texts, in tables that end with the connection. A real checksum would
// identify a text to anyone who has a copy of it.
static const char aliases[] =
    "CREATE TEMP TABLE alias (student TEXT PRIMARY KEY, other TEXT NOT NULL);"
    "INSERT INTO alias SELECT student, printf('student-%03d', row_number() OVER (ORDER BY random()))"
    "  FROM (SELECT student FROM main.submission UNION SELECT student FROM main.result"
    "        UNION SELECT student FROM main.attempt UNION SELECT student FROM main.person);"
    "CREATE TEMP TABLE text (sha256 TEXT PRIMARY KEY, other TEXT NOT NULL);"
    "INSERT INTO text SELECT sha256, lower(hex(randomblob(32))) FROM"
    "  (SELECT sha256 FROM main.source UNION SELECT sha256 FROM main.result UNION SELECT sha256 FROM "
    "main.attempt);";

// A check's sentence may quote the text, and a reason may contain a file's name.
static const char copies[] =
    "INSERT INTO part.source SELECT other, zeroblob(0) FROM text;"
    "INSERT INTO part.submission (student, lab, origin, late, reason, sha256, version, seed, backend, "
    "attempt,"
    "  submitted)"
    " SELECT a.other, lab, 'pseudonymised', late,"
    "  CASE WHEN reason IS NULL OR reason = 'nothing was handed in' THEN reason ELSE 'not gradable' END,"
    "  t.other, version, seed, backend, attempt, submitted"
    " FROM main.submission s JOIN alias a USING (student) LEFT JOIN text t ON t.sha256 = s.sha256;"
    "INSERT INTO part.attempt (student, lab, sha256, submitted, late)"
    " SELECT a.other, lab, t.other, submitted, late"
    " FROM main.attempt JOIN alias a USING (student) JOIN text t USING (sha256);"
    "INSERT INTO part.result (student, lab, sha256, version, seed, backend, attempt, score, max_score,"
    "  report_json, report_text, graded_at, seconds)"
    " SELECT a.other, lab, t.other, version, seed, backend, attempt, score, max_score,"
    "  json_object('sandbox', json_extract(r.report_json, '$.sandbox'),"
    "  'open_points', json_extract(r.report_json, '$.open_points'), 'checks', json((SELECT "
    "json_group_array(json_object('id', json_extract(value, '$.id'),"
    "    'task', json_extract(value, '$.task'), 'backend', json_extract(value, '$.backend'),"
    "    'title', json_extract(value, '$.title'), 'status', json_extract(value, '$.status'),"
    "    'points', json_extract(value, '$.points'), 'max_points', json_extract(value, '$.max_points')))"
    "   FROM json_each(r.report_json, '$.checks'))),"
    "  'bandwidth', json((SELECT json_group_array(json_object('task', json_extract(value, '$.task'),"
    "    'backend', json_extract(value, '$.backend'), 'gbps', json_extract(value, '$.gbps'),"
    "    'threshold', json_extract(value, '$.threshold')))"
    "   FROM json_each(r.report_json, '$.bandwidth')))),"
    "  '', graded_at, seconds"
    " FROM main.result r JOIN alias a USING (student) JOIN text t USING (sha256) ORDER BY r.rowid;";

static bool write_key(struct gradebook *book, FILE *key) {
    sqlite3_stmt *statement = gradebook_prepare(book, "SELECT other, student FROM alias ORDER BY other", "");
    fputs("pseudonym,student\n", key);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        fprintf(key, "%s,", (const char *)sqlite3_column_text(statement, 0));
        csv_text(key, (const char *)sqlite3_column_text(statement, 1));
        fputc('\n', key);
    }
    return gradebook_have_read(book, statement);
}

bool gradebook_pseudonymise(struct gradebook *book, const char *path, FILE *key) {
    if (access(path, F_OK) == 0)
        return error_set(&book->error, "%s is there already", path);
    if (!gradebook_attach(book, path, GRADEBOOK_WRITE))
        return false;
    bool good = gradebook_begin(book) &&
                gradebook_end(book, gradebook_execute(book, aliases) && gradebook_execute(book, copies));
    gradebook_detach(book);
    good = good && (!key || write_key(book, key));
    sqlite3_exec(book->db, "DROP TABLE IF EXISTS temp.alias; DROP TABLE IF EXISTS temp.text", NULL, NULL,
                 NULL);
    if (!good)
        unlink(path);
    return good;
}
