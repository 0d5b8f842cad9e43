// Cases on the CPU engine run in several runners in parallel: whatever their number, the report is
// byte-identical, except figures of time and memory. With $WARPLAB_ROUND each row tries one number besides
// one runner, another one with the next round, and other rows try the others; without it, or for
// $WARPLAB_ALL, each tries all.
// Inputs: grading grader/course
#include <check.h>
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "judge/flow.h"
#include "report/report.h"
#include "run/slot.h"

static const size_t numbers[] = {1, 2, 4, 7};
enum { NUMBERS = sizeof numbers / sizeof numbers[0], SEED = 77 };

static char scratch[256];

// A reduction by one thread, and its other actions.
#define SUBMISSION(before, in_launcher)                                                                      \
    "#include <cstdio>\n#include \"warplab.h\"\n" before                                                     \
    "__global__ void sum_kernel(const int *in, int *out, int n) {\n"                                         \
    "    int sum = 0;\n    for (int i = 0; i < n; i++)\n        sum += in[i];\n    *out = sum;\n}\n"         \
    "extern \"C\" void reduce_shared(const int *d_in, int *d_out, int *, int n) {\n" in_launcher             \
    "    sum_kernel<<<1, 1>>>(d_in, d_out, n);\n}\n"

static const struct {
    const char *name, *lab;
    const char *path;   // of a submission of the repository, or else
    const char *text;   // its text
    const char *wanted; // a part of the report, so that each row tests what it is for
} rows[] = {
    {"solution", "lab3", "solutions/lab3", NULL, "\"score\":\t100"},
    {"wrong", "lab3", "grader/course/lab3/fixtures/first_block_only", NULL,
     "the sum of the first 256 elements"},
    {"several tasks", "lab8", "solutions/lab8", NULL, "\"score\":\t100"},
    {"tasks that are small", "lab1", "solutions/lab1", NULL, "\"score\":\t100"},
    {"crashes always", "lab3", NULL, SUBMISSION("", "    *(volatile int *)16 = n;\n"), "crashed"},
    {"crashes in odd cases", "lab3", NULL, SUBMISSION("", "    if (n & 1) *(volatile int *)16 = n;\n"),
     "crashed"},
    {"hangs in the largest cases", "lab3", NULL, SUBMISSION("", "    while (n > 150000)\n        ;\n"),
     "never end, or go round far"},
    {"hangs in one small case", "lab3", NULL, SUBMISSION("", "    while (n == 1023) ;\n"),
     "n = 1023 (random): not finished"},
    {"counts its calls", "lab3", NULL, SUBMISSION("static int calls;\n", "    if (++calls > 4) n--;\n"),
     "expected"},
    {"prints its calls", "lab3", NULL,
     SUBMISSION("static int calls;\n", "    printf(\"call %d: %d\\n\", ++calls, n);\n"), "call 1: "},
    {"ends itself when called again and again", "lab3", NULL,
     SUBMISSION("static int calls;\n", "    if (++calls == 4) { printf(\"%d\\n\", n); __builtin_trap(); }\n"),
     "died of signal 4"},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static void set_up(void) {
    const char *folder = getenv("TMPDIR");
    umask(022);
    snprintf(scratch, sizeof scratch, "%s/side-by-side-XXXXXX", folder ? folder : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(scratch));
}

static void tear_down(void) {
    char command[sizeof scratch + 16];
    snprintf(command, sizeof command, "rm -r %s", scratch);
    ck_assert_int_eq(system(command), 0);
}

static const char *submission(int row) {
    static char path[sizeof scratch + 16];
    if (rows[row].path)
        return rows[row].path;
    snprintf(path, sizeof path, "%s/%s.cu", scratch, rows[row].lab);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(rows[row].text, file);
    ck_assert_int_eq(fclose(file), 0);
    return path;
}

// The report as JSON, and the one as text.
static char *reports(struct grading *grading) {
    char *text = NULL, *both = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(out);
    grading->seconds = 0;
    cJSON *json = json_of(grading), *cpu = cJSON_GetObjectItem(cJSON_GetObjectItem(json, "backends"), "cpu");
    cJSON_DeleteItemFromObject(cpu, "peak_bytes");
    report_print(out, grading, true);
    ck_assert_int_eq(fclose(out), 0);
    char *printed = cJSON_Print(json);
    ck_assert_int_gt(asprintf(&both, "%s\n%s", printed, text), 0);
    free(text);
    free(printed);
    cJSON_Delete(json);
    return both;
}

static char *grade_with(int row, size_t runners) {
    struct error error = {""};
    const struct flow_request request = {.lab = rows[row].lab,
                                         .submission = submission(row),
                                         .backends = BACKEND_CPU,
                                         .seeded = true,
                                         .seed = SEED,
                                         .runners = runners};
    struct grading *grading = calloc(1, sizeof *grading);
    ck_assert_ptr_nonnull(grading);
    ck_assert_msg(flow_grade(grading, &request, &error), "%s: %s", rows[row].name, error.text);
    char *text = reports(grading);
    grading_free(grading);
    free(grading);
    return text;
}

// The line where they begin to differ, of both.
static void expect_same(const char *row, size_t runners, const char *text, const char *with_one) {
    size_t line = 0, i = 0;
    for (; text[i] && text[i] == with_one[i]; i++)
        line = text[i] == '\n' ? i + 1 : line;
    ck_assert_msg(text[i] == with_one[i], "%s, %zu runners: %.*s; with one: %.*s", row, runners,
                  (int)strcspn(text + line, "\n"), text + line, (int)strcspn(with_one + line, "\n"),
                  with_one + line);
}

// An endless loop is named by the line and thread at which its time was up, if known, which no
// seed decides: of its report only the score and its label are compared.
static void leave_out_samples(char *text) {
    char *checks = strstr(text, "\"checks\"");
    if (checks && strstr(text, "not finished after"))
        *checks = '\0';
}

START_TEST(same_report_for_any_number_of_runners) {
    char *first = grade_with(_i, numbers[0]);
    ck_assert_msg(strstr(first, rows[_i].wanted), "%s: no \"%s\" in: %.3000s", rows[_i].name, rows[_i].wanted,
                  first);
    leave_out_samples(first);
    const char *round = getenv("WARPLAB_ALL") ? NULL : getenv("WARPLAB_ROUND");
    for (size_t i = 1; i < NUMBERS; i++) {
        if (round && ((size_t)abs(atoi(round)) + (size_t)_i) % (NUMBERS - 1) != i - 1)
            continue;
        char *next = grade_with(_i, numbers[i]);
        leave_out_samples(next);
        expect_same(rows[_i].name, numbers[i], next, first);
        free(next);
    }
    free(first);
}
END_TEST

// Positions of the case in the shards, which must be one.
static size_t count_places(const struct shards *shards, const struct plan_case *c) {
    size_t places = 0;
    for (size_t s = 0; s < shards->count; s++)
        for (size_t i = 0; i < shards->list[s].count; i++)
            places += shards->list[s].cases[i] == c;
    return places;
}

static void expect_whole_tasks(const struct shard *shard, const struct plan *plan) {
    const struct spec_task *first = shard->cases[0]->task;
    bool several = false;
    size_t there = 0, of_them = 0;
    for (size_t i = 0; i < shard->count; i++) {
        several = several || shard->cases[i]->task != first;
        ck_assert_uint_eq(shard->cases[i]->multiprocessors, shard->cases[0]->multiprocessors);
    }
    for (size_t i = 0; several && i < plan->count; i++)
        for (size_t j = 0; j < shard->count; j++)
            if (shard->cases[j]->task == plan->cases[i].task &&
                shard->cases[j]->multiprocessors == plan->cases[i].multiprocessors) {
                of_them += (plan->cases[i].backends & BACKEND_CPU) && !plan->cases[i].if_raced;
                break;
            }
    for (size_t i = 0; several && i < shard->count; i++)
        there++;
    ck_assert_uint_eq(there, of_them);
}

START_TEST(each_case_is_in_one_shard) {
    static const enum backend backends[] = {BACKEND_CPU, BACKEND_GPU};
    for (size_t l = 0; l < spec_count(); l++)
        for (size_t b = 0; b < 2; b++) {
            struct plan plan;
            struct shards shards;
            ck_assert(plan_make(&plan, spec_get(l), SEED));
            bool *wanted = calloc(plan.count, sizeof *wanted);
            ck_assert_ptr_nonnull(wanted);
            for (size_t i = 0; i < plan.count; i++)
                wanted[i] = (plan.cases[i].backends & backends[b]) && !plan.cases[i].if_raced;
            ck_assert(shards_make(&shards, &plan, backends[b], wanted));
            for (size_t i = 0; i < plan.count; i++)
                ck_assert_uint_eq(count_places(&shards, &plan.cases[i]), wanted[i]);
            free(wanted);
            for (size_t s = 0; s < shards.count; s++) {
                for (size_t i = 1; i < shards.list[s].count; i++)
                    ck_assert(shards_before(shards.list[s].cases[i - 1], shards.list[s].cases[i]));
                if (backends[b] == BACKEND_CPU)
                    expect_whole_tasks(&shards.list[s], &plan);
            }
            ck_assert_uint_le(shards.count, backends[b] == BACKEND_GPU ? 1 : plan.count);
            shards_free(&shards);
            plan_free(&plan);
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("side_by_side");
    TCase *shards = tcase_create("shards"), *grading = tcase_create("grading");
    tcase_add_test(shards, each_case_is_in_one_shard);
    tcase_add_checked_fixture(grading, set_up, tear_down);
    tcase_set_timeout(grading, 300);
    tcase_add_loop_test(grading, same_report_for_any_number_of_runners, 0, ROWS);
    suite_add_tcase(suite, shards);
    suite_add_tcase(suite, grading);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
