// The memory model, by litmus tests: each kernel of tests/litmus is one. It must be blamed for a race on its
// marked lines, or for nothing, and no forbidden outcome may come out, in every order of execution.
//
// LITMUS_TABLE=1 build/tests/test_litmus prints the verdicts as a table.
// Inputs: engine grader/tests/litmus
#include <cJSON.h>
#include <check.h>
#include <dirent.h>
#include <libgen.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_PROGRAMS = 16, MOST_LITMUS = 512, LEAST_LITMUS = 60, MOST_LINES = 1024 };

/* An order that the engine does not know is left out. */
static const char *const orders[] = {"forward",  "reverse",  "lockstep", "random:1",
                                     "random:2", "random:3", "random:4"};
enum { ORDERS = sizeof orders / sizeof orders[0] };

static char root[PATH_MAX]; /* the repository */
static char built[] = "/tmp/test_litmus.XXXXXX";
static char programs[MOST_PROGRAMS][64];
static int program_count;

/** One litmus test. */
struct litmus {
    char name[64];
    bool racy;         /**< some line of it is marked */
    int found[ORDERS]; /**< races found, by order; -1: the order is unknown */
};

/** A program of them. */
struct program {
    struct litmus litmus[MOST_LITMUS];
    int count;
    int of_line[MOST_LINES]; /**< by line: the litmus test it belongs to; -1: to none */
    bool marked[MOST_LINES]; /**< by line */
};

static char *read_all(const char *path) {
    FILE *in = fopen(path, "r");
    char *text = NULL;
    size_t length = 0;
    ck_assert_msg(in != NULL, "%s cannot be read", path);
    if (getdelim(&text, &length, '\0', in) < 0 && text)
        text[0] = '\0';
    fclose(in);
    return text;
}

static void read_program(const char *name, struct program *p) {
    char path[2 * PATH_MAX], *line;
    int number = 0, now = -1;
    snprintf(path, sizeof path, "%s/grader/tests/litmus/%s.cu", root, name);
    char *text = read_all(path), *rest = text;
    while ((line = strsep(&rest, "\n"))) {
        ck_assert_int_lt(++number, MOST_LINES);
        if (sscanf(line, "__global__ void %63[a-z0-9_](", p->litmus[p->count].name) == 1)
            now = p->count++;
        if (strncmp(line, "int main", 8) == 0)
            now = -1;
        p->of_line[number] = now;
        p->marked[number] = strstr(line, "// expect: race") != NULL;
        if (p->marked[number])
            p->litmus[now].racy = true;
    }
    free(text);
}

static void build(const char *name) {
    char command[4 * PATH_MAX];
    snprintf(command, sizeof command, "'%s/build/bin/simtcc' '%s/grader/tests/litmus/%s.cu' -o %s/%s", root,
             root, name, built, name);
    ck_assert_msg(system(command) == 0, "%s.cu does not compile", name);
}

static int line_of(const cJSON *side) {
    const cJSON *line = cJSON_GetObjectItem(side, "line");
    return line && line->valueint > 0 && line->valueint < MOST_LINES ? line->valueint : 0;
}

/** Notes an error that was found with the litmus test it belongs to. */
static void note_error(struct program *p, const char *name, int order, const cJSON *error) {
    const int line = line_of(error), other = line_of(cJSON_GetObjectItem(error, "other"));
    const char *kind = cJSON_GetObjectItem(error, "kind")->valuestring;
    const cJSON *file = cJSON_GetObjectItem(error, "file");
    const bool own = cJSON_IsString(file) && strstr(file->valuestring, name);
    const int owner = own && line ? p->of_line[line] : -1;
    ck_assert_msg(owner >= 0, "%s.cu:%d: %s: %s outside of every kernel", name, line, orders[order], kind);
    ck_assert_msg(strcmp(kind, "race") == 0, "%s.cu:%d: %s: %s in %s", name, line, orders[order], kind,
                  p->litmus[owner].name);
    ck_assert_msg(p->marked[line] || p->marked[other], "%s.cu:%d: %s: a false race in %s", name, line,
                  orders[order], p->litmus[owner].name);
    p->litmus[owner].found[order]++;
}

/** True if the engine did not take the order of the last run. */
static bool is_unknown_order(void) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/messages", built);
    char *messages = read_all(path);
    const bool unknown = messages && strstr(messages, "SIMT_SCHEDULE=");
    free(messages);
    return unknown;
}

static void run(struct program *p, const char *name, int order) {
    char command[4 * PATH_MAX], path[PATH_MAX];
    snprintf(command, sizeof command,
             "cd %s && SIMT_SCHEDULE=%s SIMT_REPORT=report timeout 60 ./%s >out 2>messages", built,
             orders[order], name);
    const int status = system(command), code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (is_unknown_order()) {
        for (int i = 0; i < p->count; i++)
            p->litmus[i].found[order] = -1;
        return;
    }
    ck_assert_msg(code == 0 || code == 86, "%s.cu: %s: exit code %d", name, orders[order], code);
    snprintf(path, sizeof path, "%s/out", built);
    char *printed = read_all(path);
    ck_assert_msg(!printed || !*printed, "%s.cu: %s: %s", name, orders[order], printed);
    snprintf(path, sizeof path, "%s/report", built);
    char *text = read_all(path);
    cJSON *report = cJSON_Parse(text);
    const cJSON *error;
    ck_assert_msg(report != NULL, "%s.cu: the report is no JSON", name);
    cJSON_ArrayForEach(error, cJSON_GetObjectItem(report, "errors")) note_error(p, name, order, error);
    cJSON_Delete(report);
    free(text);
    free(printed);
}

static void print_table(const struct program *p, const char *name) {
    printf("%-44s %-8s", name, "expected");
    for (int o = 0; o < ORDERS; o++)
        printf(" %-8s", orders[o]);
    for (int i = 0; i < p->count; i++) {
        printf("\n  %-42s %-8s", p->litmus[i].name, p->litmus[i].racy ? "race" : "none");
        for (int o = 0; o < ORDERS; o++)
            printf(" %-8s", p->litmus[i].found[o] < 0 ? "-" : p->litmus[i].found[o] ? "race" : "none");
    }
    printf("\n");
}

START_TEST(verdicts_are_the_models_in_every_order) {
    struct program *p = calloc(1, sizeof *p);
    ck_assert(p != NULL);
    const char *name = programs[_i];
    read_program(name, p);
    build(name);
    for (int o = 0; o < ORDERS; o++)
        run(p, name, o);
    ck_assert_msg(p->litmus[0].found[0] >= 0, "the engine does not know the first order");
    if (getenv("LITMUS_TABLE"))
        print_table(p, name);
    for (int i = 0; i < p->count; i++)
        for (int o = 0; o < ORDERS; o++)
            ck_assert_msg(p->litmus[i].found[o] < 0 || (p->litmus[i].found[o] > 0) == p->litmus[i].racy,
                          "%s.cu: %s: the race in %s was not found", name, orders[o], p->litmus[i].name);
    free(p);
}
END_TEST

START_TEST(there_are_enough) {
    int count = 0, racy = 0;
    for (int i = 0; i < program_count; i++) {
        struct program *p = calloc(1, sizeof *p);
        ck_assert(p != NULL);
        read_program(programs[i], p);
        count += p->count;
        for (int k = 0; k < p->count; k++)
            racy += p->litmus[k].racy;
        free(p);
    }
    ck_assert_int_ge(count, LEAST_LITMUS);
    ck_assert_int_ge(racy, count / 3);
    ck_assert_int_le(racy, count * 2 / 3);
}
END_TEST

static void find_programs(void) {
    char path[2 * PATH_MAX];
    snprintf(path, sizeof path, "%s/grader/tests/litmus", root);
    DIR *folder = opendir(path);
    const struct dirent *entry;
    if (!folder) {
        perror(path);
        exit(2);
    }
    while ((entry = readdir(folder))) {
        const size_t length = strlen(entry->d_name);
        if (length > 3 && length < sizeof programs[0] && strcmp(entry->d_name + length - 3, ".cu") == 0 &&
            program_count < MOST_PROGRAMS)
            snprintf(programs[program_count++], sizeof programs[0], "%.*s", (int)(length - 3), entry->d_name);
    }
    closedir(folder);
}

int main(int argc, char **argv) {
    char self[PATH_MAX], command[sizeof built + 16];
    if (argc < 1 || !realpath(argv[0], self) || !mkdtemp(built))
        return 2;
    snprintf(root, sizeof root, "%s", dirname(dirname(dirname(self))));
    find_programs();
    Suite *suite = suite_create("litmus");
    TCase *verdicts = tcase_create("verdicts");
    tcase_set_timeout(verdicts, 300);
    tcase_add_loop_test(verdicts, verdicts_are_the_models_in_every_order, 0, program_count);
    tcase_add_test(verdicts, there_are_enough);
    suite_add_tcase(suite, verdicts);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    snprintf(command, sizeof command, "rm -r %s", built);
    if (system(command) != 0)
        return 2;
    return failed ? 1 : 0;
}
