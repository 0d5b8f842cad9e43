// In blocks of which size a case is traced.
//
// A page shows most with as many threads as the case has numbers. But a kernel may do something else in small
// blocks: unroll past their end, or get along without a barrier. A trace that shows no fault where there is
// one would be worse than a large one, so the small blocks are tried, and compared with the submission's own.
#include <stdlib.h>
#include <string.h>

#include "run/reports.h"
#include "trace.h"

// Of a block a recording has 64 threads. Bytes are counted in as many bins as a small block has threads.
enum { MOST = 64, BINS = INPUTS_FEW_BINS, CHOICES = 3 };

static const cJSON *launch_of(const struct trace_run *run) {
    return cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(trace_run_recording(run), "launches"), 0);
}

static int launches_of(const struct trace_run *run) {
    return cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(trace_run_recording(run), "launches"));
}

static double volume_of(const cJSON *launch, const char *name) {
    const cJSON *size;
    double volume = 1;
    cJSON_ArrayForEach(size, cJSON_GetObjectItemCaseSensitive(launch, name)) volume *=
        cJSON_GetNumberValue(size);
    return volume;
}

static int line_of(const cJSON *error, const char *side) {
    const cJSON *actor = cJSON_GetObjectItemCaseSensitive(error, side);
    return (int)cJSON_GetNumberValue(cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(actor, "l"), 1));
}

static bool has_error(const cJSON *errors, const cJSON *wanted) {
    const char *kind = reports_string(wanted, "kind");
    const cJSON *error;
    cJSON_ArrayForEach(error, errors) {
        const char *its = reports_string(error, "kind");
        if (kind && its && strcmp(kind, its) == 0 && line_of(error, "actor") == line_of(wanted, "actor"))
            return true;
    }
    return false;
}

// Whether every error of the one is one of the other: of that kind, at that line.
static bool has_errors(const cJSON *errors, const cJSON *wanted) {
    const cJSON *error;
    cJSON_ArrayForEach(error, wanted) {
        if (!has_error(errors, error))
            return false;
    }
    return true;
}

static bool is_alike(const struct trace_run *own, const struct trace_run *small) {
    const cJSON *theirs = cJSON_GetObjectItemCaseSensitive(trace_run_recording(own), "errors");
    const cJSON *ours = cJSON_GetObjectItemCaseSensitive(trace_run_recording(small), "errors");
    if (!trace_run_recording(small) || small->task != own->task || !has_errors(theirs, ours) ||
        !has_errors(ours, theirs))
        return false;
    const size_t compared = trace_run_looked_after(small);
    // What is wrong in the bins that a small block does not have would not be seen in it.
    if (memcmp(own->output + compared, (const char *)own->data.expected + compared,
               own->output_bytes - compared) != 0)
        return false;
    return cJSON_GetArraySize(theirs) > 0 || memcmp(own->output, small->output, compared) == 0;
}

static int power_of_two(long least) {
    int power = 2;
    while (power < least && power < MOST)
        power *= 2;
    return power;
}

static long largest_value(const char *values) {
    long largest = 0;
    for (char *end; values && *values; values = *end ? end + 1 : end) {
        const long value = strtol(values, &end, 10);
        largest = value > largest ? value : largest;
    }
    return largest;
}

// Half as many threads are enough where each takes two numbers, which shows in the launches: then one block
// does what it did before. A tree that is unrolled for its last warp needs 64.
static int list_choices(int choices[CHOICES], const struct cli *cli, bool bytes) {
    const long bins = largest_value(cli->trace_values) + 1;
    const long least = bytes && bins > BINS ? bins : bytes ? BINS : 1;
    const int most = power_of_two(cli->trace_n > least ? cli->trace_n : least);
    int count = 0;
    if (!bytes && cli->trace_n > 2 && most < MOST)
        choices[count++] = -most / 2; // in one block, or not at all
    choices[count++] = most;
    if (most < MOST)
        choices[count++] = MOST;
    return count;
}

// What a block of the first launch has, and what --block says of it: in lab 9 these differ.
static void note(const struct trace_run *run, const char *name, double own, int block) {
    cJSON *threads = cJSON_AddObjectToObject(trace_run_recording(run), "threads");
    cJSON_AddNumberToObject(threads, "own", own);
    cJSON_AddNumberToObject(threads, "now", volume_of(launch_of(run), "block"));
    cJSON_AddNumberToObject(threads, name, block);
}

static bool is_better(const struct trace_run *own, const struct trace_run *small, int choice) {
    const bool in_one = launches_of(small) == launches_of(own) && volume_of(launch_of(small), "grid") == 1;
    return is_alike(own, small) && (choice > 0 || in_one);
}

void trace_run_choose_block(struct trace_run *run, const struct cli *cli) {
    const bool bytes = signature_has_bins(run->task->parameters);
    const double own = volume_of(launch_of(run), "block");
    int choices[CHOICES];
    const int count = list_choices(choices, cli, bytes);
    if (!strstr(run->grading->submission.text, "WL_BLOCK(") || launches_of(run) == 0)
        return;
    for (int i = 0; i < count; i++) {
        struct trace_run small;
        struct error error = {""};
        const int block = abs(choices[i]);
        if (block >= own)
            return;
        if (trace_run_make(&small, cli, block, &error) && is_better(run, &small, choices[i])) {
            trace_run_free(run);
            *run = small;
            note(run, "chosen", own, block);
            return;
        }
        trace_run_free(&small);
    }
    note(run, "refused", own, abs(choices[count > 1 ? count - 2 : 0]));
}
