// What the engine makes of errors: one a pair of source lines, blamed on the user's line, as JSON and as
// text.
#include <check.h>
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "engine/model/kernels.h"
#include "engine/report/errors.h"
#include "engine/report/lines.h"
#include "engine/report/report.h"
#include "simt/abi.h"
#include "simt/simt.h"

static uintptr_t caller_pc;

// Stands for a check of the engine's: notes where it was called from.
static __attribute__((noinline)) void hook(void) { caller_pc = (uintptr_t)__builtin_return_address(0); }

// What follows claims to be other files, as the headers and sources of a submission would be.
// clang-format off
#line 500 "grader/simt/include/simt/stand_in.h"
static inline __attribute__((always_inline)) void header_inner(int *x) { hook(); *x += simt_on_device(); }
static inline __attribute__((always_inline)) void header_outer(int *x) { header_inner(x); *x += 1; }
#line 30 "lab.cu"
static __attribute__((noinline)) int body(int x)
{
    hook(); x += 1;
    return x;
}
static __attribute__((noinline)) int body_by_header(int x)
{
    x += 2;
    header_outer(&x);
    return x;
}
static inline __attribute__((always_inline)) int own_helper(int x) { hook(); return x + 1; }
static __attribute__((noinline)) int body_by_helper(int x)
{
    x = own_helper(x);
    return x * 2;
}
#line 45 "grader/tests/test_report.c"
// clang-format on

static struct simt_actor actor(uintptr_t pc, unsigned thread) {
    return (struct simt_actor){.pc = pc, .on_device = true, .block = {1, 0, 0}, .thread = {thread, 0, 0}};
}

static uintptr_t pc_of(int (*function)(int)) {
    volatile int kept = function(1);
    (void)kept;
    return caller_pc;
}

static const struct {
    const char *what;
    int (*function)(int);
    int line;
    const char *name;
} places[] = {
    {"a call in the user's code", body, 32, "body"},
    {"a call inlined twice from the engine's header", body_by_header, 38, "body_by_header"},
    {"a call inlined from the user's own helper", body_by_helper, 41, "own_helper"},
};

START_TEST(line_is_the_users) {
    struct simt_line line;
    ck_assert_msg(simt_line_of(pc_of(places[_i].function), &line), "%s", places[_i].what);
    ck_assert_str_eq(line.file, "lab.cu");
    ck_assert_msg(line.line == places[_i].line, "%s: line %d", places[_i].what, line.line);
    ck_assert_str_eq(line.function, places[_i].name);
}
END_TEST

START_TEST(unknown_address_has_no_line) {
    struct simt_line line = {.file = "x", .line = 5, .function = "y"};
    ck_assert(!simt_line_of(1, &line));
    ck_assert_str_eq(line.file, "");
    ck_assert_int_eq(line.line, 0);
    ck_assert(!simt_line_of(0, &line));
}
END_TEST

static void add_race(uintptr_t pc, uintptr_t other_pc) {
    struct simt_actor a = actor(pc, 3), b = actor(other_pc, 4);
    simt_error_add(SIMT_RACE, SIMT_SPACE_SHARED, &a, &b, "Race reported between %s access and %s access",
                   "Write", "Read");
}

START_TEST(errors_of_the_same_lines_are_one) {
    uintptr_t one = pc_of(body), two = pc_of(body_by_header);
    for (int i = 0; i < 1000; i++)
        add_race(one, two);
    add_race(two, one); // the same race, seen from its other side
    add_race(one, one);
    ck_assert_uint_eq(simt_error_count(), 2);
    ck_assert_uint_eq(simt_error_get(0)->count, 1001);
    ck_assert_uint_eq(simt_error_get(1)->count, 1);
    ck_assert_str_eq(simt_error_get(0)->message, "Race reported between Write access and Read access");
    struct simt_actor a = actor(one, 3);
    simt_error_add(SIMT_MISALIGNED, SIMT_SPACE_GLOBAL, &a, NULL, "Misaligned");
    ck_assert_uint_eq(simt_error_count(), 3);
    add_race(one, two);
    ck_assert_uint_eq(simt_error_get(0)->count, 1002);
    ck_assert_ptr_null(simt_error_get(3));
    simt_errors_clear();
    ck_assert_uint_eq(simt_error_count(), 0);
    add_race(one, two);
    ck_assert_uint_eq(simt_error_get(0)->count, 1);
}
END_TEST

START_TEST(many_places_are_kept_apart) {
    for (uintptr_t i = 0; i < 2000; i++) {
        struct simt_actor a = actor(16 + i, 0); // no debug information there: each is a place of its own
        simt_error_add(SIMT_OUT_OF_BOUNDS, SIMT_SPACE_GLOBAL, &a, NULL, "at %d", (int)i);
    }
    ck_assert_uint_eq(simt_error_count(), 2000);
    ck_assert_str_eq(simt_error_get(1999)->message, "at 1999");
}
END_TEST

static void add_kernel(void) {
    struct simt_kernel_record *record = simt_kernel_add();
    record->name = "void scan(const T*, int) [with T = int]";
    record->grid = (struct simt_dim3){7, 1, 1};
    record->block = (struct simt_dim3){64, 2, 1};
    record->counters.global_load = (struct simt_traffic){.requests = 10, .bytes = 1280, .transactions = 40};
    record->counters.shared_atomic.transactions = 12345678901;
    record->counters.warp_instructions = 10;
    record->counters.active_instructions = record->counters.warp_instructions;
    record->counters.lane_instructions = 160;
    record->counters.work_is_stores = 1;
}

static cJSON *take_report(void) {
    char *text = simt_report_take();
    ck_assert_ptr_nonnull(text);
    ck_assert_ptr_null(strchr(text, '\n'));
    cJSON *report = cJSON_Parse(text);
    ck_assert_msg(report != NULL, "%s", text);
    free(text);
    return report;
}

static double number(const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    ck_assert_msg(cJSON_IsNumber(item), "%s", name);
    return item->valuedouble;
}

static const char *string(const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    ck_assert_msg(cJSON_IsString(item), "%s", name);
    return item->valuestring;
}

static void check_dim3(const cJSON *object, const char *name, int x, int y, int z) {
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(object, name);
    ck_assert_int_eq(cJSON_GetArraySize(array), 3);
    ck_assert_int_eq(cJSON_GetArrayItem(array, 0)->valueint, x);
    ck_assert_int_eq(cJSON_GetArrayItem(array, 1)->valueint, y);
    ck_assert_int_eq(cJSON_GetArrayItem(array, 2)->valueint, z);
}

START_TEST(json_is_the_contract) {
    add_race(pc_of(body), pc_of(body_by_header));
    add_kernel();
    cJSON *report = take_report();
    ck_assert_double_eq(number(report, "simt"), 1);
    const cJSON *error = cJSON_GetArrayItem(cJSON_GetObjectItem(report, "errors"), 0);
    ck_assert_str_eq(string(error, "kind"), "race");
    ck_assert_str_eq(string(error, "space"), "shared");
    ck_assert_str_eq(string(error, "file"), "lab.cu");
    ck_assert_double_eq(number(error, "line"), 32);
    ck_assert_double_eq(number(error, "count"), 1);
    check_dim3(error, "block", 1, 0, 0);
    check_dim3(error, "thread", 3, 0, 0);
    const cJSON *other = cJSON_GetObjectItem(error, "other");
    ck_assert_double_eq(number(other, "line"), 38);
    check_dim3(other, "thread", 4, 0, 0);
    const cJSON *kernel = cJSON_GetArrayItem(cJSON_GetObjectItem(report, "kernels"), 0);
    ck_assert_str_eq(string(kernel, "name"), "scan [with T = int]");
    ck_assert_double_eq(number(kernel, "launch"), 0);
    ck_assert(cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(kernel, "modelled_us"))); // no sample of it
    check_dim3(kernel, "grid", 7, 1, 1);
    check_dim3(kernel, "block", 64, 2, 1);
    cJSON_Delete(report);
}
END_TEST

START_TEST(counters_are_the_contract) {
    static const char *const names[] = {
        "global_load_requests",
        "global_load_bytes",
        "global_load_sectors",
        "global_store_requests",
        "global_store_bytes",
        "global_store_sectors",
        "global_atomic_requests",
        "global_atomic_bytes",
        "global_atomic_sectors",
        "shared_load_requests",
        "shared_load_bytes",
        "shared_load_wavefronts",
        "shared_store_requests",
        "shared_store_bytes",
        "shared_store_wavefronts",
        "shared_atomic_requests",
        "shared_atomic_bytes",
        "shared_atomic_wavefronts",
        "barriers",
        "warp_instructions",
        "longest_warp",
        "active_instructions",
        "lane_instructions",
        "warp_efficiency",
        "atomic_serialization",
        "global_broadcast_bytes",
        "shared_atomic_words",
        "steps",
        "shuffles",
        "work",
    };
    add_kernel();
    cJSON *report = take_report();
    const cJSON *kernel = cJSON_GetArrayItem(cJSON_GetObjectItem(report, "kernels"), 0);
    const cJSON *counters = cJSON_GetObjectItem(kernel, "counters");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        ck_assert_double_ge(number(counters, names[i]), 0);
    ck_assert_int_eq(cJSON_GetArraySize(counters), sizeof names / sizeof *names + 1);
    ck_assert_str_eq(string(counters, "work_counts"), "stores");
    ck_assert_double_eq(number(counters, "global_load_sectors"), 40);
    ck_assert_double_eq(number(counters, "shared_atomic_wavefronts"), 12345678901);
    ck_assert_double_eq(number(counters, "warp_efficiency"), 0.5);
    cJSON_Delete(report);
}
END_TEST

START_TEST(reset_forgets) {
    add_race(pc_of(body), pc_of(body));
    add_kernel();
    simt_reset();
    cJSON *report = take_report();
    ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(report, "errors")), 0);
    ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(report, "kernels")), 0);
    cJSON_Delete(report);
}
END_TEST

START_TEST(text_is_a_compilers) {
    add_race(pc_of(body), pc_of(body_by_header));
    add_race(pc_of(body), pc_of(body_by_header));
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    simt_report_text(out);
    fclose(out);
    static const char *const parts[] = {
        "lab.cu:32: error: race: Race reported between Write access and Read access\n",
        "lab.cu:32: note: by thread (3,0,0) of block (1,0,0), in body; 2 times in all, this was the first\n",
        "lab.cu:38: note: the other side, by thread (4,0,0) of block (1,0,0), in body_by_header\n",
        "    help: ",
        "\n1 error found by the checkers\n",
    };
    const char *at = text;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        at = strstr(at, parts[i]);
        ck_assert_msg(at != NULL, "no %s in\n%s", parts[i], text);
    }
    free(text);
}
END_TEST

static const struct {
    const char *pretty, *name;
} kernel_names[] = {
    {"void reduce(const int*, int*, unsigned int)", "reduce"},
    {"void lab::scan(const T*, int) [with T = int]", "lab::scan [with T = int]"},
    {"void apply(void (*)(int), int)", "apply"},
    {"void (anonymous namespace)::hidden(int)", "(anonymous namespace)::hidden"},
    {"void reduce() [with int BLOCK = 256; T = float]", "reduce [with int BLOCK = 256; T = float]"},
    {"plain", "plain"},
    {"", ""},
};

START_TEST(kernel_name_is_short) {
    char name[128];
    simt_kernel_name(kernel_names[_i].pretty, name, sizeof name);
    ck_assert_str_eq(name, kernel_names[_i].name);
}
END_TEST

int main(void) {
    simt_embed(); // or the errors made here would be this program's own
    Suite *suite = suite_create("report");
    TCase *all = tcase_create("report");
    tcase_add_checked_fixture(all, NULL, simt_reset);
    tcase_add_loop_test(all, line_is_the_users, 0, sizeof places / sizeof *places);
    tcase_add_test(all, unknown_address_has_no_line);
    tcase_add_test(all, errors_of_the_same_lines_are_one);
    tcase_add_test(all, many_places_are_kept_apart);
    tcase_add_test(all, json_is_the_contract);
    tcase_add_test(all, counters_are_the_contract);
    tcase_add_test(all, reset_forgets);
    tcase_add_test(all, text_is_a_compilers);
    tcase_add_loop_test(all, kernel_name_is_short, 0, sizeof kernel_names / sizeof *kernel_names);
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
