// make bench-batch: the time of a class, compared with that of its builds and engine runs alone; the memory
// of the grader; and whether anything grows faster than the class.
//
//   batch N CORES    N submissions of lab3 on CORES cores; run in the repository
//
// "Alone" is the processor time of the compilers and of the submissions on the engine inside the sandbox,
// in the same run, divided by the cores: the time of the class if nothing else cost anything and no core
// ever waited. On a machine that does other work, look at the processor times.
#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "class/gradebook/store.h"
#include "lab/spec.h"

enum { SAMPLE_US = 50000, SIZES = 3, TURNS = 3, REPORT = 8000 };

static char directory[64] = "/tmp/bench-batch-XXXXXX";

struct figures {
    double wall_s, cpu_s;     // of the command and all its descendants
    long own_kib, worker_kib; // peak memory of ./grade batch itself, and of any of its workers
};

static _Noreturn void fail(const char *what) {
    fprintf(stderr, "bench-batch: %s: %s\n", what, strerror(errno));
    exit(2);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double seconds(struct timeval time) { return (double)time.tv_sec + 1e-6 * (double)time.tv_usec; }

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *where) {
    (void)status, (void)type, (void)where;
    return remove(path);
}

static const char *in(const char *name) {
    static char paths[4][PATH_MAX];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, PATH_MAX, "%s/%s", directory, name);
    return path;
}

// A process's own high-water mark of memory in KiB, 0 if it is gone.
static long high_water(pid_t pid) {
    char path[64], line[200];
    long kib = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "VmHWM: %ld", &kib) == 1)
            break;
    if (file)
        fclose(file);
    return kib;
}

// The same of the workers, which are its children: the greatest.
static long workers_high_water(pid_t pid) {
    char path[80];
    long most = 0;
    int child;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
    FILE *file = fopen(path, "r");
    while (file && fscanf(file, "%d", &child) == 1) {
        const long kib = high_water(child);
        most = kib > most ? kib : most;
    }
    if (file)
        fclose(file);
    return most;
}

// The first `cores` of those that this process may use.
static void keep_to(int cores) {
    cpu_set_t all, some;
    CPU_ZERO(&some);
    if (sched_getaffinity(0, sizeof all, &all) != 0)
        fail("sched_getaffinity");
    for (size_t i = 0; i < CPU_SETSIZE && cores > 0; i++)
        if (CPU_ISSET(i, &all)) {
            CPU_SET(i, &some);
            cores--;
        }
    if (cores > 0 || sched_setaffinity(0, sizeof some, &some) != 0)
        fail("there are fewer cores");
}

// ./grade batch on a class of the directory. Its output goes to a log.
static struct figures batch(const char *class, const char *db, int cores, const char *cost) {
    struct figures figures = {.own_kib = 0};
    struct rusage usage;
    int status;
    char jobs[16];
    snprintf(jobs, sizeof jobs, "%d", cores);
    const double begin = now();
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        keep_to(cores);
        setenv("WARPLAB_COST", in(cost), 1);
        if (!freopen(in("log"), "a", stdout) || !freopen(in("log"), "a", stderr))
            _exit(2);
        execl("./grade", "./grade", "batch", in(class), "--lab", "lab3", "--backend", "cpu", "--seed", "7",
              "-j", jobs, "--db", in(db), NULL);
        _exit(2);
    }
    for (;;) {
        const pid_t ended = wait4(child, &status, WNOHANG, &usage);
        if (ended == child)
            break;
        const long kib = high_water(child), worker_kib = workers_high_water(child);
        figures.own_kib = kib > figures.own_kib ? kib : figures.own_kib;
        figures.worker_kib = worker_kib > figures.worker_kib ? worker_kib : figures.worker_kib;
        usleep(SAMPLE_US);
    }
    figures.wall_s = now() - begin;
    figures.cpu_s = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    if (!WIFEXITED(status) || WEXITSTATUS(status) > 1) {
        fprintf(stderr, "bench-batch: ./grade batch failed, see %s\n", in("log"));
        exit(2);
    }
    return figures;
}

// The processor seconds of the submissions' builds and engine runs, and their number.
static double alone(const char *cost, int *count) {
    double sum = 0, one;
    FILE *file = fopen(in(cost), "r");
    *count = 0;
    while (file && fscanf(file, "%lf %*d", &one) == 1) {
        sum += one;
        ++*count;
    }
    if (file)
        fclose(file);
    return sum;
}

// One student's folder with a unique file.
static void put(const char *class, int i, const char *text) {
    char name[64], path[PATH_MAX];
    snprintf(name, sizeof name, "%s/s%04d", class, i);
    if (mkdir(in(name), 0755) != 0)
        fail("mkdir");
    snprintf(path, sizeof path, "%s/lab3.cu", in(name));
    FILE *file = fopen(path, "w");
    if (!file || fprintf(file, "%s// student %d\n", text, i) < 0 || fclose(file) != 0)
        fail(path);
}

static char *read_text(const char *path) {
    static char text[1 << 16];
    FILE *file = fopen(path, "r");
    if (!file)
        fail(path);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

// A typical class: six of ten are right, the others wrong in different ways.
static void make_class(const char *class, int count) {
    static const char *const kinds[] = {"solutions/lab3",
                                        "grader/course/lab3/fixtures/correct_block_128",
                                        "grader/course/lab3/fixtures/correct_first_add",
                                        "grader/course/lab3/fixtures/barrier_in_else",
                                        "grader/course/lab3/fixtures/correct_early_return",
                                        "labs/lab3",
                                        "grader/course/lab3/fixtures/correct_2d_block",
                                        "grader/course/lab3/fixtures/atomic_each_element",
                                        "solutions/lab3",
                                        "grader/course/lab3/fixtures/bytes_for_elements"};
    if (mkdir(in(class), 0755) != 0)
        fail("mkdir");
    for (int i = 0; i < count; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/lab3.cu", kinds[i % 10]);
        put(class, i, read_text(path));
    }
}

static void whole_class(int count, int cores) {
    int graded;
    make_class("class", count);
    const struct figures figures = batch("class", "class.db", cores, "cost");
    const double work_s = alone("cost", &graded);
    if (graded != count)
        fail("not all were graded");
    printf("%d submissions of lab3 on %d cores: %.1f s, %.1f a minute\n", count, cores, figures.wall_s,
           60 * count / figures.wall_s);
    printf("  builds and engine runs alone: %.1f s of processor time, %.1f s on %d cores\n", work_s,
           work_s / cores, cores);
    printf("  the batch took %.3f times that by the clock, %.3f times in processor time\n",
           figures.wall_s / (work_s / cores), figures.cpu_s / work_s);
    printf("  memory of ./grade batch: %.1f MiB, of a worker at most %.1f MiB\n",
           (double)figures.own_kib / 1024, (double)figures.worker_kib / 1024);
}

static int by_size(const void *left, const void *right) {
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

// Grades some of the same submissions again, alternately on half of the cores and on all: otherwise a machine
// whose speed varies would distort the comparison.
static void twice_the_cores(int count, int cores) {
    double times[TURNS];
    make_class("few", count);
    printf("%d of them on %d and on %d cores, in turns:\n", count, cores / 2, cores);
    for (int turn = 0; turn < TURNS; turn++) {
        char half_db[16], full_db[16], half_cost[16], full_cost[16];
        int graded;
        snprintf(half_db, sizeof half_db, "half%d.db", turn);
        snprintf(full_db, sizeof full_db, "full%d.db", turn);
        snprintf(half_cost, sizeof half_cost, "cost_half%d", turn);
        snprintf(full_cost, sizeof full_cost, "cost_full%d", turn);
        const struct figures half = batch("few", half_db, cores / 2, half_cost);
        const struct figures full = batch("few", full_db, cores, full_cost);
        times[turn] = half.wall_s / full.wall_s;
        printf("  %.1f s and %.1f s: %.2f times the rate (builds and engine runs alone: %.1f s and %.1f s)\n",
               half.wall_s, full.wall_s, times[turn], alone(half_cost, &graded), alone(full_cost, &graded));
        fflush(stdout);
    }
    qsort(times, TURNS, sizeof *times, by_size);
    printf("  median: %.2f times the rate\n", times[TURNS / 2]);
}

// The gradebook's own part, without any grading: all are handed in, then there is one transaction for each
// result, which claims the next, as in a batch, with a report as long as real ones. @return seconds per
// submission
static double gradebook_alone(const char *db, int count) {
    struct error error;
    char report[REPORT + 1], student[16], text[32];
    struct gradebook_work work;
    memset(report, '.', REPORT);
    report[REPORT] = '\0';
    const struct gradebook_outcome outcome = {
        .score = 1, .max_score = 1, .report_json = report, .report_text = report};
    struct gradebook *book = gradebook_open(in(db), GRADEBOOK_WRITE, &error);
    const double begin = now();
    bool good = book && gradebook_begin(book);
    for (int i = 0; good && i < count; i++) {
        snprintf(student, sizeof student, "s%04d", i);
        snprintf(text, sizeof text, "// student %d\n", i);
        good = gradebook_hand_in(book, &(struct gradebook_submission){.student = student,
                                                                      .lab = "lab3",
                                                                      .origin = "class",
                                                                      .bytes = text,
                                                                      .length = strlen(text),
                                                                      .version = version_of("lab3"),
                                                                      .seed = "0000000000000007",
                                                                      .backend = "cpu"});
    }
    good = good && gradebook_claim(book, "s0000", "lab3", &work) == GRADEBOOK_CLAIMED &&
           gradebook_end(book, true);
    for (int i = 1; good && i <= count; i++) {
        good = gradebook_begin(book) && gradebook_record(book, &work, &outcome);
        gradebook_work_free(&work);
        snprintf(student, sizeof student, "s%04d", i);
        if (good && i < count)
            good = gradebook_claim(book, student, "lab3", &work) == GRADEBOOK_CLAIMED;
        good = good && gradebook_end(book, true);
    }
    if (!good)
        fail(book ? gradebook_error(book) : error.text);
    gradebook_close(book);
    return (now() - begin) / count;
}

// The overhead besides grading: the gradebook's own part, and a batch that finds everything graded already.
// In memory, if possible, so that the disk is not measured; the cost of the disk is reported separately.
static void larger_classes(void) {
    static const int sizes[SIZES] = {300, 1000, 3000};
    double record_ms[SIZES], again_ms[SIZES], mib[SIZES];
    for (int s = 0; s < SIZES; s++) {
        char class[32], db[32];
        int graded;
        snprintf(class, sizeof class, "class%d", sizes[s]);
        snprintf(db, sizeof db, "class%d.db", sizes[s]);
        if (mkdir(in(class), 0755) != 0)
            fail("mkdir");
        for (int i = 0; i < sizes[s]; i++)
            put(class, i, "");
        record_ms[s] = 1e3 * gradebook_alone(db, sizes[s]);
        const struct figures figures = batch(class, db, 1, "cost_again");
        alone("cost_again", &graded);
        if (graded > 0)
            fail("something was graded again");
        again_ms[s] = 1e3 * figures.wall_s / sizes[s];
        mib[s] = (double)figures.own_kib / 1024;
    }
    printf("without grading, %-9s, in classes of        %6d %6d %6d\n",
           strncmp(directory, "/dev/shm", 8) == 0 ? "in memory" : "on disk", sizes[0], sizes[1], sizes[2]);
    printf("  handed in, claimed and recorded, ms each      %6.2f %6.2f %6.2f\n", record_ms[0], record_ms[1],
           record_ms[2]);
    printf("  found by ./grade batch to be graded, ms each  %6.2f %6.2f %6.2f\n", again_ms[0], again_ms[1],
           again_ms[2]);
    printf("  memory of ./grade batch, MiB                  %6.1f %6.1f %6.1f\n", mib[0], mib[1], mib[2]);
}

int main(int count, char **arguments) {
    const int size = count == 3 ? atoi(arguments[1]) : 0, cores = count == 3 ? atoi(arguments[2]) : 0;
    if (size < 1 || cores < 2) {
        fprintf(stderr, "usage: batch N CORES, with at least 2 cores\n");
        return 2;
    }
    if (!mkdtemp(directory))
        fail(directory);
    whole_class(size, cores);
    twice_the_cores(size < 40 ? size : 40, cores);
    printf("a result reaches the disk in %.1f ms\n", 1e3 * gradebook_alone("disk.db", 100));
    nftw(directory, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    strcpy(directory,
           access("/dev/shm", W_OK) == 0 ? "/dev/shm/bench-batch-XXXXXX" : "/tmp/bench-batch-XXXXXX");
    if (!mkdtemp(directory))
        fail(directory);
    larger_classes();
    nftw(directory, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    return 0;
}
