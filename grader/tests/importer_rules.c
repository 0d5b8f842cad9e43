// What learning systems ask of a file that they import.
#include "importer_rules.h"

#include <check.h>
#include <cjson/cJSON.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "base/csv_table.h"

enum { MOST_TEXT = 1 << 20 };

static void read_table(struct csv_table *table, const char *path) {
    struct error error;
    ck_assert_msg(csv_table_read(table, path, &error), "%s", error.text);
    ck_assert_uint_gt(table->count, 1);
    for (size_t i = 1; i < table->count; i++)
        ck_assert_uint_eq(table->rows[i].count, table->rows[0].count);
}

static int column_of(const struct csv_table *table, const char *name) {
    const int found = csv_column(table, (const char *const[]){name, NULL});
    ck_assert_msg(found >= 0, "no column %s", name);
    return found;
}

static void expect_grade(const char *cell) {
    ck_assert_msg(cell[strspn(cell, "0123456789.")] == '\0', "%s is no grade", cell);
}

// Separators outside of quotes in each of the first three lines.
static void expect_commas(const char *path) {
    char line[100000];
    int commas[3] = {0}, semicolons = 0;
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    for (int i = 0; i < 3; i++) {
        bool quoted = false;
        ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
        for (const char *at = line; *at; at++) {
            quoted = quoted != (*at == '"');
            commas[i] += !quoted && *at == ',';
            semicolons += *at == ';';
        }
        ck_assert_msg(!quoted, "a cell of line %d goes on in the next", i + 1);
    }
    fclose(file);
    ck_assert_int_gt(commas[0], 0);
    ck_assert_int_eq(commas[1], commas[0]);
    ck_assert_int_eq(commas[2], commas[0]);
    ck_assert_int_eq(semicolons, 0);
}

void importer_canvas(const char *path) {
    static const char *const heads[] = {"Student", "ID", "SIS User ID", "SIS Login ID", "Section"};
    enum { FIRST = sizeof heads / sizeof heads[0] };
    struct csv_table table;
    read_table(&table, path);
    for (size_t i = 0; i < FIRST; i++)
        ck_assert_int_eq(column_of(&table, heads[i]), (int)i);
    ck_assert_uint_gt(table.rows[0].count, FIRST);
    ck_assert_ptr_nonnull(strstr(csv_cell(&table.rows[1], 0), "Points Possible"));
    for (size_t i = 1; i < table.count; i++)
        for (size_t k = FIRST; k < table.rows[0].count; k++)
            if (i == 1 || strcasecmp(csv_cell(&table.rows[i], (int)k), "EX") != 0)
                expect_grade(csv_cell(&table.rows[i], (int)k));
    csv_table_free(&table);
    expect_commas(path);
}

void importer_moodle(const char *path, const char *who) {
    struct csv_table table;
    read_table(&table, path);
    ck_assert_int_eq(column_of(&table, who), 0);
    for (size_t i = 1; i < table.count; i++) {
        ck_assert_str_ne(csv_cell(&table.rows[i], 0), "");
        for (size_t k = 1; k < table.rows[0].count; k += 2) { // beside each grade its feedback
            expect_grade(csv_cell(&table.rows[i], (int)k));
            ck_assert_ptr_nonnull(strstr(csv_cell(&table.rows[0], (int)k + 1), " feedback"));
        }
    }
    csv_table_free(&table);
}

void importer_moodle_worksheet(const char *path) {
    struct csv_table table;
    read_table(&table, path);
    const int id = column_of(&table, "Identifier"), grade = column_of(&table, "Grade");
    const int when = column_of(&table, "Last modified (grade)");
    for (size_t i = 1; i < table.count; i++) {
        const char *identifier = csv_cell(&table.rows[i], id);
        int year, month, day, end = 0;
        ck_assert(strncmp(identifier, "Participant ", 12) == 0 && isdigit((unsigned char)identifier[12]));
        ck_assert_str_ne(csv_cell(&table.rows[i], grade), "");
        expect_grade(csv_cell(&table.rows[i], grade));
        sscanf(csv_cell(&table.rows[i], when), "%4d-%2d-%2dT%*2d:%*2d:%*2dZ%n", &year, &month, &day, &end);
        ck_assert_int_eq(end, 20);
    }
    csv_table_free(&table);
}

// strtotime() of a time in UTC.
static time_t when_modified(const char *text) {
    struct tm utc = {.tm_year = 0};
    const char *rest = strptime(text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    ck_assert_msg(rest && *rest == '\0', "%s", text);
    return timegm(&utc);
}

static struct moodle_grade *find_grade(struct moodle_grade *grades, size_t count, const char *identifier) {
    const int participant = atoi(identifier + strlen("Participant "));
    for (size_t i = 0; i < count; i++)
        if (grades[i].participant == participant)
            return &grades[i];
    return NULL;
}

int importer_moodle_import(const char *path, struct moodle_grade *grades, size_t count, time_t now) {
    struct csv_table table;
    int changed = 0;
    read_table(&table, path);
    for (size_t i = 1; i < table.count; i++) {
        const char *grade = csv_cell(&table.rows[i], column_of(&table, "Grade"));
        const time_t modified =
            when_modified(csv_cell(&table.rows[i], column_of(&table, "Last modified (grade)")));
        struct moodle_grade *known =
            find_grade(grades, count, csv_cell(&table.rows[i], column_of(&table, "Identifier")));
        if (!known || grade[0] == '\0' || atof(grade) == known->grade || known->modified > modified + 60)
            continue;
        known->grade = atof(grade);
        known->modified = now;
        changed++;
    }
    csv_table_free(&table);
    return changed;
}

long importer_canvas_id(const char *heading) {
    const char *id = strrchr(heading, '(');
    const size_t digits = id ? strspn(id + 1, "0123456789") : 0;
    return digits > 0 && strcmp(id + 1 + digits, ")") == 0 ? atol(id + 1) : 0;
}

void importer_blackboard(const char *path) {
    struct csv_table table;
    char line[100000];
    read_table(&table, path);
    const int who = column_of(&table, "Username");
    for (size_t i = 1; i < table.count; i++) {
        ck_assert_str_ne(csv_cell(&table.rows[i], who), "");
        for (size_t k = (size_t)column_of(&table, "Student ID") + 1; k < table.rows[0].count; k++)
            expect_grade(csv_cell(&table.rows[i], (int)k));
    }
    csv_table_free(&table);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file)) {
        ck_assert_int_eq(line[0], '"');
        for (const char *at = line; (at = strchr(at, ',')); at++)
            ck_assert_msg(at[-1] == '"' ? at[1] == '"' : at[1] == ' ' || isalnum((unsigned char)at[1]), "%s",
                          line);
    }
    fclose(file);
}

static cJSON *read_json(const char *path) {
    char *text = malloc(MOST_TEXT + 1);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(text);
    ck_assert_msg(file != NULL, "%s", path);
    const size_t length = fread(text, 1, MOST_TEXT, file);
    ck_assert_uint_lt(length, MOST_TEXT);
    text[length] = '\0';
    fclose(file);
    cJSON *root = cJSON_Parse(text);
    ck_assert_msg(root != NULL, "%s: %s", path, text);
    free(text);
    return root;
}

static const cJSON *member(const cJSON *object, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static void expect_one_of(const cJSON *item, const char *words) {
    char word[64];
    snprintf(word, sizeof word, " %s ", cJSON_IsString(item) ? item->valuestring : "?");
    ck_assert_msg(strstr(words, word) != NULL, "%s is none of%s", word, words);
}

void importer_gradescope(const char *path) {
    static const char visibilities[] = " hidden after_due_date after_published visible ";
    static const char formats[] = " text html simple_format md ansi ";
    const cJSON *test, *row;
    cJSON *root = read_json(path);
    ck_assert(cJSON_IsNumber(member(root, "score")));
    ck_assert(!member(root, "execution_time") || cJSON_IsNumber(member(root, "execution_time")));
    expect_one_of(member(root, "visibility"), visibilities);
    expect_one_of(member(root, "stdout_visibility"), visibilities);
    expect_one_of(member(root, "output_format"), formats);
    ck_assert(cJSON_IsObject(member(root, "extra_data")));
    ck_assert_int_gt(cJSON_GetArraySize(member(root, "tests")), 0);
    cJSON_ArrayForEach(test, member(root, "tests")) {
        ck_assert(cJSON_IsNumber(member(test, "score")) && cJSON_IsNumber(member(test, "max_score")));
        expect_one_of(member(test, "status"), " passed failed ");
        ck_assert(cJSON_IsString(member(test, "name")) && cJSON_IsString(member(test, "number")));
        expect_one_of(member(test, "visibility"), visibilities);
        expect_one_of(member(test, "output_format"), formats);
    }
    ck_assert(cJSON_IsArray(member(root, "leaderboard")));
    cJSON_ArrayForEach(row, member(root, "leaderboard")) {
        ck_assert(cJSON_IsString(member(row, "name")) && cJSON_IsNumber(member(row, "value")));
        expect_one_of(member(row, "order"), " asc desc ");
    }
    cJSON_Delete(root);
}

void importer_autolab(const char *path) {
    char line[100000], rest[10];
    const cJSON *score;
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    ck_assert_ptr_null(fgets(rest, sizeof rest, file));
    fclose(file);
    for (const char *at = line; (at = strchr(at, ':')); at++)
        ck_assert_msg(!isalnum((unsigned char)at[-1]), "%s", line);
    cJSON *root = cJSON_Parse(line);
    ck_assert_int_gt(cJSON_GetArraySize(member(root, "scores")), 0);
    cJSON_ArrayForEach(score, member(root, "scores")) {
        ck_assert(cJSON_IsNumber(score) || cJSON_IsNull(score));
    }
    cJSON_Delete(root);
}

void importer_prairielearn(const char *path) {
    const cJSON *test;
    cJSON *root = read_json(path);
    if (cJSON_IsFalse(member(root, "gradable"))) {
        ck_assert(cJSON_IsString(cJSON_GetArrayItem(member(root, "format_errors"), 0)));
    } else {
        ck_assert(cJSON_IsNumber(member(root, "score")));
        ck_assert_double_ge(cJSON_GetNumberValue(member(root, "score")), 0);
        ck_assert_double_le(cJSON_GetNumberValue(member(root, "score")), 1);
    }
    cJSON_ArrayForEach(test, member(root, "tests")) {
        ck_assert(cJSON_IsString(member(test, "name")) && cJSON_IsString(member(test, "message")));
        ck_assert(cJSON_IsNumber(member(test, "points")) && cJSON_IsNumber(member(test, "max_points")));
    }
    cJSON_Delete(root);
}
