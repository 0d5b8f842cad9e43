// A runner as of a GPU, on a machine that has none: it answers jobs as its task's name says. What
// test_measure asks.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../runner/job.h"

static const uint8_t *input;
static uint8_t *output;
static int jobs; // so far

static void *map(int fd, int protection) {
    struct stat status;
    void *bytes = fstat(fd, &status) == 0 ? mmap(NULL, (size_t)status.st_size, protection, MAP_SHARED, fd, 0)
                                          : MAP_FAILED;
    if (bytes == MAP_FAILED)
        _exit(3);
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

static void list(FILE *out, const char *name, uint32_t count, double us) {
    fprintf(out, "\"%s\":[", name);
    for (uint32_t i = 0; i < count; i++)
        fprintf(out, "%s%.3f", i ? "," : "", us);
    fprintf(out, "],");
}

// So many warm-ups and timed calls, each of so many microseconds.
static const struct {
    const char *task;
    uint32_t warmups, timed; // of what was asked for at most
    double us;               // 0: as many as jobs came to this process
    uint32_t wrong_from;     // the first call whose answer is wrong
} timed[] = {
    {"steady", 64, 64, 10, 64},
    {"wrong_at_last", 64, 64, 10, 5},
    {"slow", 1, 1, JOB_TIME_ENOUGH_US / 2, 2},
    {"slow_at_once", 0, 1, JOB_TIME_ENOUGH_US, 1},
    {"slow_and_wrong", 1, 1, JOB_TIME_ENOUGH_US / 2, 1},
    {"stops_early", 1, 1, 10, 64},
    {"never_called", 64, 0, JOB_TIME_ENOUGH_US, 64},
    {"counts_jobs", 64, 64, 0, 64},
};

static void time_it(const struct job *job, FILE *out) {
    for (size_t i = 0; i < sizeof timed / sizeof timed[0]; i++) {
        if (strcmp(job->task, timed[i].task) != 0)
            continue;
        const uint32_t warmups = timed[i].warmups < job->warmups ? timed[i].warmups : job->warmups;
        const uint32_t calls = timed[i].timed < job->repetitions ? timed[i].timed : job->repetitions;
        for (uint32_t r = 0; r < warmups + calls; r++)
            answer(job, r, r >= timed[i].wrong_from);
        const double us = timed[i].us > 0 ? timed[i].us : jobs;
        list(out, "times_us", calls, us);
        list(out, "warmup_us", warmups, us);
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
static void calibrate(FILE *out) {
    fputs("\"device\":{\"name\":\"none\",\"multiprocessors\":1},\"copy_gbps\":1,\"clock_mhz\":1,", out);
}

static void count_it(FILE *out) {
    fputs("\"counted\":{\"launches\":0,\"passes\":0,\"counters\":{},\"problem\":\"", out);
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
        calibrate(out);
    else if (job->kind == JOB_TIME)
        time_it(job, out);
    else if (job->kind == JOB_RUN)
        run_it(job);
    else if (job->kind == JOB_COUNT)
        count_it(out);
    fputs("\"error\":null}}", out);
    fclose(out);
    return text;
}

int main(void) {
    struct job job;
    input = map(INPUT_FD, PROT_READ);
    output = map(OUTPUT_FD, PROT_READ | PROT_WRITE);
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
