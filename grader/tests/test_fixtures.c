// Every folder below grader/tests/fixtures/lab*/ is a submission, with the verdict that `grade` must give it
// (docs/fixtures.md). WARPLAB_SEEDS=20 grades the correct ones with twenty seeds instead of one;
// WARPLAB_EVERY=6 grades every sixth fixture only.
#include <check.h>
#include <cjson/cJSON.h>
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_RUNS = 2048, AT_ONCE = 2 };

// One grading of one fixture, done before the tests look at it.
static struct run {
    const char *folder;
    char lab[32];
    int seed;
    char result[512]; // the JSON file
    int exit_code;
} runs[MAX_RUNS];
static int run_count;
static char scratch[] = "/tmp/warplab-fixtures-XXXXXX";

static const char *name_of(const char *folder) { return strrchr(folder, '/') + 1; }

static bool is_correct(const char *folder) { return strncmp(name_of(folder), "correct_", 8) == 0; }

static void add_run(const char *folder, int seed) {
    if (run_count == MAX_RUNS)
        return;
    struct run *run = &runs[run_count];
    run->folder = folder;
    run->seed = seed;
    sscanf(folder, "grader/tests/fixtures/%31[^/]/", run->lab);
    snprintf(run->result, sizeof run->result, "%s/%d.json", scratch, run_count);
    run_count++;
}

static void list_runs(void) {
    static glob_t folders;
    if (glob("grader/tests/fixtures/lab*/*", GLOB_ONLYDIR, NULL, &folders) != 0)
        return;
    const char *seeds = getenv("WARPLAB_SEEDS"), *every = getenv("WARPLAB_EVERY");
    const size_t stride = every && atoi(every) > 0 ? (size_t)atoi(every) : 1;
    for (size_t i = 0; i < folders.gl_pathc; i += stride) {
        const int count = seeds && is_correct(folders.gl_pathv[i]) ? atoi(seeds) : 1;
        for (int seed = 1; seed <= count; seed++)
            add_run(folders.gl_pathv[i], seed);
    }
}

static pid_t start(const struct run *run) {
    const pid_t child = fork();
    if (child == 0) {
        char seed[16];
        snprintf(seed, sizeof seed, "%x", (unsigned)run->seed);
        execl("./grade", "grade", run->lab, "--submission", run->folder, "--seed", seed, "--backend", "cpu",
              "--json", run->result, "--quiet", (char *)NULL);
        _exit(127);
    }
    return child;
}

// Grades all, a few at a time.
static void grade_all(void) {
    pid_t children[MAX_RUNS];
    int begun = 0, ended = 0;
    while (ended < run_count) {
        while (begun < run_count && begun - ended < AT_ONCE) {
            children[begun] = start(&runs[begun]);
            begun++;
        }
        int status;
        const pid_t child = wait(&status);
        for (int i = 0; i < begun; i++)
            if (children[i] == child)
                runs[i].exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        ended++;
    }
}

static char *read_text(const char *path) {
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s cannot be opened", path);
    char *text = calloc(1, 1 << 20);
    ck_assert_ptr_nonnull(text);
    ck_assert_uint_gt(fread(text, 1, (1 << 20) - 1, file), 0);
    fclose(file);
    return text;
}

// `name` is an id, or TASK.id where a lab has several tasks.
static const cJSON *check_called(const cJSON *result, const char *name) {
    const char *dot = strchr(name, '.'), *id = dot ? dot + 1 : name;
    const size_t task_length = dot ? (size_t)(dot - name) : 0;
    const cJSON *check;
    cJSON_ArrayForEach(check, cJSON_GetObjectItem(result, "checks")) {
        const char *task = cJSON_GetStringValue(cJSON_GetObjectItem(check, "task"));
        if (strcmp(cJSON_GetStringValue(cJSON_GetObjectItem(check, "id")), id) != 0)
            continue;
        if (!dot || (task && strlen(task) == task_length && strncmp(task, name, task_length) == 0))
            return check;
    }
    ck_abort_msg("no check is called %s", name);
    return NULL;
}

static bool line_is_among(int line, const char *lines) {
    for (const char *next = lines; next; next = strchr(next, ',')) {
        next += *next == ',';
        if (atoi(next) == line)
            return true;
    }
    return false;
}

static void expect_check(const struct run *run, const cJSON *result, const char *id, const char *status,
                         const char *lines) {
    const cJSON *check = check_called(result, id), *source = cJSON_GetObjectItem(check, "source");
    const char *is = cJSON_GetStringValue(cJSON_GetObjectItem(check, "status"));
    const char *message = cJSON_GetStringValue(cJSON_GetObjectItem(check, "message"));
    ck_assert_msg(strcmp(is, status) == 0, "%s (seed %d): check %s is %s, not %s: %s", run->folder, run->seed,
                  id, is, status, message);
    if (!lines)
        return;
    ck_assert_msg(cJSON_IsObject(source), "%s: check %s blames no line: %s", run->folder, id, message);
    const int line = cJSON_GetObjectItem(source, "line")->valueint;
    ck_assert_msg(line_is_among(line, lines), "%s: check %s blames line %d, not %s: %s", run->folder, id,
                  line, lines, message);
}

static void expect_score(const struct run *run, const cJSON *result, const char *relation, int bound) {
    const int score = cJSON_GetObjectItem(result, "score")->valueint;
    const bool holds = strcmp(relation, "=") == 0    ? score == bound
                       : strcmp(relation, "<=") == 0 ? score <= bound
                                                     : score >= bound;
    ck_assert_msg(holds, "%s (seed %d): the score is %d, not %s %d", run->folder, run->seed, score, relation,
                  bound);
}

static void expect_words(const struct run *run, const cJSON *result, const char *id, const char *words) {
    const char *message = cJSON_GetStringValue(cJSON_GetObjectItem(check_called(result, id), "message"));
    ck_assert_msg(strstr(message, words) != NULL, "%s: check %s does not say \"%s\" but: %s", run->folder, id,
                  words, message);
}

// @return false for a line that says nothing
static bool expect_line(const struct run *run, const cJSON *result, const char *line) {
    char id[96], status[32], lines[64] = "", relation[3], words[128];
    int bound;
    if (sscanf(line, "score %2[<>=] %d", relation, &bound) == 2) {
        expect_score(run, result, relation, bound);
        return true;
    }
    if (sscanf(line, "says %95s %127[^\n]", id, words) == 2) {
        expect_words(run, result, id, words);
        return true;
    }
    const int got = sscanf(line, "check %95s %31s line %63s", id, status, lines);
    if (got >= 2)
        expect_check(run, result, id, status, got == 3 ? lines : NULL);
    else
        ck_assert_msg(line[0] == '#' || line[0] == '\0', "%s: what does \"%s\" expect?", run->folder, line);
    return got >= 2;
}

// Whatever the verdict, the result hangs together: points within their bounds, and a line for every failure.
static void expect_sense(const struct run *run, const cJSON *result) {
    int points = 0;
    const cJSON *check;
    cJSON_ArrayForEach(check, cJSON_GetObjectItem(result, "checks")) {
        const int own = cJSON_GetObjectItem(check, "points")->valueint;
        const char *status = cJSON_GetStringValue(cJSON_GetObjectItem(check, "status"));
        ck_assert_int_ge(own, 0);
        ck_assert_int_le(own, cJSON_GetObjectItem(check, "max_points")->valueint);
        ck_assert_msg(strcmp(status, "failed") != 0 || cJSON_IsObject(cJSON_GetObjectItem(check, "source")),
                      "%s: a failed check blames no line: %s", run->folder, cJSON_PrintUnformatted(check));
        points += own;
    }
    ck_assert_int_eq(points, cJSON_GetObjectItem(result, "score")->valueint);
    ck_assert_int_eq(run->exit_code, points == cJSON_GetObjectItem(result, "max_score")->valueint ? 0 : 1);
}

START_TEST(gets_its_verdict) {
    const struct run *run = &runs[_i];
    ck_assert_msg(run->exit_code == 0 || run->exit_code == 1, "%s: grade ended with %d", run->folder,
                  run->exit_code);
    char path[512], *text = read_text(run->result);
    cJSON *result = cJSON_Parse(text);
    ck_assert_ptr_nonnull(result);
    snprintf(path, sizeof path, "%s/expect", run->folder);
    char *expected = read_text(path), *rest = expected;
    int said = 0;
    for (char *line; (line = strsep(&rest, "\n"));)
        said += expect_line(run, result, line);
    ck_assert_int_gt(said, 0);
    expect_sense(run, result);
    cJSON_Delete(result);
    free(expected);
    free(text);
}
END_TEST

START_TEST(there_are_fixtures) { ck_assert_int_gt(run_count, 20); }
END_TEST

static void remove_scratch(void) {
    for (int i = 0; i < run_count; i++)
        unlink(runs[i].result);
    rmdir(scratch);
}

int main(void) {
    if (!mkdtemp(scratch))
        return 1;
    list_runs();
    grade_all();
    Suite *suite = suite_create("fixtures");
    TCase *cases = tcase_create("verdicts");
    tcase_add_test(cases, there_are_fixtures);
    tcase_add_loop_test(cases, gets_its_verdict, 0, run_count);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    remove_scratch();
    return failed == 0 ? 0 : 1;
}
