// Device profiles: the files, the built-in one, and rejected ones.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/model/profile.h"

static const struct simt_profile *h200(void) {
    const struct simt_profile *profile = simt_profile_builtin("h200");
    ck_assert_ptr_nonnull(profile);
    return profile;
}

// Reads `text` as a profile of a device that is like the built-in one.
static bool read_text(const char *text, struct simt_profile *profile, char *why, size_t size) {
    FILE *in = tmpfile();
    ck_assert_ptr_nonnull(in);
    fprintf(in, "%s\n%s", text, strstr(text, "like =") ? "" : "like = h200\n");
    rewind(in);
    bool good = simt_profile_read(in, profile, why, size);
    fclose(in);
    return good;
}

// The file's numbers, unconverted; the last two would differ if a unit's factor were rounded.
START_TEST(built_in_profile_is_the_file) {
    ck_assert_str_eq(h200()->name, "h200");
    ck_assert_str_eq(h200()->device, "NVIDIA H200 (CPU engine)");
    ck_assert(h200()->measured);
    ck_assert_uint_eq(h200()->multiprocessors, 132);
    ck_assert_uint_eq(h200()->memory_bytes, 150109880320);
    ck_assert_uint_eq(h200()->shared_per_block_optin, 227 * 1024);
    ck_assert(h200()->atomic_slice_rate == 1.704e9);
    ck_assert(h200()->host_element_time == 3.553e-10);
    ck_assert(h200()->launch_time == 4.704e-06);
}
END_TEST

static const struct {
    const char *text, *why;
} bad_profiles[] = {
    {"clock_hz 1980 MHz", "line 1: a line is `key = value unit`"},
    {"\n# comment\nclok_hz = 1980 MHz",
     "line 3: no key clok_hz: remove the lines with keys that h200.txt does not have"},
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
    {"logic_latency = 4 cycles",
     "line 1: no key logic_latency: remove the lines with keys that h200.txt does not have"},
    {"like = h100", "like = h200 is all that a profile can be like"},
    {"shared_per_block = 512 KiB", "shared memory a block exceeds what a multiprocessor has"},
};

START_TEST(bad_profile_is_refused) {
    struct simt_profile profile;
    char why[256] = "";
    ck_assert_msg(!read_text(bad_profiles[_i].text, &profile, why, sizeof why), "%s", bad_profiles[_i].text);
    ck_assert_str_eq(why, bad_profiles[_i].why);
}
END_TEST

// The file without one key's line: each missing key is reported by its name.
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
    ck_assert_msg(!simt_profile_read(in, profile, why, size), "%s is not missed", left_out);
    fclose(in);
}

START_TEST(missing_key_is_named) {
    char line[512], first[2];
    FILE *all = fopen("grader/simt/profiles/h200.txt", "r");
    int numbers = 0;
    ck_assert(all != NULL);
    while (fgets(line, sizeof line, all)) {
        char key[64], why[256] = "", expected[256];
        if (sscanf(line, "%63[a-z0-9_] = %1[0-9]", key, first) != 2)
            continue;
        struct simt_profile profile;
        read_without(key, &profile, why, sizeof why);
        snprintf(expected, sizeof expected,
                 "the key %s is missing: measure the device again, or add the line `like = h200`", key);
        ck_assert_str_eq(why, expected);
        numbers++;
    }
    fclose(all);
    ck_assert_int_gt(numbers, 100);
}
END_TEST

// The keys that the kit's profiles of other devices set, and leave to the H200's.
START_TEST(kits_profile_is_complete) {
    static const char *const names[] = {"h100", "a100"};
    char path[64], why[256] = "";
    struct simt_profile profile;
    snprintf(path, sizeof path, "grader/simt/profiles/%s.txt", names[_i]);
    FILE *in = fopen(path, "r");
    ck_assert_msg(in != NULL, "%s", path);
    ck_assert_msg(simt_profile_read(in, &profile, why, sizeof why), "%s: %s", path, why);
    fclose(in);
    ck_assert_str_eq(profile.name, names[_i]);
    ck_assert_int_eq(profile.measured, _i == 0);
    ck_assert(profile.read_bandwidth < h200()->read_bandwidth);
    ck_assert(profile.pool_allocate_time == h200()->pool_allocate_time);
}
END_TEST

START_TEST(profile_is_read) {
    struct simt_profile profile;
    char why[256] = "";
    ck_assert(
        read_text("name = small # a comment\n\n multiprocessors=30\nmeasured = no\nmemory_bytes = 1 GiB\n"
                  "clock_hz = 1.5 GHz\nfree_time = 0.5 us",
                  &profile, why, sizeof why));
    ck_assert_str_eq(profile.name, "small");
    ck_assert_uint_eq(profile.multiprocessors, 30);
    ck_assert(!profile.measured);
    ck_assert(profile.memory_bytes == UINT64_C(1) << 30);
    ck_assert_double_eq_tol(profile.clock_hz, 1.5e9, 1);
    ck_assert_double_eq_tol(profile.free_time, 500e-9, 1e-15);
    ck_assert_double_eq(profile.copy_bandwidth, h200()->copy_bandwidth);
}
END_TEST

// An unusable SIMT_DEVICE ends the program with one sentence.
static const struct {
    const char *name, *text, *says;
} bad_devices[] = {
    {"rtx9090", NULL, "No such file or directory"},
    {"/nowhere/l4.txt", NULL, "No such file or directory"},
    {"/", NULL, "Is a directory"},
    {"", "clock_hz = 1 MHz\n", "line 1: clock_hz must be from 100 MHz to 10000 MHz"},
    {"", "multiprocessors = 132\n", "is missing"},
    {"", "", "is missing"},
};

START_TEST(device_that_cannot_be_used_is_refused) {
    char path[] = "/tmp/warplab-profile-XXXXXX", said[512] = "", expected[256];
    int file = mkstemp(path), ends[2], status;
    ck_assert_int_ge(file, 0);
    const char *text = bad_devices[_i].text ? bad_devices[_i].text : "";
    ck_assert_int_eq(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
    const char *device = *bad_devices[_i].name ? bad_devices[_i].name : path;
    ck_assert_int_eq(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (!child) {
        dup2(ends[1], STDERR_FILENO);
        setenv("SIMT_DEVICE", device, 1);
        simt_profile();
        _exit(EXIT_SUCCESS);
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t got; (got = read(ends[0], said + length, sizeof said - 1 - length)) > 0;)
        length += (size_t)got;
    close(ends[0]);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    unlink(path);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_FAILURE);
    snprintf(expected, sizeof expected, "simt: cannot use the device profile SIMT_DEVICE=%s: ", device);
    ck_assert_msg(!strncmp(said, expected, strlen(expected)), "%s", said);
    ck_assert_msg(strstr(said, bad_devices[_i].says) != NULL, "%s", said);
    ck_assert_ptr_eq(strchr(said, '\n'), said + length - 1);
}
END_TEST

static Suite *profile_suite(void) {
    Suite *suite = suite_create("profile");
    TCase *profile = tcase_create("profile");
    tcase_add_test(profile, built_in_profile_is_the_file);
    tcase_add_loop_test(profile, bad_profile_is_refused, 0, sizeof bad_profiles / sizeof *bad_profiles);
    tcase_add_test(profile, missing_key_is_named);
    tcase_add_loop_test(profile, kits_profile_is_complete, 0, 2);
    tcase_add_test(profile, profile_is_read);
    tcase_add_loop_test(profile, device_that_cannot_be_used_is_refused, 0,
                        sizeof bad_devices / sizeof *bad_devices);
    suite_add_tcase(suite, profile);
    return suite;
}

int main(void) {
    SRunner *runner = srunner_create(profile_suite());
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
