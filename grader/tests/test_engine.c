// The engine through its programs: each program of tests/engine is built by simtcc and run, and must be
// blamed for exactly the lines it marks with `// expect: KIND`; and the counters must equal those of the
// hardware.
// Inputs: engine grader/tests/engine
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

#include "skip.h"

enum { MAX_PROGRAMS = 96, MAX_BLAMED = 64, EXIT_ERRORS = 86 };

static char root[PATH_MAX];                      /* the repository */
static char built[] = "/tmp/test_engine.XXXXXX"; /* programs, each built once */
static char programs[MAX_PROGRAMS][128];         /* in tests/engine, without .cu */
static int program_count;

/** A verdict: which kind of error on which line. */
struct blamed {
    char kind[24];
    int line;
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

static size_t expected_of(const char *source, struct blamed *out) {
    char *text = read_all(source), *rest = text, *line;
    size_t count = 0;
    for (int number = 1; (line = strsep(&rest, "\n")); number++) {
        for (const char *mark = line; (mark = strstr(mark, "// expect: ")); mark++) {
            ck_assert_int_eq(sscanf(mark, "// expect: %23s", out[count].kind), 1);
            out[count++].line = number;
        }
    }
    free(text);
    return count;
}

static size_t reported_in(const cJSON *report, struct blamed *out) {
    size_t count = 0;
    const cJSON *error;
    cJSON_ArrayForEach(error, cJSON_GetObjectItem(report, "errors")) {
        snprintf(out[count].kind, sizeof out->kind, "%s", cJSON_GetObjectItem(error, "kind")->valuestring);
        out[count++].line = cJSON_GetObjectItem(error, "line")->valueint;
    }
    return count;
}

static int contains(const struct blamed *list, size_t count, struct blamed wanted) {
    for (size_t i = 0; i < count; i++)
        if (list[i].line == wanted.line && strcmp(list[i].kind, wanted.kind) == 0)
            return 1;
    return 0;
}

/** Text of a file in @p folder; NULL if it cannot be read. */
static char *read_in(const char *folder, const char *name) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *in = fopen(path, "r");
    char *text = NULL;
    size_t length = 0;
    if (!in)
        return NULL;
    if (getdelim(&text, &length, '\0', in) < 0 && text)
        text[0] = '\0';
    fclose(in);
    return text;
}

/** Builds a program, with an option if that is not "", if no test has done so. */
static void build(const char *name, const char *option) {
    char program[PATH_MAX], command[4 * PATH_MAX];
    snprintf(program, sizeof program, "%s/%s%s", built, name, option);
    if (access(program, F_OK) == 0)
        return;
    snprintf(command, sizeof command, "'%s/build/bin/simtcc' %s '%s/grader/tests/engine/%s.cu' -o %s", root,
             option, root, name, program);
    ck_assert_msg(system(command) == 0, "%s %s does not compile", name, option);
}

/** Builds a program with an option and runs it with the given environment. @return its exit code; the report
 * in @p report */
static int build_and_run_as(const char *name, const char *option, const char *environment, cJSON **report) {
    char folder[] = "/tmp/test_engine.XXXXXX", command[4 * PATH_MAX];
    build(name, option);
    ck_assert(mkdtemp(folder) != NULL);
    snprintf(command, sizeof command, "{ %s SIMT_REPORT=%s/report %s/%s%s >%s/out 2>%s/messages; }",
             environment, folder, built, name, option, folder, folder);
    int status = system(command);
    char *text = read_in(folder, "report"), *printed = read_in(folder, "out");
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
    ck_assert_msg(printed && !*printed, "%s %s: %s", environment, name, printed ? printed : "did not run");
    ck_assert_msg(text != NULL, "%s wrote no report", name);
    *report = cJSON_Parse(text);
    ck_assert_msg(*report != NULL, "%s: the report is no JSON", name);
    free(text);
    free(printed);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int build_and_run(const char *name, const char *environment, cJSON **report) {
    return build_and_run_as(name, "", environment, report);
}

/* Programs whose verdict needs the plugin of g++. */
static bool is_told_of(const char *name) {
    static const struct {
        const char *program, *plugin;
    } of_plugins[] = {{"returned_objects", "simt_stores.so"}, {"passed_structures", "simt_stores.so"},
                      {"missing_return", "simt_language.so"}, {"local_copies", "simt_language.so"},
                      {"unset_shuffles", "simt_language.so"}, {"loads_in_flight", "simt_language.so"},
                      {"joined_members", "simt_language.so"}, {"local_counters", "simt_language.so"}};
    bool told = true;
    for (size_t i = 0; i < sizeof of_plugins / sizeof *of_plugins; i++) {
        char plugin[2 * PATH_MAX];
        snprintf(plugin, sizeof plugin, "%s/build/lib/%s", root, of_plugins[i].plugin);
        if (strcmp(name, of_plugins[i].program) == 0)
            told = access(plugin, F_OK) == 0;
    }
    return told;
}

START_TEST(program_is_blamed_for_its_marked_lines) {
    char source[2 * PATH_MAX];
    struct blamed expected[MAX_BLAMED], reported[MAX_BLAMED];
    cJSON *report;
    if (!is_told_of(programs[_i]))
        test_skip("it takes a plugin of g++");
    if (strcmp(programs[_i], "thrust") == 0 && access("/usr/include/thrust/version.h", R_OK) != 0 &&
        access("/usr/local/cuda/include/cccl/thrust/version.h", R_OK) != 0)
        test_skip("neither libthrust-dev nor a CUDA Toolkit from 13 on is installed");
    snprintf(source, sizeof source, "%s/grader/tests/engine/%s.cu", root, programs[_i]);
    test_skip_left_out("test_engine/%s", programs[_i]);
    size_t wanted = expected_of(source, expected);
    int code = build_and_run(programs[_i], "", &report);
    size_t found = reported_in(report, reported);
    for (size_t i = 0; i < wanted; i++)
        ck_assert_msg(contains(reported, found, expected[i]), "%s.cu:%d: %s was not found", programs[_i],
                      expected[i].line, expected[i].kind);
    for (size_t i = 0; i < found; i++)
        ck_assert_msg(contains(expected, wanted, reported[i]), "%s.cu:%d: false alarm: %s", programs[_i],
                      reported[i].line, reported[i].kind);
    size_t leaks = 0;
    for (size_t i = 0; i < wanted; i++)
        leaks += strcmp(expected[i].kind, "leak") == 0;
    ck_assert_int_eq(code, wanted > leaks ? EXIT_ERRORS : 0);
    cJSON_Delete(report);
}
END_TEST

/* The findings at barriers are the same in every order, and there are no others. */
START_TEST(barriers_are_judged_alike_in_every_order) {
    static const char *const orders[] = {"reverse",  "lockstep", "random:1",
                                         "random:2", "random:3", "random:4"};
    char source[2 * PATH_MAX], environment[64];
    struct blamed expected[MAX_BLAMED], reported[MAX_BLAMED];
    cJSON *report;
    snprintf(source, sizeof source, "%s/grader/tests/engine/barriers.cu", root);
    size_t wanted = expected_of(source, expected);
    snprintf(environment, sizeof environment, "SIMT_CHECK=sync SIMT_SCHEDULE=%s", orders[_i]);
    build_and_run("barriers", environment, &report);
    size_t found = reported_in(report, reported);
    for (size_t i = 0; i < wanted; i++)
        ck_assert_msg(contains(reported, found, expected[i]), "%s: barriers.cu:%d was not found", orders[_i],
                      expected[i].line);
    for (size_t i = 0; i < found; i++)
        ck_assert_msg(contains(expected, wanted, reported[i]), "%s: barriers.cu:%d: false alarm: %s",
                      orders[_i], reported[i].line, reported[i].kind);
    cJSON_Delete(report);
}
END_TEST

static const cJSON *counters_of(const cJSON *report, const char *kernel) {
    const cJSON *record;
    cJSON_ArrayForEach(record, cJSON_GetObjectItem(report, "kernels")) {
        if (strcmp(cJSON_GetObjectItem(record, "name")->valuestring, kernel) == 0)
            return cJSON_GetObjectItem(record, "counters");
    }
    ck_abort_msg("no kernel %s in the report", kernel);
    return NULL;
}

/** One line of a table of counters: the GPU profiler's value, the engine's, and, if they differ,
 * why. */
struct reading {
    char kernel[64], counter[64];
    double hardware, engine;
    char reason[128];
};

static void compare(const cJSON *report, const struct reading *reading, int line) {
    const cJSON *counter = cJSON_GetObjectItem(counters_of(report, reading->kernel), reading->counter);
    ck_assert_msg(counter != NULL, "line %d: no counter %s", line, reading->counter);
    ck_assert_msg(counter->valuedouble == reading->engine, "line %d: %s of %s is %.0f, expected %.0f", line,
                  reading->counter, reading->kernel, counter->valuedouble, reading->engine);
    ck_assert_msg((reading->hardware == reading->engine) == (reading->reason[0] == '\0'),
                  "line %d: a difference needs a reason, and only a difference", line);
}

/* A program's counters, line by line, against the table beside it; and no findings. */
START_TEST(counters_are_the_hardware_s) {
    static const char *const names[] = {"ladder", "counters"};
    cJSON *report;
    char path[2 * PATH_MAX], line[512];
    int number = 1;
    test_skip_left_out("test_engine/%s", names[_i]);
    snprintf(path, sizeof path, "%s/grader/tests/engine/%s.csv", root, names[_i]);
    ck_assert_int_eq(build_and_run(names[_i], "", &report), 0);
    ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(report, "errors")), 0);
    FILE *table = fopen(path, "r");
    ck_assert(table && fgets(line, sizeof line, table));
    for (; fgets(line, sizeof line, table); number++) {
        struct reading reading = {.reason = ""};
        int fields = sscanf(line, "%63[^,],%63[^,],%lf,%lf,%127[^\n]", reading.kernel, reading.counter,
                            &reading.hardware, &reading.engine, reading.reason);
        ck_assert_msg(fields >= 4, "line %d cannot be read", number + 1);
        compare(report, &reading, number + 1);
    }
    ck_assert_int_gt(number, 20);
    fclose(table);
    cJSON_Delete(report);
}
END_TEST

static double counter_of(const cJSON *report, const char *kernel, const char *counter) {
    return cJSON_GetNumberValue(cJSON_GetObjectItem(counters_of(report, kernel), counter));
}

/* The warps of a tile of several pass their values on through shared memory: to global memory there are only
 * the kernel's own stores, one for each of 24 warps. */
START_TEST(groups_take_no_global_memory) {
    cJSON *report;
    ck_assert_int_eq(build_and_run("cooperative_groups", "", &report), EXIT_ERRORS);
    ck_assert_double_eq(counter_of(report, "wide_tiles", "global_load_bytes"), 0);
    ck_assert_double_eq(counter_of(report, "wide_tiles", "global_store_requests"), 24);
    ck_assert_double_eq(counter_of(report, "wide_tiles", "global_atomic_requests"), 0);
    ck_assert_double_gt(counter_of(report, "wide_reduce", "shared_load_requests"), 0);
    ck_assert_double_eq(counter_of(report, "wide_reduce", "shared_store_requests"), 8);
    cJSON_Delete(report);
}
END_TEST

/* Two warps: nvcc copies a structure of ints by words, the only alignment that it knows. */
START_TEST(structures_are_copied_by_words) {
    cJSON *report;
    ck_assert_int_eq(build_and_run("whole_structures", "", &report), 0);
    ck_assert_double_eq(counter_of(report, "copy_pairs", "global_load_requests"), 2 * 2);
    ck_assert_double_eq(counter_of(report, "copy_pairs", "global_store_requests"), 2 * 2);
    ck_assert_double_eq(counter_of(report, "copy_quads", "global_load_requests"), 2 * 4);
    ck_assert_double_eq(counter_of(report, "copy_quads", "global_store_requests"), 2 * 4);
    cJSON_Delete(report);
}
END_TEST

/* Every way in which the host can get the data; a few bytes more are its own variables. */
START_TEST(work_of_the_host_is_counted) {
    cJSON *report;
    ck_assert_int_eq(build_and_run("host_work", "", &report), 0);
    const cJSON *host = cJSON_GetObjectItem(report, "host");
    const double accessed = cJSON_GetNumberValue(cJSON_GetObjectItem(host, "accessed_bytes"));
    ck_assert_double_eq(cJSON_GetNumberValue(cJSON_GetObjectItem(host, "copied_bytes")), 4096 + 1024);
    ck_assert_double_ge(accessed, 5 * 4096);
    ck_assert_double_lt(accessed, 5 * 4096 + 512);
    cJSON_Delete(report);
}
END_TEST

/* Undefined behaviour gives wrong results, and is blamed, in the other orders, too: garbage differs there.
 */
START_TEST(undefined_is_wrong_in_every_order) {
    static const char *const schedules[] = {"SIMT_SCHEDULE=reverse", "SIMT_SCHEDULE=lockstep",
                                            "SIMT_SCHEDULE=random:1"};
    cJSON *first, *other;
    ck_assert_int_eq(build_and_run("undefined", "", &first), EXIT_ERRORS);
    ck_assert_int_eq(build_and_run("undefined", schedules[_i], &other), EXIT_ERRORS);
    ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(first, "errors")),
                     cJSON_GetArraySize(cJSON_GetObjectItem(other, "errors")));
    cJSON_Delete(first);
    cJSON_Delete(other);
}
END_TEST

/* Results, findings and counts do not depend on the schedule, if the program has no race. */
START_TEST(schedules_agree) {
    static const char *const schedules[] = {"SIMT_SCHEDULE=reverse", "SIMT_SCHEDULE=random:1",
                                            "SIMT_SCHEDULE=random:2", "SIMT_SCHEDULE=lockstep"};
    cJSON *first, *other;
    ck_assert_int_eq(build_and_run("warp_operations", "", &first), 0);
    ck_assert_int_eq(build_and_run("warp_operations", schedules[_i], &other), 0);
    ck_assert(cJSON_Compare(cJSON_GetObjectItem(first, "kernels"), cJSON_GetObjectItem(other, "kernels"), 1));
    cJSON_Delete(first);
    cJSON_Delete(other);
}
END_TEST

/* Errors of a program in order, the ends of their messages, and further details. */
static const struct {
    const char *program;
    struct {
        int line;
        const char *words; /* about pointers of the kernel, in backquotes; NULL: none is named */
        const char *detail;
    } errors[8];
} named[] = {
    {"overlaps",
     {{9, ": `tree` and `out` overlap, one is used here and the other there", "overlap"},
      {26, NULL, NULL},
      {34, " (`out` and `sums` point to the same memory)", "two_writes"},
      {39, ": `out` or `in` and `sums` overlap, one is used here and the other there", "overlap"}}},
    {"named_addresses",
     {{8, " (`in[8]`)", NULL},
      {12, " (`bins[-1]`)", "before_start"},
      {17, " (`in[7]`)", NULL},
      {23, " (element 2 of `out` or `in`)", NULL},
      {29, NULL, NULL},
      {34, NULL, NULL}}},
};

START_TEST(arrays_are_named) {
    cJSON *report;
    ck_assert_int_eq(build_and_run(named[_i].program, "", &report), EXIT_ERRORS);
    const cJSON *errors = cJSON_GetObjectItem(report, "errors");
    for (int i = 0; i < cJSON_GetArraySize(errors); i++) {
        const cJSON *error = cJSON_GetArrayItem(errors, i);
        const char *message = cJSON_GetStringValue(cJSON_GetObjectItem(error, "message"));
        const char *words = named[_i].errors[i].words, *at = words ? strstr(message, words) : NULL;
        ck_assert_int_eq(cJSON_GetObjectItem(error, "line")->valueint, named[_i].errors[i].line);
        ck_assert_msg(words ? at && strlen(at) == strlen(words) : !strchr(message, '`'), "line %d: %s",
                      named[_i].errors[i].line, message);
        ck_assert_pstr_eq(cJSON_GetStringValue(cJSON_GetObjectItem(error, "detail")),
                          named[_i].errors[i].detail);
    }
    ck_assert_int_eq(named[_i].errors[cJSON_GetArraySize(errors)].line, 0);
    cJSON_Delete(report);
}
END_TEST

/** True if the report has no counts for any kernel. */
static int is_uncounted(const cJSON *report) {
    const cJSON *record;
    cJSON_ArrayForEach(record, cJSON_GetObjectItem(report, "kernels")) {
        if (!cJSON_IsNull(cJSON_GetObjectItem(record, "counters")) ||
            !cJSON_IsNull(cJSON_GetObjectItem(record, "modelled_us")))
            return 0;
    }
    return cJSON_GetArraySize(cJSON_GetObjectItem(report, "kernels")) > 0;
}

/* SIMT_COUNT=none: the findings of the checkers are the same. */
START_TEST(verdicts_need_no_counters) {
    static const char *const names[] = {"races", "memory", "barriers"};
    cJSON *with, *without;
    ck_assert_int_eq(build_and_run(names[_i], "", &with), EXIT_ERRORS);
    ck_assert_int_eq(build_and_run(names[_i], "SIMT_COUNT=none", &without), EXIT_ERRORS);
    ck_assert(cJSON_Compare(cJSON_GetObjectItem(with, "errors"), cJSON_GetObjectItem(without, "errors"), 1));
    ck_assert(!is_uncounted(with));
    ck_assert(is_uncounted(without));
    cJSON_Delete(with);
    cJSON_Delete(without);
}
END_TEST

/* With neither checkers nor counters, lanes log nothing; they still run, wait for each other and get their
 * results. */
START_TEST(runs_without_a_log) {
    static const char *const names[] = {"warp_operations", "waiting",          "cooperative_groups",
                                        "language",        "device_functions", "long_loops"};
    cJSON *report;
    ck_assert_int_eq(build_and_run(names[_i], "SIMT_COUNT=none SIMT_CHECK=none", &report), 0);
    ck_assert(is_uncounted(report));
    cJSON_Delete(report);
}
END_TEST

/* Compiled without hooks: the same results, nothing found, and the report says why. */
START_TEST(runs_unchecked) {
    static const char *const names[] = {"warp_operations",  "cooperative_groups", "language",
                                        "device_functions", "kernel_arguments",   "races"};
    cJSON *report;
    ck_assert_int_eq(build_and_run_as(names[_i], "--unchecked", "SIMT_CHECK=all", &report), 0);
    ck_assert(is_uncounted(report));
    ck_assert(cJSON_IsTrue(cJSON_GetObjectItem(report, "unchecked")));
    ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(report, "errors")), 0);
    ck_assert(cJSON_IsNull(cJSON_GetObjectItem(cJSON_GetObjectItem(report, "host"), "accessed_bytes")));
    cJSON_Delete(report);
    ck_assert_int_ne(build_and_run(names[_i], "", &report), -1);
    ck_assert_ptr_null(cJSON_GetObjectItem(report, "unchecked"));
    cJSON_Delete(report);
}
END_TEST

static double modelled_us(const cJSON *report, int launch) {
    const cJSON *kernel = cJSON_GetArrayItem(cJSON_GetObjectItem(report, "kernels"), launch);
    const cJSON *us = cJSON_GetObjectItem(kernel, "modelled_us");
    ck_assert(cJSON_IsNumber(us));
    return us->valuedouble;
}

/* A long row makes a launch long, whether its block is sampled or not. */
START_TEST(longest_warp_is_timed_wherever_it_is) {
    enum { LAUNCHES = 6, IN_500 = 3 };
    cJSON *report;
    ck_assert_int_eq(build_and_run("long_warp", "", &report), EXIT_SUCCESS);
    for (int i = 1; i < LAUNCHES; i++) {
        ck_assert_double_gt(modelled_us(report, i), 20 * modelled_us(report, 0));
        ck_assert_double_gt(modelled_us(report, i), 0.5 * modelled_us(report, IN_500));
        ck_assert_double_lt(modelled_us(report, i), 2 * modelled_us(report, IN_500));
    }
    cJSON_Delete(report);
}
END_TEST

/* The report names the device of the modelled times, and whether it was measured. */
START_TEST(report_names_its_profile) {
    static const struct {
        const char *file, *name;
        int measured;
    } profiles[] = {{"h200", "h200", 1}, {"a100", "a100", 0}, {"h100", "h100", 1}};
    char environment[2 * PATH_MAX];
    cJSON *report;
    snprintf(environment, sizeof environment, "SIMT_DEVICE='%s/grader/simt/profiles/%s.txt'", root,
             profiles[_i].file);
    ck_assert_int_eq(build_and_run("kernel_arguments", environment, &report), 0);
    const cJSON *profile = cJSON_GetObjectItem(report, "profile");
    ck_assert_str_eq(cJSON_GetObjectItem(profile, "name")->valuestring, profiles[_i].name);
    ck_assert_int_eq(cJSON_IsTrue(cJSON_GetObjectItem(profile, "measured")), profiles[_i].measured);
    cJSON_Delete(report);
}
END_TEST

/* On shared machines a process may not have as many addresses as it likes. */
START_TEST(runs_with_few_addresses) {
    static const char *const limits[] = {"ulimit -v 2000000;", "ulimit -v 16000000;"};
    cJSON *report;
    ck_assert_int_eq(build_and_run("kernel_arguments", limits[_i], &report), 0);
    cJSON_Delete(report);
}
END_TEST

/* A program with a table of counters beside it is run with that. */
static int has_table(const char *name) {
    char table[2 * PATH_MAX];
    snprintf(table, sizeof table, "%s/grader/tests/engine/%.*s.csv", root, (int)strlen(name) - 3, name);
    return access(table, F_OK) == 0;
}

static int is_program(const struct dirent *entry) {
    size_t length = strlen(entry->d_name);
    return length > 3 && strcmp(entry->d_name + length - 3, ".cu") == 0 && !has_table(entry->d_name);
}

static void find_programs(void) {
    char folder[2 * PATH_MAX];
    struct dirent **entries;
    snprintf(folder, sizeof folder, "%s/grader/tests/engine", root);
    program_count = scandir(folder, &entries, is_program, alphasort);
    if (program_count <= 0 || program_count > MAX_PROGRAMS) {
        fprintf(stderr, "test_engine: no programs in %s\n", folder);
        exit(2);
    }
    for (int i = 0; i < program_count; i++)
        snprintf(programs[i], sizeof programs[i], "%.*s", (int)strlen(entries[i]->d_name) - 3,
                 entries[i]->d_name);
}

/** The repository is the nearest folder above this program that contains the engine. */
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
    find_programs();
    if (!mkdtemp(built))
        return EXIT_FAILURE;
    Suite *suite = suite_create("engine");
    TCase *programs_case = tcase_create("programs"), *counters_case = tcase_create("counters");
    tcase_set_timeout(programs_case, 300); /* Thrust compiles for a minute */
    tcase_set_timeout(counters_case, 60);
    tcase_add_loop_test(programs_case, program_is_blamed_for_its_marked_lines, 0, program_count);
    tcase_add_loop_test(programs_case, barriers_are_judged_alike_in_every_order, 0, 6);
    tcase_add_loop_test(counters_case, counters_are_the_hardware_s, 0, 2);
    tcase_add_test(counters_case, groups_take_no_global_memory);
    tcase_add_test(counters_case, structures_are_copied_by_words);
    tcase_add_loop_test(counters_case, arrays_are_named, 0, sizeof named / sizeof *named);
    tcase_add_test(counters_case, work_of_the_host_is_counted);
    tcase_add_loop_test(counters_case, undefined_is_wrong_in_every_order, 0, 3);
    tcase_add_loop_test(counters_case, schedules_agree, 0, 4);
    tcase_add_loop_test(counters_case, report_names_its_profile, 0, 3);
    tcase_add_loop_test(counters_case, verdicts_need_no_counters, 0, 3);
    tcase_add_test(counters_case, longest_warp_is_timed_wherever_it_is);
    tcase_add_loop_test(counters_case, runs_without_a_log, 0, 6);
    tcase_add_loop_test(counters_case, runs_unchecked, 0, 6);
    tcase_add_loop_test(counters_case, runs_with_few_addresses, 0, 2);
    suite_add_tcase(suite, programs_case);
    suite_add_tcase(suite, counters_case);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    char command[PATH_MAX];
    snprintf(command, sizeof command, "rm -r %s", built);
    failed += system(command) != 0;
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
