// The program that a submission is linked into: reads jobs, lets the driver run them, replies.
//
// Theory of operation. `grade` starts this program in the sandbox with four descriptors (job.h). Jobs come in
// on JOB_FD, one at a time; replies go out on REPLY_FD. INPUT_FD and OUTPUT_FD are memory shared with
// `grade`; the input is read-only. The submission's code runs in this process, so `grade` does not trust it:
// it relies only on the bytes in the output memory and on the time of the reply. Standard output and error
// belong to the submission.
#include <errno.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/driver.h"

void (*driver_find(const char *task))(void) {
    for (const struct driver_task *t = driver_tasks; t->name; t++)
        if (strcmp(t->name, task) == 0)
            return t->launcher;
    return NULL;
}

static struct mapping {
    void *bytes;
    uint64_t size;
} input, output;

// CUDA calls that failed in the running job, as CUDA_CHECK reports them; the first few are enough.
enum { MAX_FAILED_CALLS = 8 };
static struct failed_call {
    const char *expression, *file;
    int line, error;
} failed_calls[MAX_FAILED_CALLS];
static size_t failed_call_count;

void wl_cuda_failed(const char *expression, const char *file, int line, int error) {
    if (failed_call_count < MAX_FAILED_CALLS)
        failed_calls[failed_call_count++] = (struct failed_call){expression, file, line, error};
}

__attribute__((noreturn)) static void give_up(const char *what) {
    fprintf(stderr, "runner: %s\n", what);
    _exit(3);
}

void driver_close_mappings(bool closed) {
    const int rights[] = {PROT_READ, PROT_READ | PROT_WRITE};
    const struct mapping *const both[] = {&input, &output};
    for (int i = 0; i < 2; i++)
        if (both[i]->size > 0 && mprotect(both[i]->bytes, both[i]->size, closed ? PROT_NONE : rights[i]) != 0)
            give_up("the mappings cannot be closed");
}

static bool read_all(int fd, void *to, size_t size) {
    char *next = to;
    while (size > 0) {
        const ssize_t got = read(fd, next, size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        next += got;
        size -= (size_t)got;
    }
    return true;
}

static bool write_all(int fd, const void *from, size_t size) {
    const char *next = from;
    while (size > 0) {
        const ssize_t put = write(fd, next, size);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        next += put;
        size -= (size_t)put;
    }
    return true;
}

// Maps all pages at once, so that a GPU does not wait for them later.
static struct mapping map(int fd, int protection) {
    struct stat status;
    if (fstat(fd, &status) != 0)
        give_up("a mapping is missing");
    struct mapping mapping = {NULL, (uint64_t)status.st_size};
    if (mapping.size > 0)
        mapping.bytes = mmap(NULL, mapping.size, protection, MAP_SHARED | MAP_POPULATE, fd, 0);
    if (mapping.bytes == MAP_FAILED)
        give_up("a mapping cannot be mapped");
    return mapping;
}

// Where turns are told and taken: at the ends of the two mappings.
static const struct job_start *start;
static struct job_turn *turn;
static uint32_t turns; // so far

static void find_turns(void) {
    if (input.size < JOB_TURN_BYTES || output.size < JOB_TURN_BYTES)
        give_up("a mapping is too small");
    start = (const void *)((const char *)input.bytes + input.size - JOB_TURN_BYTES);
    turn = (void *)((char *)output.bytes + output.size - JOB_TURN_BYTES);
}

void driver_turn_begin(void) {
    __atomic_store_n(&turn->ready, ++turns, __ATOMIC_RELEASE);
    // The parent answers at once, unless the processors are busy.
    for (unsigned looks = 0; __atomic_load_n(&start->started, __ATOMIC_ACQUIRE) != turns; looks++)
        if (looks > 100000)
            sched_yield();
}

void driver_turn_done(void) { __atomic_store_n(&turn->done, turns, __ATOMIC_RELEASE); }

void driver_turn_end(const void *proof, size_t bytes) {
    if (bytes > 0)
        memcpy(turn->proof, proof, bytes);
    __atomic_store_n(&turn->proven, turns, __ATOMIC_RELEASE);
}

static bool is_timed(const struct job *job) { return job->kind == JOB_TIME || job->kind == JOB_TIME_VENDOR; }

// Bytes of the output mapping that a job uses.
static uint64_t output_needed(const struct job *job) {
    if (job->kind == JOB_MODEL)
        return job_align(job->output_bytes);
    if (is_timed(job))
        return ((uint64_t)job->repetitions + job->warmups) * job_align(job->output_bytes);
    return job_align(job->output_bytes) + job_align(job->input_bytes);
}

static bool fits(uint64_t offset, uint64_t bytes, const struct mapping *mapping) {
    return offset == job_align(offset) && offset <= mapping->size && bytes <= mapping->size - offset;
}

static bool call_fits(const struct call *call, const struct job *job) {
    return call_is_valid(call) && call_bytes(call, CALL_GIVEN, call->count) <= job->input_bytes &&
           call_bytes(call, CALL_WRITTEN, call->count) <= job->output_bytes;
}

static bool job_is_valid(const struct job *job) {
    if (job->magic != JOB_MAGIC || job->kind < JOB_RUN || job->kind > JOB_QUIT)
        return false;
    if (job->kind == JOB_CALIBRATE || job->kind == JOB_OPEN || job->kind == JOB_QUIT)
        return true;
    return job->n >= 0 && call_fits(&job->call, job) && job->input_bytes <= input.size &&
           fits(job->input_offset, job->input_bytes, &input) &&
           (uint64_t)job->repetitions + job->warmups <= JOB_MAX_REPETITIONS &&
           job->output_bytes <= output.size && fits(job->output_offset, output_needed(job), &output) &&
           memchr(job->task, '\0', sizeof job->task);
}

static enum job_status run(const struct job *job, char **json) {
    if (job->kind == JOB_CALIBRATE)
        return driver_calibrate(json);
    if (job->kind == JOB_OPEN)
        return driver_open(job, json);
    if (!driver_find(job->task))
        return JOB_NOT_DEFINED;
    const void *in = (const char *)input.bytes + job->input_offset;
    void *out = (char *)output.bytes + job->output_offset;
    if (job->kind == JOB_MODEL)
        return driver_model(job, in, out, json);
    return is_timed(job) ? driver_time(job, in, out, json) : driver_run(job, in, out, json);
}

// A JSON string of at most MAX_STRING bytes; control characters, which no expression or file name needs,
// become spaces.
static void write_string(FILE *out, const char *text) {
    enum { MAX_STRING = 500 };
    const char *const end = text + strnlen(text, MAX_STRING);
    fputc('"', out);
    for (; text < end; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fputc((unsigned char)*text < 0x20 ? ' ' : *text, out);
    }
    fputc('"', out);
}

// The reply's object: the failed calls and the driver's object.
static char *complete_json(const char *driver_json, size_t *length) {
    char *text = NULL;
    FILE *out = open_memstream(&text, length);
    if (!out)
        give_up("memory is used up");
    fputs("{\"failed_calls\":[", out);
    for (size_t i = 0; i < failed_call_count; i++) {
        fputs(i ? ",{\"expression\":" : "{\"expression\":", out);
        write_string(out, failed_calls[i].expression);
        fputs(",\"file\":", out);
        write_string(out, failed_calls[i].file);
        fprintf(out, ",\"line\":%d,\"error\":%d}", failed_calls[i].line, failed_calls[i].error);
    }
    fprintf(out, "],\"driver\":%s}", driver_json ? driver_json : "null");
    if (fclose(out) != 0)
        give_up("memory is used up");
    return text;
}

static void reply(const struct job *job, enum job_status status, const char *driver_json) {
    static const char too_long[] =
        "{\"fatal\":\"there is more to report about this run than a report can hold\"}";
    static const char no_memory[] = "{\"fatal\":\"there was no memory left for it\"}";
    const bool lost = !driver_json && status == JOB_DONE && job->kind != JOB_OPEN;
    size_t length = 0;
    char *json = complete_json(lost ? no_memory : driver_json, &length);
    if (length > JOB_MAX_JSON) {
        free(json);
        json = complete_json(too_long, &length);
    }
    const struct job_reply head = {JOB_MAGIC, job->id, status, (uint32_t)length};
    fflush(NULL); // the submission's output of this job comes before that of the next one
    if (!write_all(REPLY_FD, &head, sizeof head) || !write_all(REPLY_FD, json, length))
        give_up("the reply cannot be written");
    free(json);
}

int main(void) {
    input = map(INPUT_FD, PROT_READ);
    output = map(OUTPUT_FD, PROT_READ | PROT_WRITE);
    find_turns();
    static struct job job; // static: it is large, and a launcher that overruns its stack does not reach it
    while (read_all(JOB_FD, &job, sizeof job)) {
        if (!job_is_valid(&job))
            give_up("a job is not valid");
        if (job.kind == JOB_QUIT)
            break;
        failed_call_count = 0;
        char *json = NULL;
        const enum job_status status = run(&job, &json);
        reply(&job, status, json);
        free(json);
        if (status == JOB_DEVICE_ERROR)
            break;
    }
    _exit(0); // at once, without running any more code of the submission
}
