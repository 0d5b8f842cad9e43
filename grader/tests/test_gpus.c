// The machine's GPUs as the driver's tool lists them, and taking turns on them.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/gpus.h"

static const struct {
    const char *answer;
    size_t count;
    const char *arch, *name, *last_uuid;
} answers[] = {
    {"", 0, "", "", NULL},
    {"No devices were found\n", 0, "", "", NULL},
    {"9.0, GPU-aa, 00000000:18:00.0, NVIDIA H200\n", 1, "sm_90", "NVIDIA H200", "GPU-aa"},
    {"9.0, GPU-aa, 00000000:18:00.0, NVIDIA H200\n9.0, GPU-bb, 00000000:2A:00.0, NVIDIA H200\n", 2, "sm_90",
     "NVIDIA H200", "GPU-bb"},
    {"8.6, GPU-aa, 00000000:01:00.0, NVIDIA RTX A4000\n9.0, GPU-bb, 00000000:02:00.0, NVIDIA H200\n", 1,
     "sm_86", "NVIDIA RTX A4000", "GPU-aa"},
    {"0.0, GPU-aa, 00000000:01:00.0, odd\n", 0, "", "", NULL},
};

START_TEST(answer_is_read) {
    struct gpus gpus;
    FILE *file = fmemopen((void *)answers[_i].answer, strlen(answers[_i].answer) + 1, "r");
    ck_assert_ptr_nonnull(file);
    gpus_read(&gpus, file);
    fclose(file);
    ck_assert_uint_eq(gpus.count, answers[_i].count);
    ck_assert_str_eq(gpus.arch, answers[_i].arch);
    ck_assert_str_eq(gpus.name, answers[_i].name);
    if (gpus.count)
        ck_assert_str_eq(gpus.list[gpus.count - 1].uuid, answers[_i].last_uuid);
}
END_TEST

// A GPU's own device file, as the driver reports it below /proc.
static const struct {
    const char *information, *device;
} devices[] = {
    {"Model: \t\t NVIDIA H200\nBus Location: \t 0000:00:09.0\nDevice Minor: \t 3\n", "/dev/nvidia3"},
    {"Device Minor: \t 12\nGPU Excluded:\t No\n", "/dev/nvidia12"},
    {"Model: \t\t NVIDIA H200\n", ""},
    {"Device Minor: \t none\n", ""},
    {"", ""},
};

START_TEST(own_device_is_read) {
    struct gpu gpu = {.device = "left over"};
    FILE *file = fmemopen((void *)devices[_i].information, strlen(devices[_i].information) + 1, "r");
    ck_assert_ptr_nonnull(file);
    gpu_read_device(&gpu, file);
    fclose(file);
    ck_assert_str_eq(gpu.device, devices[_i].device);
}
END_TEST

static char folder[] = "/tmp/warplab-gpus-XXXXXX";

static void make_file(const char *path) {
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fclose(file);
}

static struct gpus two_gpus(void) {
    struct gpus gpus = {.count = 2, .list = {{.uuid = "first"}, {.uuid = "second"}}};
    for (size_t i = 0; i < gpus.count; i++) {
        snprintf(gpus.list[i].lock, sizeof gpus.list[i].lock, "%s/%zu", folder, i);
        make_file(gpus.list[i].lock);
        snprintf(gpus.list[i].queue[0], sizeof gpus.list[i].queue[0], "%s/%zu.next", folder, i);
        make_file(gpus.list[i].queue[0]);
    }
    return gpus;
}

static void remove_locks(const struct gpus *gpus) {
    for (size_t i = 0; i < gpus->count; i++)
        unlink(gpus->list[i].lock), unlink(gpus->list[i].queue[0]);
    rmdir(folder);
}

// Both steps of a lease.
static bool take(struct gpu_lease *lease, const struct gpus *gpus) {
    return gpu_lease_queue(lease, gpus) && gpu_lease_take(lease);
}

// A third grader, in a process of its own, that reports which GPU it got.
static pid_t start_third(const struct gpus *gpus, const struct gpu_lease held[2], int say) {
    const pid_t child = fork();
    if (child == 0) {
        // A copy of a lock keeps it; graders have no copies of each other's.
        close(held[0].lock_fd), close(held[1].lock_fd);
        struct gpu_lease lease;
        const bool taken = take(&lease, gpus);
        _exit(taken && write(say, lease.gpu->uuid, 1) == 1 ? 0 : 1);
    }
    return child;
}

START_TEST(graders_take_turns) {
    ck_assert_ptr_nonnull(mkdtemp(folder));
    const struct gpus gpus = two_gpus();
    struct gpu_lease held[2], *first = &held[0], *second = &held[1];
    ck_assert(take(first, &gpus));
    ck_assert(take(second, &gpus));
    ck_assert_str_eq(first->gpu->uuid, "first");
    ck_assert_str_eq(second->gpu->uuid, "second");
    int said[2];
    ck_assert_int_eq(pipe(said), 0);
    const pid_t third = start_third(&gpus, held, said[1]);
    usleep(100000);
    int status;
    ck_assert_int_eq(waitpid(third, &status, WNOHANG), 0); // it waits while both are taken
    gpu_lease_end(first);
    ck_assert_int_eq(waitpid(third, &status, 0), third);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    char got = 0;
    ck_assert_int_eq(read(said[0], &got, 1), 1);
    ck_assert_int_eq(got, 'f');
    // The third's lease ended with it.
    ck_assert(take(first, &gpus));
    ck_assert_str_eq(first->gpu->uuid, "first");
    gpu_lease_end(second);
    gpu_lease_end(first);
    ck_assert_ptr_null(first->gpu);
    remove_locks(&gpus);
}
END_TEST

// A place in the queue is available while another grader has the lease; with two GPUs, that of an idle one.
START_TEST(next_has_a_place_in_the_queue) {
    ck_assert_ptr_nonnull(mkdtemp(folder));
    struct gpus gpus = two_gpus();
    struct gpu_lease held, next, idle;
    ck_assert(take(&held, &gpus));
    ck_assert(gpu_lease_queue(&idle, &gpus));
    ck_assert_str_eq(idle.gpu->uuid, "second");
    ck_assert(gpu_lease_queue(&next, &gpus));
    ck_assert_str_eq(next.gpu->uuid, "first");
    ck_assert_int_eq(next.lock_fd, -1);
    gpu_lease_end(&held);
    ck_assert(gpu_lease_take(&next));
    ck_assert_int_ge(next.lock_fd, 0);
    // A grader that comes after the lease was taken can queue.
    ck_assert(gpu_lease_queue(&held, &gpus));
    ck_assert_str_eq(held.gpu->uuid, "first");
    gpu_lease_end(&held);
    gpu_lease_end(&next);
    gpu_lease_end(&idle);
    // Without such a file the lease itself is taken.
    gpus.list[0].queue[0][0] = '\0';
    ck_assert(gpu_lease_queue(&held, &gpus));
    ck_assert_int_ge(held.lock_fd, 0);
    ck_assert(gpu_lease_take(&held));
    ck_assert(gpu_lease_queue(&next, &gpus));
    ck_assert_str_eq(next.gpu->uuid, "second");
    gpu_lease_end(&next);
    gpu_lease_end(&held);
    snprintf(gpus.list[0].queue[0], sizeof gpus.list[0].queue[0], "%s/0.next", folder);
    remove_locks(&gpus);
}
END_TEST

// Whether the process holds a lock, or waits for one, by the kernel's own list.
static bool is_listed(pid_t process) {
    char line[256];
    int listed;
    bool found = false;
    FILE *locks = fopen("/proc/locks", "r");
    ck_assert_ptr_nonnull(locks);
    while (!found && fgets(line, sizeof line, locks)) {
        const char *kind = strstr(line, "FLOCK");
        found = kind && sscanf(kind, "FLOCK %*s %*s %d", &listed) == 1 && listed == process;
    }
    fclose(locks);
    return found;
}

static void say_and_end_lease(const struct gpus *gpus, const struct gpu_lease *held, int say, char name) {
    struct gpu_lease lease;
    close(held->lock_fd);
    const bool said = take(&lease, gpus) && write(say, &name, 1) == 1;
    _exit(said ? 0 : 1);
}

// Six graders and one GPU: the grader that has waited longest gets the lease, not the next one that looks.
START_TEST(nobody_is_passed_by) {
    enum { WAITING = 6 };
    ck_assert_ptr_nonnull(mkdtemp(folder));
    struct gpus gpus = two_gpus();
    gpus.count = 1;
    snprintf(gpus.line, sizeof gpus.line, "%s", folder);
    struct gpu_lease held;
    ck_assert(take(&held, &gpus));
    int said[2], status;
    ck_assert_int_eq(pipe(said), 0);
    for (int i = 0; i < WAITING; i++) {
        const pid_t child = fork();
        if (child == 0)
            say_and_end_lease(&gpus, &held, said[1], (char)('a' + i));
        while (!is_listed(child) && waitpid(child, &status, WNOHANG) == 0)
            usleep(1000);
    }
    gpu_lease_end(&held);
    char order[WAITING + 1] = "";
    for (int i = 0; i < WAITING; i++) {
        ck_assert_int_gt(wait(&status), 0);
        ck_assert_int_eq(status, 0);
        ck_assert_int_eq(read(said[0], &order[i], 1), 1);
    }
    ck_assert_str_eq(order, "abcdef");
    gpus.count = 2;
    remove_locks(&gpus);
}
END_TEST

START_TEST(no_gpu_no_lease) {
    struct gpu_lease lease;
    ck_assert(!gpu_lease_queue(&lease, &(struct gpus){.count = 0}));
    gpu_lease_end(&lease);
}
END_TEST

// Better without a lease than not at all.
START_TEST(gpu_without_an_entry_is_used) {
    struct gpu_lease lease;
    const struct gpus gpus = {.count = 1,
                              .list = {{.uuid = "only", .lock = "/nowhere", .queue = {"/nowhere/else"}}}};
    ck_assert(take(&lease, &gpus));
    ck_assert_str_eq(lease.gpu->uuid, "only");
    gpu_lease_end(&lease);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gpus");
    TCase *turns = tcase_create("turns");
    tcase_add_loop_test(turns, answer_is_read, 0, sizeof answers / sizeof answers[0]);
    tcase_add_loop_test(turns, own_device_is_read, 0, sizeof devices / sizeof devices[0]);
    tcase_add_test(turns, graders_take_turns);
    tcase_add_test(turns, next_has_a_place_in_the_queue);
    tcase_add_test(turns, nobody_is_passed_by);
    tcase_add_test(turns, no_gpu_no_lease);
    tcase_add_test(turns, gpu_without_an_entry_is_used);
    suite_add_tcase(suite, turns);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
