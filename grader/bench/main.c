// make bench: the measurements, their order, and their output.
//
//     bench CSV [SIZES] [RUNS] [FILTER]
//     bench --check
//
// SIZES are numbers of elements, those up to 30 as powers of two: "16,18,100003"; FILTER is a list of groups,
// or of parts of names, to be timed: "CUB,challenge_scan".
// --check measures no times: it looks for wrong answers at sizes and addresses at which mistakes are likely.
#include "bench/bench.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"

// A slow runner is timed less often, but at least LEAST times.
enum { LEAST = 5 };
static const double BUDGET_US = 3e5;

static const struct data data[] = {
    {"random", false, inputs_int_random}, {"uniform", true, inputs_byte_random},
    {"one bin", true, inputs_byte_same},  {"skewed", true, inputs_byte_skewed},
    {"sorted", true, inputs_byte_sorted},
};

// One size and kind of data, and its runners.
struct turn {
    struct runner *runners[BENCH_MAX_RUNNERS];
    size_t count;
};

// The memory's limits at one size, in GB/s; 0: unknown.
struct limits {
    double peak;    // by clock and bus width
    double copying; // the driver's own copy in this run
    double reading; // the challenge's reduce in this run: it only reads
};

static double quantile(const struct runner *runner, size_t quarters) {
    return runner->us[runner->runs * quarters / 4];
}

static double gbps(const struct runner *runner, int32_t n) {
    const struct spec_task *task = runner->task;
    const struct parameter *in = signature_first(task->parameters, CALL_GIVEN);
    const struct parameter *out = signature_first(task->parameters, CALL_WRITTEN);
    const double by_signature = element_bytes(in->element) * (double)in->extent.n +
                                element_bytes(out->element) * (double)out->extent.n;
    const double judged_by = task->bandwidth.bytes_per_element,
                 each = judged_by > 0 ? judged_by : by_signature;
    return runner->runs > 0 ? each * n / quantile(runner, 2) / 1e3 : 0;
}

// A reduce is compared with the bus, a histogram with the reduce, and a kernel that writes as much as it
// reads with a copy.
static double limit(const struct runner *runner, const struct limits *limits) {
    const struct parameter *out = signature_first(runner->task->parameters, CALL_WRITTEN);
    return signature_has_bins(runner->task->parameters) ? limits->reading
           : out->extent.n > 0                          ? limits->copying
                                                        : limits->peak;
}

// Notes the figures that others are compared with.
static void note_limits(struct limits *limits, const struct turn *turn, int32_t n) {
    for (size_t i = 0; i < turn->count; i++) {
        const struct runner *r = turn->runners[i];
        if (strcmp(r->group, "copy") == 0 && gbps(r, n) > limits->copying)
            limits->copying = gbps(r, n);
        if (strcmp(r->name, "challenge_reduce") == 0)
            limits->reading = gbps(r, n);
    }
}

static struct turn choose(struct runner *runners, size_t count, const struct data *of, const char *filter) {
    struct turn turn = {.count = 0};
    for (size_t i = 0; i < count; i++) {
        const bool bytes = signature_has_bins(runners[i].task->parameters);
        if (bytes != of->bytes || !runner_is_named(&runners[i], filter))
            continue;
        runners[i].runs = 0;
        runners[i].spent_us = 0;
        runners[i].right = runners[i].failed = false;
        turn.runners[turn.count++] = &runners[i];
    }
    return turn;
}

// Each runner once, then each again.
static void race(struct arena *arena, struct turn *turn, size_t runs) {
    for (size_t round = 0; round < runs; round++)
        for (size_t i = 0; i < turn->count; i++)
            if (turn->runners[i]->right && (round < LEAST || turn->runners[i]->spent_us < BUDGET_US))
                arena_time(arena, turn->runners[i]);
    for (size_t i = 0; i < turn->count; i++)
        sort_numbers(turn->runners[i]->us, turn->runners[i]->runs);
}

// @return the number of wrong answers
static int print(FILE *csv, const struct turn *turn, const struct data *of, int32_t n,
                 const struct limits *limits) {
    int wrong = 0;
    for (size_t i = 0; i < turn->count; i++) {
        const struct runner *r = turn->runners[i];
        const char *answer = r->failed ? "failed" : r->right ? "right" : "wrong";
        const double most = limit(r, limits);
        wrong += !r->right && !r->failed;
        if (r->runs == 0) {
            fprintf(csv, "%d,%s,%s,\"%s\",%s,0,,,,,\n", n, of->name, r->group, r->name, answer);
            printf("%10d  %-8s %-20s %-40s %s\n", n, of->name, r->group, r->name, answer);
            continue;
        }
        fprintf(csv, "%d,%s,%s,\"%s\",%s,%zu,%.2f,%.2f,%.2f,%.1f,", n, of->name, r->group, r->name, answer,
                r->runs, quantile(r, 1), quantile(r, 2), quantile(r, 3), gbps(r, n));
        if (most > 0)
            fprintf(csv, "%.1f", most);
        fprintf(csv, "\n");
        char of_limit[32] = "";
        if (most > 0)
            snprintf(of_limit, sizeof of_limit, "%5.3f of the limit", gbps(r, n) / most);
        printf("%10d  %-8s %-20s %-40s %10.1f us %7.1f GB/s  %18s  spread %4.1f %%\n", n, of->name, r->group,
               r->name, quantile(r, 2), gbps(r, n), of_limit,
               100 * (quantile(r, 3) - quantile(r, 1)) / quantile(r, 2));
    }
    fflush(csv);
    fflush(stdout);
    return wrong;
}

// The checks keep the processor busy and not the device, whose clock falls meanwhile.
static void describe_clock(FILE *csv, struct arena *arena, int32_t n, const struct data *of) {
    double mhz;
    const char *steady = arena_warm_up(arena, &mhz) ? "steady" : "not steady";
    fprintf(csv, "# %d, %s: multiprocessors at %.0f MHz, %s\n", n, of->name, mhz, steady);
    printf("multiprocessors at %.0f MHz, %s\n", mhz, steady);
}

static int measure(FILE *csv, int32_t n, size_t runs, const char *filter) {
    struct runner runners[BENCH_MAX_RUNNERS];
    const size_t count = runners_find(runners, BENCH_MAX_RUNNERS);
    struct arena *arena = arena_open(n);
    struct limits limits = {.peak = device_peak_gbps()};
    int wrong = 0;
    for (size_t d = 0; arena && d < SPEC_COUNT(data); d++) {
        struct turn turn = choose(runners, count, &data[d], filter);
        if (turn.count == 0)
            continue;
        arena_fill(arena, &data[d], n, 0);
        arena_check(arena, turn.runners, turn.count);
        describe_clock(csv, arena, n, &data[d]);
        race(arena, &turn, runs);
        note_limits(&limits, &turn, n);
        wrong += print(csv, &turn, &data[d], n, &limits);
        power_describe(csv, "# after it: ");
        power_describe(stdout, "");
    }
    if (arena)
        arena_close(arena);
    return wrong;
}

// A number of elements, or up to 30 its logarithm to base 2.
static int32_t elements(const char *text) {
    const int number = atoi(text);
    return number > 30 ? number : 1 << (number < 0 ? 0 : number);
}

static int bench(FILE *csv, const char *sizes, size_t runs, const char *filter) {
    char date[32];
    const time_t now = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    fprintf(csv, "# date: %s\n", date);
    if (!device_describe(csv, "# ") || !device_describe(stdout, ""))
        return EXIT_FAILURE;
    fprintf(csv,
            "# limit_gbps: of a reduce, %.0f by the clock of memory and the width of its bus; of a "
            "histogram, the "
            "challenge's reduce; else the copy\n",
            device_peak_gbps());
    fprintf(csv,
            "n,data,group,name,answer,runs,first_quartile_us,median_us,third_quartile_us,gbps,limit_gbps\n");
    int wrong = 0;
    for (const char *size = sizes; size; size = strchr(size, ',') ? strchr(size, ',') + 1 : NULL)
        wrong += measure(csv, elements(size), runs, filter);
    if (wrong > 0)
        fprintf(stderr, "bench: %d answers were wrong\n", wrong);
    return wrong > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

static void say(const struct runner *r, const struct data *of, int32_t n, int32_t offset) {
    printf("%10d  %-8s %-20s %-40s %s%s\n", n, of->name, r->group, r->name,
           r->right    ? "right"
           : r->failed ? "refused"
                       : "WRONG",
           offset ? ", input not aligned" : "");
}

// One rung at one size and address; only wrong answers are printed. @return whether the answer was wrong
static int check_one(struct arena *arena, struct runner *runner, const struct data *of, int32_t n,
                     int32_t offset) {
    struct runner *const one[] = {runner};
    arena_fill(arena, of, n, offset);
    arena_check(arena, one, 1);
    if (!runner->right || n > 1 << 28)
        say(runner, of, n, offset);
    return !runner->right && !runner->failed;
}

// A bad address ends a process's use of the GPU, so each rung has its own process. @return wrong answers
static int check_alone(size_t index) {
    static const int32_t sizes[] = {0, 1, 2, 3, 5, 15, 16, 17, 31, 255, 257, 4097, 65537, 1000003, 16777219};
    struct runner runners[BENCH_MAX_RUNNERS];
    const size_t count = runners_find(runners, BENCH_MAX_RUNNERS);
    struct runner *runner = &runners[index];
    const struct data *of = &data[signature_has_bins(runner->task->parameters)];
    if (index >= count || runner->vendor)
        return 0;
    struct arena *arena = arena_open(1 << 25);
    int wrong = 0;
    for (size_t s = 0; arena && s < SPEC_COUNT(sizes); s++)
        wrong += check_one(arena, runner, of, sizes[s], 0);
    for (size_t s = 0; arena && s < SPEC_COUNT(sizes) && !runner->failed; s++)
        wrong += check_one(arena, runner, of, sizes[s], 1);
    return arena ? wrong : 1;
}

static int check_greatest(void) {
    struct runner runners[BENCH_MAX_RUNNERS];
    const size_t count = runners_find(runners, BENCH_MAX_RUNNERS);
    struct arena *arena = arena_open(INT32_MAX);
    int wrong = 0;
    for (size_t d = 0; arena && d < 2; d++) {
        struct turn turn = choose(runners, count, &data[d], "");
        arena_fill(arena, &data[d], INT32_MAX, 0);
        arena_check(arena, turn.runners, turn.count);
        for (size_t i = 0; i < turn.count; i++) {
            say(turn.runners[i], &data[d], INT32_MAX, 0);
            wrong += !turn.runners[i]->right && !turn.runners[i]->failed && !turn.runners[i]->vendor;
        }
    }
    return wrong;
}

// @return wrong answers, or 1 if the process did not end normally
static int in_a_process(int (*what)(size_t), size_t index) {
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        const int wrong = what(index);
        fflush(stdout);
        _exit(wrong > 100 ? 100 : wrong);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return 1;
    return WEXITSTATUS(status);
}

static int greatest(size_t index) { return (void)index, device_describe(stdout, "") ? check_greatest() : 1; }

static int check(void) {
    struct runner runners[BENCH_MAX_RUNNERS];
    const size_t count = runners_find(runners, BENCH_MAX_RUNNERS);
    int wrong = 0;
    for (size_t i = 0; i < count; i++)
        wrong += in_a_process(check_alone, i);
    wrong += in_a_process(greatest, 0);
    printf("%d wrong answers\n", wrong);
    return wrong > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--check") == 0)
        return check();
    if (argc < 2) {
        fprintf(stderr, "usage: bench CSV [SIZES] [RUNS] [FILTER], or bench --check\n");
        return EXIT_FAILURE;
    }
    FILE *csv = fopen(argv[1], "w");
    if (!csv) {
        perror(argv[1]);
        return EXIT_FAILURE;
    }
    const long runs = argc > 3 ? atol(argv[3]) : 15;
    const int status = bench(csv, argc > 2 ? argv[2] : "16,18,20,22,24,26,28,30",
                             runs < 1                ? 1
                             : runs > BENCH_MAX_RUNS ? BENCH_MAX_RUNS
                                                     : (size_t)runs,
                             argc > 4 ? argv[4] : "");
    return fclose(csv) == 0 ? status : EXIT_FAILURE;
}
