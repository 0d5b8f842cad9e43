// What is recorded of each lab's speeds is what its solution and its naive way do today: `make references`
// has been run since they, the engine or the model changed.
// `make check` runs this suite in the plain build alone.
// Inputs: grading docs/results/model
#include <check.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "judge/flow.h"
#include "references/table.h"
#include "run/references.h"

static const char *const places[WAY_COUNT] = {"solutions/%s", "grader/course/%s/naive"};

// Instructions differ a little between versions of the compiler, and times with them.
static const double compilers_differ = 0.1;

static void is_near(const struct spec_task *task, const char *what, double now, double recorded,
                    double part) {
    ck_assert_msg(fabs(now - recorded) <= part * recorded, "%s: %g %s, recorded %g: make references",
                  task->name, now, what, recorded);
}

static void check_counted(const struct grading *grading, size_t t, enum speed_way way) {
    const struct spec_task *task = &grading->lab->tasks[t];
    struct speed_counted now, recorded;
    ck_assert_msg(references_counted(grading, t, &now), "%s: nothing was counted", task->name);
    ck_assert_msg(speeds_counted(grading->lab->speeds, task->name, way, &recorded), "%s: nothing is recorded",
                  task->name);
    ck_assert_int_eq(now.n, recorded.n);
    is_near(task, "launches", now.launches, recorded.launches, 0);
    is_near(task, "sectors", now.sectors, recorded.sectors, 0);
    is_near(task, "wavefronts", now.wavefronts, recorded.wavefronts, 0);
    is_near(task, "atomics", now.atomics, recorded.atomics, 0);
    is_near(task, "barriers", now.barriers, recorded.barriers, 0);
    is_near(task, "instructions", now.instructions, recorded.instructions, compilers_differ);
}

static void check_speed(const struct grading *grading, size_t t, enum speed_way way) {
    const struct spec_task *task = &grading->lab->tasks[t];
    const struct speed_profile profile = references_profile(grading);
    struct speed now, recorded;
    struct error error = {""};
    ck_assert_msg(references_speed(grading, t, &now, &error), "%s", error.text);
    ck_assert_msg(speeds_find(grading->lab->speeds, task->name, way, profile.name, &recorded),
                  "%s: no speed for %s is recorded", task->name, profile.name);
    ck_assert_int_eq(now.n, recorded.n);
    is_near(task, "us", now.us, recorded.us, compilers_differ);
}

// With the seed that was recorded with.
static void grade(struct grading *grading, const struct spec *lab, enum speed_way way) {
    char place[PATH_MAX];
    struct error error = {""};
    snprintf(place, sizeof place, places[way], lab->name);
    const struct flow_request request = {
        .lab = lab->name, .submission = place, .backends = BACKEND_CPU, .seeded = true, .seed = 1};
    ck_assert_msg(flow_grade(grading, &request, &error), "%s", error.text);
}

static void is_as_recorded(const struct spec *lab, enum speed_way way) {
    struct grading *grading = calloc(1, sizeof *grading);
    ck_assert_ptr_nonnull(grading);
    grade(grading, lab, way);
    for (size_t t = 0; t < lab->task_count; t++) {
        if (lab->tasks[t].points[CHECK_BANDWIDTH] == 0)
            continue;
        check_counted(grading, t, way);
        check_speed(grading, t, way);
    }
    grading_free(grading);
    free(grading);
}

START_TEST(speeds_are_as_recorded) {
    const struct spec *lab = spec_get((size_t)_i);
    if (lab->challenge)
        return; // nothing of it is graded by speed
    is_as_recorded(lab, WAY_REFERENCE);
    is_as_recorded(lab, WAY_NAIVE);
}
END_TEST

// The page for people has the same figures.
START_TEST(the_page_is_of_what_is_recorded) {
    char *now = NULL, *recorded = NULL;
    size_t now_size = 0, recorded_size = 0;
    struct error error = {""};
    FILE *out = open_memstream(&now, &now_size), *in = fopen("docs/results/model/speeds.md", "r");
    ck_assert(out && in && getdelim(&recorded, &recorded_size, '\0', in) > 0);
    ck_assert_msg(table_print(out, &error), "%s", error.text);
    fclose(out);
    fclose(in);
    ck_assert_str_eq(now, recorded);
    free(now);
    free(recorded);
}
END_TEST

// Profiles that nothing can be recorded with: without a constant, and with one that no device has.
static const struct {
    const char *key, *value, *says;
} bad_profiles[] = {
    {"l2_latency", NULL, "the key l2_latency is missing"},
    {"dram_latency", "6e30 cycles", "dram_latency must be from "},
    {"copy_bandwidth", "0 GB/s", "copy_bandwidth must be from "},
    {"launch_time", "-3 us", "the value must be a number, zero or more"},
    {"launch_time", "nan us", "the value must be a number, zero or more"},
};

// The H200's, with one key changed, or left out. @return its path, to be freed with the file
static char *write_profile(const char *key, const char *value) {
    char *path = strdup("/tmp/warplab-profile-XXXXXX"), line[512];
    const int fd = mkstemp(path);
    FILE *in = fopen("grader/simt/profiles/h200.txt", "r"), *out = fd >= 0 ? fdopen(fd, "w") : NULL;
    const size_t length = strlen(key);
    int changed = 0;
    ck_assert(in && out && fchmod(fd, 0644) == 0);
    while (fgets(line, sizeof line, in)) {
        const bool is_key = strncmp(line, key, length) == 0 && line[length] == ' ';
        changed += is_key;
        if (!is_key)
            fputs(line, out);
        else if (value)
            fprintf(out, "%s = %s\n", key, value);
    }
    ck_assert_int_eq(changed, 1);
    fclose(in);
    fclose(out);
    return path;
}

START_TEST(a_bad_profile_is_refused_with_a_sentence) {
    struct grading *grading = calloc(1, sizeof *grading);
    struct error error = {""};
    char *path = write_profile(bad_profiles[_i].key, bad_profiles[_i].value);
    const struct flow_request request = {.lab = "lab1",
                                         .submission = "solutions/lab1",
                                         .backends = BACKEND_CPU,
                                         .seeded = true,
                                         .seed = 1,
                                         .profile = path};
    ck_assert_ptr_nonnull(grading);
    ck_assert(!flow_grade(grading, &request, &error));
    ck_assert_msg(strstr(error.text, bad_profiles[_i].says) &&
                      strstr(error.text, "cannot use the device profile"),
                  "%s", error.text);
    grading_free(grading);
    free(grading);
    ck_assert_int_eq(unlink(path), 0);
    free(path);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("references");
    TCase *cases = tcase_create("recorded");
    tcase_set_timeout(cases, 300);
    tcase_add_test(cases, the_page_is_of_what_is_recorded);
    tcase_add_loop_test(cases, a_bad_profile_is_refused_with_a_sentence, 0,
                        sizeof bad_profiles / sizeof *bad_profiles);
    tcase_add_loop_test(cases, speeds_are_as_recorded, 0, (int)spec_count());
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
