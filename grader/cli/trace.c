// grade LAB --trace: builds as for grading, runs one job with a recording, and writes the recording.
//
// The recording is made in the submission's own process, so it is as untrusted as any reply: it is parsed,
// and goes into a file as data. The source that is shown comes from this process.
#include "trace.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/utf8.h"
#include "class/commands/commands.h"
#include "run/reports.h"
#include "viewer/page.h"

// On a machine without a screen, the reader's own browser opens the page.
static void tell_opening(FILE *out, const char *path) {
    const bool windows = getenv("WSL_DISTRO_NAME") != NULL;
    const bool screen = getenv("DISPLAY") || getenv("WAYLAND_DISPLAY");
    char full[PATH_MAX];
    if (!page_is(path, ".html"))
        return;
    if (windows || screen)
        fprintf(out, "    open it: %s '%s'\n", windows ? "explorer.exe" : "xdg-open", path);
    else if (realpath(path, full))
        fprintf(out, "    open it in a browser: file://%s\n", full);
}

static bool put_trace(const struct cli *cli, const cJSON *trace, char *why, size_t size) {
    if (strcmp(cli->trace, "-") == 0) {
        trace_print(stdout, trace);
        return fflush(stdout) == 0;
    }
    char *json = cJSON_PrintUnformatted(trace);
    FILE *file = json ? fopen(cli->trace, "we") : NULL;
    const struct simt_picture picture = {.launch = (int)cli->trace_launch, .step = (int)cli->trace_step};
    const bool there = !file || trace_page_put(file, cli->trace, json, &picture);
    const bool good = file && !ferror(file), closed = file && fclose(file) == 0;
    free(json);
    if (!there)
        snprintf(why, size, "the trace has no such launch or step");
    else if (!(good && closed))
        snprintf(why, size, "cannot write the trace to %s: %s", cli->trace, strerror(errno));
    return there && good && closed;
}

// Adds the submission's text to its file in the recording.
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

// Prints the place of each error, as values for --launch and --step.
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
            char word[61];
            snprintf(word, sizeof word, "%.60s", found ? reports_string(found, "kind") : "?");
            for (char *c = word; *c; c++)
                *c = *c == '_' ? ' ' : *c;
            fprintf(people, "    %s: launch %d, step %d\n", utf8_line(word).text, number, step);
        }
    }
}

// Prints the block size if it is not simply the file's own.
static void tell_block(FILE *people, const struct cli *cli, const struct grading *grading,
                       const cJSON *trace) {
    const cJSON *threads = cJSON_GetObjectItemCaseSensitive(trace, "threads");
    if (cJSON_GetObjectItemCaseSensitive(threads, "chosen"))
        fprintf(people,
                "    in blocks of %.0f threads (--block %.0f), so that all is seen; the file's have %.0f\n",
                reports_number(threads, "now"), reports_number(threads, "chosen"),
                reports_number(threads, "own"));
    if (cli->request.block && !strstr(grading->submission.text, "WL_BLOCK("))
        fprintf(people,
                "no block has %ld threads: the file does not have its size from WL_BLOCK(), as in\n"
                "    enum { BLOCK = WL_BLOCK(256) };\n",
                cli->request.block);
}

// Prints the fault of the answer, which is the last of the errors.
static void tell_answer(FILE *people, const cJSON *trace) {
    const cJSON *errors = cJSON_GetObjectItemCaseSensitive(trace, "errors"),
                *last = cJSON_GetArrayItem(errors, cJSON_GetArraySize(errors) - 1);
    const char *kind = last ? reports_string(last, "kind") : NULL,
               *message = last ? reports_string(last, "message") : NULL;
    if (kind && message && strcmp(kind, TRACE_WRONG_ANSWER) == 0)
        fprintf(people, "    %s\n", message);
}

static int tell(const struct cli *cli, const struct grading *grading, const struct spec_task *task,
                const cJSON *trace) {
    const int wrong = cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(trace, "errors"));
    FILE *people = strcmp(cli->trace, "-") == 0 ? stderr : stdout;
    fprintf(people, "%s on %d elements: %d launch(es), %d events", task->name,
            (int)trace_run_elements(task, cli),
            cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(trace, "launches")), count_events(trace));
    fprintf(people,
            wrong ? ", %d found wrong"
            : spec_has_option(task, (int32_t)cli->trace_option)
                ? ", no bad access, race or barrier fault, and the right answer"
                : ", no bad access, race or barrier fault",
            wrong);
    if (people == stdout)
        fprintf(people, "; written to %s", cli->trace);
    fputc('\n', people);
    tell_errors(people, trace);
    tell_answer(people, trace);
    tell_block(people, cli, grading, trace);
    tell_opening(people, cli->trace);
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
    return put_trace(cli, trace, why, sizeof why) ? tell(cli, grading, task, trace) : command_failed(why);
}

static int explain_build(const struct cli *cli, const struct build *build) {
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

static int trace_run(struct trace_run *run, const struct cli *cli) {
    const struct build *build = &run->grading->cpu.build;
    if (build->state != BUILD_DONE)
        return explain_build(cli, build);
    if (!run->task)
        fprintf(stderr, "grade: nothing to trace: %s\n",
                cli->trace_task ? "there is no such task, or it is not written yet"
                                : "no task is written yet");
    else if (!run->reply)
        fprintf(stderr, "grade: %s did not come to its end: %s\n", run->task->name,
                utf8_line(run->error.text).text);
    if (!run->reply)
        return EXIT_LESS;
    if (cli->request.block == 0)
        trace_run_choose_block(run, cli);
    if (!trace_run_compare(run, (int32_t)cli->trace_option))
        return command_failed("memory is used up");
    return write_trace(cli, run->grading, run->task, run->reply);
}

int trace_submission(const struct cli *cli) {
    struct error error = {""};
    struct trace_run run;
    const int code = trace_run_make(&run, cli, cli->request.block, &error) ? trace_run(&run, cli)
                     : stop_requested()                                    ? command_failed("stopped")
                                                                           : command_failed(error.text);
    trace_run_free(&run);
    return code;
}
