// How good the checkers are: every file of tests/engine/mistakes plants mistakes as students make them, each
// beside its correct twin. Each must be found, at a line marked `// expect: KIND`, and no twin may be blamed
// for anything, in whatever order threads run. Prints the table of what was planted and found.
#include <cJSON.h>
#include <check.h>
#include <dirent.h>
#include <libgen.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const orders[] = {"forward", "reverse", "lockstep", "random:1", "random:2", "random:3"};
enum { ORDERS = sizeof orders / sizeof *orders };

enum { MAX_FILES = 16, MAX_CASES = 256, MAX_MARKS = 512 };

static char root[PATH_MAX]; /* the repository */
static char files[MAX_FILES][128];
static int file_count;

/** A mistake: the lines from its comment up to the next one's. */
struct planted {
    char name[64], kind[24];
    int first, last;
};

struct mark {
    char kind[24];
    int line;
};

struct source {
    char file[64]; /**< its name, with the slash before */
    struct planted cases[MAX_CASES];
    struct mark marks[MAX_MARKS];
    size_t case_count, mark_count;
};

static char *read_all(const char *path) {
    FILE *in = fopen(path, "r");
    char *text = NULL;
    size_t length = 0;
    ck_assert_msg(in != NULL, "%s cannot be read", path);
    ck_assert(getdelim(&text, &length, '\0', in) >= 0);
    fclose(in);
    return text;
}

static void read_line(struct source *s, const char *line, int number) {
    struct planted *present = s->case_count ? &s->cases[s->case_count - 1] : NULL;
    char name[64];
    const char *expected = strstr(line, "// expect: ");
    if (sscanf(line, "// case %63[^:]:", name) == 1) {
        ck_assert_uint_lt(s->case_count, MAX_CASES);
        present = &s->cases[s->case_count++];
        *present = (struct planted){.first = number};
        snprintf(present->name, sizeof present->name, "%s", name);
    }
    if (present)
        present->last = number;
    if (!expected)
        return;
    ck_assert_msg(present && s->mark_count < MAX_MARKS, "line %d: a mark outside of the cases", number);
    struct mark *mark = &s->marks[s->mark_count++];
    mark->line = number;
    ck_assert_int_eq(sscanf(expected, "// expect: %23s", mark->kind), 1);
    ck_assert_msg(!present->kind[0] || strcmp(present->kind, mark->kind) == 0, "line %d: a second kind",
                  number);
    snprintf(present->kind, sizeof present->kind, "%s", mark->kind);
}

static void read_source(const char *path, struct source *out) {
    char *text = read_all(path), *rest = text, *line;
    *out = (struct source){.case_count = 0};
    snprintf(out->file, sizeof out->file, "%s", strrchr(path, '/'));
    for (int number = 1; (line = strsep(&rest, "\n")); number++)
        read_line(out, line, number);
    free(text);
}

static bool is_marked(const struct source *s, const char *kind, int line) {
    for (size_t i = 0; i < s->mark_count; i++)
        if (s->marks[i].line == line && strcmp(s->marks[i].kind, kind) == 0)
            return true;
    return false;
}

/** The line that a side of an error names, if it is in this source; else 0. */
static int line_in(const struct source *s, const cJSON *side) {
    const cJSON *line = cJSON_GetObjectItem(side, "line"), *file = cJSON_GetObjectItem(side, "file");
    const char *name = file ? strrchr(file->valuestring, '/') : NULL;
    return line && name && strcmp(name, s->file) == 0 ? line->valueint : 0;
}

static bool is_within(const struct planted *p, int line) { return line >= p->first && line <= p->last; }

/** What was reported of a case. */
struct verdict {
    bool found, at_its_line;
    const char *alarm; /**< another kind of error than the one planted; NULL if there is none */
    int alarm_line;
};

static struct verdict judge(const struct source *s, const struct planted *p, const cJSON *errors) {
    struct verdict v = {.alarm = NULL};
    const cJSON *error;
    cJSON_ArrayForEach(error, errors) {
        const char *kind = cJSON_GetObjectItem(error, "kind")->valuestring;
        int line = line_in(s, error), other = line_in(s, cJSON_GetObjectItem(error, "other"));
        if (!is_within(p, line) && !is_within(p, other))
            continue;
        if (strcmp(kind, p->kind) == 0) {
            v.found = true;
            v.at_its_line |= is_marked(s, kind, line);
        } else {
            v.alarm = kind;
            v.alarm_line = line;
        }
    }
    return v;
}

/** What the program of @p name reports when it makes its mistakes, or does not. */
static cJSON *run(const char *folder, const char *name, const char *order, const char *what) {
    char command[4 * PATH_MAX], path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s.json", folder, what);
    snprintf(command, sizeof command, "SIMT_SCHEDULE=%s SIMT_REPORT=%s %s/%s %s >%s/out 2>&1", order, path,
             folder, name, what, folder);
    ck_assert_int_ne(system(command), -1);
    char *text = read_all(path);
    cJSON *report = cJSON_Parse(text);
    ck_assert_msg(report != NULL, "%s %s: the report is no JSON", name, what);
    free(text);
    return report;
}

/** Sums of a file's cases. */
struct tally {
    int planted, found, at_its_line, alarms;
};

static void add(struct tally *t, const struct source *s, const struct planted *p, const cJSON *mistaken,
                const cJSON *fixed) {
    struct verdict v = judge(s, p, cJSON_GetObjectItem(mistaken, "errors"));
    struct verdict twin = judge(s, p, cJSON_GetObjectItem(fixed, "errors"));
    ck_assert_msg(p->kind[0], "%s has no mark", p->name);
    t->planted++;
    t->found += v.found;
    t->at_its_line += v.at_its_line;
    t->alarms += twin.found || twin.alarm;
    if (!v.at_its_line)
        printf("    %s: %s\n", p->name, v.found ? "blamed at another line" : "not found");
    if (v.alarm)
        printf("    %s: also %s at line %d\n", p->name, v.alarm, v.alarm_line);
    if (twin.found || twin.alarm)
        printf("    %s: false alarm: %s\n", p->name, twin.found ? p->kind : twin.alarm);
}

static struct tally tally_in(const struct source *s, const char *folder, const char *name,
                             const char *order) {
    struct tally t = {.planted = 0};
    cJSON *mistaken = run(folder, name, order, "mistakes"), *fixed = run(folder, name, order, "fixed");
    for (size_t i = 0; i < s->case_count; i++)
        add(&t, s, &s->cases[i], mistaken, fixed);
    cJSON_Delete(mistaken);
    cJSON_Delete(fixed);
    return t;
}

/** What was found in each order. */
static void tally_of(const char *name, struct tally tallies[ORDERS]) {
    char folder[] = "/tmp/test_mistakes.XXXXXX", path[2 * PATH_MAX], command[4 * PATH_MAX];
    struct source source;
    ck_assert(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/grader/tests/engine/mistakes/%s.cu", root, name);
    read_source(path, &source);
    snprintf(command, sizeof command, "'%s/build/bin/simtcc' '%s' -o %s/%s", root, path, folder, name);
    ck_assert_msg(system(command) == 0, "%s does not compile", name);
    for (size_t i = 0; i < ORDERS; i++)
        tallies[i] = tally_in(&source, folder, name, orders[i]);
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
}

static void print(const char *file, const char *order, const struct tally *t) {
    printf("%-10s %-9s planted %3d, found %3d, at the right line %3d, false alarms on the correct twins %d\n",
           file, order, t->planted, t->found, t->at_its_line, t->alarms);
    fflush(stdout);
}

START_TEST(mistakes_are_found_and_twins_are_not_blamed) {
    struct tally tallies[ORDERS];
    tally_of(files[_i], tallies);
    for (size_t i = 0; i < ORDERS; i++) {
        const struct tally *t = &tallies[i];
        if (i == 0 || memcmp(t, &tallies[0], sizeof *t) != 0)
            print(files[_i], orders[i], t);
        ck_assert_int_gt(t->planted, 20);
        ck_assert_int_eq(t->found, t->planted);
        ck_assert_int_eq(t->at_its_line, t->planted);
        ck_assert_int_eq(t->alarms, 0);
    }
}
END_TEST

static int is_program(const struct dirent *entry) {
    size_t length = strlen(entry->d_name);
    return length > 3 && strcmp(entry->d_name + length - 3, ".cu") == 0;
}

static void find_files(void) {
    char folder[2 * PATH_MAX];
    struct dirent **entries;
    snprintf(folder, sizeof folder, "%s/grader/tests/engine/mistakes", root);
    file_count = scandir(folder, &entries, is_program, alphasort);
    if (file_count <= 0 || file_count > MAX_FILES) {
        fprintf(stderr, "test_mistakes: no programs in %s\n", folder);
        exit(2);
    }
    for (int i = 0; i < file_count; i++) {
        snprintf(files[i], sizeof files[i], "%.*s", (int)strlen(entries[i]->d_name) - 3, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
}

/** The repository is the nearest folder above this program that holds the engine. */
static void find_root(void) {
    char here[PATH_MAX] = "", probe[2 * PATH_MAX];
    if (readlink("/proc/self/exe", here, sizeof here - 1) < 0)
        exit(2);
    do {
        snprintf(root, sizeof root, "%s", dirname(here));
        snprintf(probe, sizeof probe, "%s/grader/simt", root);
    } while (access(probe, F_OK) != 0 && strcmp(root, "/") != 0);
}

int main(void) {
    find_root();
    find_files();
    Suite *suite = suite_create("mistakes");
    TCase *files_case = tcase_create("files");
    tcase_set_timeout(files_case, 240);
    tcase_add_loop_test(files_case, mistakes_are_found_and_twins_are_not_blamed, 0, file_count);
    suite_add_tcase(suite, files_case);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
