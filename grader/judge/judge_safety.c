// Is it safe? What the CPU engine's checkers reported over all cases, by check.
#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "judge.h"
#include "run/reports.h"

// What all cases of a task say about one check.
struct evidence {
    const cJSON *first; // the first error, in the plan's order
    const struct plan_case *at;
    const cJSON *failed_call; // of CUDA_CHECK, where the engine itself reported nothing
    int more;                 // further errors, at other lines
    const struct outcome *crash;
    const struct plan_case *crash_at;
    const struct outcome *unreadable; // its report is missing
};

static bool same_line(const cJSON *a, const cJSON *b) {
    return reports_number(a, "line") == reports_number(b, "line");
}

static void take_errors(struct evidence *evidence, const struct plan_case *c, const cJSON *reply,
                        enum check_id id) {
    const cJSON *error;
    cJSON_ArrayForEach(error, cJSON_GetObjectItemCaseSensitive(reports_driver(reply), "errors")) {
        if (reports_check_of(reports_string(error, "kind")) != id)
            continue;
        if (!evidence->first) {
            evidence->first = error;
            evidence->at = c;
        } else if (evidence->at == c && !same_line(evidence->first, error)) {
            evidence->more++;
        }
    }
    const cJSON *calls = cJSON_GetObjectItemCaseSensitive(reply, "failed_calls");
    if (id == CHECK_API && !evidence->failed_call)
        evidence->failed_call = cJSON_GetArrayItem(calls, 0);
}

static struct evidence gather(const struct grading *grading, const struct spec_task *task, enum check_id id) {
    struct evidence evidence = {0};
    for (size_t i = 0; i < grading->plan.count; i++) {
        const struct plan_case *c = &grading->plan.cases[i];
        const struct outcome *outcome = grading_outcome(&grading->cpu, i);
        if (c->task != task || !(c->backends & BACKEND_CPU) || !outcome)
            continue;
        take_errors(&evidence, c, outcome->report, id);
        const bool replied = outcome->kind == OUTCOME_RIGHT || outcome->kind == OUTCOME_WRONG;
        if (replied && !reports_is_engine(outcome->report))
            evidence.unreadable = outcome;
        if (outcome->crashed && !evidence.crash) {
            evidence.crash = outcome;
            evidence.crash_at = c;
        }
    }
    return evidence;
}

// "block 3, thread 33", or nothing where the error's message has named them.
static void describe_actor(char *to, size_t size, const cJSON *error, const cJSON *object) {
    const cJSON *block = cJSON_GetObjectItemCaseSensitive(object, "block");
    const cJSON *thread = cJSON_GetObjectItemCaseSensitive(object, "thread");
    to[0] = '\0';
    if (!cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(error, "names_threads")) &&
        cJSON_GetArraySize(block) == 3 && cJSON_GetArraySize(thread) == 3)
        snprintf(to, size, "block %d, thread %d", cJSON_GetArrayItem(block, 0)->valueint,
                 cJSON_GetArrayItem(thread, 0)->valueint);
}

static void fail_with_error(struct grading *grading, struct check *check, size_t task,
                            const struct evidence *evidence) {
    char actor[64], other_actor[64], places[48] = "", other_words[160] = "";
    const char *message = reports_string(evidence->first, "message"), *advice = "";
    const char *file = reports_string(evidence->first, "file");
    const cJSON *other = cJSON_GetObjectItemCaseSensitive(evidence->first, "other");
    describe_actor(actor, sizeof actor, evidence->first, evidence->first);
    describe_actor(other_actor, sizeof other_actor, evidence->first, other);
    // One statement on both sides is nearly always an update of what is there.
    if (cJSON_IsObject(other) && check->id == CHECK_RACES && same_line(evidence->first, other))
        snprintf(other_words, sizeof other_words,
                 "; the other side is this same line%s%s: one uses, or undoes, what the other stores",
                 other_actor[0] ? ", " : "", other_actor);
    else if (cJSON_IsObject(other))
        snprintf(other_words, sizeof other_words, "; the other side is line %d%s%s",
                 (int)reports_number(other, "line"), other_actor[0] ? ", " : "", other_actor);
    if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(evidence->first, "acquire_missing")))
        advice =
            language_of("; put a __threadfence() behind the loop that waits for the flag, before this read");
    if (evidence->more > 0)
        snprintf(places, sizeof places, " (and %d more)", evidence->more);
    check_fail(check, 0, "n = %d: %s%s%s%s%s%s", evidence->at->n,
               message ? message : "an error without words", actor[0] ? ", " : "", actor, other_words, advice,
               places);
    check->n = evidence->at->n;
    const int line = (int)reports_number(evidence->first, "line");
    if (line > 0)
        check_blame(check, file && file[0] ? reports_base_name(file) : grading->submission.name, line);
    else
        judge_blame_launcher(grading, check, task);
}

static void fail_with_call(struct grading *grading, struct check *check, const cJSON *call) {
    const char *expression = reports_string(call, "expression");
    check_fail(check, 0, "CUDA_CHECK caught a failed call: %s (error %d)", expression ? expression : "?",
               (int)reports_number(call, "error"));
    check_blame(check, grading->submission.name, (int)reports_number(call, "line"));
}

void judge_unreadable(struct grading *grading, struct check *check, size_t task,
                      const struct outcome *outcome) {
    const char *instead = reports_string(reports_driver(outcome->report), "fatal");
    if (instead)
        check_fail(check, 0, "there is no report of the engine: %.200s", instead);
    else
        check_fail(check, 0, "the engine's report is not readable: was memory of the grader written over?");
    judge_blame_launcher(grading, check, task);
}

bool judge_right_at_size(const struct grading *grading, const struct spec_task *task, bool in_step) {
    const bool raced = grading_has_race(grading, &grading->cpu, task);
    for (size_t i = 0; i < grading->plan.count; i++) {
        const struct plan_case *c = &grading->plan.cases[i];
        const struct outcome *outcome = grading_outcome(&grading->cpu, i);
        if (c->task == task && (c->backends & BACKEND_CPU) && outcome && outcome->kind == OUTCOME_RIGHT &&
            c->if_raced == raced && (c->in_step || !in_step) && plan_case_tells(c))
            return true;
    }
    return false;
}

static void judge_one(struct grading *grading, struct check *check, size_t task) {
    const struct evidence evidence = gather(grading, &grading->lab->tasks[task], check->id);
    if (evidence.first) {
        fail_with_error(grading, check, task, &evidence);
    } else if (evidence.failed_call) {
        fail_with_call(grading, check, evidence.failed_call);
    } else if (check->id == CHECK_MEMORY && evidence.crash) {
        check_fail(check, 0, "%s", evidence.crash->message);
        check->n = evidence.crash_at->n;
        judge_blame_launcher(grading, check, task);
    } else if (evidence.unreadable) {
        judge_unreadable(grading, check, task, evidence.unreadable);
    } else if (!judge_right_at_size(grading, &grading->lab->tasks[task], false)) {
        check_skip(check, "no right answer for more than 32 elements of random data yet");
    } else {
        check_pass(check, "in every case");
    }
}

void judge_safety(struct grading *grading, size_t task) {
    static const enum check_id ids[] = {CHECK_MEMORY, CHECK_INIT, CHECK_RACES, CHECK_SYNC, CHECK_API};
    const struct spec_task *spec = &grading->lab->tasks[task];
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        struct check *check = judge_add(grading, ids[i], spec->name, spec_task_points(spec, ids[i]));
        if (grading->cpu.ran)
            judge_one(grading, check, task);
        else
            check_skip(check,
                       grading->cpu.asked ? "nothing could be run" : "the CPU engine was not asked for");
    }
}
