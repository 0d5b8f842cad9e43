// Writes what is recorded of a lab's speeds (lab/speeds.h): its solution and its naive way, graded on the CPU
// engine as each of the devices that are named. `make references` calls it.
//   references LAB PROFILE...      prints the lab's speed.h
//   references --table             prints what is recorded of all labs (docs/results/model/speeds.md)
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/work_directory.h"
#include "judge/flow.h"
#include "run/references.h"
#include "table.h"

static const char *const places[WAY_COUNT] = {
    [WAY_REFERENCE] = "solutions/%s", [WAY_NAIVE] = "grader/course/%s/naive"};

static void print_counted(const struct grading *grading, size_t task, enum speed_way way) {
    struct speed_counted c;
    if (references_counted(grading, task, &c))
        printf("    \"counted %s %s %d %.0f %.0f %.0f %.0f %.0f %.0f\",\n", grading->lab->tasks[task].name,
               speed_way_names[way], c.n, c.launches, c.sectors, c.wavefronts, c.atomics, c.barriers,
               c.instructions);
}

static bool print_speed(const struct grading *grading, size_t task, enum speed_way way, struct error *error) {
    struct speed s;
    if (!references_speed(grading, task, &s, error))
        return false;
    printf("    \"speed %s %s %s %d %.3f %.3f %.3f %.3f %.3f %s %.3f\",\n", grading->lab->tasks[task].name,
           speed_way_names[way], references_profile(grading).name, s.n, s.us, s.kernels_us, s.launches_us,
           s.copies_us, s.host_us, s.bound, s.share);
    return true;
}

// @param first the first profile: what is the same for all of them is printed
static bool print_way(const struct grading *grading, enum speed_way way, bool first, struct error *error) {
    const struct speed_profile p = references_profile(grading);
    if (way == WAY_REFERENCE)
        printf("    \"profile %s %.0f %.1f %.1f\",\n", p.name, p.multiprocessors, p.clock_mhz, p.copy_gbps);
    for (size_t t = 0; t < grading->lab->task_count; t++) {
        if (grading->lab->tasks[t].points[CHECK_BANDWIDTH] == 0)
            continue;
        if (first)
            print_counted(grading, t, way);
        if (!print_speed(grading, t, way, error))
            return false;
    }
    return true;
}

static bool record(const char *lab, const char *profile, enum speed_way way, bool first,
                   struct error *error) {
    char place[PATH_MAX], whole[PATH_MAX];
    struct grading *grading = calloc(1, sizeof *grading);
    snprintf(place, sizeof place, places[way], lab);
    const struct flow_request request = {.lab = lab,
                                         .submission = place,
                                         .backends = BACKEND_CPU,
                                         .seeded = true,
                                         .seed = 1,
                                         .profile = realpath(profile, whole)};
    if (!grading || !request.profile)
        return error_set_system(error, "%s", profile);
    const bool good = flow_grade(grading, &request, error) && print_way(grading, way, first, error);
    grading_free(grading);
    free(grading);
    return good;
}

static int print_table(void) {
    struct error error = {""};
    if (table_print(stdout, &error))
        return 0;
    fprintf(stderr, "references: %s\n", error.text);
    return 1;
}

int main(int count, char **arguments) {
    struct error error = {""};
    if (count == 2 && strcmp(arguments[1], "--table") == 0)
        return print_table();
    if (count < 3 || !spec_find(arguments[1])) {
        fprintf(stderr, "usage: references LAB PROFILE... | --table\n");
        return 2;
    }
    stop_catch_signals();
    work_directory_sweep();
    puts("/**\n * @file speed.h\n * @brief The speeds of this lab's solution and of its naive way "
         "(lab/speeds.h). Made by `make references`.\n */\n#include <stddef.h>\n\n"
         "// clang-format off\nstatic const char *const speeds[] = {");
    for (int i = 2; i < count; i++)
        for (enum speed_way way = 0; way < WAY_COUNT; way++)
            if (!record(arguments[1], arguments[i], way, i == 2, &error)) {
                fprintf(stderr, "references: %s\n", error.text);
                return 1;
            }
    puts("    NULL,\n};");
    return 0;
}
