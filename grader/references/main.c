// Writes what is recorded of a lab's speeds (lab/speeds.h): its solution and its naive way, graded on the CPU
// engine as each of the devices that are named. `make references` calls it.
//   references LAB CSV PROFILE...  prints the lab's speed.h, with what CSV says was measured
//   references --measure LAB NAME  measures both on this machine's GPU, and prints lines of that CSV
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
    printf("    \"speed %s %s %s %d %.3f %.3f %.3f %.3f %.3f %s %.3f %.0f\",\n",
           grading->lab->tasks[task].name, speed_way_names[way], references_profile(grading).name, s.n, s.us,
           s.kernels_us, s.launches_us, s.copies_us, s.host_us, s.bound, s.share, s.instructions);
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

// Lines of MEASURED for the lab: lab,task,way,profile,n,us.
static bool print_measured(const char *lab, const char *measured, struct error *error) {
    FILE *in = fopen(measured, "r");
    char line[256], task[96], way[16], profile[32], us[32];
    int32_t n;
    if (!in)
        return error_set_system(error, "%s", measured);
    while (fgets(line, sizeof line, in)) {
        const size_t length = strlen(lab);
        if (strncmp(line, lab, length) == 0 && line[length] == ',' &&
            sscanf(line + length + 1, "%95[^,],%15[^,],%31[^,],%d,%31[0-9.]", task, way, profile, &n, us) ==
                5)
            printf("    \"measured %s %s %s %d %s\",\n", task, way, profile, n, us);
    }
    fclose(in);
    return true;
}

static bool grade_way(struct grading *grading, const char *lab, enum speed_way way,
                      struct flow_request request, struct error *error) {
    char place[PATH_MAX];
    snprintf(place, sizeof place, places[way], lab);
    request.lab = lab;
    request.submission = place;
    request.seeded = true;
    request.seed = 1;
    return flow_grade(grading, &request, error);
}

static bool measure(const char *lab, const char *name, enum speed_way way, struct error *error) {
    struct grading *grading = calloc(1, sizeof *grading);
    bool good =
        grading && grade_way(grading, lab, way, (struct flow_request){.backends = BACKEND_GPU}, error);
    for (size_t t = 0; good && t < grading->lab->task_count; t++) {
        const struct bandwidth *b = &grading->gpu.bandwidths[t];
        if (grading->lab->tasks[t].points[CHECK_BANDWIDTH] == 0)
            continue;
        good = b->known || error_set(error, "%s: %.800s", grading->lab->tasks[t].name, b->error.text);
        if (good)
            printf("%s,%s,%s,%s,%d,%.3f\n", lab, grading->lab->tasks[t].name, speed_way_names[way], name,
                   b->n, b->bytes / b->gbps / 1e3);
    }
    if (grading)
        grading_free(grading);
    free(grading);
    return good;
}

static bool record(const char *lab, const char *profile, enum speed_way way, bool first,
                   struct error *error) {
    char whole[PATH_MAX];
    struct grading *grading = calloc(1, sizeof *grading);
    const struct flow_request request = {.backends = BACKEND_CPU, .profile = realpath(profile, whole)};
    if (!grading || !request.profile)
        return error_set_system(error, "%s", profile);
    const bool good = grade_way(grading, lab, way, request, error) && print_way(grading, way, first, error);
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

static int measure_both(const char *lab, const char *name) {
    struct error error = {""};
    for (enum speed_way way = 0; way < WAY_COUNT; way++)
        if (!measure(lab, name, way, &error)) {
            fprintf(stderr, "references: %s, %s way: %s\n", lab, speed_way_names[way], error.text);
            return 1;
        }
    return 0;
}

static int print_speeds(const char *lab, const char *measured, char **profiles, int count) {
    struct error error = {""};
    puts("/**\n * @file speed.h\n * @brief The speeds of this lab's solution and of its naive way "
         "(lab/speeds.h). Made by `make references`.\n */\n#include <stddef.h>\n\n"
         "// clang-format off\nstatic const char *const speeds[] = {");
    printf("    \"spec %s\",\n", version_of_speeds(lab));
    bool good = true;
    for (int i = 0; good && i < count; i++)
        for (enum speed_way way = 0; good && way < WAY_COUNT; way++)
            good = record(lab, profiles[i], way, i == 0, &error);
    if (!good || !print_measured(lab, measured, &error)) {
        fprintf(stderr, "references: %s\n", error.text);
        return 1;
    }
    puts("    NULL,\n};");
    return 0;
}

int main(int count, char **arguments) {
    const bool measures = count == 4 && strcmp(arguments[1], "--measure") == 0;
    if (count == 2 && strcmp(arguments[1], "--table") == 0)
        return print_table();
    if (count < 4 || !spec_find(arguments[measures ? 2 : 1])) {
        fprintf(stderr, "usage: references LAB CSV PROFILE... | --measure LAB NAME | --table\n");
        return 2;
    }
    stop_catch_signals();
    work_directory_sweep();
    return measures ? measure_both(arguments[2], arguments[3])
                    : print_speeds(arguments[1], arguments[2], arguments + 3, count - 3);
}
