// A runner as of a GPU, on a machine that has none: it answers jobs as its task's name says. What
// test_measure asks.
#include <inttypes.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../runner/job.h"

static const uint8_t *input;
static uint8_t *output;
static size_t input_size, output_size;
static int jobs; // so far

static void *map(int fd, int protection, size_t *size) {
    struct stat status;
    void *bytes = fstat(fd, &status) == 0 ? mmap(NULL, (size_t)status.st_size, protection, MAP_SHARED, fd, 0)
                                          : MAP_FAILED;
    if (bytes == MAP_FAILED)
        _exit(3);
    *size = (size_t)status.st_size;
    return bytes;
}

// The sum of call r's input, `off` beside the truth.
static void answer(const struct job *job, uint32_t r, uint32_t off) {
    const uint32_t *elements = (const uint32_t *)(const void *)(input + job->input_offset);
    const struct job_variation by = job->variation[r];
    uint32_t sum = off;
    for (int32_t i = 0; i < job->n; i++)
        sum += (elements[i] ^ (uint32_t)i * by.scatter) * by.multiply + by.add;
    memcpy(output + job->output_offset + r * job_align(job->output_bytes), &sum, sizeof sum);
}

// A turn that takes so long; then the end of call r's answer is there, or something else.
static void take_turn(const struct job *job, uint32_t r, useconds_t us, int early) {
    static uint32_t turns;
    const struct job_start *start = (const void *)(input + input_size - JOB_TURN_BYTES);
    struct job_turn *turn = (void *)(output + output_size - JOB_TURN_BYTES);
    const uint64_t bytes = job_proof_bytes(job);
    __atomic_store_n(&turn->ready, ++turns, __ATOMIC_RELEASE);
    while (__atomic_load_n(&start->started, __ATOMIC_ACQUIRE) != turns)
        sched_yield();
    if (us > 0)
        usleep(us);
    memcpy(turn->proof,
           output + job->output_offset + r * job_align(job->output_bytes) + job->output_bytes - bytes, bytes);
    turn->proof[0] ^= (uint8_t)early;
    __atomic_store_n(&turn->done, turns, __ATOMIC_RELEASE);
    __atomic_store_n(&turn->proven, turns, __ATOMIC_RELEASE);
}

// The first of them are half as long.
static void list(FILE *out, const char *name, uint32_t count, double us, uint32_t half) {
    fprintf(out, "\"%s\":[", name);
    for (uint32_t i = 0; i < count; i++)
        fprintf(out, "%s%.3f", i ? "," : "", i < half ? us / 2 : us);
    fprintf(out, "],");
}

// So many warm-ups and timed calls, each of so many microseconds.
static const struct {
    const char *task;
    uint32_t warmups, timed; // of what was asked for at most
    double us;           // that each claims; 0: a tenth of a second for each job that came to this process
    uint32_t wrong_from; // the first call whose answer is wrong
    // longer than it claims; before its answer; none; some claims are half, always or unless it comes first
    enum { HONEST, SLOWER, EARLY, NO_TURNS, NOISY, NOISY_LATER } turns;
} timed[] = {
    {"steady", 64, 64, 1e5, 64, HONEST},
    {"wrong_at_last", 64, 64, 1e5, 5, HONEST},
    {"slow", 1, 1, JOB_TIME_ENOUGH_US / 2, 2, HONEST},
    {"slow_at_once", 0, 1, JOB_TIME_ENOUGH_US, 1, HONEST},
    {"slow_and_wrong", 1, 1, JOB_TIME_ENOUGH_US / 2, 1, HONEST},
    {"stops_early", 1, 1, 10, 64, HONEST},
    {"never_called", 64, 0, JOB_TIME_ENOUGH_US, 64, HONEST},
    {"counts_jobs", 64, 64, 0, 64, HONEST},
    {"claims_less", 64, 64, 10, 64, SLOWER},
    {"says_so_early", 64, 64, 1e5, 64, EARLY},
    {"takes_no_turns", 64, 64, 1e5, 64, NO_TURNS},
    {"noisy", 64, 64, 1e5, 64, NOISY},
    {"noisy_at_first", 64, 64, 1e5, 64, NOISY_LATER}, // the first runner has begun with another job
    {"noisy_and_wrong", 64, 64, 1e5, 0, NOISY},
};
enum { SLOW_US = 20000 };

static void time_it(const struct job *job, FILE *out) {
    for (size_t i = 0; i < sizeof timed / sizeof timed[0]; i++) {
        if (strcmp(job->task, timed[i].task) != 0)
            continue;
        const uint32_t warmups = timed[i].warmups < job->warmups ? timed[i].warmups : job->warmups;
        const uint32_t calls = timed[i].timed < job->repetitions ? timed[i].timed : job->repetitions;
        for (uint32_t r = 0; r < warmups + calls; r++)
            answer(job, r, r >= timed[i].wrong_from);
        for (uint32_t r = 0; r < warmups + calls && timed[i].turns != NO_TURNS; r++)
            take_turn(job, r, timed[i].turns == SLOWER ? SLOW_US : 0, timed[i].turns == EARLY);
        const double us = timed[i].us > 0 ? timed[i].us : 1e5 * jobs;
        const bool noisy = timed[i].turns == NOISY || (timed[i].turns == NOISY_LATER && jobs > 3);
        list(out, "times_us", calls, us, noisy ? 1 + calls / 4 : 0);
        list(out, "warmup_us", warmups, us, 0);
    }
}

// Says what is in the file that WARPLAB_CUPTI names, and in the one beside it.
static void tell_of_cupti(FILE *out) {
    const char *library = getenv("WARPLAB_CUPTI");
    const char *const names[] = {"libcupti.so", "libnvperf_host.so"};
    fputs("not permitted:", out);
    for (size_t i = 0; library && i < 2; i++) {
        char path[4096], words[64] = "";
        snprintf(path, sizeof path, "%.*s/%s", (int)(strrchr(library, '/') - library), library, names[i]);
        FILE *file = fopen(path, "r");
        fprintf(out, " %s", file && fgets(words, sizeof words, file) ? words : "nothing");
        if (file)
            fclose(file);
    }
}

// Rates that are all 1, of a device called "none".
static void calibrate(const struct job *job, FILE *out) {
    for (int i = 0; i < JOB_EMPTY_TURNS + JOB_STORING_TURNS; i++)
        take_turn(job, 0, 0, 0);
    fputs("\"device\":{\"name\":\"none\",\"multiprocessors\":1},\"copy_gbps\":1,\"clock_mhz\":1,", out);
}

static const struct job job_of_no_answer = {.kind = JOB_CALIBRATE};

static void count_it(const struct job *job, FILE *out) {
    fputs(job->kind == JOB_COUNT ? "\"counted\":{\"launches\":0,\"passes\":0,\"counters\":{},\"problem\":\""
                                 : "\"reached\":{\"launches\":0,\"problem\":\"",
          out);
    tell_of_cupti(out);
    fputs("\"},", out);
}

// A case: the sum of its input, and the input as it was.
static void run_it(const struct job *job) {
    const uint32_t *elements = (const uint32_t *)(const void *)(input + job->input_offset);
    uint8_t *to = output + job->output_offset;
    uint32_t sum = 0;
    for (int32_t i = 0; i < job->n; i++)
        sum += elements[i];
    memcpy(to, &sum, sizeof sum);
    memcpy(to + job_align(job->output_bytes), elements, job->input_bytes);
}

static char *driver_json(const struct job *job, size_t *length) {
    char *text = NULL;
    FILE *out = open_memstream(&text, length);
    fputs("{\"driver\":{", out);
    if (job->kind == JOB_CALIBRATE)
        calibrate(&job_of_no_answer, out);
    else if (job->kind == JOB_TIME)
        time_it(job, out);
    else if (job->kind == JOB_RUN)
        run_it(job);
    else if (job->kind == JOB_COUNT || job->kind == JOB_REACH)
        count_it(job, out);
    fputs("\"error\":null}}", out);
    fclose(out);
    return text;
}

int main(void) {
    struct job job;
    input = map(INPUT_FD, PROT_READ, &input_size);
    output = map(OUTPUT_FD, PROT_READ | PROT_WRITE, &output_size);
    while (read(JOB_FD, &job, sizeof job) == (ssize_t)sizeof job && job.kind != JOB_QUIT) {
        if (strcmp(job.task, "crashes") == 0)
            abort();
        jobs++;
        size_t length = 0;
        char *json = driver_json(&job, &length);
        const struct job_reply reply = {JOB_MAGIC, job.id, JOB_DONE, (uint32_t)length};
        if (write(REPLY_FD, &reply, sizeof reply) != (ssize_t)sizeof reply ||
            write(REPLY_FD, json, length) != (ssize_t)length)
            return 1;
        free(json);
    }
    return 0;
}
