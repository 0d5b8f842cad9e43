// What a sandbox adds to the run of a program, in each tier that this machine has: /usr/bin/true started
// directly and in a box, in turns. By the clock, and in processor time of all that stands between us and it.
#include "sandbox/sandbox.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

enum { MAX_RUNS = 1000 };

struct times {
    double wall[MAX_RUNS], cpu[MAX_RUNS];
};

static double clock_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

// Of children that were waited for.
static double children_ms(void) {
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    return 1e3 * (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-3 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

static bool run_directly(void) {
    char *argv[] = {"/usr/bin/true", NULL}, *env[] = {NULL};
    pid_t child;
    int status;
    return posix_spawn(&child, argv[0], NULL, NULL, argv, env) == 0 && waitpid(child, &status, 0) == child &&
           status == 0;
}

static bool run_in_box(enum sandbox_tier tier) {
    static const char *const argv[] = {"/usr/bin/true", NULL}, *const env[] = {NULL};
    const struct sandbox_spawn spawn = {.argv = argv,
                                        .env = env,
                                        .limits = {10, 5, 64 << 20, 8, 4096, 4096},
                                        .profile = SANDBOX_RUN,
                                        .tier = tier};
    struct error error;
    struct sandbox_result result;
    struct sandbox_process *process = sandbox_start(&spawn, &error);
    const bool good = process && sandbox_wait(process, &result, -1) && result.verdict == SANDBOX_EXITED;
    sandbox_free(process);
    return good;
}

static int by_value(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double median(double *values, int count) {
    qsort(values, (size_t)count, sizeof *values, by_value);
    return values[count / 2];
}

static bool measure(struct times *times, int i, enum sandbox_tier tier) {
    const double wall = clock_ms(), cpu = children_ms();
    const bool good = tier == SANDBOX_TIER_NONE ? run_directly() : run_in_box(tier);
    times->wall[i] = clock_ms() - wall;
    times->cpu[i] = children_ms() - cpu;
    return good;
}

int main(int count, char **arguments) {
    static const enum sandbox_tier tiers[] = {SANDBOX_TIER_NONE, SANDBOX_TIER_A, SANDBOX_TIER_B,
                                              SANDBOX_TIER_C};
    static struct times times[4];
    const int runs = count > 1 ? atoi(arguments[1]) : 200;
    struct error error;
    if (runs < 1 || runs > MAX_RUNS)
        return 2;
    for (int i = 0; i < runs; i++)
        for (size_t t = 0; t < 4; t++)
            if ((t == 0 || sandbox_probe_tier(tiers[t], &error)) && !measure(&times[t], i, tiers[t]))
                return 1;
    const double direct = median(times[0].wall, runs);
    printf("a program that does nothing, started directly: %.1f ms (median of %d)\n", direct, runs);
    for (size_t t = 1; t < 4; t++) {
        if (sandbox_probe_tier(tiers[t], &error))
            printf("in the sandbox, tier %c: %.1f ms more, of which %.1f ms processor time\n", (char)tiers[t],
                   median(times[t].wall, runs) - direct, median(times[t].cpu, runs));
        else
            printf("in the sandbox, %s\n", error.text);
    }
    return 0;
}
