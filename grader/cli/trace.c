// grade LAB --trace: builds as for grading, runs one job that is recorded, writes the recording.
//
// The recording is made in the submission's own process and believed as little as any reply: it is parsed,
// and goes into a file as data. The source it shows is taken from here, not from there.
#include "trace.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/utf8.h"
#include "class/commands/commands.h"
#include "judge/flow.h"
#include "lab/plan.h"
#include "run/reports.h"
#include "run/run.h"

// Of the largest arrays that are traced a recording takes one; an endless loop should not keep anybody
// waiting.
enum { TRACE_SECONDS = 8 };

// Bytes stay among the bins that a page shows, and that a small block has.
static void fill_known(void *input, const struct spec_task *task, const struct call *call,
                       const struct cli *cli) {
    const int32_t n = (int32_t)cli->trace_n, block = (int32_t)cli->request.block;
    if (signature_has_bins(task->parameters))
        inputs_byte_few(input, n, block > 0 && block < 8 ? block : 8);
    else
        signature_count_up(call, input, false);
}

// The numbers that were asked for.
static void fill_values(void *input, const struct spec_task *task, const struct cli *cli) {
    const enum element element = signature_first(task->parameters, CALL_GIVEN)->element;
    const char *values = cli->trace_values;
    for (long i = 0; i < cli->trace_n; i++) {
        char *end;
        element_store(element, input, (size_t)i, strtod(values, &end));
        values = end + 1;
    }
}

static cJSON *record(struct session *session, const struct cli *cli, const struct grading *grading,
                     const struct spec_task *task, struct error *error) {
    const struct shape shape = signature_small_shape(task->parameters, (int32_t)cli->trace_n);
    struct job job = spec_job(task, JOB_RECORD, shape, (int32_t)cli->trace_option);
    const size_t outputs = job_align(job.output_bytes) + job_align(job.input_bytes);
    if (!session_open(session, job.input_bytes, outputs, error))
        return NULL;
    fill_known(session->input, task, &job.call, cli);
    if (cli->trace_values)
        fill_values(session->input, task, cli);
    memset(session->output, 0xa5, outputs);
    const struct session_setting setting = run_setting(grading, &grading->cpu, TRACE_SECONDS + 5);
    return session_ask(session, &setting, &job, error) ? session_answer(session, TRACE_SECONDS, NULL, error)
                                                       : NULL;
}

// Puts the submission's text where the recording names its file.
static void add_source(const cJSON *trace, const struct submission *submission, const char *name) {
    cJSON *file;
    cJSON_ArrayForEach(file, cJSON_GetObjectItemCaseSensitive(trace, "files")) {
        const char *its_name = reports_string(file, "name");
        if (its_name && strcmp(reports_base_name(its_name), name) == 0)
            cJSON_ReplaceItemInObjectCaseSensitive(file, "text", cJSON_CreateString(submission->text));
    }
}

static int count_events(const cJSON *trace) {
    int events = 0;
    const cJSON *launch;
    cJSON_ArrayForEach(launch, cJSON_GetObjectItemCaseSensitive(trace, "launches")) events +=
        cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(launch, "events"));
    return events;
}

// Where each error is, by the numbers that --launch and --step take.
static void tell_errors(FILE *people, const cJSON *trace) {
    const cJSON *launch, *event;
    int number = 0;
    unsigned told = 0;
    cJSON_ArrayForEach(launch, cJSON_GetObjectItemCaseSensitive(trace, "launches")) {
        int step = 0;
        number++;
        cJSON_ArrayForEach(event, cJSON_GetObjectItemCaseSensitive(launch, "events")) {
            const char *kind = reports_string(event, "k");
            const int error =
                cJSON_GetObjectItemCaseSensitive(event, "e") ? (int)reports_number(event, "e") : -1;
            step += !kind || strcmp(kind, "code") != 0;
            if (error < 0 || error >= 32 || told >> error & 1)
                continue;
            told |= 1u << error;
            const cJSON *found = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(trace, "errors"), error);
            const char *word = found ? reports_string(found, "kind") : NULL;
            fprintf(people, "    %.60s: launch %d, step %d\n", utf8_line(word ? word : "?").text, number,
                    step);
        }
    }
}

static int tell(const struct cli *cli, const struct grading *grading, const struct spec_task *task,
                const cJSON *trace) {
    const int wrong = cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(trace, "errors"));
    FILE *people = strcmp(cli->trace, "-") == 0 ? stderr : stdout;
    fprintf(people, "%s on %ld elements: %d launch(es), %d events", task->name, cli->trace_n,
            cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(trace, "launches")), count_events(trace));
    fprintf(people, wrong ? ", %d found wrong" : ", nothing found wrong", wrong);
    if (people == stdout)
        fprintf(people, "; written to %s", cli->trace);
    fputc('\n', people);
    tell_errors(people, trace);
    if (cli->request.block && !strstr(grading->submission.text, "WL_BLOCK("))
        fprintf(people,
                "no block has %ld threads: the file does not have its size from WL_BLOCK(), as in\n"
                "    enum { BLOCK = WL_BLOCK(256) };\n",
                cli->request.block);
    return wrong ? EXIT_LESS : EXIT_FULL_MARKS;
}

static int write_trace(const struct cli *cli, const struct grading *grading, const struct spec_task *task,
                       const cJSON *reply) {
    char why[512] = "", name[80];
    cJSON *trace = cJSON_GetObjectItemCaseSensitive(reports_driver(reply), "trace");
    if (!trace)
        return command_failed("the run gave no trace");
    snprintf(name, sizeof name, "%s.cu", grading->lab->name);
    add_source(trace, &grading->submission, name);
    if (!utf8_escape_json(trace))
        return command_failed("memory is used up");
    return trace_write(cli, trace, why, sizeof why) ? tell(cli, grading, task, trace) : command_failed(why);
}

static bool is_wanted(const struct cli *cli, const struct spec_task *task) {
    return !cli->trace_task || strcmp(cli->trace_task, task->name) == 0;
}

// The first task that is wanted and written.
static int trace_tasks(const struct cli *cli, const struct grading *grading) {
    struct error error = {""};
    for (size_t t = 0; t < grading->lab->task_count; t++) {
        const struct spec_task *task = &grading->lab->tasks[t];
        struct session session;
        if (!is_wanted(cli, task))
            continue;
        cJSON *reply = record(&session, cli, grading, task, &error);
        const bool written = reply && session.reply.status != JOB_NOT_DEFINED;
        const int code = written ? write_trace(cli, grading, task, reply) : 0;
        cJSON_Delete(reply);
        session_close(&session);
        if (written)
            return code;
        if (error.text[0])
            return fprintf(stderr, "grade: %s did not come to its end: %s\n", task->name,
                           utf8_line(error.text).text),
                   EXIT_LESS;
    }
    fprintf(stderr, "grade: nothing to trace: %s\n",
            cli->trace_task ? "there is no such task, or it is not written yet" : "no task is written yet");
    return EXIT_LESS;
}

static int trace_build(const struct cli *cli, const struct grading *grading) {
    const struct build *build = &grading->cpu.build;
    if (build->state == BUILD_DONE)
        return trace_tasks(cli, grading);
    if (build->state == BUILD_BROKEN)
        return command_failed(build->error.text);
    if (build->log)
        fputs(build->log, stderr);
    if (build->limited)
        fprintf(stderr, "grade: nothing was traced, for the compiler was stopped: %s\n",
                utf8_line(build->error.text).text);
    else
        fprintf(stderr, "grade: there is nothing to trace: ./grade %s says why it does not build\n",
                cli->request.lab);
    return EXIT_LESS;
}

int trace_submission(const struct cli *cli) {
    struct error error = {""};
    if (!trace_can_write(cli, error.text, sizeof error.text))
        return command_failed(error.text);
    struct grading *grading = calloc(1, sizeof *grading);
    if (!grading)
        return command_failed("memory is used up");
    const int code = flow_build(grading, &cli->request, &error) ? trace_build(cli, grading)
                     : stop_requested()                         ? command_failed("stopped")
                                                                : command_failed(error.text);
    grading_free(grading);
    free(grading);
    return code;
}
