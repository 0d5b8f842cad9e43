// What became of a case.

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/utf8.h"
#include "reports.h"
#include "session.h"
#include "slot.h"

enum { MAX_DEATHS = 6 };

// The engine ends a program with this code and a line of its own, mostly for want of memory.
enum { ENGINE_GAVE_UP = 2 };

void outcome_blame_end(struct outcome *outcome, const struct sandbox_result *result) {
    const struct error words = session_engine_words(result);
    if (result->verdict == SANDBOX_EXITED && result->exit_code == ENGINE_GAVE_UP && words.text[0]) {
        outcome->kind = OUTCOME_LIMIT;
        snprintf(outcome->message, sizeof outcome->message, language_of("the CPU engine had to stop%.300s"),
                 words.text);
        return;
    }
    switch (result->verdict) {
    case SANDBOX_EXITED:
        outcome->kind = OUTCOME_DIED;
        snprintf(
            outcome->message, sizeof outcome->message,
            language_of("the program ended itself (exit code %d) before the launcher's result was there"),
            result->exit_code);
        break;
    case SANDBOX_TIME:
    case SANDBOX_MEMORY:
    case SANDBOX_PROCESSES:
    case SANDBOX_OUTPUT:
    case SANDBOX_FILES:
        outcome->kind = OUTCOME_LIMIT;
        outcome->endless = result->verdict == SANDBOX_TIME;
        snprintf(outcome->message, sizeof outcome->message, "%s", result->message);
        break;
    default:
        outcome->kind = OUTCOME_DIED;
        outcome->crashed = result->signal == SIGSEGV || result->signal == SIGBUS;
        snprintf(outcome->message, sizeof outcome->message, language_of("the program crashed: %s"),
                 result->message);
        break;
    }
}

void outcome_name_case(struct outcome *outcome, const struct plan_case *c) {
    char words[sizeof outcome->message], input[PLAN_WORDS];
    strcpy(words, outcome->message);
    snprintf(outcome->message, sizeof outcome->message, "n = %d (%s): %.250s", c->n, plan_words(c, input),
             words);
}

// Blocks that do next to nothing: one of 1024 threads with an element each takes a third of a millisecond.
enum { SHORT_BLOCKS_A_SECOND = 1000 };

// Where the launcher was when its time was up. The words are the runner's, so only numbers are taken.
static void take_time(struct outcome *outcome, const char *words, double seconds) {
    char text[200] = "";
    int block, thread, other;
    const int numbers =
        sscanf(words, "Time is up in block %d, thread %d, after block %d", &block, &thread, &other);
    outcome->kind = OUTCOME_LIMIT;
    outcome->endless = true;
    outcome->diagnosed = numbers == 3 && abs(block - other) > seconds / 2 * SHORT_BLOCKS_A_SECOND;
    if (outcome->diagnosed)
        snprintf(text, sizeof text,
                 language_of("block %d, thread %d was at this line, and at half of the time it was block %d: "
                             "the blocks are short, and too many; how many does this n need?"),
                 block, thread, other);
    else if (numbers == 3)
        snprintf(text, sizeof text,
                 language_of("block %d, thread %d was at this line, and at half of the time it was block %d: "
                             "each block ends, and takes long; how many rounds does a thread make?"),
                 block, thread, other);
    else if (numbers == 2)
        snprintf(text, sizeof text,
                 language_of("block %d, thread %d was at this line: does the loop around it never end, or go "
                             "round far too often?"),
                 block, thread);
    else if ((outcome->launches_on = sscanf(words, "Time is up in launch %d", &block) == 1))
        snprintf(text, sizeof text,
                 language_of("this line made launch %d: does the loop around it never end, or go round far "
                             "too often?"),
                 block);
    else
        snprintf(text, sizeof text, "%s",
                 language_of("the host was at this line: does the loop around it never end, or go round far "
                             "too often?"));
    snprintf(outcome->message, sizeof outcome->message, language_of("not finished after %.1f s: %s"), seconds,
             text);
}

// In a loop of the host's that goes on after a failed call, CUDA_CHECK prints that failure until the output
// is full. Of the words, which the submission may have printed, a line and an error's name are taken.
static void take_failed_call(struct outcome *outcome, const char *printed, const char *name) {
    const char *failed = printed ? strstr(printed, " (cudaError") : NULL, *from = failed;
    char error[48], file[128];
    int line;
    while (from && from > printed && from[-1] != '\n')
        from--;
    if (!from || sscanf(from, "%127[^:]:%9d: error:", file, &line) != 2 ||
        strcmp(reports_base_name(file), name) != 0 || sscanf(failed, " (%47[A-Za-z])", error) != 1)
        return;
    const size_t used = strlen(outcome->message);
    outcome->line = line;
    outcome->endless = outcome->launches_on = true;
    snprintf(outcome->message + used, sizeof outcome->message - used,
             language_of(": CUDA_CHECK caught %s in this line again and again: does the loop around it never "
                         "end?"),
             error);
}

// Its line in the submission; 0 where it lies in another file.
static int line_in(const char *name, const cJSON *error) {
    const bool is_there = strcmp(reports_base_name(reports_string(error, "file")), name) == 0;
    return is_there ? (int)reports_number(error, "line") : 0;
}

void outcome_take_messages(struct outcome *outcome, const struct sandbox_result *result, const char *name,
                           double seconds) {
    outcome->report = result->output ? reports_from_messages(result->output) : NULL;
    const cJSON *errors = cJSON_GetObjectItemCaseSensitive(reports_driver(outcome->report), "errors");
    const cJSON *last = cJSON_GetArrayItem(errors, cJSON_GetArraySize(errors) - 1);
    if (result->verdict == SANDBOX_OUTPUT)
        take_failed_call(outcome, result->output, name);
    if (!last || outcome->kind == OUTCOME_LIMIT)
        return;
    const char *kind = reports_string(last, "kind");
    const bool tampered = strcmp(kind, "tampered") == 0;
    if (strcmp(kind, "time") == 0) {
        outcome->line = line_in(name, last);
        take_time(outcome, reports_string(last, "message"), seconds);
        return;
    }
    outcome->unsupported = strcmp(kind, "unsupported") == 0;
    if (tampered)
        outcome->kind = OUTCOME_LIMIT;
    outcome->line = line_in(name, last);
    snprintf(outcome->message, sizeof outcome->message, "%s%s", tampered ? language_of("tampered: ") : "",
             reports_string(last, "message"));
}

const char *outcomes_stopped(const struct grading *grading, const struct backend_run *run,
                             const struct plan_case *c) {
    size_t deaths = 0;
    for (size_t i = 0; i < grading->plan.count; i++) {
        const struct plan_case *earlier = &grading->plan.cases[i];
        if (earlier->task != c->task || !shards_before(earlier, c))
            continue;
        if (run->outcomes[i].kind == OUTCOME_LIMIT)
            return "not run, after an earlier case went past a limit";
        deaths += run->outcomes[i].kind == OUTCOME_DIED;
    }
    return deaths >= MAX_DEATHS ? "not run, after so many crashes" : NULL;
}

static void stop(struct outcome *outcome, const struct plan_case *c, const char *words) {
    cJSON_Delete(outcome->report);
    *outcome = (struct outcome){.kind = OUTCOME_NOT_RUN};
    snprintf(outcome->message, sizeof outcome->message, "%s", language_of(words));
    outcome_name_case(outcome, c);
}

// The case that comes next by shards_before(), the first if @p last is NULL; NULL after the last.
static const struct plan_case *next_case(const struct plan *plan, const struct plan_case *last) {
    const struct plan_case *next = NULL;
    for (const struct plan_case *c = plan->cases; c < plan->cases + plan->count; c++)
        if ((!last || shards_before(last, c)) && (!next || shards_before(c, next)))
            next = c;
    return next;
}

// In this order a case that was stopped stops no other one.
void outcomes_settle(const struct grading *grading, struct backend_run *run) {
    const struct plan *plan = &grading->plan;
    for (const struct plan_case *c = next_case(plan, NULL); c; c = next_case(plan, c)) {
        struct outcome *outcome = &run->outcomes[c - plan->cases];
        const char *words = outcome->kind != OUTCOME_NOT_WANTED ? outcomes_stopped(grading, run, c) : NULL;
        if (words)
            stop(outcome, c, words);
    }
}
