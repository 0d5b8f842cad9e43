// Builds as for grading, and runs one job that is recorded.
#include "trace.h"

#include <stdlib.h>
#include <string.h>

#include "judge/flow.h"
#include "run/reports.h"

// Of the largest arrays that are traced a recording takes one; an endless loop should not keep anybody
// waiting.
enum { TRACE_SECONDS = 8 };

// Bytes stay among the bins that a page shows, and that a small block has.
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

// The numbers that were asked for.
static void fill_values(unsigned char *input, const struct spec_task *task, const struct shape *shape,
                        const struct cli *cli) {
    const struct parameter *numbers = signature_numbers(task->parameters);
    void *to = input + signature_place(task->parameters, shape, numbers);
    const char *values = cli->trace_values;
    for (long i = 0; i < cli->trace_n; i++) {
        char *end;
        element_store(element_base(numbers->element), to, (size_t)i, strtod(values, &end));
        values = end + 1;
    }
}

// Bytes of what a run leaves: its outputs, and behind them its input.
static size_t left_bytes(const struct job *job) {
    return job_align(job->output_bytes) + job_align(job->input_bytes);
}

// Of an option that no case has there is no answer, and trace_run_compare() asks for none; a lab is not asked
// for it.
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

// True if that was the task: it is written, or went wrong.
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
