// Exports, read back by independent readers: xmllint with a schema for JUnit, sqlite3 for CSV. A
// student's name arrives unchanged and harmless; an ungraded submission arrives as no number.
#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/utf8.h"
#include "class/export/export.h"
#include "class/gradebook/store.h"
#include "lab/spec.h"

static char directory[256], db[300], exported[300];
static struct error error;
static struct gradebook *book;
static const char *origin = "uploads", *sandbox = "", *report_text = "well";

static const char report[] =
    "{\"warplab\":1,\"lab\":\"lab3\",\"score\":62.5,\"max_score\":100,\"checks\":["
    "{\"id\":\"build\",\"task\":null,\"backend\":\"cpu\",\"title\":\"compilation\",\"status\":\"passed\","
    " \"points\":5,\"max_points\":5,\"message\":\"compiled\",\"source\":null},"
    "{\"id\":\"races\",\"task\":\"reduce_shared\",\"backend\":\"cpu\",\"title\":\"races\",\"status\":"
    "\"failed\","
    " \"points\":0,\"max_points\":5,\"message\":\"i<n && \\\"quoted\\\"\","
    " \"source\":{\"file\":\"lab3.cu\",\"line\":41}},"
    "{\"id\":\"technique\",\"task\":\"reduce_shared\",\"backend\":\"cpu\",\"title\":\"technique\","
    " \"status\":\"skipped\",\"points\":0,\"max_points\":20,\"message\":\"no right answer\",\"source\":null},"
    "{\"id\":\"bandwidth\",\"task\":\"reduce_shared\",\"backend\":\"gpu\",\"title\":\"effective bandwidth\","
    " \"status\":\"open\",\"points\":0,\"max_points\":20,\"message\":\"too "
    "noisy\",\"source\":null},"
    "{\"id\":\"predict\",\"task\":\"warps\",\"backend\":\"cpu\",\"title\":\"predicted\",\"status\":"
    "\"failed\","
    " \"points\":3,\"max_points\":4,\"message\":\"predicted 8, counted 9\",\"source\":null}],"
    "\"bandwidth\":[{\"task\":\"reduce_shared\",\"backend\":\"gpu\",\"n\":7,\"bytes\":28,\"gbps\":3.5,"
    " \"peak_gbps\":9,\"reference_gbps\":8,\"threshold\":4}]}";

static void set_up(void) {
    const char *base = getenv("TMPDIR");
    snprintf(directory, sizeof directory, "%s/export-XXXXXX", base ? base : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(directory));
    snprintf(db, sizeof db, "%s/book.db", directory);
    snprintf(exported, sizeof exported, "%s/exported", directory);
    book = gradebook_open(db, GRADEBOOK_WRITE, &error);
    ck_assert_msg(book != NULL, "%s", error.text);
}

static void tear_down(void) {
    char command[400];
    gradebook_close(book);
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    ck_assert_int_eq(system(command), 0);
}

static void hand_in(const char *student, const char *lab, const char *reason) {
    const struct gradebook_submission submission = {.student = student,
                                                    .lab = lab,
                                                    .origin = origin,
                                                    .reason = reason,
                                                    .bytes = reason ? NULL : student,
                                                    .length = reason ? 0 : strlen(student),
                                                    .version = version_of(lab),
                                                    .backend = "cpu"};
    ck_assert_msg(gradebook_hand_in(book, &submission), "%s", gradebook_error(book));
}

static void grade(const char *student, const char *lab) {
    struct gradebook_work work;
    char in_sandbox[sizeof report + 100];
    snprintf(in_sandbox, sizeof in_sandbox, "{%s%s", sandbox, report + 1);
    const struct gradebook_outcome outcome = {.score = 62.5,
                                              .max_score = 100,
                                              .seconds = 1.5,
                                              .report_json = in_sandbox,
                                              .report_text = report_text};
    hand_in(student, lab, NULL);
    ck_assert_int_eq(gradebook_claim(book, student, lab, &work), GRADEBOOK_CLAIMED);
    ck_assert_msg(gradebook_record(book, &work, &outcome), "%s", gradebook_error(book));
    gradebook_work_free(&work);
}

static bool try_export(const char *format, const char *student, const char *path) {
    return export_write(export_format_find(format), book, &(struct gradebook_filter){student, NULL},
                        &(struct export_terms){.policy = NULL}, path, &error);
}

static void export_to(const char *format, const char *path) {
    ck_assert_msg(try_export(format, NULL, path), "%s", error.text);
}

// Runs a command and returns its output, without the newline at its end.
static const char *output_of(const char *format, ...) {
    static char command[4000], text[200000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(command, sizeof command, format, arguments);
    va_end(arguments);
    FILE *pipe = popen(command, "re");
    ck_assert_ptr_nonnull(pipe);
    size_t length = fread(text, 1, sizeof text - 1, pipe);
    ck_assert_msg(pclose(pipe) == 0, "failed: %s", command);
    while (length > 0 && text[length - 1] == '\n')
        length--;
    text[length] = '\0';
    return text;
}

// The result of a query on the exported CSV in SQLite. Its columns have their titles as names.
static const char *ask_csv(const char *question) {
    return output_of("sqlite3 :memory: '.import --csv \"%s\" t' '%s'", exported, question);
}

static const char *ask_xml(const char *xpath) {
    ck_assert_str_eq(output_of("xmllint --noout --schema grader/tests/export/junit.xsd '%s' 2>&1 | "
                               "sed 's/.* validates$/valid/'",
                               exported),
                     "valid");
    return output_of("xmllint --xpath '%s' '%s'", xpath, exported);
}

static const char *in_hex(const char *text) {
    static char hex[8000];
    size_t length = 0;
    hex[0] = '\0';
    for (; *text; text++)
        length += (size_t)snprintf(hex + length, sizeof hex - length, "%02X", (unsigned char)*text);
    return hex;
}

static const struct name {
    const char *name, *cell, *text; // how it arrives in a CSV cell, and as text elsewhere; NULL: as it is
} names[] = {
    {"s01", NULL, NULL},
    {"Lovelace, Ada", NULL, NULL},
    {"O'Brien \"Bobby\"", NULL, NULL},
    {"\"", NULL, NULL},
    {"two\nlines", NULL, NULL},
    {" blanks around ", NULL, NULL},
    {"=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0", NULL},
    {"+1+1", "'+1+1", NULL},
    {"-2+3", "'-2+3", NULL},
    {"@SUM(A1:A9)", "'@SUM(A1:A9)", NULL},
    {"\t=1+1", "'\t=1+1", NULL},
    {"\r=1+1", "\\x0d=1+1", "\\x0d=1+1"}, // control characters do not come through
    {"\n=1+1", "'\n=1+1", NULL},
    {"  =1+1", "'  =1+1", NULL},
    {"=1,\"+2\"", "'=1,\"+2\"", NULL},
    {"\uff1d1+1", "'\uff1d1+1", NULL},
    {"a=b", NULL, NULL},
    {"<script>alert(1)</script>", NULL, NULL},
    {"</script><!-- ]]> &amp; &lt;", NULL, NULL},
    {"\u05e9\u05e8\u05d4 \u05db\u05d4\u05df", NULL, NULL},
    {"\u202egnirts\u202c", "\\u202egnirts\\u202c", "\\u202egnirts\\u202c"},
    {"\u738b\u5c0f\u660e \U0001f680", NULL, NULL},
    {"not \xff\xfe UTF-8", "not \\xff\\xfe UTF-8", "not \\xff\\xfe UTF-8"},
    {"\x01\x1b[31mred", "\\x01\\x1b[31mred", "\\x01\\x1b[31mred"},
};
enum { NAMES = sizeof names / sizeof names[0] };

START_TEST(name_in_csv) {
    static const struct {
        const char *format, *question;
    } rows[] = {{"csv", "SELECT hex(student) FROM t"},
                {"moodle", "SELECT hex(\"ID number\") FROM t"},
                {"canvas", "SELECT hex(\"SIS Login ID\") FROM t WHERE Student NOT LIKE \"    Points%\""}};
    const struct name *row = &names[_i];
    grade(row->name, "lab3");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        export_to(rows[i].format, exported);
        ck_assert_msg(strcmp(ask_csv(strchr(row->name, '@') && i == 1 ? "SELECT hex(\"Email address\") FROM t"
                                                                      : rows[i].question),
                             in_hex(row->cell ? row->cell : row->name)) == 0,
                      "%s in %s", row->name, rows[i].format);
    }
}
END_TEST

START_TEST(name_in_junit) {
    const struct name *row = &names[_i];
    char wanted[300];
    grade(row->name, "lab3");
    export_to("junit", exported);
    snprintf(wanted, sizeof wanted, "lab3 %s|", row->text ? row->text : row->name);
    ck_assert_str_eq(ask_xml("concat(//testsuite/@name, \"|\")"), wanted);
}
END_TEST

START_TEST(name_in_json) {
    const struct name *row = &names[_i];
    grade(row->name, "lab3");
    export_to("json", exported);
    // SQLite's JSON reader, on the file's text.
    ck_assert_str_eq(output_of("sqlite3 :memory: \"SELECT hex(json_extract(CAST(readfile('%s') AS TEXT), "
                               "'$.results[0].student'))\"",
                               exported),
                     in_hex(row->text ? row->text : row->name));
}
END_TEST

// The page is data and script in one file: no name may end the data, and none is there as HTML.
START_TEST(name_in_html) {
    const struct name *row = &names[_i];
    grade(row->name, "lab3");
    export_to("html", exported);
    const char *const data = output_of("sed -n '/id=\"data\"/,/<.script>/p' '%s'", exported);
    ck_assert_ptr_null(strchr(strchr(data, '>') + 1, '<') != strstr(data, "</script>") ? data : NULL);
    ck_assert_str_eq(
        output_of("sed -n '/id=\"data\"/,/<.script>/p' '%s' | sed 's/^.*id=\"data\">//; s/<.script>.*$//' "
                  ">'%s/json'; sqlite3 :memory: \"SELECT hex(json_extract("
                  "CAST(readfile('%s/json') AS TEXT), '$.students[0].name'))\"",
                  exported, directory, directory),
        in_hex(row->text ? row->text : row->name));
}
END_TEST

// Messages quote a submission's output, and reasons quote file names: they are as untrusted as names.
START_TEST(messages_are_untrusted_too) {
    grade("s1", "lab3");
    hand_in("s2", "lab3", "=cmd <b>.zip is no archive");
    export_to("csv", exported);
    ck_assert_str_eq(ask_csv("SELECT first_fault FROM t WHERE student = \"s1\""),
                     "lab3.cu:41: i<n && \"quoted\"");
    ck_assert_str_eq(ask_csv("SELECT reason FROM t WHERE student = \"s2\""), "'=cmd <b>.zip is no archive");
    export_to("moodle", exported);
    ck_assert_ptr_nonnull(
        strstr(ask_csv("SELECT \"Lab 3 feedback\" FROM t"), "lab3.cu:41: i&lt;n &amp;&amp; \"quoted\""));
    export_to("junit", exported);
    ck_assert_str_eq(ask_xml("string(//failure[@type=\"races\"]/@message)"), "lab3.cu:41: i<n && \"quoted\"");
}
END_TEST

// Open points, in every format, by every rule; both streams together.
static const struct {
    const char *words, *says, *not ;
} open_points[] = {
    {"csv", "\ns1,lab3,graded,,100,", "s1,lab3,graded,6"},
    {"csv", "open: s1 lab3: 20 points, effective bandwidth (reduce_shared): too noisy\n", NULL},
    {"csv", "grade: 1 of 2 have open points: ./grade batch --only-open", NULL},
    {"csv", "\ns2,lab3,graded,62.5,100,", NULL},
    {"csv --open=ask", "\ns1,lab3,graded,,100,", NULL},
    {"csv --open=zero", "\ns1,lab3,graded,62.5,100,5,0,0,,", "open: "},
    {"csv --open zero", "s1,lab3,graded,62.5,100,", "have open points"},
    {"csv --open=exclude", "\ns1,lab3,graded,78.125,100,", "open: "},
    {"csv --open=maybe", "--open wants ask, zero or exclude", NULL},
    {"json --student s1", "\"score\":null,\"max_score\":100,\"open_points\":20", NULL},
    {"json --student s1 --open=zero", "\"score\":62.5,\"max_score\":100,\"open_points\":20", NULL},
    {"canvas", "s1,,,s1,\"provisional, 20 open.\",\ns2,", NULL},
    {"canvas --open=zero", "s1,\"20 points could not be judged, and count as 0.\",62.50\n", NULL},
    {"canvas --open=exclude", "others are scaled to the maximum.,78.12\n", NULL},
    {"blackboard", "\"s1\",\"\",\"\"\n", NULL},
    {"moodle", "\ns1,,\n", NULL},
    {"moodle --open=zero", "\ns1,62.5,\"failed: races", NULL},
    {"autolab --student s1", "{\"scores\":{\"lab3\":null}", NULL},
    {"autolab --student s1 --open=exclude", "{\"scores\":{\"lab3\":78.125}", NULL},
    {"gradescope --student s1", "\"score\":\t62.5,", NULL},
    {"gradescope --student s1",
     "\"output\":\t\"provisional, 20 open. Warplab, lab3: 62.5 of 80 points so far, 20 open.", NULL},
    {"gradescope --student s1", "\"output\":\t\"open: too noisy\"", NULL},
    {"gradescope --student s1 --open=zero",
     "20 points could not be judged, and count as 0. Warplab, lab3: 62.5 of 100 points.", "provisional"},
    {"gradescope --student s1 --open=exclude", "\"score\":\t78.125,", "provisional"},
    {"prairielearn --student s1", "s1, lab3 has open points: there is no score to write", "gradable"},
    {"prairielearn --student s1 --open=zero", "\"score\":\t0.625", NULL},
    {"junit", "<skipped message=\"too noisy\"/>", "<error"},
    {"junit", "failures=\"2\" errors=\"0\" skipped=\"2\"", NULL},
    {"html", "\"score\":62.5,\"max\":100,\"open\":20", NULL},
    {"html --open=exclude", "\"score\":78.125,\"max\":100,\"seed\"", NULL},
    {"html --without-names", "\"score\":62.5,\"max\":100,\"open\":20", NULL},
    {"reports --student s1", "<td>62.5<td>100<td><td>provisional, 20 open.", NULL},
};

START_TEST(open_points_are_no_score_until_said) {
    static char text[200000], command[500];
    sandbox = "\"open_points\":20,";
    grade("s1", "lab3");
    sandbox = "";
    grade("s2", "lab3");
    snprintf(command, sizeof command, "./grade export %s --db '%s' 2>&1", open_points[_i].words, db);
    FILE *pipe = popen(command, "re");
    ck_assert_ptr_nonnull(pipe);
    text[fread(text, 1, sizeof text - 1, pipe)] = '\0';
    pclose(pipe);
    char *page = strstr(text, "id=\"data\">"); // of html, the data alone
    const char *said = page ? page : text;
    ck_assert_msg(strstr(said, open_points[_i].says) != NULL, "%s\n%.5000s", open_points[_i].words, said);
    ck_assert_msg(!open_points[_i].not || !strstr(said, open_points[_i].not ), "%s\n%.5000s",
                  open_points[_i].words, said);
}
END_TEST

// Characters that deceive an eye or a terminal: in a text, and as an escape of JSON ("" if it has none).
static const struct {
    const char *bytes, *in_json, *shown;
} unseen[] = {
    {"\x1b[2J", "\\u001b[2J", "\\x1b[2J"},
    {"\x07", "\\u0007", "\\x07"},
    {"\x08\x08", "\\b\\u0008", "\\x08\\x08"},
    {"\r", "\\r", "\\x0d"},
    {"\x7f", "\\u007f", "\\x7f"},
    {"\xc2\x9b", "\\u009b", "\\x9b"},
    {"\xc2\x85", "\\u0085", "\\x85"},
    {"\u061c", "\\u061c", "\\u061c"},
    {"\u200e", "\\u200e", "\\u200e"},
    {"\u200f", "\\u200F", "\\u200f"},
    {"\u202a", "\\u202a", "\\u202a"},
    {"\u202b", "\\u202b", "\\u202b"},
    {"\u202c", "\\u202c", "\\u202c"},
    {"\u202d", "\\u202d", "\\u202d"},
    {"\u202e", "\\u202e", "\\u202e"},
    {"\u2066", "\\u2066", "\\u2066"},
    {"\u2067", "\\u2067", "\\u2067"},
    {"\u2068", "\\u2068", "\\u2068"},
    {"\u2069", "\\u2069", "\\u2069"},
    {"\u200b", "\\u200b", "\\u200b"},
    {"\u2060", "\\u2060", "\\u2060"},
    {"\ufeff", "\\ufeff", "\\ufeff"},
    {"\u2028", "\\u2028", "\\u2028"},
    {"\U000e0041", "\\udb40\\udc41", "\\U000e0041"},
    {"\xff", "\xff", "\\xff"},
    {"\xe2\x80", "\xe2\x80", "\\xe2\\x80"},
};
enum { UNSEEN = sizeof unseen / sizeof unseen[0] };

static void expect_seen(const char *what, const char *text, int row) {
    char *escaped = utf8_escaped(text);
    ck_assert_msg(strcmp(escaped, text) == 0, "%s lets %s through", what, unseen[row].shown);
    free(escaped);
}

// Every part of a submission contains it: its name, origin, file, checks and report.
static void hand_in_unseen(int row) {
    static char named[100], from[100], json[2000], text[200];
    struct gradebook_work work;
    snprintf(named, sizeof named, "s%st", unseen[row].bytes);
    snprintf(from, sizeof from, "up%sloads.zip", unseen[row].bytes);
    snprintf(text, sizeof text, "lab3: %s\nScore: 62\n", unseen[row].bytes);
    snprintf(
        json, sizeof json,
        "{\"warplab\":1,\"lab\":\"lab3\",\"checks\":[{\"id\":\"races\",\"task\":\"t%s\",\"title\":\"no%s\","
        "\"status\":\"failed\",\"points\":0,\"max_points\":5,\"message\":\"here%s\",\"source\":{\"file\":"
        "\"a%s.cu\",\"line\":41}}],\"bandwidth\":[{\"task\":\"r%s\",\"backend\":\"gpu\",\"gbps\":3.5}]}",
        unseen[row].in_json, unseen[row].in_json, unseen[row].in_json, unseen[row].in_json,
        unseen[row].in_json);
    const struct gradebook_outcome outcome = {
        .score = 62.5, .max_score = 100, .seconds = 1.5, .report_json = json, .report_text = text};
    origin = from;
    hand_in(named, "lab3", NULL);
    ck_assert_int_eq(gradebook_claim(book, named, "lab3", &work), GRADEBOOK_CLAIMED);
    ck_assert_msg(gradebook_record(book, &work, &outcome), "%s", gradebook_error(book));
    gradebook_work_free(&work);
}

static void hand_in_unseen_reason(int row) {
    char reason[100];
    snprintf(reason, sizeof reason, "no%sfile", unseen[row].bytes);
    hand_in("other", "lab3", reason);
}

START_TEST(what_is_not_seen_is_shown_in_every_export) {
    char target[320];
    const struct export_format *format;
    hand_in_unseen(_i);
    for (size_t i = 0; (format = export_format_at(i)); i++) {
        if (format->write)
            continue; // texts as they were handed in
        snprintf(target, sizeof target, "%s.%s%s", exported, format->name, format->one ? "/" : "");
        export_to(format->name, target);
        const char *text = output_of("find '%s.%s' -type f -print -exec cat {} +", exported, format->name);
        expect_seen(format->name, text, _i);
        const bool in_json = format->one || format->one_lab || strcmp(format->name, "json") == 0 ||
                             strcmp(format->name, "html") == 0;
        ck_assert_msg(in_json || strstr(text, unseen[_i].shown) != NULL, "%s has no %s", format->name,
                      unseen[_i].shown);
    }
    hand_in_unseen_reason(_i);
    for (size_t i = 0; (format = export_format_at(i)); i++) {
        if (format->name_of || format->write)
            continue; // it did not come from Moodle, and is not exported to it
        ck_assert_msg(try_export(format->name, format->one || format->page ? "other" : NULL, exported),
                      "%s: %s", format->name, error.text);
        expect_seen(format->name, output_of("cat '%s'", exported), _i);
        unlink(exported);
    }
}
END_TEST

// The same on a terminal.
START_TEST(what_is_not_seen_is_shown_by_every_command) {
    hand_in_unseen(_i);
    const char *shown = output_of("./grade show s lab3 --db '%s'", db);
    expect_seen("show", shown, _i);
    ck_assert_msg(strstr(shown, unseen[_i].shown) != NULL, "show has no %s: %s", unseen[_i].shown, shown);
    expect_seen("status", output_of("./grade status --db '%s'", db), _i);
    hand_in_unseen_reason(_i);
    expect_seen("show", output_of("./grade show other lab3 --db '%s'", db), _i);
}
END_TEST

START_TEST(not_graded_is_no_number) {
    grade("graded", "lab3");
    hand_in("open", "lab3", NULL);
    hand_in("refused", "lab3", "no such file");
    export_to("csv", exported);
    ck_assert_str_eq(
        ask_csv("SELECT group_concat(student || \":\" || score || max_score || right || seconds, \" \") "
                "FROM t"),
        "graded:62.510051.5 open: refused:");
    ck_assert_str_eq(
        ask_csv("SELECT group_concat(student || \":\" || fast || \"+\" || predicted, \" \") FROM t"),
        "graded:+3 open:+ refused:+");
    export_to("canvas", exported);
    ck_assert_str_eq(ask_csv("SELECT group_concat(Student || \":\" || \"Lab 3\", \" \") FROM t"),
                     "    Points Possible:100.00 graded:62.50 open: refused:");
    export_to("moodle", exported);
    ck_assert_str_eq(ask_csv("SELECT group_concat(\"ID number\" || \":\" || \"Lab 3\", \" \") FROM t"),
                     "graded:62.5 open: refused:");
    export_to("json", exported);
    ck_assert_str_eq(
        output_of("sqlite3 :memory: \"SELECT group_concat(json_extract(value, '$.student') || ':' || "
                  "json_extract(value, '$.status') || ':' || json_type(value, '$.score'), ' ') FROM "
                  "json_each(CAST(readfile('%s') AS TEXT), '$.results')\"",
                  exported),
        "graded:graded:real open:not_graded:null refused:not_gradable:null");
}
END_TEST

// While it is graded again, the earlier score stays, and is marked as such.
START_TEST(an_earlier_score_stays_and_is_named) {
    int count;
    grade("again", "lab3");
    grade("done", "lab3");
    ck_assert(gradebook_regrade(book, &(struct gradebook_filter){"again", "lab3"}, &count));
    export_to("csv", exported);
    ck_assert_str_eq(ask_csv("SELECT group_concat(student || \":\" || status || score, \" \") FROM t"),
                     "again:stale62.5 done:graded62.5");
    ck_assert_str_eq(output_of("./grade export canvas --db '%s' -o '%s' 2>&1", db, exported),
                     "grade: 1 of 2 scores are stale: ./grade batch --only-changed brings them up to date");
    ck_assert_str_eq(ask_csv("SELECT \"Lab 3\" || Section FROM t WHERE Student = \"again\""),
                     "62.50This score is an earlier one: it was sent back.");
    ck_assert_ptr_nonnull(strstr(output_of("./grade status --db '%s'", db), "; 1 stale: to be graded again"));
    ck_assert_ptr_nonnull(strstr(output_of("./grade show again lab3 --db '%s'", db), "; an earlier score"));
    ck_assert_ptr_null(strstr(output_of("./grade show done lab3 --db '%s'", db), "; an earlier score"));
}
END_TEST

// Every format marks a stale score, except Blackboard's, which has no room for it; and only
// stale ones.
START_TEST(a_stale_score_is_told_by_every_format) {
    static const char *const says[] = {
        "gradescope",   "an earlier one: it was sent back",
        "canvas",       "an earlier one: it was sent back",
        "moodle",       "an earlier one: it was sent back",
        "reports",      "an earlier one: it was sent back",
        "prairielearn", "an earlier one: it was sent back",
        "html",         "an earlier one: it was sent back",
        "junit",        "name=\"stale\" value=\"This score is an earlier one: it was sent back.\"",
        "autolab",      "\"stale\":true",
        "csv",          ",stale,",
        "json",         "\"status\":\"stale\""};
    int count;
    grade("again", "lab3");
    grade("done", "lab3");
    ck_assert(gradebook_regrade(book, &(struct gradebook_filter){"again", "lab3"}, &count));
    for (size_t i = 0; i < sizeof says / sizeof says[0]; i += 2) {
        ck_assert_msg(try_export(says[i], "again", exported), "%s", error.text);
        ck_assert_msg(atoi(output_of("grep -cF '%s' '%s' || true", says[i + 1], exported)) > 0,
                      "%s does not say it", says[i]);
        ck_assert_msg(try_export(says[i], "done", exported), "%s", error.text);
        ck_assert_msg(atoi(output_of("grep -cF '%s' '%s' || true", says[i + 1], exported)) == 0,
                      "%s says it without need", says[i]);
    }
    export_to("junit", exported);
    ck_assert_str_eq(ask_xml("string(//property[@name=\"stale\"]/@value)"),
                     "This score is an earlier one: it was sent back.");
}
END_TEST

// A score of a changed grader is also marked.
START_TEST(a_changed_grader_makes_scores_stale) {
    grade("s1", "lab3");
    output_of("sqlite3 '%s' \"UPDATE result SET version = 'old'; UPDATE submission SET version = 'old'\"",
              db);
    export_to("csv", exported);
    ck_assert_str_eq(ask_csv("SELECT status || score FROM t"), "stale62.5");
}
END_TEST

// An export contains all grades: only the exporting user may read it, whatever the umask.
START_TEST(exports_are_private) {
    const struct export_format *format;
    char target[320];
    const mode_t before = umask(0);
    grade("s1", "lab3");
    for (size_t i = 0; (format = export_format_at(i)); i++) {
        if (format->write)
            continue; // texts as they were handed in
        snprintf(target, sizeof target, "%s.%s%s", exported, format->name, format->one ? "/" : "");
        export_to(format->name, target);
    }
    umask(before);
    ck_assert_str_eq(output_of("find '%s.'* -perm /077", exported), "");
    ck_assert_str_eq(output_of("find '%s.'* -type f -perm 0600 | wc -l", exported),
                     "12"); // all but Moodle's feedback
}
END_TEST

// A failure is the submission's fault, an error the grader's; open points are skipped: each suite counts its
// own.
START_TEST(junit_tells_whose_fault) {
    grade("graded", "lab3");
    hand_in("open", "lab3", NULL);
    hand_in("refused", "lab3", "no such file");
    export_to("junit", exported);
    ck_assert_str_eq(
        ask_xml("concat(count(//testsuite), \" \", //testsuite[1]/@tests, //testsuite[1]/@failures, "
                "//testsuite[1]/@errors, //testsuite[1]/@skipped, \" \", "
                "count(//testsuite[1]/testcase), count(//testsuite[1]//failure), "
                "count(//testsuite[1]//error), count(//testsuite[1]//skipped))"),
        "3 5202 5202");
    ck_assert_str_eq(ask_xml("concat(//testsuite[2]//error/@type, \" \", //testsuite[3]//failure/@message)"),
                     "not_graded no such file");
    ck_assert_str_eq(ask_xml("concat(//failure/../@file, \":\", //failure/../@line)"), "lab3.cu:41");
}
END_TEST

START_TEST(columns_in_the_labs_order) {
    grade("s1", "challenge-scan");
    grade("s1", "lab10");
    grade("s1", "lab9");
    grade("s2", "lab9");
    export_to("canvas", exported);
    ck_assert_str_eq(output_of("head -n 1 '%s'", exported),
                     "Student,ID,SIS User ID,SIS Login ID,Section,Lab 9,Lab 10,Challenge scan");
    ck_assert_str_eq(
        ask_csv("SELECT group_concat(Student || \":\" || \"Lab 9\" || \",\" || \"Lab 10\", \" \") FROM t"),
        "    Points Possible:100.00,100.00 s1:62.50,62.50 s2:62.50,");
}
END_TEST

START_TEST(canvas_names) {
    static const struct {
        const char *name, *turned;
    } rows[] = {{"Ada Lovelace", "Lovelace, Ada"},
                {"Lovelace, Ada", "Lovelace, Ada"},
                {"s01", "s01"},
                {"Ana de Armas", "Armas, Ana de"},
                {"trailing ", "trailing "}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        grade(rows[i].name, "lab3");
        ck_assert_msg(try_export("canvas", rows[i].name, exported), "%s", error.text);
        ck_assert_str_eq(
            ask_csv("SELECT Student || \"|\" FROM t WHERE Section = \"\" AND \"SIS Login ID\" <> \"\""),
            output_of("echo '%s|'", rows[i].turned));
    }
}
END_TEST

START_TEST(canvas_numbers) {
    origin = "uploads.zip: lovelaceada_LATE_12345_67890_lab3.cu";
    grade("lovelaceada_12345", "lab3");
    origin = "uploads/group_7";
    grade("group_7", "lab3");
    grade("no_number", "lab3");
    export_to("canvas", exported);
    ck_assert_str_eq(
        ask_csv("SELECT group_concat(Student || \"|\" || ID || \"|\" || \"SIS Login ID\", \" \") FROM t"),
        "    Points Possible|| group_7||group_7 lovelaceada|12345| no_number||no_number");
}
END_TEST

START_TEST(moodle_knows_addresses) {
    grade("ada@example.org", "lab3");
    export_to("moodle", exported);
    ck_assert_str_eq(output_of("head -n 1 '%s'", exported), "Email address,Lab 3,Lab 3 feedback");
    grade("s01", "lab3");
    export_to("moodle", exported);
    ck_assert_str_eq(output_of("head -n 1 '%s'", exported), "ID number,Lab 3,Lab 3 feedback");
}
END_TEST

static const char *in_json(const char *file, const char *path) {
    static char answer[2000];
    snprintf(answer, sizeof answer, "%s",
             output_of("sqlite3 :memory: \"SELECT json_extract(CAST(readfile('%s') AS TEXT), '%s')\"", file,
                       path));
    return answer;
}

START_TEST(gradescope_document) {
    grade("s1", "lab3");
    export_to("gradescope", exported);
    ck_assert_str_eq(in_json(exported, "$.score"), "62.5");
    ck_assert_str_eq(in_json(exported, "$.execution_time"), "1.5");
    ck_assert_str_eq(in_json(exported, "$.tests[1].number"), "2.1");
    ck_assert_str_eq(in_json(exported, "$.tests[1].name"), "races (reduce_shared)");
    ck_assert_str_eq(in_json(exported, "$.tests[0].status"), "passed");
    ck_assert_str_eq(in_json(exported, "$.tests[1].status"), "failed");
    ck_assert_str_eq(in_json(exported, "$.tests[2].output"), "skipped: no right answer");
    ck_assert_str_eq(in_json(exported, "$.tests[3].status"), "failed"); // open, which is no pass
    ck_assert_str_eq(in_json(exported, "$.tests[3].score"), "0");       // the points are not given
    ck_assert_str_eq(in_json(exported, "$.leaderboard[0].value"), "3.5");
}
END_TEST

START_TEST(gradescope_without_a_score) {
    struct stat status;
    hand_in("open", "lab3", NULL);
    ck_assert(!try_export("gradescope", NULL, exported));
    ck_assert_str_eq(error.text, "open, lab3 is not graded: there is no score to write");
    ck_assert_int_ne(stat(exported, &status), 0);
    hand_in("refused", "lab3", "no such file");
    ck_assert_msg(try_export("gradescope", "refused", exported), "%s", error.text);
    ck_assert_str_eq(in_json(exported, "$.tests[0].output"), "no such file");
    ck_assert_str_eq(in_json(exported, "$.tests[0].status"), "failed");
}
END_TEST

START_TEST(autolab_line) {
    grade("s1", "lab3");
    export_to("autolab", exported);
    ck_assert_str_eq(output_of("cat '%s'", exported),
                     "{\"scores\":{\"lab3\":62.5},\"scoreboard\":[62.5,3.5]}");
    hand_in("open", "lab3", NULL);
    ck_assert_msg(try_export("autolab", "open", exported), "%s", error.text);
    ck_assert_str_eq(output_of("cat '%s'", exported), "{\"scores\":{\"lab3\":null}}");
}
END_TEST

START_TEST(document_each) {
    char folder[320];
    snprintf(folder, sizeof folder, "%s/", exported);
    grade("../up/<s1>", "lab3");
    grade(".hidden", "lab3");
    grade("\u738b", "lab10");
    hand_in("open", "lab3", NULL);
    ck_assert(!try_export("gradescope", NULL, exported));
    ck_assert_ptr_nonnull(strstr(error.text, "name a folder"));
    export_to("gradescope", folder);
    ck_assert_str_eq(output_of("cd '%s' && find . -type f | LC_ALL=C sort | tr '\\n' ' '", exported),
                     "./%2E.%2Fup%2F%3Cs1%3E.lab3.json ./%2Ehidden.lab3.json ./\u738b.lab10.json ");
}
END_TEST

// A student's page: every lab's score beside the final one, and no other student's.
START_TEST(a_page_for_each_student) {
    char folder[320], rules[320];
    snprintf(folder, sizeof folder, "%s/", exported);
    snprintf(rules, sizeof rules, "%s/policy.ini", directory);
    FILE *out = fopen(rules, "w");
    ck_assert_ptr_nonnull(out);
    fputs("[overrides]\n<i>ada lab4 = 70, Kim: public: <ill>\n", out);
    fclose(out);
    grade("<i>ada", "lab3");
    hand_in("<i>ada", "lab4", "no such <file>");
    grade("bob", "lab3");
    ck_assert(!try_export("reports", NULL, exported));
    ck_assert_ptr_nonnull(strstr(error.text, "a document for each student, and here are 2: name a folder"));
    output_of("./grade export reports --db '%s' --policy '%s' -o '%s'", db, rules, folder);
    ck_assert_str_eq(
        output_of("cd '%s' && find . -type f -perm 0600 | LC_ALL=C sort | tr '\\n' ' '", exported),
        "./%3Ci%3Eada.html ./bob.html ");
    ck_assert_str_eq(output_of("grep '<td>' '%s/%%3Ci%%3Eada.html'", exported),
                     "<tr><td>Lab 3<td>62.5<td>100<td>62.5<td><td>\n"
                     "<tr><td>Lab 4<td>-<td>-<td>70<td><td>no such &lt;file&gt;");
    ck_assert_str_eq(output_of("grep -c 'set to 70 by Kim: &lt;ill&gt;' '%s/%%3Ci%%3Eada.html'", exported),
                     "1");
    ck_assert_str_eq(output_of("cd '%s' && grep -l bob * && grep -lE '<i>|<script|http' * || true", exported),
                     "bob.html");
    output_of("sed -i 's/<meta name[^>]*>//; s/<meta charset=\"utf-8\">//' '%s/bob.html'", exported);
    ck_assert_str_eq(output_of("xmllint --html --noout '%s/bob.html' 2>&1", exported), "");
    ck_assert_msg(try_export("reports", "bob", rules), "%s", error.text); // one alone, to a file
}
END_TEST

// Reports of earlier versions name the instructor's folders.
START_TEST(a_report_names_no_folder) {
    origin = "/home/kim/s26/canvas.zip: ada_1_2_lab3.cu";
    report_text = "lab3: Shared-memory reduce\n/home/kim/s26/canvas.zip: ada_1_2_lab3.cu\n\nIs it right?\n";
    grade("ada", "lab3");
    origin = "uploads";
    report_text = "well";
    ck_assert(try_export("reports", "ada", exported));
    const char *page = output_of("cat '%s'", exported);
    ck_assert_msg(strstr(page, "lab3: Shared-memory reduce\n\nIs it right?") && !strstr(page, "kim"), "%s",
                  page);
}
END_TEST

// Every format marks a submission graded without a sandbox of the grader's own, and only
// those.
START_TEST(a_container_is_told) {
    static const char *const says[] = {"gradescope", "in a container",
                                       "canvas",     "in a container",
                                       "moodle",     "in a container",
                                       "autolab",    "\"sandbox\":\"container\"",
                                       "junit",      "value=\"container\"",
                                       "csv",        ",container",
                                       "json",       "\"sandbox\":\"container\"",
                                       "html",       "in a container"};
    sandbox = "\"sandbox\":\"B\",";
    grade("inside", "lab3");
    sandbox = "\"sandbox\":\"container\",";
    grade("outside", "lab3");
    for (size_t i = 0; i < sizeof says / sizeof says[0]; i += 2) {
        ck_assert_msg(try_export(says[i], "outside", exported), "%s", error.text);
        ck_assert_msg(atoi(output_of("grep -c '%s' '%s' || true", says[i + 1], exported)) > 0,
                      "%s does not say it", says[i]);
        ck_assert_msg(try_export(says[i], "inside", exported), "%s", error.text);
        ck_assert_msg(atoi(output_of("grep -c '%s' '%s' || true", says[i + 1], exported)) == 0,
                      "%s says it without need", says[i]);
    }
    export_to("junit", exported);
    ck_assert_str_eq(ask_xml("concat(//testsuite[1]//property/@value, //testsuite[2]//property/@value)"),
                     "Bcontainer");
}
END_TEST

START_TEST(trouble_is_told) {
    ck_assert(!try_export("csv", NULL, exported));
    ck_assert_ptr_nonnull(strstr(error.text, "no submission"));
    grade("s1", "lab3");
    ck_assert(!try_export("csv", "s2", exported));
    ck_assert_ptr_nonnull(strstr(error.text, "s2"));
    ck_assert(!try_export("csv", NULL, "/nonexistent/file"));
    ck_assert_ptr_nonnull(strstr(error.text, "/nonexistent/file"));
    ck_assert(!try_export("csv", NULL, "/dev/full"));
    ck_assert_ptr_nonnull(strstr(error.text, "No space left"));
}
END_TEST

// The old file stays whole if a new export cannot be written.
START_TEST(old_export_stays) {
    grade("s1", "lab3");
    export_to("csv", exported);
    gradebook_close(book);
    output_of(
        "tr '\\0' '\\377' </dev/zero | dd of='%s' bs=4096 seek=1 count=8 iflag=fullblock conv=notrunc 2>&1",
        db);
    book = gradebook_open(db, GRADEBOOK_READ, &error);
    ck_assert_ptr_nonnull(book);
    ck_assert(!try_export("csv", NULL, exported));
    ck_assert_str_eq(ask_csv("SELECT score FROM t"), "62.5");
    ck_assert_str_eq(output_of("ls '%s' | tr '\\n' ' '", directory), "book.db exported ");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("export");
    TCase *with_names = tcase_create("names"), *others = tcase_create("formats");
    TCase *cases[] = {with_names, others};
    tcase_add_loop_test(with_names, name_in_csv, 0, NAMES);
    tcase_add_loop_test(with_names, name_in_junit, 0, NAMES);
    tcase_add_loop_test(with_names, name_in_json, 0, NAMES);
    tcase_add_loop_test(with_names, what_is_not_seen_is_shown_in_every_export, 0, UNSEEN);
    tcase_add_loop_test(with_names, what_is_not_seen_is_shown_by_every_command, 0, UNSEEN);
    tcase_add_loop_test(with_names, name_in_html, 0, NAMES);
    tcase_add_loop_test(others, open_points_are_no_score_until_said, 0,
                        (int)(sizeof open_points / sizeof open_points[0]));
    tcase_add_test(others, messages_are_untrusted_too);
    tcase_add_test(others, not_graded_is_no_number);
    tcase_add_test(others, an_earlier_score_stays_and_is_named);
    tcase_add_test(others, a_stale_score_is_told_by_every_format);
    tcase_add_test(others, a_changed_grader_makes_scores_stale);
    tcase_add_test(others, exports_are_private);
    tcase_add_test(others, junit_tells_whose_fault);
    tcase_add_test(others, columns_in_the_labs_order);
    tcase_add_test(others, canvas_names);
    tcase_add_test(others, canvas_numbers);
    tcase_add_test(others, moodle_knows_addresses);
    tcase_add_test(others, gradescope_document);
    tcase_add_test(others, gradescope_without_a_score);
    tcase_add_test(others, autolab_line);
    tcase_add_test(others, document_each);
    tcase_add_test(others, a_report_names_no_folder);
    tcase_add_test(others, a_page_for_each_student);
    tcase_add_test(others, a_container_is_told);
    tcase_add_test(others, trouble_is_told);
    tcase_add_test(others, old_export_stays);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tcase_add_checked_fixture(cases[i], set_up, tear_down);
        tcase_set_timeout(cases[i], 20);
        suite_add_tcase(suite, cases[i]);
    }
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
