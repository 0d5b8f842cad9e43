// The model of a launch's time against times measured on an H200, and the device profiles it reckons with.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/model/model.h"
#include "engine/model/profile.h"

#define M 1000000.0

// Kernels whose counters the vendor's profiler gave and whose time was measured, CUDA 13.0, 2026-11-20.
// Trees: 2^28 ints, 256 times the counters of 2^20. Histograms: 2^28 random bytes, read one by one. Loops: a
// sum by a grid-stride loop, not unrolled, caches cold.
struct measured {
    const char *name;
    unsigned grid, block;
    double shared_bytes;
    double load_requests, load_sectors, store_sectors, shared_requests, shared_wavefronts;
    double atomic_requests, atomic_sectors, serialization, shared_atomic_requests, shared_atomic_wavefronts;
    double instructions, barriers;
    double device_bytes;
    double us;
};

enum { NEIGHBORED, NEIGHBORED_LESS, INTERLEAVED };

static const struct measured kernels[] = {
    [NEIGHBORED] = {.name = "neighbored",
                    .grid = 1 << 19,
                    .block = 512,
                    .shared_bytes = 2048,
                    .load_requests = 8.39 * M,
                    .load_sectors = 33.6 * M,
                    .store_sectors = 0.524 * M,
                    .shared_requests = 158.4 * M,
                    .shared_wavefronts = 158.9 * M,
                    .instructions = 2311 * M,
                    .barriers = 5.24 * M,
                    .us = 3325},
    [NEIGHBORED_LESS] = {.name = "neighbored, less divergence",
                         .grid = 1 << 19,
                         .block = 512,
                         .shared_bytes = 2048,
                         .load_requests = 8.39 * M,
                         .load_sectors = 33.6 * M,
                         .store_sectors = 0.524 * M,
                         .shared_requests = 40.4 * M,
                         .shared_wavefronts = 159.4 * M,
                         .instructions = 1254 * M,
                         .barriers = 5.24 * M,
                         .us = 1743},
    [INTERLEAVED] = {.name = "interleaved",
                     .grid = 1 << 19,
                     .block = 512,
                     .shared_bytes = 2048,
                     .load_requests = 8.39 * M,
                     .load_sectors = 33.6 * M,
                     .store_sectors = 0.524 * M,
                     .shared_requests = 40.4 * M,
                     .shared_wavefronts = 40.6 * M,
                     .instructions = 960 * M,
                     .barriers = 5.24 * M,
                     .us = 1473},
    {.name = "histogram, global atomics",
     .grid = 264,
     .block = 256,
     .load_requests = 8.39 * M,
     .load_sectors = 8.39 * M,
     .atomic_requests = 8.39 * M,
     .atomic_sectors = 186.6 * M,
     .serialization = 16.24 * M,
     .instructions = 76 * M,
     .us = 33100},
    {.name = "histogram, shared atomics, 2 blocks a multiprocessor",
     .grid = 264,
     .block = 256,
     .shared_bytes = 1024,
     .load_requests = 8.39 * M,
     .load_sectors = 8.39 * M,
     .shared_atomic_requests = 8.39 * M,
     .shared_atomic_wavefronts = 28.5 * M,
     .instructions = 68 * M,
     .barriers = 528,
     .us = 1443},
    {.name = "histogram, shared atomics, 8 blocks a multiprocessor",
     .grid = 1056,
     .block = 256,
     .shared_bytes = 1024,
     .load_requests = 8.39 * M,
     .load_sectors = 8.39 * M,
     .shared_atomic_requests = 8.39 * M,
     .shared_atomic_wavefronts = 28.5 * M,
     .instructions = 68 * M,
     .barriers = 2112,
     .us = 368},
    {.name = "histogram of 2^22 bytes, global atomics",
     .grid = 64,
     .block = 256,
     .load_requests = 131072,
     .load_sectors = 131072,
     .atomic_requests = 131072,
     .atomic_sectors = 2946729,
     .serialization = 253800,
     .instructions = 1186816,
     .us = 1088},
    {.name = "the same, half of them zero",
     .grid = 64,
     .block = 256,
     .load_requests = 131072,
     .load_sectors = 131072,
     .atomic_requests = 131072,
     .atomic_sectors = 3791121,
     .serialization = 2105000,
     .instructions = 1186816,
     .us = 2182},
    {.name = "histogram of 2^22 bytes, shared atomics",
     .grid = 64,
     .block = 256,
     .shared_bytes = 1024,
     .load_requests = 131072,
     .load_sectors = 131072,
     .shared_atomic_requests = 131072,
     .shared_atomic_wavefronts = 413590,
     .instructions = 1062400,
     .barriers = 128,
     .us = 100},
    {.name = "loop over 2^20 ints, one block of 256",
     .grid = 1,
     .block = 256,
     .load_requests = 32768,
     .load_sectors = 131072,
     .store_sectors = 32,
     .instructions = 196776,
     .us = 1527},
    {.name = "loop over 2^20 ints, one block of 1024",
     .grid = 1,
     .block = 1024,
     .load_requests = 32768,
     .load_sectors = 131072,
     .store_sectors = 128,
     .instructions = 197280,
     .us = 386},
    {.name = "loop over 2^28 ints, 264 blocks of 256",
     .grid = 264,
     .block = 256,
     .load_requests = 8.39 * M,
     .load_sectors = 33.6 * M,
     .store_sectors = 8448,
     .instructions = 50.4 * M,
     .us = 1491},
    {.name = "loop over 2^28 ints, 132 blocks of 1024",
     .grid = 132,
     .block = 1024,
     .load_requests = 8.39 * M,
     .load_sectors = 33.6 * M,
     .store_sectors = 16896,
     .instructions = 50.4 * M,
     .us = 770},
    {.name = "2^20 blocks of one thread",
     .grid = 1 << 20,
     .block = 1,
     .load_requests = 1 << 20,
     .load_sectors = 1 << 20,
     .store_sectors = 1 << 20,
     .instructions = 14680064,
     .us = 632},
    {.name = "interleaved, after 8 consecutive ints a thread",
     .grid = 1 << 16,
     .block = 512,
     .shared_bytes = 2048,
     .load_requests = 8.39 * M,
     .load_sectors = 268.4 * M,
     .store_sectors = 65536,
     .shared_requests = 5.05 * M,
     .shared_wavefronts = 5.05 * M,
     .instructions = 150.5 * M,
     .barriers = 655360,
     .device_bytes = 2147.5 * M,
     .us = 407},
};
enum { KERNELS = sizeof kernels / sizeof *kernels };

static uint64_t whole(double value) { return (uint64_t)llround(value); }

static struct simt_kernel_record record_of(const struct measured *k) {
    struct simt_kernel_record record = {.grid = {k->grid, 1, 1}, .block = {k->block, 1, 1}};
    struct simt_counters *c = &record.counters;
    record.shared_bytes = whole(k->shared_bytes);
    c->global_load.requests = c->load_waits = whole(k->load_requests); // none of these is unrolled
    c->global_load.transactions = whole(k->load_sectors);
    c->global_store.transactions = whole(k->store_sectors);
    c->shared_load.requests = whole(k->shared_requests);
    c->shared_load.transactions = whole(k->shared_wavefronts);
    c->global_atomic.requests = whole(k->atomic_requests);
    c->global_atomic.transactions = whole(k->atomic_sectors);
    c->atomic_serialization = whole(k->serialization);
    c->shared_atomic.requests = whole(k->shared_atomic_requests);
    c->shared_atomic.transactions = whole(k->shared_atomic_wavefronts);
    record.device_bytes = whole(k->device_bytes);
    c->warp_instructions = whole(k->instructions);
    c->barriers = whole(k->barriers);
    return record;
}

static const struct simt_profile *h200(void) {
    const struct simt_profile *profile = simt_profile_builtin("h200");
    ck_assert_ptr_nonnull(profile);
    return profile;
}

static double modelled(const struct measured *kernel) {
    struct simt_kernel_record record = record_of(kernel);
    return simt_model_us(&record, h200());
}

START_TEST(time_is_near_the_measured) {
    const struct measured *kernel = &kernels[_i];
    double us = modelled(kernel);
    ck_assert_msg(us > kernel->us / 1.5 && us < kernel->us * 1.5, "%s: %.0f us modelled, %.0f us measured",
                  kernel->name, us, kernel->us);
}
END_TEST

// Times a tenth apart differ; closer ones were not told apart from one run to the next.
START_TEST(order_is_the_measured) {
    for (int a = 0; a < KERNELS; a++) {
        for (int b = 0; b < KERNELS; b++) {
            if (kernels[a].us < 0.9 * kernels[b].us)
                ck_assert_msg(modelled(&kernels[a]) < modelled(&kernels[b]), "%s is faster than %s",
                              kernels[a].name, kernels[b].name);
        }
    }
}
END_TEST

START_TEST(trees_are_bound_by_issue) {
    struct simt_kernel_record record = record_of(&kernels[INTERLEAVED]);
    struct simt_model model = simt_model(&record, h200());
    ck_assert_str_eq(model.bound_by, "issue");
    ck_assert_double_eq_tol(model.occupancy, 1, 1e-9);
    ck_assert_double_ge(model.total, fmax(model.memory, model.latency));
}
END_TEST

// The same loads by one block, by a block a multiprocessor, and by as many as fit.
START_TEST(a_small_grid_is_slow) {
    struct measured loop = {
        .block = 1024, .load_requests = 1 << 20, .load_sectors = 1 << 22, .instructions = 8 << 20};
    double us[3];
    const unsigned grids[] = {1, 132, 264};
    for (int i = 0; i < 3; i++) {
        loop.grid = grids[i];
        us[i] = modelled(&loop);
    }
    ck_assert_double_gt(us[0], 100 * us[1]);
    ck_assert_double_gt(us[1], 1.3 * us[2]);
}
END_TEST

// 2^28 ints copied by blocks of 32 threads: measured 5.05 ms, for no device starts blocks that fast.
START_TEST(tiny_blocks_are_slow) {
    struct measured copy = {.grid = 1 << 23,
                            .block = 32,
                            .load_requests = 8.39 * M,
                            .load_sectors = 33.6 * M,
                            .store_sectors = 33.6 * M,
                            .instructions = 150 * M};
    struct simt_kernel_record record = record_of(&copy);
    struct simt_model model = simt_model(&record, h200());
    ck_assert_str_eq(model.bound_by, "blocks");
    ck_assert_double_eq_tol(model.total, 5050, 200);
}
END_TEST

START_TEST(much_shared_memory_limits_occupancy) {
    struct measured kernel = kernels[INTERLEAVED];
    kernel.shared_bytes = 100 * 1024;
    struct simt_kernel_record record = record_of(&kernel);
    struct simt_model model = simt_model(&record, h200());
    ck_assert_double_eq_tol(model.occupancy, 0.5, 1e-9);
    ck_assert_double_gt(model.latency, 1.9 * 900);
}
END_TEST

START_TEST(nothing_takes_no_time) {
    struct simt_kernel_record record = {.grid = {0, 1, 1}, .block = {256, 1, 1}};
    ck_assert_double_eq(simt_model_us(&record, h200()), 0);
}
END_TEST

// Reads `text` as a profile on top of the built-in one.
static bool read_text(const char *text, struct simt_profile *profile, char *why, size_t size) {
    *profile = *h200();
    FILE *in = fmemopen((char *)(uintptr_t)text, strlen(text), "r");
    ck_assert_ptr_nonnull(in);
    bool good = simt_profile_read(in, profile, why, size);
    fclose(in);
    return good;
}

START_TEST(profile_file_is_the_built_in_one) {
    struct simt_profile profile;
    memset(&profile, 0, sizeof profile);
    char why[256] = "";
    FILE *in = fopen("grader/simt/profiles/h200.txt", "r");
    ck_assert_msg(in != NULL, "run from the top of the repository");
    ck_assert_msg(simt_profile_read(in, &profile, why, sizeof why), "%s", why);
    fclose(in);
    const struct simt_profile *known = h200();
    ck_assert_str_eq(profile.name, known->name);
    ck_assert_str_eq(profile.device, known->device);
    ck_assert_str_eq(profile.source, known->source);
    ck_assert(profile.measured && known->measured);
    size_t limits = offsetof(struct simt_profile, capability_major),
           speeds = offsetof(struct simt_profile, clock_hz);
    ck_assert_mem_eq((char *)&profile + limits, (const char *)known + limits,
                     offsetof(struct simt_profile, memory_bus_bits) + sizeof known->memory_bus_bits - limits);
    for (size_t at = speeds; at < sizeof profile; at += sizeof(double)) {
        double read, built_in;
        memcpy(&read, (char *)&profile + at, sizeof read);
        memcpy(&built_in, (const char *)known + at, sizeof built_in);
        ck_assert_msg(fabs(read - built_in) <= 1e-9 * fabs(built_in),
                      "the number at %zu is %g in the file, %g built in", at, read, built_in);
    }
}
END_TEST

static const struct {
    const char *text, *why;
} bad_profiles[] = {
    {"clock_hz 1980 MHz", "line 1: a line is `key = value unit`"},
    {"\n# comment\nclok_hz = 1980 MHz", "line 3: no such key"},
    {"clock_hz = 1980 GB/s", "line 1: this key does not take that unit"},
    {"clock_hz = fast", "line 1: the value must be a number, zero or more"},
    {"clock_hz = -1 MHz", "line 1: the value must be a number, zero or more"},
    {"clock_hz = nan MHz", "line 1: the value must be a number, zero or more"},
    {"multiprocessors = 1.5", "line 1: the value must be a whole number"},
    {"multiprocessors = 5e9", "line 1: multiprocessors must be from 1 to 65536"},
    {"measured = perhaps", "line 1: the value must be yes or no"},
    {"multiprocessors = 0", "line 1: multiprocessors must be from 1 to 65536"},
    {"read_bandwidth = 0 GB/s", "line 1: read_bandwidth must be from 1 GB/s to 1000000 GB/s"},
    {"clock_hz = 1980 GHz", "line 1: clock_hz must be from 100 MHz to 10000 MHz"},
    {"# a comment\ndram_latency = 1e6 cycles", "line 2: dram_latency must be from 1 cycles to 100000 cycles"},
    {"launch_time = 0 us", "line 1: launch_time must be from 0.01 us to 100000 us"},
    {"iadd_latency = 5 ns", "line 1: this key does not take that unit"},
    {"shared_per_block = 512 KiB", "shared memory a block exceeds what a multiprocessor has"},
};

START_TEST(bad_profile_is_refused) {
    struct simt_profile profile;
    char why[256] = "";
    ck_assert_msg(!read_text(bad_profiles[_i].text, &profile, why, sizeof why), "%s", bad_profiles[_i].text);
    ck_assert_str_eq(why, bad_profiles[_i].why);
}
END_TEST

// The file without one key's line: each is missed by its name.
static void read_without(const char *left_out, struct simt_profile *profile, char *why, size_t size) {
    char line[512];
    FILE *all = fopen("grader/simt/profiles/h200.txt", "r"), *in = tmpfile();
    ck_assert(all != NULL && in != NULL);
    while (fgets(line, sizeof line, all)) {
        if (strncmp(line, left_out, strlen(left_out)) != 0 || line[strlen(left_out)] != ' ')
            fputs(line, in);
    }
    fclose(all);
    rewind(in);
    simt_profile_clear(profile);
    ck_assert_msg(!simt_profile_read(in, profile, why, size), "%s is not missed", left_out);
    fclose(in);
}

START_TEST(missing_key_is_named) {
    char line[512], first[2];
    FILE *all = fopen("grader/simt/profiles/h200.txt", "r");
    int numbers = 0;
    ck_assert(all != NULL);
    while (fgets(line, sizeof line, all)) {
        char key[64], why[256] = "", expected[128];
        if (sscanf(line, "%63[a-z0-9_] = %1[0-9]", key, first) != 2)
            continue;
        struct simt_profile profile;
        read_without(key, &profile, why, sizeof why);
        snprintf(expected, sizeof expected, "the key %s is missing", key);
        ck_assert_str_eq(why, expected);
        numbers++;
    }
    fclose(all);
    ck_assert_int_gt(numbers, 100);
}
END_TEST

static const char *const kits_profiles[] = {"h200", "h100", "a100"};

// The keys of a profile, in its order; returns how many.
static int keys_of(const char *name, char keys[][64], int most) {
    char path[64], line[512];
    int count = 0;
    snprintf(path, sizeof path, "grader/simt/profiles/%s.txt", name);
    FILE *in = fopen(path, "r");
    ck_assert_msg(in != NULL, "%s", path);
    while (fgets(line, sizeof line, in)) {
        if (count < most && sscanf(line, "%63[a-z0-9_] =", keys[count]) == 1)
            count++;
    }
    fclose(in);
    return count;
}

// Each is complete without the built-in one, and has the same keys in the same order.
START_TEST(kits_profile_is_complete) {
    enum { MOST = 256 };
    static char expected[MOST][64], keys[MOST][64];
    char path[64], why[256] = "";
    struct simt_profile profile;
    snprintf(path, sizeof path, "grader/simt/profiles/%s.txt", kits_profiles[_i]);
    FILE *in = fopen(path, "r");
    ck_assert_msg(in != NULL, "%s", path);
    simt_profile_clear(&profile);
    ck_assert_msg(simt_profile_read(in, &profile, why, sizeof why), "%s: %s", path, why);
    fclose(in);
    ck_assert_str_eq(profile.name, kits_profiles[_i]);
    int count = keys_of("h200", expected, MOST);
    ck_assert_int_eq(keys_of(kits_profiles[_i], keys, MOST), count);
    for (int i = 0; i < count; i++)
        ck_assert_str_eq(keys[i], expected[i]);
}
END_TEST

START_TEST(profile_is_read) {
    struct simt_profile profile;
    char why[256] = "";
    ck_assert(
        read_text("name = small # a comment\n\n multiprocessors=30\nmeasured = no\nmemory_bytes = 1 GiB\n"
                  "clock_hz = 1.5 GHz\nmemory_latency = 0.5 us",
                  &profile, why, sizeof why));
    ck_assert_str_eq(profile.name, "small");
    ck_assert_uint_eq(profile.multiprocessors, 30);
    ck_assert(!profile.measured);
    ck_assert(profile.memory_bytes == UINT64_C(1) << 30);
    ck_assert_double_eq_tol(profile.clock_hz, 1.5e9, 1);
    ck_assert_double_eq_tol(profile.memory_latency, 500e-9, 1e-15);
    ck_assert_double_eq(profile.copy_bandwidth, h200()->copy_bandwidth);
}
END_TEST

static Suite *model_suite(void) {
    Suite *suite = suite_create("model");
    TCase *model = tcase_create("time");
    tcase_add_loop_test(model, time_is_near_the_measured, 0, KERNELS);
    tcase_add_test(model, order_is_the_measured);
    tcase_add_test(model, trees_are_bound_by_issue);
    tcase_add_test(model, a_small_grid_is_slow);
    tcase_add_test(model, tiny_blocks_are_slow);
    tcase_add_test(model, much_shared_memory_limits_occupancy);
    tcase_add_test(model, nothing_takes_no_time);
    suite_add_tcase(suite, model);
    TCase *profile = tcase_create("profile");
    tcase_add_test(profile, profile_file_is_the_built_in_one);
    tcase_add_loop_test(profile, bad_profile_is_refused, 0, sizeof bad_profiles / sizeof *bad_profiles);
    tcase_add_test(profile, missing_key_is_named);
    tcase_add_loop_test(profile, kits_profile_is_complete, 0, sizeof kits_profiles / sizeof *kits_profiles);
    tcase_add_test(profile, profile_is_read);
    suite_add_tcase(suite, profile);
    return suite;
}

int main(void) {
    SRunner *runner = srunner_create(model_suite());
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
