// Builds as for grading, and runs one job with a recording.
#include <stdlib.h>
#include <string.h>

#include "judge/flow.h"
#include "run/compare.h"
#include "run/recorded.h"
#include "run/reports.h"
#include "trace.h"

// A recording of the largest traced arrays takes one second; an endless loop should not take much longer.
enum { TRACE_SECONDS = 8 };

// Bytes are limited to the bins that a page shows, and that a small block has.
static void fill_known(void *input, const struct spec_task *task, const struct shape *shape,
                       const struct cli *cli) {
    const int32_t n = (int32_t)cli->trace_n, block = (int32_t)cli->request.block;
    if (signature_has_bins(task->parameters))
        inputs_byte_few(input, n, block > 0 && block < INPUTS_FEW_BINS ? block : INPUTS_FEW_BINS);
    else
        signature_count_up(task->parameters, shape, input, false);
}

int32_t trace_run_elements(const struct spec_task *task, const struct cli *cli) {
    const long components = (long)element_components(signature_numbers(task->parameters)->element);
    return (int32_t)(cli->trace_values ? (cli->trace_n + components - 1) / components : cli->trace_n);
}

// Writes the requested values.
static void fill_values(unsigned char *input, const struct spec_task *task, const struct shape *shape,
                        const struct cli *cli) {
    const struct parameter *numbers = signature_numbers(task->parameters);
    void *to = input + signature_place(task->parameters, shape, numbers);
    const char *values = cli->trace_values;
    // Indices are not replaced: they could be out of range.
    const long most =
        numbers->role == ARGUMENT_INDICES ? 0 : (long)signature_length(task->parameters, shape, numbers);
    for (long i = 0; i < cli->trace_n && i < most; i++) {
        char *end;
        element_store(element_base(numbers->element), to, (size_t)i, strtod(values, &end));
        values = end + 1;
    }
}

// Bytes of the data after a run: its outputs, followed by its input.
static size_t left_bytes(const struct job *job) {
    return job_align(job->output_bytes) + job_align(job->input_bytes);
}

// An option that no case has gives no answer, and trace_run_compare() requests none, so the lab is called
// with a valid option.
static int32_t known_option(const struct spec_task *task, int32_t option) {
    return spec_has_option(task, option) ? option : task->groups[0].cases[0].option;
}

static cJSON *record(struct session *session, const struct cli *cli, struct trace_run *run, long block,
                     const struct spec_task *task) {
    const struct shape shape = signature_small_shape(task->parameters, trace_run_elements(task, cli));
    const struct spec_case spec = {.n = shape.n, .option = known_option(task, (int32_t)cli->trace_option)};
    const struct plan_case c = {.task = task, .spec = &spec, .shape = shape};
    struct job job = spec_job(task, JOB_RECORD, shape, (int32_t)cli->trace_option);
    run->shape = shape;
    run->bins = signature_has_bins(task->parameters) ? (size_t)block : 0;
    run->output_bytes = job.output_bytes;
    if (!session_open(session, job.input_bytes, left_bytes(&job), &run->error))
        return NULL;
    fill_known(session->input, task, &shape, cli);
    if (cli->trace_values)
        fill_values(session->input, task, &shape, cli);
    plan_data_free(&run->data);
    if (!plan_data_make(&run->data, &c, session->input)) {
        error_set(&run->error, "memory is used up");
        return NULL;
    }
    plan_poison(&run->data, session->output);
    const struct session_setting setting = run_setting(run->grading, &run->grading->cpu, TRACE_SECONDS + 5);
    return session_ask(session, &setting, &job, &run->error)
               ? session_answer(session, TRACE_SECONDS, NULL, &run->error)
               : NULL;
}

static bool keep(struct trace_run *run, const struct session *session) {
    const size_t input = run->data.input_bytes, left = job_align(run->output_bytes) + input;
    free(run->input);
    free(run->output);
    run->input = malloc(input + 1);
    run->output = malloc(left + 1);
    if (!run->input || !run->output)
        return error_set(&run->error, "memory is used up");
    memcpy(run->input, session->input, input);
    memcpy(run->output, session->output, left);
    return true;
}

// True if this was the task to trace: the student has written it, or it failed.
static bool record_task(struct trace_run *run, const struct cli *cli, long block,
                        const struct spec_task *task) {
    struct session session;
    cJSON *reply = record(&session, cli, run, block, task);
    const bool written = reply && session.reply.status != JOB_NOT_DEFINED && keep(run, &session);
    session_close(&session);
    if (written || run->error.text[0])
        run->task = task;
    if (written)
        run->reply = reply;
    else
        cJSON_Delete(reply);
    return run->task != NULL;
}

bool trace_run_make(struct trace_run *run, const struct cli *cli, long block, struct error *error) {
    *run = (struct trace_run){.grading = calloc(1, sizeof *run->grading)};
    struct flow_request request = cli->request;
    request.block = block;
    if (!run->grading)
        return error_set(error, "memory is used up");
    if (!flow_build(run->grading, &request, error))
        return false;
    const struct spec *lab = run->grading->lab;
    for (size_t t = 0; run->grading->cpu.build.state == BUILD_DONE && t < lab->task_count; t++)
        if (!cli->trace_task || strcmp(cli->trace_task, lab->tasks[t].name) == 0)
            if (record_task(run, cli, block, &lab->tasks[t]))
                break;
    return true;
}

void trace_run_free(struct trace_run *run) {
    cJSON_Delete(run->reply);
    free(run->input);
    free(run->output);
    plan_data_free(&run->data);
    if (run->grading)
        grading_free(run->grading);
    free(run->grading);
    *run = (struct trace_run){.task = NULL};
}

size_t trace_run_looked_after(const struct trace_run *run) {
    const size_t bytes = run->bins * sizeof(uint32_t);
    return bytes > 0 && bytes < run->output_bytes ? bytes : run->output_bytes;
}

cJSON *trace_run_recording(const struct trace_run *run) {
    return run->reply ? cJSON_GetObjectItemCaseSensitive(reports_driver(run->reply), "trace") : NULL;
}

// Compares the answer of a traced run with the right one: which cells are wrong, and where they were written.

// Adds the cell to the event's list of those that are wrong in the end.
static void mark_cell(const struct last_write *write) {
    cJSON *cells = cJSON_GetObjectItemCaseSensitive(write->event, "y");
    if (!cells)
        cells = cJSON_AddArrayToObject(write->event, "y");
    const cJSON *last = cJSON_GetArrayItem(cells, cJSON_GetArraySize(cells) - 1);
    if (!last || last->valueint != write->cell)
        cJSON_AddItemToArray(cells, cJSON_CreateNumber(write->cell));
}

static int size_of(const cJSON *launch, const char *name, int dimension) {
    const cJSON *size = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(launch, name), dimension);
    return cJSON_IsNumber(size) && size->valueint > 0 ? size->valueint : 1;
}

static cJSON *place_in(const cJSON *launch, const char *sizes, int number) {
    const int x = size_of(launch, sizes, 0), y = size_of(launch, sizes, 1);
    return cJSON_CreateIntArray((const int[]){number % x, number / x % y, number / x / y}, 3);
}

// The writer; the line is 0 if it is unknown.
static cJSON *actor_of(const struct last_write *write) {
    cJSON *actor = cJSON_CreateObject();
    const cJSON *line = cJSON_GetObjectItemCaseSensitive(write->event, "l");
    cJSON_AddItemToObject(actor, "l",
                          line ? cJSON_Duplicate(line, true) : cJSON_CreateIntArray((const int[]){-1, 0}, 2));
    cJSON_AddItemToObject(actor, "block",
                          place_in(write->launch, "grid", (int)reports_number(write->event, "b")));
    cJSON_AddItemToObject(actor, "thread", place_in(write->launch, "block", write->thread));
    return actor;
}

// An event has only one error: a checker's finding there takes precedence over its consequence.
static void add_error(cJSON *trace, const char *message, const struct last_write *first) {
    cJSON *errors = cJSON_GetObjectItemCaseSensitive(trace, "errors"), *error = cJSON_CreateObject();
    if (first->event && !cJSON_GetObjectItemCaseSensitive(first->event, "e"))
        cJSON_AddNumberToObject(first->event, "e", cJSON_GetArraySize(errors));
    cJSON_AddStringToObject(error, "kind", TRACE_WRONG_ANSWER);
    cJSON_AddStringToObject(error, "message", message);
    cJSON_AddItemToObject(error, "actor", actor_of(first));
    cJSON_AddItemToArray(errors, error);
}

static bool mark_output(struct trace_run *run, const struct outputs *outputs, size_t number,
                        struct last_write *first) {
    const struct output *output = &outputs->of[number];
    struct last_write *last = calloc(output->count + 1, sizeof *last);
    if (!last)
        return false;
    last_writes_find(last, reports_driver(run->reply), output, number);
    for (size_t i = 0; i < output->count; i++)
        if (last[i].event && !output_is_right(output, i))
            mark_cell(&last[i]);
    if (output == outputs_first_wrong(outputs))
        *first = last[output_first_wrong(output)];
    free(last);
    return true;
}

// Bins that no thread set, and that no element belongs to, are taken as right.
static void take_for_right(struct trace_run *run) {
    const size_t from = trace_run_looked_after(run);
    memcpy(run->output + from, (const char *)run->data.expected + from, run->output_bytes - from);
}

bool trace_run_compare(struct trace_run *run, int32_t option) {
    char words[PLAN_WORDS];
    if (!spec_has_option(run->task, option))
        return true;
    take_for_right(run);
    plan_input_words(run->task, run->shape, option, run->input, words, sizeof words);
    const struct spec_case spec = {.n = run->shape.n, .option = option, .data = words};
    const struct plan_case c = {.task = run->task, .spec = &spec, .shape = run->shape};
    struct comparison comparison;
    struct last_write first = {.event = NULL};
    compare(&comparison, &c, &run->data, run->input, run->output, run->output + job_align(run->output_bytes));
    if (comparison.right && !comparison.input_modified)
        return true;
    const struct outputs outputs = outputs_of(&c, &run->data, run->input, run->output);
    for (size_t i = 0; !comparison.right && i < outputs.count; i++)
        if (!mark_output(run, &outputs, i, &first))
            return false;
    add_error(trace_run_recording(run), comparison.message, &first);
    return true;
}

// Chooses the block size of a trace.
//
// A page shows most if there are as many threads as numbers. But a kernel may behave differently in small
// blocks: unroll past their end, or work without a barrier. A trace that hides a fault would be worse than a
// large one, so small blocks are tried, and compared with the submission's own.

// A recording contains 64 threads of a block. Bytes are counted in as many bins as a small block has threads.
enum { MOST = 64, BINS = INPUTS_FEW_BINS, CHOICES = 3 };

static const cJSON *launch_of(const struct trace_run *run) {
    return cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(trace_run_recording(run), "launches"), 0);
}

static int launches_of(const struct trace_run *run) {
    return cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(trace_run_recording(run), "launches"));
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

// Whether the one has every error of the other: of the same kind, at the same line.
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
    // A small block would hide a fault in the bins that it does not have.
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

// Half as many threads are enough if each takes two numbers: then there are as many launches as before, and
// the first has one block. A tree that is unrolled for its last warp needs 64.
static int list_choices(int choices[CHOICES], const struct cli *cli, bool bytes) {
    const long bins = largest_value(cli->trace_values) + 1;
    const long least = bytes && bins > BINS ? bins : bytes ? BINS : 1;
    const int most = power_of_two(cli->trace_n > least ? cli->trace_n : least);
    int count = 0;
    if (!bytes && cli->trace_n > 2 && most < MOST)
        choices[count++] = -most / 2; // in a single block, or rejected
    choices[count++] = most;
    if (most < MOST)
        choices[count++] = MOST;
    return count;
}

// Notes the block size of the first launch, and the value for --block: in lab 9 these differ.
static void note(const struct trace_run *run, const char *name, double own, int block) {
    cJSON *threads = cJSON_AddObjectToObject(trace_run_recording(run), "threads");
    cJSON_AddNumberToObject(threads, "own", own);
    cJSON_AddNumberToObject(threads, "now", counters_volume(launch_of(run), "block"));
    cJSON_AddNumberToObject(threads, name, block);
}

static bool is_better(const struct trace_run *own, const struct trace_run *small, int choice) {
    const bool in_one =
        launches_of(small) == launches_of(own) && counters_volume(launch_of(small), "grid") == 1;
    return is_alike(own, small) && (choice > 0 || in_one);
}

void trace_run_choose_block(struct trace_run *run, const struct cli *cli) {
    const bool bytes = signature_has_bins(run->task->parameters);
    const double own = counters_volume(launch_of(run), "block");
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
