// Verdicts and points for made-up runs of a made-up lab, and their JSON.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "judge/judge.h"
#include "lab/diagnose.h"
#include "report/report.h"

static const struct spec_case small[] = {{.n = 0, .fill = inputs_int_random, .data = "none"},
                                         {.n = 5, .fill = inputs_int_random, .data = "random"}};
static const struct spec_case large[] = {
    {.n = 1000, .spread = 1, .fill = inputs_int_random, .data = "random", .measured = true}};
static const struct spec_group groups[] = {{"small", 10, small, 2, false}, {"large", 25, large, 1, true}};
static const struct spec_bound bounds[] = {{.name = "additions",
                                            .value = counters_work_per_element,
                                            .at_least = 100,
                                            .at_most = 200,
                                            .too_low = "too few",
                                            .too_high = "too many",
                                            .applies = counters_are_operations},
                                           {.name = "global bytes moved",
                                            .value = counters_global_bytes_per_int,
                                            .at_least = 1.0,
                                            .at_most = 1.05,
                                            .too_low = "too little",
                                            .too_high = "too much"},
                                           {.name = "wavefronts",
                                            .value = counters_wavefronts_per_request,
                                            .at_least = -INFINITY,
                                            .at_most = 1.5,
                                            .too_low = "",
                                            .too_high = "conflicts",
                                            .points = 8,
                                            .zero_at = 3.5}};
static const struct spec_task task = {.name = "sum",
                                      .parameters = SPEC_REDUCE(1),
                                      .points = {[CHECK_MEMORY] = 6,
                                                 [CHECK_INIT] = 4,
                                                 [CHECK_RACES] = 5,
                                                 [CHECK_SYNC] = 3,
                                                 [CHECK_API] = 2,
                                                 [CHECK_TECHNIQUE] = 20,
                                                 [CHECK_BANDWIDTH] = 20},
                                      .groups = groups,
                                      .group_count = 2,
                                      .reference = reference_sum,
                                      .bounds = bounds,
                                      .bound_count = 3,
                                      .bandwidth = {.bytes_per_element = 4, .n = 1000000}};
// The reference takes 4 us for 4 MB, and the naive version 10: 1000 and 400 GB/s.
static const char *const recorded[] = {"profile test 100 1000 1000",
                                       "speed sum reference test 1000000 4 4 0 0 0 issue 1 700",
                                       "speed sum naive test 1000000 10 10 0 0 0 issue 1 700", NULL};
static const struct spec spec = {.name = "made-up",
                                 .title = "Made up",
                                 .build_points = 3,
                                 .symbols_points = 2,
                                 .tasks = &task,
                                 .task_count = 1,
                                 .speeds = recorded};

static struct grading *grading;

static cJSON *reply_with(const char *errors, double bytes, double us) {
    char text[1024];
    snprintf(text, sizeof text,
             "{\"failed_calls\":[],\"driver\":{\"simt\":1,\"errors\":[%s],\"kernels\":[{\"launch\":0,"
             "\"name\":\"k\","
             "\"counters\":{\"global_load_bytes\":%f,\"warp_efficiency\":0.5},\"modelled_us\":%f}]}}",
             errors, bytes, us);
    cJSON *reply = cJSON_Parse(text);
    ck_assert_ptr_nonnull(reply);
    return reply;
}

// What the engine predicts of the task.
static void modelled(double gbps) {
    const double us = 4e3 / gbps;
    grading->cpu.bandwidths[0] = (struct bandwidth){.task = &task,
                                                    .known = true,
                                                    .n = 1000000,
                                                    .bytes = 4e6,
                                                    .gbps = gbps,
                                                    .prediction = {.us = us,
                                                                   .kernels_us = us,
                                                                   .bound = "atomics",
                                                                   .share = 0.75,
                                                                   .file = "lab3.cu",
                                                                   .line = 24,
                                                                   .without_us = us / 2}};
}

// A run without faults; tests then spoil one thing.
static void begin(void) {
    grading = calloc(1, sizeof *grading);
    ck_assert_ptr_nonnull(grading);
    grading->lab = &spec;
    grading->tier = SANDBOX_TIER_B;
    snprintf(grading->submission.name, sizeof grading->submission.name, "lab3.cu");
    ck_assert(plan_make(&grading->plan, &spec, 1));
    struct backend_run *cpu = &grading->cpu;
    grading->gpu.backend = BACKEND_GPU;
    *cpu = (struct backend_run){.backend = BACKEND_CPU, .asked = true, .device = true, .ran = true};
    cpu->build = (struct build){.state = BUILD_DONE, .backend = BACKEND_CPU};
    cpu->build.symbols.launchers[0] = SYMBOLS_DEFINED;
    cpu->build.symbols.launcher_lines[0] = 30;
    cpu->outcomes = calloc(grading->plan.count, sizeof *cpu->outcomes);
    for (size_t i = 0; i < grading->plan.count; i++) {
        if (i >= grading->plan.in_table) {
            cpu->outcomes[i].kind = OUTCOME_NOT_WANTED;
            continue;
        }
        cpu->outcomes[i].kind = OUTCOME_RIGHT;
        cpu->outcomes[i].report = reply_with("", 4.0 * grading->plan.cases[i].n, 0.01);
    }
    cpu->calibration = (struct calibration){
        .known = true, .device = "test", .copy_gbps = 1000, .multiprocessors = 100, .clock_mhz = 1000};
    modelled(900);
}

static void end(void) {
    grading_free(grading);
    free(grading);
}

static struct outcome *outcome(size_t i) { return &grading->cpu.outcomes[i]; }

static void report_of(size_t i, cJSON *report) {
    cJSON_Delete(outcome(i)->report);
    outcome(i)->report = report;
}

static const struct check *check_of(enum check_id id) {
    const bool whole = id == CHECK_BUILD || id == CHECK_SYMBOLS;
    const struct check *check = grading_check(grading, id, whole ? NULL : "sum");
    ck_assert_ptr_nonnull(check);
    return check;
}

static void expect(enum check_id id, enum check_status status, int points, const char *words) {
    const struct check *check = check_of(id);
    ck_assert_msg(check->status == status, "%s is %s: %s", check_id_name(id),
                  check_status_name(check->status), check->message);
    ck_assert_msg(check->points == points, "%s has %d points: %s", check_id_name(id), check->points,
                  check->message);
    ck_assert_msg(strstr(check->message, words) != NULL, "\"%s\" does not say \"%s\"", check->message, words);
    ck_assert_msg(status != CHECK_FAILED || check->line > 0, "%s blames no line", check_id_name(id));
}

START_TEST(all_well_is_full_marks) {
    judge(grading);
    ck_assert_int_eq(grading->max_score, 100);
    ck_assert_int_eq(grading->score, 80 + check_of(CHECK_BANDWIDTH)->points);
    ck_assert_uint_eq(grading->check_count, CHECK_ID_COUNT - 2); // nothing was predicted or explained
}
END_TEST

START_TEST(a_wrong_answer_costs_its_group_and_what_rests_on_it) {
    outcome(1)->kind = OUTCOME_WRONG;
    snprintf(outcome(1)->message, sizeof outcome(1)->message, "n = 5: expected 1, got 2");
    judge(grading);
    expect(CHECK_CORRECT, CHECK_FAILED, 25, "1 of 2 groups right");
    expect(CHECK_CORRECT, CHECK_FAILED, 25, "expected 1, got 2");
    expect(CHECK_BANDWIDTH, CHECK_SKIPPED, 0, "once every answer is right");
    expect(CHECK_TECHNIQUE, CHECK_PASSED, 20, "global bytes moved");
    expect(CHECK_RACES, CHECK_PASSED, 5, "");
}
END_TEST

START_TEST(a_modified_input_costs_its_group_alone) {
    outcome(1)->input_modified = true;
    snprintf(outcome(1)->message, sizeof outcome(1)->message, "the input was modified");
    judge(grading);
    expect(CHECK_CORRECT, CHECK_FAILED, 10, "input was modified");
}
END_TEST

START_TEST(nothing_right_of_any_size_gives_no_safety_points) {
    outcome(2)->kind = OUTCOME_WRONG;
    judge(grading);
    expect(CHECK_MEMORY, CHECK_SKIPPED, 0, "no right answer");
    expect(CHECK_TECHNIQUE, CHECK_SKIPPED, 0, "large array");
}
END_TEST

static const struct {
    const char *kind;
    enum check_id id;
} kinds[] = {{"race", CHECK_RACES},
             {"out_of_bounds", CHECK_MEMORY},
             {"misaligned", CHECK_MEMORY},
             {"use_after_free", CHECK_MEMORY},
             {"host_pointer", CHECK_MEMORY},
             {"uninitialized", CHECK_INIT},
             {"barrier", CHECK_SYNC},
             {"deadlock", CHECK_SYNC},
             {"leak", CHECK_API},
             {"api", CHECK_API}};

START_TEST(each_kind_of_error_fails_its_check) {
    char error[256];
    snprintf(error, sizeof error,
             "{\"kind\":\"%s\",\"message\":\"words\",\"file\":\"/box/lab3.cu\",\"line\":41,\"block\":[2,0,0],"
             "\"thread\":[33,0,0],\"other\":{\"line\":40,\"block\":[2,0,0],\"thread\":[1,0,0]}}",
             kinds[_i].kind);
    report_of(2, reply_with(error, 4000, 0.01));
    judge(grading);
    expect(kinds[_i].id, CHECK_FAILED, 0,
           "words, block 2, thread 33; the other side is line 40, block 2, thread 1");
    ck_assert_int_eq(check_of(kinds[_i].id)->line, 41);
    ck_assert_str_eq(check_of(kinds[_i].id)->file, "lab3.cu");
    int failed = 0;
    for (size_t i = 0; i < grading->check_count; i++)
        failed += grading->checks[i].status == CHECK_FAILED;
    ck_assert_int_le(failed, 2); // the bandwidth of the made-up kernel may fail, too
    ck_assert(!check_of(kinds[_i].id)->on_host);
}
END_TEST

// The engine's report says so; of a program that it ended, the lines that were printed name no thread.
static const char *const of_host[] = {
    "{\"kind\":\"host_pointer\",\"message\":\"words\",\"line\":41}",
    "{\"kind\":\"host_pointer\",\"message\":\"words\",\"line\":41,\"on_device\":false,"
    "\"block\":[0,0,0],\"thread\":[0,0,0]}",
};

START_TEST(an_access_of_the_host_is_known) {
    report_of(2, reply_with(of_host[_i], 4000, 0.01));
    judge(grading);
    ck_assert(check_of(CHECK_MEMORY)->on_host);
}
END_TEST

// With a race, the parts that are the same for every seed decide what else is judged: the large case in these
// orders.
static const struct {
    const char *right_in;
    enum check_status memory, technique;
} beside_a_race[] = {{"none", CHECK_SKIPPED, CHECK_SKIPPED},
                     {"forward", CHECK_PASSED, CHECK_SKIPPED},
                     {"random:2", CHECK_PASSED, CHECK_SKIPPED},
                     {"lockstep:reverse", CHECK_PASSED, CHECK_PASSED}};

START_TEST(beside_a_race_the_seed_decides_nothing) {
    for (int lucky = 0; lucky < 2; lucky++) {
        const enum outcome_kind measured = lucky ? OUTCOME_RIGHT : OUTCOME_WRONG;
        report_of(2, reply_with("{\"kind\":\"race\",\"message\":\"words\",\"line\":41}", 4000, 0.01));
        outcome(2)->kind = measured;
        for (size_t i = grading->plan.in_table; i < grading->plan.count; i++) {
            const struct plan_case *c = &grading->plan.cases[i];
            const bool right = strcmp(c->order, beside_a_race[_i].right_in) == 0;
            if (!c->if_raced || c->n < 1000)
                continue;
            outcome(i)->kind = right ? OUTCOME_RIGHT : OUTCOME_WRONG;
            report_of(i, reply_with("", 4000, 0.01));
        }
        judge(grading);
        expect(CHECK_RACES, CHECK_FAILED, 0, "words");
        ck_assert_int_eq(check_of(CHECK_MEMORY)->status, beside_a_race[_i].memory);
        ck_assert_int_eq(check_of(CHECK_TECHNIQUE)->status, beside_a_race[_i].technique);
    }
}
END_TEST

// A message that names its threads is not followed by their names; its wording does not matter.
static const struct {
    const char *names_threads, *words;
} namings[] = {
    {"true", "thread 33 and thread 1 meet; the other side is line 40"},
    {"false",
     "thread 33 and thread 1 meet, block 2, thread 33; the other side is line 40, block 2, thread 1"},
    {"\"thread (\"", "thread 33 and thread 1 meet, block 2, thread 33; the other side"},
};

START_TEST(threads_are_named_once) {
    char error[320];
    snprintf(error, sizeof error,
             "{\"kind\":\"race\",\"names_threads\":%s,\"message\":\"thread 33 and thread 1 meet\","
             "\"file\":\"lab3.cu\",\"line\":41,\"block\":[2,0,0],\"thread\":[33,0,0],"
             "\"other\":{\"line\":40,\"block\":[2,0,0],\"thread\":[1,0,0]}}",
             namings[_i].names_threads);
    report_of(2, reply_with(error, 4000, 0.01));
    judge(grading);
    expect(CHECK_RACES, CHECK_FAILED, 0, namings[_i].words);
}
END_TEST

START_TEST(a_missing_acquire_names_its_fence) {
    report_of(2, reply_with("{\"kind\":\"race\",\"message\":\"words\",\"acquire_missing\":true,\"line\":41,"
                            "\"other\":{\"line\":40}}",
                            4000, 0.01));
    judge(grading);
    expect(CHECK_RACES, CHECK_FAILED, 0, "the other side is line 40; put a __threadfence() behind the loop");
}
END_TEST

// The proposed trace has the size at which the fault shows, whatever its message says.
START_TEST(a_proposed_trace_has_the_size_of_the_failed_case) {
    char text[8192] = "", wanted[80];
    FILE *out = fmemopen(text, sizeof text, "w");
    ck_assert_ptr_nonnull(out);
    report_of(2, reply_with("{\"kind\":\"race\",\"message\":\"words\",\"line\":41}", 4000, 0.01));
    judge(grading);
    ck_assert_int_eq(check_of(CHECK_RACES)->n, grading->plan.cases[2].n);
    snprintf(grading->checks[0].message, sizeof grading->checks[0].message, "n = 77: of another check");
    for (size_t i = 0; i < grading->check_count; i++)
        if (grading->checks[i].id == CHECK_RACES)
            snprintf(grading->checks[i].message, sizeof grading->checks[i].message, "n = 55: in other words");
    static const char *const hints[] = {"think"};
    struct spec hinted = spec;
    hinted.hints = hints;
    hinted.hint_count = 1;
    grading->lab = &hinted;
    report_print(out, grading, true);
    fclose(out);
    grading->lab = &spec;
    snprintf(wanted, sizeof wanted, "--trace trace.html --n %d\n", grading->plan.cases[2].n);
    ck_assert_msg(strstr(text, wanted) != NULL, "no %s in %s", wanted, text);
}
END_TEST

// A program's output, and its form in a report.
static const struct {
    const char *text, *shown;
} outputs[] = {
    {"failed\nfailed\nfailed\n", "printed:\n    failed (3 times)\n\n"},
    {"a\nab\nab", "printed:\n    a\n    ab (2 times)\n\n"},
    {"a\nb\na\n", "printed:\n    a\n    b\n    a\n\n"},
    {"1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n10\n11\n", "    9\n    10 (2 times)\n    ...\n"},
};

START_TEST(printed_lines_that_repeat_are_shown_once) {
    char *text = NULL;
    size_t size;
    report_of(2, reply_with("{\"kind\":\"race\",\"message\":\"words\",\"line\":41}", 4000, 0.01));
    judge(grading);
    grading->cpu.printed = strdup(outputs[_i].text);
    FILE *out = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(out);
    report_print(out, grading, true);
    fclose(out);
    ck_assert_msg(strstr(text, outputs[_i].shown) != NULL, "no %s in %s", outputs[_i].shown, text);
    free(text);
}
END_TEST

static const char *const garbage[] = {"null",
                                      "[]",
                                      "{}",
                                      "{\"driver\":7}",
                                      "{\"driver\":{\"simt\":1}}",
                                      "{\"driver\":{\"simt\":2,\"errors\":[],\"kernels\":[]}}",
                                      "{\"driver\":{\"simt\":1,\"errors\":{},\"kernels\":3}}"};

START_TEST(a_report_that_is_none_never_counts_as_clean) {
    report_of(2, cJSON_Parse(garbage[_i]));
    judge(grading);
    expect(CHECK_RACES, CHECK_FAILED, 0, "not readable");
    ck_assert_int_eq(check_of(CHECK_TECHNIQUE)->points, 0);
}
END_TEST

START_TEST(odd_errors_do_no_harm) {
    report_of(2,
              reply_with("7,{\"kind\":3},{\"kind\":\"race\",\"line\":\"x\",\"other\":[]},{\"kind\":\"new\"}",
                         4000, 1));
    judge(grading);
    expect(CHECK_RACES, CHECK_FAILED, 0, "an error without words");
    ck_assert_int_eq(check_of(CHECK_RACES)->line, 30);
}
END_TEST

static struct counters launches_of(const char *text) {
    struct counters sum = {0};
    cJSON *kernels = cJSON_Parse(text);
    const cJSON *kernel;
    ck_assert_ptr_nonnull(kernels);
    cJSON_ArrayForEach(kernel, kernels) counters_add(&sum, kernel);
    cJSON_Delete(kernels);
    return sum;
}

START_TEST(the_heaviest_launch_says_what_work_is) {
    const struct counters sum = launches_of(
        "[{\"grid\":[8,1,1],\"block\":[32,2,1],\"counters\":{\"steps\":9,\"warp_instructions\":70,"
        "\"work\":500,\"work_counts\":\"operations\",\"shuffles\":100}},"
        "{\"grid\":[8,1,1],\"block\":[64,1,1],\"counters\":{\"steps\":3,\"warp_instructions\":60}},"
        "{\"grid\":[1,1,1],\"block\":[32,1,1],\"counters\":{\"steps\":20,\"warp_instructions\":7,"
        "\"work\":12,\"work_counts\":\"stores\"}}]");
    ck_assert_double_eq(sum.heaviest.blocks, 8);
    ck_assert_double_eq(sum.heaviest.threads, 64);
    ck_assert_double_eq(sum.heaviest.steps, 9);
    ck_assert_double_eq(sum.heaviest.steps_alike, 12);
    ck_assert(counters_are_operations(&sum) && !counters_are_stores(&sum));
    ck_assert_double_eq(counters_work_per_element(&sum, 512), 1);
    ck_assert_double_eq(counters_stores_per_element(&sum, 612), 1);
    ck_assert_double_eq(counters_wavefronts_per_request(&sum, 512), 0);
}
END_TEST

START_TEST(a_bound_for_other_runs_is_passed_over) {
    judge(grading);
    expect(CHECK_TECHNIQUE, CHECK_PASSED, 20, "; wavefronts: ");
}
END_TEST

START_TEST(too_many_bytes_are_not_the_technique) {
    report_of(2, reply_with("", 12000, 0.01));
    judge(grading);
    expect(CHECK_TECHNIQUE, CHECK_FAILED, 0, "too much");
    ck_assert(check_of(CHECK_TECHNIQUE)->diagnosed); // no hint is about this bound
}
END_TEST

// A bound with points of its own: 8 up to 1.5 wavefronts, none from 3.5 on.
static const struct {
    double wavefronts;
    int points;
    enum check_status status;
} conflicts[] = {{1, 20, CHECK_PASSED},      {1.5, 20, CHECK_PASSED}, {2.5, 16, CHECK_FAILED},
                 {1.5001, 19, CHECK_FAILED}, {3.5, 12, CHECK_FAILED}, {32, 12, CHECK_FAILED}};

static cJSON *reply_with_conflicts(double bytes, double wavefronts) {
    cJSON *reply = reply_with("", bytes, 0.01);
    cJSON *kernel =
        cJSON_GetArrayItem(cJSON_GetObjectItem(cJSON_GetObjectItem(reply, "driver"), "kernels"), 0);
    cJSON *counters = cJSON_GetObjectItem(kernel, "counters");
    cJSON_AddNumberToObject(counters, "shared_load_requests", 100);
    cJSON_AddNumberToObject(counters, "shared_load_wavefronts", 100 * wavefronts);
    return reply;
}

START_TEST(own_points_of_a_bound_fall_linearly) {
    report_of(2, reply_with_conflicts(4.0 * grading->plan.cases[2].n, conflicts[_i].wavefronts));
    judge(grading);
    expect(CHECK_TECHNIQUE, conflicts[_i].status, conflicts[_i].points,
           conflicts[_i].status == CHECK_FAILED ? "conflicts" : "");
}
END_TEST

START_TEST(own_points_of_a_bound_need_the_others) {
    report_of(2, reply_with_conflicts(12000, 1));
    judge(grading);
    expect(CHECK_TECHNIQUE, CHECK_FAILED, 0, "too much");
}
END_TEST

// A right answer is evidence only if a wrong kernel would not give it by accident.
static const struct {
    int32_t n;
    inputs_fill *fill;
    bool tells;
} evidence[] = {{32, inputs_int_random, false},        {33, inputs_int_random, true},
                {1000, inputs_int_min, false},         {1000, inputs_int_alternating, false},
                {1001, inputs_int_alternating, false}, {1000, inputs_int_last_only, false},
                {1000, inputs_int_small, true}};

static void answer_is_one(const void *input, int32_t n, int32_t option, void *output) {
    (void)input, (void)n, (void)option;
    *(int32_t *)output = 1;
}

START_TEST(degenerate_data_shows_nothing) {
    const struct spec_case made = {.n = evidence[_i].n, .fill = evidence[_i].fill};
    struct plan_case c = {.task = &task, .spec = &made, .n = made.n, .data = rng_stream(1, 1)};
    ck_assert_int_eq(plan_case_tells(&c), evidence[_i].tells);
    struct spec_task logical = task;
    logical.reference = answer_is_one;
    c.task = &logical;
    ck_assert(!plan_case_tells(&c));
}
END_TEST

START_TEST(only_degenerate_cases_right_give_no_safety_points) {
    static const struct spec_case same[] = {{.n = 1000, .fill = inputs_int_min, .data = "all INT_MIN"}};
    for (size_t i = 0; i < grading->plan.count; i++) {
        grading->plan.cases[i].spec = same;
        grading->plan.cases[i].n = 1000;
    }
    judge(grading);
    expect(CHECK_MEMORY, CHECK_SKIPPED, 0, "random data");
}
END_TEST

START_TEST(work_not_done_on_the_device_is_not_the_technique) {
    report_of(2, cJSON_Parse("{\"driver\":{\"simt\":1,\"errors\":[],\"kernels\":[]}}"));
    judge(grading);
    expect(CHECK_TECHNIQUE, CHECK_FAILED, 0, "no kernel was launched");
}
END_TEST

// Full marks from 800 GB/s, none up to 400, and the logarithm between them: 565.7 is in the middle.
static const struct {
    double gbps;
    int points;
    enum check_status status;
    const char *says;
} speeds[] = {{0.2, 0, CHECK_FAILED, "0.20 GB/s"},
              {400, 0, CHECK_FAILED, "points from 400, full marks from 800"},
              {414.2, 1, CHECK_FAILED, "414 GB/s modelled on test for n = 1000000"},
              {565.7, 10, CHECK_FAILED, "By the model 75 % of the time goes into atomics (line 24)"},
              {757, 18, CHECK_FAILED, "Without that it would reach 1514 GB/s"},
              {799.9, 19, CHECK_FAILED, "full marks from 800"},
              {800, 20, CHECK_PASSED,
               "800 GB/s modelled on test for n = 1000000; points from 400, full marks from 800."},
              {1249, 20, CHECK_PASSED, "1249 GB/s"},
              {1251, 0, CHECK_FAILED, "cannot have read its input"}};

// Copied and accessed by the host, as fractions of the input: block sums count as nothing, half of the input
// is too much.
static const struct {
    double copied, accessed;
    bool passes;
} host_shares[] = {{0.01, 0.01, true}, {0.12, 0.12, true}, {0, 1, false}, {1, 0, false}, {0.2, 0.2, false}};

START_TEST(what_the_host_did_is_not_the_devices_work) {
    const double bytes = 4.0 * grading->plan.cases[2].n;
    cJSON *reply = reply_with("", bytes, bytes / 900 / 1e3);
    cJSON *host = cJSON_AddObjectToObject(cJSON_GetObjectItem(reply, "driver"), "host");
    // 64 KiB count as nothing.
    cJSON_AddNumberToObject(host, "copied_bytes", 30000 + bytes * host_shares[_i].copied);
    cJSON_AddNumberToObject(host, "accessed_bytes", 35536 + bytes * host_shares[_i].accessed);
    report_of(2, reply);
    judge(grading);
    if (host_shares[_i].passes) {
        expect(CHECK_TECHNIQUE, CHECK_PASSED, 20, "global bytes moved");
        ck_assert_int_ne(check_of(CHECK_BANDWIDTH)->points, 0);
    } else {
        expect(CHECK_TECHNIQUE, CHECK_FAILED, 0, "went through the host");
        expect(CHECK_BANDWIDTH, CHECK_FAILED, 0, "the input went through the host");
    }
}
END_TEST

static void measured_on_gpu(double gbps, double best_gbps, double slowed, double short_us) {
    grading->gpu.ran = true;
    grading->gpu.outcomes = calloc(grading->plan.count, sizeof *grading->gpu.outcomes);
    for (size_t i = 0; i < grading->plan.count; i++)
        grading->gpu.outcomes[i].kind = OUTCOME_RIGHT;
    grading->gpu.calibration = grading->cpu.calibration;
    grading->gpu.calibration.slowed = slowed;
    grading->gpu.calibration.short_us = short_us;
    grading->gpu.bandwidths[0] = (struct bandwidth){
        .task = &task, .known = true, .gbps = gbps, .best_gbps = best_gbps, .n = 1000000, .bytes = 4e6};
    judge(grading);
}

// The bytes of the task are 4e6, and the memory gives 1000 GB/s.
START_TEST(impossible_speed_is_the_models_fault_where_the_input_is_loaded) {
    static const struct {
        double gbps, touched;
        int points;
        enum check_status status;
        const char *says;
    } rows[] = {{1251, 3.1e6, 0, CHECK_FAILED, "cannot have read its input"},
                {1251, 3.3e6, 0, CHECK_OPEN, "the model cannot time it; a GPU can"},
                {1249, 4e6, 20, CHECK_PASSED, "1249 GB/s"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        modelled(rows[i].gbps);
        grading->cpu.bandwidths[0].prediction.touched_bytes = rows[i].touched;
        judge(grading);
        expect(CHECK_BANDWIDTH, rows[i].status, rows[i].points, rows[i].says);
    }
    measured_on_gpu(1251, 1251, 0, 0);
    grading->gpu.bandwidths[0].prediction.touched_bytes = 4e6;
    judge(grading);
    expect(CHECK_BANDWIDTH, CHECK_FAILED, 0, "cannot have read its input");
}
END_TEST

START_TEST(bandwidth_earns_points_between_two_thresholds) {
    modelled(speeds[_i].gbps);
    judge(grading);
    expect(CHECK_BANDWIDTH, speeds[_i].status, speeds[_i].points, speeds[_i].says);
    if (speeds[_i].status == CHECK_FAILED)
        ck_assert_int_eq(check_of(CHECK_BANDWIDTH)->line, 24);
}
END_TEST

START_TEST(noise_on_a_gpu_leaves_points_open) {
    measured_on_gpu(500, 900, 0, 0);
    expect(CHECK_BANDWIDTH, CHECK_OPEN, 0, "500 GB/s measured twice, and up to 900");
    grading->gpu.bandwidths[0].best_gbps = 520;
    judge(grading);
    expect(CHECK_BANDWIDTH, CHECK_FAILED, 6, "500 GB/s measured");
    grading->gpu.bandwidths[0].wrong = true;
    judge(grading);
    expect(CHECK_BANDWIDTH, CHECK_FAILED, 0, "wrong answer");
    grading->gpu.outcomes[0].kind = OUTCOME_WRONG;
    judge(grading);
    expect(CHECK_CORRECT, CHECK_FAILED, 25, "on the GPU");
}
END_TEST

// Other programs on the GPU: a time that would be enough without them is no proof of a slow kernel; one that
// would not stays slow, and so does one too short for them to interfere.
static const struct {
    double gbps, slowed, short_us; // at 500 GB/s it takes 8 microseconds
    int points;
    enum check_status status;
    const char *says;
} beside_others[] = {
    {500, 0, 5, 6, CHECK_FAILED, "500 GB/s measured"},
    {500, 1.05, 5, 6, CHECK_FAILED, "500 GB/s measured"},
    {500, 1.9, 5, 0, CHECK_OPEN, "and up to 950"},
    {500, 1.9, 8.5, 6, CHECK_FAILED, "500 GB/s measured"},
    {100, 1.9, 5, 0, CHECK_FAILED, "100 GB/s measured"},
    {300, 1.9, 5, 0, CHECK_OPEN, "grade it again when no other program uses the GPU"},
    {850, 1.9, 1, 20, CHECK_PASSED, "850 GB/s measured"},
};

// A line of a header is not the student's to fix.
START_TEST(a_line_of_another_file_is_not_blamed) {
    modelled(500);
    snprintf(grading->cpu.bandwidths[0].prediction.file, 16, "warplab.h");
    judge(grading);
    expect(CHECK_BANDWIDTH, CHECK_FAILED, 6, "goes into atomics. Without");
    ck_assert_int_eq(check_of(CHECK_BANDWIDTH)->line, 30);
}
END_TEST

// The model's speed from estimated instructions is neither enough to pass nor to lose points.
static const struct {
    double gbps;
    enum check_status status;
    const char *says;
} estimated[] = {{100, CHECK_OPEN, "100 GB/s modelled, but instructions are estimated"},
                 {500, CHECK_OPEN, "gcc-12-plugin-dev"},
                 {900, CHECK_OPEN, "900 GB/s modelled"},
                 {1251, CHECK_FAILED, "cannot have read its input"}};

START_TEST(estimated_instructions_leave_points_open) {
    grading->cpu.estimated = true;
    modelled(estimated[_i].gbps);
    judge(grading);
    expect(CHECK_BANDWIDTH, estimated[_i].status, 0, estimated[_i].says);
    ck_assert_int_eq(grading->score, 80);
    ck_assert_int_eq(grading->open_points, estimated[_i].status == CHECK_OPEN ? 20 : 0);
}
END_TEST

START_TEST(marks_of_another_device_are_called_so) {
    measured_on_gpu(850, 850, 1, 0);
    ck_assert_ptr_null(strstr(check_of(CHECK_BANDWIDTH)->message, "no profile"));
    snprintf(grading->gpu.calibration.device, sizeof grading->gpu.calibration.device, "NVIDIA L4");
    judge(grading);
    expect(CHECK_BANDWIDTH, CHECK_PASSED, 20, "no profile of this device: these are test's, scaled");
}
END_TEST

START_TEST(other_programs_on_a_gpu_leave_points_open) {
    measured_on_gpu(beside_others[_i].gbps, beside_others[_i].gbps, beside_others[_i].slowed,
                    beside_others[_i].short_us);
    expect(CHECK_BANDWIDTH, beside_others[_i].status, beside_others[_i].points, beside_others[_i].says);
}
END_TEST

// The program claims more than the grader's clock saw: no proof if that had to wait without a launcher.
static const struct {
    double gbps, claimed;
    bool turns_waited, stores_waited;
    int points;
    enum check_status status;
    const char *says;
} beside_our_clock[] = {
    {500, 850, false, false, 6, CHECK_FAILED, "the program's says 850. If another program used the GPU, run"},
    {500, 850, true, false, 0, CHECK_OPEN, "and up to 850"},
    {500, 850, false, true, 0, CHECK_OPEN, "and up to 850"},
    {500, 501, true, true, 6, CHECK_FAILED, "500 GB/s measured"},
    {500, 0, true, true, 6, CHECK_FAILED, "500 GB/s measured"},
    {850, 900, true, true, 20, CHECK_PASSED, "850 GB/s measured"},
};

START_TEST(our_clock_proves_nothing_beside_other_programs) {
    measured_on_gpu(beside_our_clock[_i].gbps, beside_our_clock[_i].gbps, 1, 0);
    grading->gpu.bandwidths[0].claimed_gbps = beside_our_clock[_i].claimed;
    grading->gpu.calibration.turn.shared = beside_our_clock[_i].turns_waited;
    grading->gpu.calibration.store.shared = beside_our_clock[_i].stores_waited;
    judge(grading);
    expect(CHECK_BANDWIDTH, beside_our_clock[_i].status, beside_our_clock[_i].points,
           beside_our_clock[_i].says);
}
END_TEST

START_TEST(what_the_host_did_is_not_a_gpus_work_either) {
    const double bytes = 4.0 * grading->plan.cases[2].n;
    cJSON *reply = reply_with("", bytes, bytes / 900 / 1e3);
    cJSON *host = cJSON_AddObjectToObject(cJSON_GetObjectItem(reply, "driver"), "host");
    cJSON_AddNumberToObject(host, "accessed_bytes", 65536 + bytes);
    report_of(2, reply);
    measured_on_gpu(850, 850, 1, 0);
    expect(CHECK_BANDWIDTH, CHECK_FAILED, 0, "the input went through the host");
}
END_TEST

START_TEST(a_case_that_was_stopped_hides_no_other) {
    outcome(0)->kind = OUTCOME_DIED;
    snprintf(outcome(0)->message, sizeof outcome(0)->message, "died of signal 11");
    outcome(1)->kind = outcome(2)->kind = OUTCOME_NOT_RUN;
    snprintf(outcome(1)->message, sizeof outcome(1)->message, "not run, after so many crashes");
    judge(grading);
    expect(CHECK_CORRECT, CHECK_FAILED, 0, "died of signal 11");
}
END_TEST

START_TEST(a_limit_is_named) {
    outcome(1)->kind = OUTCOME_LIMIT;
    snprintf(outcome(1)->message, sizeof outcome(1)->message, "not finished after 4.0 s");
    judge(grading);
    expect(CHECK_LIMITS, CHECK_FAILED, 0, "not finished after 4.0 s");
}
END_TEST

START_TEST(what_does_not_compile_gets_nothing) {
    grading->cpu.ran = false;
    grading->cpu.build.state = BUILD_FAILED;
    grading->cpu.build.diagnostic = (struct diagnostic){7, "no such thing"};
    judge(grading);
    expect(CHECK_BUILD, CHECK_FAILED, 0, "no such thing");
    ck_assert_int_eq(check_of(CHECK_BUILD)->line, 7);
    ck_assert_int_eq(grading->score, 0);
    for (size_t i = 1; i < grading->check_count; i++)
        ck_assert_int_eq(grading->checks[i].status, CHECK_SKIPPED);
}
END_TEST

START_TEST(a_refused_symbol_and_a_missing_launcher_are_told) {
    grading->cpu.ran = false;
    grading->cpu.build.state = BUILD_REFUSED;
    snprintf(grading->cpu.build.symbols.message, 64, "a lab must not use exit");
    grading->cpu.build.symbols.line = 12;
    judge(grading);
    expect(CHECK_SYMBOLS, CHECK_FAILED, 0, "must not use exit");
    ck_assert_int_eq(grading->score, 3);
    grading->cpu.ran = true;
    grading->cpu.build.state = BUILD_DONE;
    grading->cpu.build.symbols.launchers[0] = SYMBOLS_MISSING;
    judge(grading);
    expect(CHECK_SYMBOLS, CHECK_FAILED, 0, "task not started");
    expect(CHECK_CORRECT, CHECK_SKIPPED, 0, "task not started");
}
END_TEST

START_TEST(a_launcher_that_does_nothing_is_not_started) {
    for (size_t i = 0; i < grading->plan.count; i++) {
        outcome(i)->kind = OUTCOME_WRONG;
        outcome(i)->untouched = true;
        report_of(i, cJSON_Parse("{\"driver\":{\"simt\":1,\"errors\":[],\"kernels\":[]}}"));
    }
    judge(grading);
    expect(CHECK_CORRECT, CHECK_SKIPPED, 0, "task not started");
    expect(CHECK_RACES, CHECK_SKIPPED, 0, "no right answer");
    report_of(1, reply_with("", 20, 0.01));
    judge(grading);
    expect(CHECK_CORRECT, CHECK_FAILED, 0, "0 of 2 groups right");
}
END_TEST

static double number_of(const cJSON *object, const char *name) {
    return cJSON_GetNumberValue(cJSON_GetObjectItem(object, name));
}

START_TEST(the_json_is_as_documented) {
    judge(grading);
    cJSON *root = json_of(grading);
    ck_assert(cJSON_GetObjectItem(root, "warplab")->valueint == 1);
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(root, "lab")), "made-up");
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(root, "seed")), "0000000000000001");
    ck_assert_int_eq(cJSON_GetObjectItem(root, "score")->valueint, grading->score);
    ck_assert(cJSON_IsNull(cJSON_GetObjectItem(cJSON_GetObjectItem(root, "backends"), "gpu")));
    ck_assert(cJSON_IsObject(cJSON_GetObjectItem(cJSON_GetObjectItem(root, "backends"), "cpu")));
    const cJSON *checks = cJSON_GetObjectItem(root, "checks"), *first = cJSON_GetArrayItem(checks, 0);
    ck_assert_int_eq(cJSON_GetArraySize(checks), CHECK_ID_COUNT - 2); // nothing was predicted or explained
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(first, "id")), "build");
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(first, "status")), "passed");
    ck_assert(cJSON_IsNull(cJSON_GetObjectItem(first, "source")));
    const cJSON *kernel = cJSON_GetArrayItem(cJSON_GetObjectItem(root, "kernels"), 0);
    ck_assert_int_eq(cJSON_GetObjectItem(kernel, "launches")->valueint, 1);
    ck_assert(cJSON_GetObjectItem(cJSON_GetObjectItem(kernel, "counters"), "global_load_bytes")->valuedouble >
              3000);
    const cJSON *bandwidth = cJSON_GetArrayItem(cJSON_GetObjectItem(root, "bandwidth"), 0);
    ck_assert_double_eq_tol(number_of(bandwidth, "threshold"), 800, 1e-9);
    ck_assert_double_eq_tol(number_of(bandwidth, "reference_gbps"), 1000, 1e-9);
    ck_assert_double_eq_tol(number_of(bandwidth, "naive_gbps"), 400, 1e-9);
    ck_assert_double_eq_tol(number_of(bandwidth, "without_bound_gbps"), 1800, 1e-9);
    ck_assert_double_eq(number_of(bandwidth, "n"), 1000000);
    ck_assert_double_eq(number_of(bandwidth, "bound_line"), 24);
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(bandwidth, "how")), "modelled");
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(bandwidth, "device")), "test");
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(bandwidth, "profile")), "test");
    cJSON_Delete(root);
}
END_TEST

START_TEST(json_is_written_whole_or_not_at_all) {
    char folder[] = "/tmp/warplab-json-XXXXXX", path[64];
    struct error error = {""};
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/result.json", folder);
    judge(grading);
    ck_assert_msg(json_write(grading, path, &error), "%s", error.text);
    ck_assert_int_eq(unlink(path), 0);
    ck_assert(!json_write(grading, "/dev/full", &error));
    ck_assert_ptr_nonnull(strstr(error.text, "No space left"));
    snprintf(path, sizeof path, "%s/no/such/place.json", folder);
    ck_assert(!json_write(grading, path, &error));
    ck_assert_ptr_nonnull(strstr(error.text, "No such file"));
    ck_assert_int_eq(rmdir(folder), 0); // nothing else was left in it
}
END_TEST

// Without a time there are no points, and the reason is given.
static const struct {
    const char *error;
    bool wrong;
    enum check_status status;
    const char *says;
} timeless[] = {
    {"n = 67108864: a kernel ended early", false, CHECK_FAILED,
     "no time, and no points for it: n = 67108864"},
    {"no kernel is launched", false, CHECK_FAILED, "no kernel is launched"},
    {"a wrong answer for n = 65536", true, CHECK_SKIPPED, "judged once every answer is right"},
};

START_TEST(without_a_time_there_are_no_points) {
    struct bandwidth *b = &grading->cpu.bandwidths[0];
    b->known = false;
    b->wrong = timeless[_i].wrong;
    error_set(&b->error, "%s", timeless[_i].error);
    judge(grading);
    expect(CHECK_BANDWIDTH, timeless[_i].status, 0, timeless[_i].says);
    cJSON *root = json_of(grading);
    ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(root, "bandwidth")), 0);
    cJSON_Delete(root);
}
END_TEST

// On a GPU when memory runs out, the grader's or the device's.
START_TEST(without_memory_points_are_open) {
    static const char *const errors[] = {"memory is used up",
                                         "n = 1048576 does not fit into the memory of this device (21 MiB)"};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        measured_on_gpu(900, 900, 0, 0);
        grading->gpu.bandwidths[0].known = false;
        error_set(&grading->gpu.bandwidths[0].error, "%s", errors[i]);
        judge(grading);
        expect(CHECK_BANDWIDTH, CHECK_OPEN, 0, errors[i]);
        expect(CHECK_BANDWIDTH, CHECK_OPEN, 0, "on another machine");
        free(grading->gpu.outcomes);
        grading->gpu.outcomes = NULL;
    }
}
END_TEST

// Missing records are the grader's fault: the points are open.
START_TEST(without_recorded_speeds_points_are_open) {
    static const char *const none[] = {NULL};
    struct spec bare = spec;
    bare.speeds = none;
    grading->lab = &bare;
    judge(grading);
    expect(CHECK_BANDWIDTH, CHECK_OPEN, 0, "make references");
    grading->lab = &spec;
}
END_TEST

// In the report, the JSON and SARIF.
static const struct {
    double gbps; // modelled; the memory gives 1000
    const char *report, *other;
    int open;
} printed[] = {
    {900, "Score: 100 / 100   seed", "so far", 0},
    {1251, "Score: 80 of 80 so far, 20 open   seed", "Score: 80 / 100", 20},
    {1251, "  open  effective bandwidth                  20 open\n", "20 / 20\n  open", 20},
    {1251, "Is it fast?                                  20 open\n",
     "Is it fast?                                   0", 20},
};

START_TEST(open_points_are_neither_given_nor_lost) {
    char *text = NULL;
    size_t size;
    modelled(printed[_i].gbps);
    grading->cpu.bandwidths[0].prediction.touched_bytes = 4e6;
    judge(grading);
    FILE *out = open_memstream(&text, &size);
    report_print(out, grading, true);
    fputs("\nSARIF\n", out);
    ck_assert(sarif_print(out, grading));
    fclose(out);
    ck_assert_msg(strstr(text, printed[_i].report) && !strstr(text, printed[_i].other), "it says: %s", text);
    char *sarif = strstr(text, "\nSARIF\n") + 7;
    ck_assert_msg(!strstr(sarif, "\"kind\":\t\"open\"") == (printed[_i].open == 0), "%s", sarif);
    free(text);
    cJSON *root = json_of(grading);
    ck_assert_double_eq(cJSON_GetNumberValue(cJSON_GetObjectItem(root, "open_points")), printed[_i].open);
    ck_assert_double_eq(cJSON_GetNumberValue(cJSON_GetObjectItem(root, "score")), 100 - printed[_i].open);
    const cJSON *check, *bandwidth = NULL;
    cJSON_ArrayForEach(check, cJSON_GetObjectItem(root, "checks")) {
        if (strcmp(cJSON_GetStringValue(cJSON_GetObjectItem(check, "id")), "bandwidth") == 0)
            bandwidth = check;
    }
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(bandwidth, "status")),
                     printed[_i].open ? "open" : "passed");
    ck_assert_double_eq(cJSON_GetNumberValue(cJSON_GetObjectItem(bandwidth, "points")),
                        20 - printed[_i].open);
    ck_assert_double_eq(cJSON_GetNumberValue(cJSON_GetObjectItem(bandwidth, "max_points")), 20);
    cJSON_Delete(root);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("judge");
    TCase *cases = tcase_create("verdicts");
    tcase_add_checked_fixture(cases, begin, end);
    tcase_add_test(cases, all_well_is_full_marks);
    tcase_add_test(cases, a_wrong_answer_costs_its_group_and_what_rests_on_it);
    tcase_add_test(cases, a_modified_input_costs_its_group_alone);
    tcase_add_test(cases, nothing_right_of_any_size_gives_no_safety_points);
    tcase_add_loop_test(cases, each_kind_of_error_fails_its_check, 0, (int)(sizeof kinds / sizeof kinds[0]));
    tcase_add_loop_test(cases, an_access_of_the_host_is_known, 0, sizeof of_host / sizeof *of_host);
    tcase_add_loop_test(cases, threads_are_named_once, 0, (int)(sizeof namings / sizeof namings[0]));
    tcase_add_loop_test(cases, beside_a_race_the_seed_decides_nothing, 0,
                        sizeof beside_a_race / sizeof beside_a_race[0]);
    tcase_add_test(cases, a_missing_acquire_names_its_fence);
    tcase_add_test(cases, a_proposed_trace_has_the_size_of_the_failed_case);
    tcase_add_loop_test(cases, printed_lines_that_repeat_are_shown_once, 0, sizeof outputs / sizeof *outputs);
    tcase_add_loop_test(cases, a_report_that_is_none_never_counts_as_clean, 0,
                        (int)(sizeof garbage / sizeof garbage[0]));
    tcase_add_test(cases, odd_errors_do_no_harm);
    tcase_add_test(cases, the_heaviest_launch_says_what_work_is);
    tcase_add_test(cases, a_bound_for_other_runs_is_passed_over);
    tcase_add_test(cases, too_many_bytes_are_not_the_technique);
    tcase_add_loop_test(cases, own_points_of_a_bound_fall_linearly, 0, sizeof conflicts / sizeof *conflicts);
    tcase_add_test(cases, own_points_of_a_bound_need_the_others);
    tcase_add_loop_test(cases, degenerate_data_shows_nothing, 0, sizeof evidence / sizeof *evidence);
    tcase_add_test(cases, only_degenerate_cases_right_give_no_safety_points);
    tcase_add_test(cases, work_not_done_on_the_device_is_not_the_technique);
    tcase_add_loop_test(cases, what_the_host_did_is_not_the_devices_work, 0,
                        (int)(sizeof host_shares / sizeof host_shares[0]));
    tcase_add_loop_test(cases, bandwidth_earns_points_between_two_thresholds, 0,
                        (int)(sizeof speeds / sizeof speeds[0]));
    tcase_add_test(cases, impossible_speed_is_the_models_fault_where_the_input_is_loaded);
    tcase_add_loop_test(cases, without_a_time_there_are_no_points, 0, sizeof timeless / sizeof *timeless);
    tcase_add_test(cases, without_memory_points_are_open);
    tcase_add_test(cases, without_recorded_speeds_points_are_open);
    tcase_add_loop_test(cases, open_points_are_neither_given_nor_lost, 0, sizeof printed / sizeof *printed);
    tcase_add_test(cases, noise_on_a_gpu_leaves_points_open);
    tcase_add_test(cases, a_line_of_another_file_is_not_blamed);
    tcase_add_loop_test(cases, estimated_instructions_leave_points_open, 0,
                        sizeof estimated / sizeof *estimated);
    tcase_add_test(cases, marks_of_another_device_are_called_so);
    tcase_add_loop_test(cases, other_programs_on_a_gpu_leave_points_open, 0,
                        sizeof beside_others / sizeof beside_others[0]);
    tcase_add_loop_test(cases, our_clock_proves_nothing_beside_other_programs, 0,
                        sizeof beside_our_clock / sizeof beside_our_clock[0]);
    tcase_add_test(cases, what_the_host_did_is_not_a_gpus_work_either);
    tcase_add_test(cases, a_case_that_was_stopped_hides_no_other);
    tcase_add_test(cases, a_limit_is_named);
    tcase_add_test(cases, what_does_not_compile_gets_nothing);
    tcase_add_test(cases, a_refused_symbol_and_a_missing_launcher_are_told);
    tcase_add_test(cases, a_launcher_that_does_nothing_is_not_started);
    tcase_add_test(cases, the_json_is_as_documented);
    tcase_add_test(cases, json_is_written_whole_or_not_at_all);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
