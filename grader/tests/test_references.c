// What is recorded of each lab's speeds is what its solution and its naive way do today: `make references`
// has been run since they, the engine or the model changed.
#include <check.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/flow.h"
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

int main(void) {
    Suite *suite = suite_create("references");
    TCase *cases = tcase_create("recorded");
    tcase_set_timeout(cases, 300);
    tcase_add_loop_test(cases, speeds_are_as_recorded, 0, (int)spec_count());
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
