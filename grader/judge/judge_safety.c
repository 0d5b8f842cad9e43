// Is it safe? The findings of the CPU engine's checkers over all cases, by check.
#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "judge.h"
#include "run/reports.h"

// The findings of all cases of a task for one check.
struct evidence {
    const cJSON *first;       // the first error, in the plan's order, or in the smallest input that shows one
    const cJSON *failed_call; // of CUDA_CHECK, if the engine itself reported nothing
    const cJSON *reply;       // the reply that contains either
    int32_t n;                // its elements
    int place;                // of the first error in it, from 1
    int more;                 // further errors in it, at other lines
    const struct outcome *crash;
    const struct plan_case *crash_at;
    const struct outcome *unreadable; // the case without a report
};

static bool same_line(const cJSON *a, const cJSON *b) {
    return reports_number(a, "line") == reports_number(b, "line");
}

static void take_reply(struct evidence *evidence, const cJSON *reply, int32_t n) {
    evidence->reply = reply;
    evidence->n = n;
}

static void take_errors(struct evidence *evidence, const cJSON *reply, int32_t n, enum check_id id) {
    const cJSON *error;
    int place = 0;
    cJSON_ArrayForEach(error, cJSON_GetObjectItemCaseSensitive(reports_driver(reply), "errors")) {
        place++;
        if (reports_check_of(reports_string(error, "kind")) != id)
            continue;
        if (!evidence->first) {
            evidence->first = error;
            evidence->place = place;
            take_reply(evidence, reply, n);
        } else if (evidence->reply == reply && !same_line(evidence->first, error)) {
            evidence->more++;
        }
    }
    const cJSON *call = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(reply, "failed_calls"), 0);
    if (id != CHECK_API || evidence->failed_call || !call)
        return;
    evidence->failed_call = call;
    if (!evidence->first)
        take_reply(evidence, reply, n);
}

static struct evidence gather(const struct grading *grading, size_t number, enum check_id id) {
    const struct spec_task *task = &grading->lab->tasks[number];
    const struct small_case *small = &grading->smallest[number].of[id];
    struct evidence evidence = {0};
    for (size_t i = 0; i < grading->plan.count; i++) {
        const struct plan_case *c = &grading->plan.cases[i];
        const struct outcome *outcome = grading_outcome(&grading->cpu, i);
        if (c->task != task || !(c->backends & BACKEND_CPU) || !outcome)
            continue;
        take_errors(&evidence, outcome->report, c->n, id);
        const bool replied = outcome->kind == OUTCOME_RIGHT || outcome->kind == OUTCOME_WRONG;
        if (replied && !reports_is_engine(outcome->report))
            evidence.unreadable = outcome;
        if (outcome->crashed && !evidence.crash) {
            evidence.crash = outcome;
            evidence.crash_at = c;
        }
    }
    if (!evidence.first || small->n == 0)
        return evidence;
    // Findings in the cases are shown on the input with least to look at.
    struct evidence smallest = {0};
    take_errors(&smallest, small->report, small->n, id);
    return smallest.first ? smallest : evidence;
}

// "block 3, thread 33", or nothing where the error's message has named them, or it was the host.
static void describe_actor(char *to, size_t size, const cJSON *error, const cJSON *object) {
    const cJSON *block = cJSON_GetObjectItemCaseSensitive(object, "block");
    const cJSON *thread = cJSON_GetObjectItemCaseSensitive(object, "thread");
    to[0] = '\0';
    if (!cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(error, "names_threads")) &&
        !cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(object, "on_device")) &&
        cJSON_GetArraySize(block) == 3 && cJSON_GetArraySize(thread) == 3)
        snprintf(to, size, language_of("block %d, thread %d"), cJSON_GetArrayItem(block, 0)->valueint,
                 cJSON_GetArrayItem(thread, 0)->valueint);
}

static bool same_block(const cJSON *a, const cJSON *b) {
    return cJSON_Compare(cJSON_GetObjectItemCaseSensitive(a, "block"),
                         cJSON_GetObjectItemCaseSensitive(b, "block"), true);
}

// A plain update beside an atomic, or one statement on both sides, of different blocks or in a histogram,
// changes one shared word. In a tree of one block it changes its own word, and reads another's.
static enum cause cause_of_race(const cJSON *error, const struct spec_task *task) {
    const cJSON *other = cJSON_GetObjectItemCaseSensitive(error, "other");
    const bool in_block = same_block(error, other);
    const char *detail = reports_string(error, "detail");
    if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(error, "acquire_missing")))
        return CAUSE_RACE_FENCE;
    if (detail && strcmp(detail, "overlap") == 0)
        return CAUSE_RACE_OVERLAP;
    if (detail && strcmp(detail, "two_writes") == 0)
        return in_block ? CAUSE_RACE_OF_WRITES : CAUSE_RACE_OF_STORES;
    if (detail && strcmp(detail, "update") == 0)
        return CAUSE_RACE_UPDATE;
    if (same_line(error, other) && (!in_block || signature_has_bins(task->parameters)))
        return CAUSE_RACE_UPDATE;
    return in_block ? CAUSE_RACE_IN_BLOCK : CAUSE_RACE_OF_BLOCKS;
}

// Causes by the error's kind, detail and memory, as the engine names them; the first that fits counts.
static const struct {
    const char *kind, *detail, *space;
    enum cause cause;
} causes[] = {
    {"out_of_bounds", "null_pointer", NULL, CAUSE_NULL},
    {"out_of_bounds", "wrapped_index", NULL, CAUSE_WRAPPED},
    {"out_of_bounds", "before_start", NULL, CAUSE_NEGATIVE},
    {"out_of_bounds", "far_away", NULL, CAUSE_FAR_AWAY},
    {"out_of_bounds", NULL, "shared", CAUSE_SHARED_END},
    {"out_of_bounds", NULL, "local", CAUSE_LOCAL_END},
    {"out_of_bounds", NULL, NULL, CAUSE_GLOBAL_END},
    {"misaligned", NULL, NULL, CAUSE_MISALIGNED},
    {"use_after_free", NULL, NULL, CAUSE_FREED},
    {"host_pointer", NULL, NULL, CAUSE_HOST_MEMORY},
    {"uninitialized", NULL, "shared", CAUSE_UNWRITTEN_SHARED},
    {"uninitialized", "shuffle", NULL, CAUSE_UNSET_SHUFFLE},
    {"uninitialized", NULL, "local", CAUSE_UNWRITTEN_LOCAL},
    {"uninitialized", NULL, NULL, CAUSE_UNWRITTEN_GLOBAL},
    {"barrier", NULL, "local", CAUSE_MASK},
    {"barrier", NULL, NULL, CAUSE_BARRIER},
    {"deadlock", NULL, "local", CAUSE_MASK},
    {"deadlock", NULL, NULL, CAUSE_DEADLOCK},
    {"leak", NULL, NULL, CAUSE_LEAK},
    {"api", NULL, NULL, CAUSE_CALL},
};

static bool fits(const char *wanted, const char *word) {
    return !wanted || (word && strcmp(wanted, word) == 0);
}

static enum cause cause_of(const cJSON *error, const struct spec_task *task) {
    const char *kind = reports_string(error, "kind"), *detail = reports_string(error, "detail"),
               *space = reports_string(error, "space");
    if (fits("race", kind))
        return cause_of_race(error, task);
    for (size_t i = 0; i < sizeof causes / sizeof *causes; i++)
        if (fits(causes[i].kind, kind) && fits(causes[i].detail, detail) && fits(causes[i].space, space))
            return causes[i].cause;
    return CAUSE_NONE;
}

// The engine's message about a launch that it refused; NULL if there was none.
static const cJSON *refused_launch(const struct evidence *evidence) {
    return cJSON_GetObjectItemCaseSensitive(reports_driver(evidence->reply), "refused_launch");
}

static void fail_with_error(struct grading *grading, struct check *check, size_t task,
                            const struct evidence *evidence) {
    char actor[64], other_actor[64], places[48] = "", other_words[160] = "";
    const char *message = reports_string(evidence->first, "message"), *advice = "";
    const char *file = reports_string(evidence->first, "file");
    const cJSON *other = cJSON_GetObjectItemCaseSensitive(evidence->first, "other");
    describe_actor(actor, sizeof actor, evidence->first, evidence->first);
    describe_actor(other_actor, sizeof other_actor, evidence->first, other);
    // One statement on both sides is nearly always an update.
    if (cJSON_IsObject(other) && check->id == CHECK_RACES && same_line(evidence->first, other))
        snprintf(other_words, sizeof other_words,
                 language_of("; the other side is this same line%s%s: what one thread stores, the other "
                             "reads or overwrites"),
                 other_actor[0] ? ", " : "", other_actor);
    else if (cJSON_IsObject(other) && reports_number(other, "line") > 0)
        snprintf(other_words, sizeof other_words, language_of("; the other side is line %d%s%s"),
                 (int)reports_number(other, "line"), other_actor[0] ? ", " : "", other_actor);
    if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(evidence->first, "acquire_missing")))
        advice =
            language_of("; put a __threadfence() behind the loop that waits for the flag, before this read");
    if (evidence->more > 0)
        snprintf(places, sizeof places,
                 language_of(evidence->more == 1 ? " (and %d more place)" : " (and %d more places)"),
                 evidence->more);
    check_fail(check, 0, "n = %d: %s%s%s%s%s%s", evidence->n,
               message ? message : language_of("an error without words"), actor[0] ? ", " : "", actor,
               other_words, advice, places);
    check->n = evidence->n;
    check->never_written = check->id == CHECK_INIT && grading->smallest[task].never_written[0];
    check->place = evidence->place;
    check->on_host = check->id == CHECK_MEMORY && !actor[0] &&
                     !cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(evidence->first, "names_threads"));
    check->cause = cause_of(evidence->first, &grading->lab->tasks[task]);
    if (check->cause == CAUSE_CALL && refused_launch(evidence))
        check->cause = CAUSE_LAUNCH;
    const char *other_file = reports_string(other, "file");
    const int line = (int)reports_number(evidence->first, "line"),
              other_line = (int)reports_number(other, "line");
    if (other_line > 0)
        check_blame_other(
            check, other_file && other_file[0] ? reports_base_name(other_file) : grading->submission.name,
            other_line);
    if (line > 0)
        check_blame(check, file && file[0] ? reports_base_name(file) : grading->submission.name, line);
    else
        judge_blame_launcher(grading, check, task);
}

// Whether a CUDA error comes from a kernel that was ended, after which every call returns it.
static bool is_sticky(int error) {
    enum { ILLEGAL_ADDRESS = 700, ASSERT = 710, FIRST_OF_KERNELS = 714, LAUNCH_FAILURE = 719 };
    return error == ILLEGAL_ADDRESS || error == ASSERT ||
           (error >= FIRST_OF_KERNELS && error <= LAUNCH_FAILURE);
}

// The number alone says little about a launch; the engine has its configuration.
static void fail_with_call(struct grading *grading, struct check *check, const struct evidence *evidence) {
    const cJSON *call = evidence->failed_call, *refused = refused_launch(evidence);
    const char *expression = reports_string(call, "expression");
    const int line = refused ? (int)reports_number(refused, "line") : 0,
              error = (int)reports_number(call, "error");
    check->n = evidence->n;
    check->cause = refused ? CAUSE_LAUNCH : is_sticky(error) ? CAUSE_ENDED : CAUSE_CALL;
    if (refused)
        check_fail(check, 0, "n = %d: the kernel never ran: %s; CUDA_CHECK caught it (error %d)", evidence->n,
                   reports_string(refused, "message"), error);
    else
        check_fail(check, 0, "CUDA_CHECK caught a failed call: %s (error %d)", expression ? expression : "?",
                   error);
    check_blame(check, grading->submission.name, line > 0 ? line : (int)reports_number(call, "line"));
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
    const struct evidence evidence = gather(grading, task, check->id);
    if (evidence.first) {
        fail_with_error(grading, check, task, &evidence);
    } else if (evidence.failed_call) {
        fail_with_call(grading, check, &evidence);
    } else if (check->id == CHECK_MEMORY && evidence.crash) {
        check->cause = CAUSE_CRASH;
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
