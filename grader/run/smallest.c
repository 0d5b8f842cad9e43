// The smallest inputs on which a faulty task shows its faults.
#include "smallest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "compare.h"
#include "lab/inputs.h"
#include "lab/outputs.h"
#include "reports.h"
#include "run.h"
#include "run/recorded.h"
#include "session.h"

// Sizes around those of warps and blocks. Four elements come first: few enough to be added up by hand, and
// more than one or two, which have faults of their own. The small ones are tried with other signs, too.
static const int32_t sizes[] = {4,  1,  2,   3,   5,   8,   9,   16,  17,  31,  32,   33,
                                64, 65, 127, 128, 129, 255, 256, 257, 512, 513, 1024, 1025};
enum { FEW = 17, LARGEST = 1025, LARGEST_ROWS = 33 };

static void fill_few_bytes(struct rng *rng, void *input, int32_t n) {
    (void)rng;
    inputs_byte_few(input, n, INPUTS_FEW_BINS);
}

// The elements of a rung. The first of a kind is also used by a trace.
struct contents {
    inputs_fill *fill; // NULL: they are counted up or down
    bool down;
};
static const struct contents of_numbers[] = {{NULL, false}, {NULL, true}},
                             of_bytes[] = {{fill_few_bytes, false}, {inputs_byte_high, false}};
enum { CONTENTS = 2 };

// A rung of the ladder.
struct rung {
    int32_t size; // number of its elements, or its rows
    const struct contents *contents;
    bool is_traced;  // a trace has the same elements
    int32_t last_of; // its elements are the last ones of a rung of this size, instead of all of its own
    char words[PLAN_WORDS];
    struct spec_case spec;
    struct plan_case c;
    struct plan_data data;
};

struct search {
    struct grading *grading;
    struct session session;
    struct session_setting setting;
    const struct spec_task *task;
    const struct plan_case *like; // the case with the wrong answer
    struct smallest *found;
    size_t calls;       // of the launcher, in the current runner
    struct rung wrong;  // the first with a wrong answer, if a call came before it
    bool was_called;    // there is such a rung
    double most_blocks; // with a right answer; 0: none
    int32_t right_size; // the largest rung with that number
};

// The first case of a task that shows a fault: to be repeated on less input. NULL if the task was not
// started, or is not to be called again because it never ends.
static const struct plan_case *first_fault(const struct grading *grading, const struct spec_task *task) {
    const struct plan_case *first = NULL;
    bool started = false;
    for (size_t i = 0; i < grading->plan.count; i++) {
        const struct plan_case *c = &grading->plan.cases[i];
        const struct outcome *outcome = grading_outcome(&grading->cpu, i);
        if (c->task != task || !outcome)
            continue;
        if (outcome->kind == OUTCOME_LIMIT)
            return NULL;
        started = started || !grading_did_nothing(outcome);
        if (!first && outcome->kind != OUTCOME_RIGHT && outcome->kind != OUTCOME_NOT_RUN)
            first = c;
    }
    for (size_t i = 0; !first && i < grading->plan.count; i++)
        if (grading->plan.cases[i].task == task && !grading->plan.cases[i].if_raced)
            first = &grading->plan.cases[i];
    return started ? first : NULL;
}

static bool is_faulty(const struct grading *grading, const struct spec_task *task) {
    bool changed = false;
    for (size_t i = 0; i < grading->plan.count; i++) {
        const struct outcome *outcome = grading_outcome(&grading->cpu, i);
        changed |= outcome && grading->plan.cases[i].task == task && outcome->input_modified;
    }
    return changed || grading_has_fault(grading, &grading->cpu, task);
}

static struct rung make_rung(const struct search *s, int32_t size, size_t contents) {
    const bool bytes = signature_has_bins(s->task->parameters);
    const struct shape shape = signature_small_shape(s->task->parameters, size);
    struct rung rung = {.size = size,
                        .contents = bytes ? &of_bytes[contents] : &of_numbers[contents],
                        .is_traced = contents == 0};
    const int32_t option = s->like->spec->option;
    rung.spec = (struct spec_case){.n = shape.n, .option = option, .fill = rung.contents->fill};
    rung.c = (struct plan_case){.task = s->task,
                                .group = s->like->group,
                                .shape = shape,
                                .data = rng_stream(0, (uint64_t)size),
                                .backends = BACKEND_CPU,
                                .order = s->like->order,
                                .multiprocessors = s->like->multiprocessors,
                                .reordered = s->like->reordered};
    return rung;
}

static void write_values(struct small_case *to, const struct search *s, const struct rung *rung) {
    size_t used = 0;
    to->values[0] = '\0';
    const struct parameter *numbers = signature_numbers(s->task->parameters);
    const unsigned char *input =
        s->session.input + signature_place(s->task->parameters, &rung->c.shape, numbers);
    const size_t count = signature_length(s->task->parameters, &rung->c.shape, numbers);
    const bool shown = !rung->is_traced && numbers->role != ARGUMENT_INDICES;
    for (size_t i = 0; shown && i < count && used < sizeof to->values; i++) {
        const struct number value = number_at(element_base(numbers->element), input, i);
        used +=
            (size_t)snprintf(to->values + used, sizeof to->values - used, "%s%s", i ? "," : "", value.text);
    }
}

static void keep(const struct search *s, enum check_id id, const struct rung *rung, const cJSON *reply) {
    struct small_case *to = &s->found->of[id];
    if (to->n > 0)
        return;
    to->n = rung->size;
    to->option = rung->spec.option;
    to->report = cJSON_Duplicate(reply, true);
    write_values(to, s, rung);
}

// Runs a rung. The caller deletes what it returns.
static cJSON *run_rung(struct search *s, const struct rung *rung, enum job_kind kind) {
    struct error error = {""};
    s->calls++;
    return run_once_in(&s->session, &s->setting, s->grading, &rung->c, &rung->data, kind, &error);
}

// The element whose last write is blamed: the first wrong one. Of bins it may be one that was missed: then
// the first wrong one that was counted, or any that was.
static size_t blamed_element(const struct output *output, const struct last_write *last, bool bins) {
    const size_t wrong = output_first_wrong(output);
    size_t blamed = wrong;
    for (size_t i = output->count; bins && !last[wrong].event && i-- > 0;)
        if (last[i].event &&
            (!output_is_right(output, i) || output_is_right(output, blamed) || blamed == wrong))
            blamed = i;
    return blamed;
}

// The line that wrote it.
static int line_of_wrong(struct search *s, const struct rung *rung) {
    int line = 0;
    cJSON *reply = run_rung(s, rung, JOB_RECORD);
    const struct outputs outputs = outputs_of(&rung->c, &rung->data, s->session.input, s->session.output);
    if (reply && s->session.reply.status == JOB_DONE && !outputs_are_right(&outputs)) {
        const struct output *output = outputs_first_wrong(&outputs);
        struct last_write *last = calloc(output->count, sizeof *last);
        if (last) {
            last_writes_find(last, reports_driver(reply), output, (size_t)(output - outputs.of));
            line =
                last_write_line(&last[blamed_element(output, last, signature_has_bins(s->task->parameters))],
                                reports_driver(reply), s->grading->submission.name);
        }
        free(last);
    }
    cJSON_Delete(reply);
    return line;
}

static bool is_of_ints(const struct spec_task *task) {
    const struct parameter *in = signature_numbers(task->parameters),
                           *out = signature_first(task->parameters, CALL_WRITTEN);
    return in && out && in->element == ELEMENT_INT32 && out->element == ELEMENT_INT32 && !out->bins;
}

// Finds the first wrong intermediate value: as many random numbers, recorded.
static void look_inside(struct search *s, const struct rung *rung) {
    static const struct contents random = {inputs_int_random, false};
    const size_t bytes = (size_t)rung->c.n * sizeof(uint32_t);
    struct rung like = *rung;
    unsigned char *const numbers = s->session.input + signature_place(s->task->parameters, &rung->c.shape,
                                                                      signature_numbers(s->task->parameters));
    const bool fits =
        is_of_ints(s->task) && signature_length(s->task->parameters, &rung->c.shape,
                                                signature_numbers(s->task->parameters)) >= (size_t)rung->c.n;
    uint32_t *shown = fits ? malloc(bytes + 1) : NULL;
    if (!shown)
        return;
    memcpy(shown, numbers, bytes);
    like.contents = &random;
    like.spec.fill = random.fill;
    like.c.spec = &like.spec;
    if (plan_data_make(&like.data, &like.c, s->session.input)) {
        cJSON *reply = run_rung(s, &like, JOB_RECORD_WHOLE);
        const struct outputs outputs = outputs_of(&like.c, &like.data, s->session.input, s->session.output);
        const struct recorded_call call = {.driver = reports_driver(reply),
                                           .file = s->grading->submission.name,
                                           .input = (const void *)numbers,
                                           .n = like.c.n,
                                           .expected = outputs.of[0].expected,
                                           .expected_count = outputs.of[0].count,
                                           .shown = shown};
        if (reply && s->session.reply.status == JOB_DONE && !outputs_are_right(&outputs))
            first_wrong_find(&s->found->inside, &call);
        cJSON_Delete(reply);
        plan_data_free(&like.data);
    }
    free(shown);
}

// @return false if further rungs cannot help
static bool take_reply(struct search *s, const struct rung *rung, const cJSON *reply) {
    const unsigned char *answer = s->session.output;
    struct comparison comparison;
    if (s->session.reply.status != JOB_DONE)
        return false;
    for (enum check_id id = CHECK_MEMORY; id <= CHECK_API; id++)
        if (reports_has(reply, id))
            keep(s, id, rung, reply);
    compare(&comparison, &rung->c, &rung->data, s->session.input, answer,
            answer + job_align(rung->data.output_bytes));
    const bool good = comparison.right && !comparison.input_modified;
    const double blocks = reports_blocks(reply);
    if (s->found->of[CHECK_CORRECT].n > 0)
        return true;
    if (good) {
        s->found->right_up_to = rung->c.n;
        if (blocks >= s->most_blocks && rung->size >= s->right_size) {
            s->most_blocks = blocks;
            s->right_size = rung->size;
        }
        return true;
    }
    s->found->right_up_to = 0;
    s->was_called = s->calls > 1;
    s->wrong = *rung;
    keep(s, CHECK_CORRECT, rung, reply);
    struct plan_case shown = rung->c;
    char words[PLAN_WORDS];
    shown.reordered = false; // the rows are about the numbers
    snprintf(s->found->words, sizeof s->found->words, "n = %d (%s)", shown.n, plan_words(&shown, words));
    s->found->cause = comparison.right                                ? CAUSE_INPUT_CHANGED
                      : comparison.untouched                          ? CAUSE_NOTHING_WRITTEN
                      : comparison.partly_written                     ? CAUSE_PARTLY_WRITTEN
                      : comparison.in_part                            ? CAUSE_WRITTEN_IN_PART
                      : s->most_blocks > 0 && blocks > s->most_blocks ? CAUSE_BLOCKS
                                                                      : CAUSE_VALUES;
    if (comparison.right)
        return true;
    s->found->rows = example_rows(&rung->c, &rung->data, s->session.input, answer);
    s->found->line = line_of_wrong(s, rung);
    look_inside(s, rung);
    if (s->found->inside.line > 0)
        s->found->line = s->found->inside.line;
    return true;
}

static bool fill(const struct search *s, struct rung *rung) {
    const struct parameter *parameters = s->task->parameters;
    if (!rung->contents->fill && rung->last_of > rung->size) {
        const struct shape whole = signature_small_shape(parameters, rung->last_of);
        const struct parameter *numbers = signature_numbers(parameters);
        const size_t size = element_bytes(numbers->element),
                     first = (size_t)(rung->last_of - rung->size) * size;
        signature_count_up(parameters, &whole, s->session.input, rung->contents->down);
        unsigned char *from = s->session.input + signature_place(parameters, &whole, numbers) + first;
        memmove(s->session.input + signature_place(parameters, &rung->c.shape, numbers), from,
                (size_t)rung->size * size);
    } else if (!rung->contents->fill) {
        signature_count_up(parameters, &rung->c.shape, s->session.input, rung->contents->down);
    }
    if (!plan_data_make(&rung->data, &rung->c, s->session.input)) // fills the input, as a rung's contents do
        return false;
    plan_input_words(s->task, rung->c.shape, rung->spec.option, s->session.input, rung->words,
                     sizeof rung->words);
    return true;
}

// A launcher that ends the program at a rung shows that, too.
static bool try_rung(struct search *s, struct rung *rung) {
    if (!fill(s, rung))
        return false;
    cJSON *reply = run_rung(s, rung, JOB_RUN);
    const bool goes_on = reply && take_reply(s, rung, reply);
    cJSON_Delete(reply);
    plan_data_free(&rung->data);
    return goes_on;
}

// Whether the rung's answer is right in this runner.
static bool is_right_now(struct search *s, struct rung *rung) {
    struct comparison comparison = {.right = false};
    rung->spec.data = rung->words;
    rung->c.spec = &rung->spec;
    if (!fill(s, rung))
        return true;
    cJSON *reply = run_rung(s, rung, JOB_RUN);
    if (reply && s->session.reply.status == JOB_DONE)
        compare(&comparison, &rung->c, &rung->data, s->session.input, s->session.output,
                s->session.output + job_align(rung->data.output_bytes));
    cJSON_Delete(reply);
    plan_data_free(&rung->data);
    return comparison.right;
}

// A new runner has made no calls.
static bool is_left_over(struct search *s) {
    if (!s->was_called)
        return false;
    session_end(&s->session, &s->grading->cpu.cost);
    s->calls = 0;
    return is_right_now(s, &s->wrong);
}

// Uninitialised reads, on the first rung that has one.
static void look_for_unwritten(struct search *s) {
    const struct small_case *at = &s->found->of[CHECK_INIT];
    struct rung rung = make_rung(s, at->n, at->values[0] ? 1 : 0);
    rung.spec.data = rung.words;
    rung.c.spec = &rung.spec;
    if (at->n == 0 || !fill(s, &rung))
        return;
    cJSON *reply = run_rung(s, &rung, JOB_RECORD_WHOLE);
    if (reply && s->session.reply.status == JOB_DONE)
        never_written_find(s->found->never_written, sizeof s->found->never_written, reports_driver(reply),
                           s->grading->submission.name);
    cJSON_Delete(reply);
    plan_data_free(&rung.data);
}

// A rung with more blocks also has larger numbers. Whether the same numbers are right with fewer blocks.
static bool is_by_blocks(struct search *s) {
    struct rung rung = make_rung(s, s->right_size, 0);
    rung.last_of = s->found->of[CHECK_CORRECT].n;
    return signature_has_rows(s->task->parameters) || signature_has(s->task->parameters, SCALAR_INNER) ||
           is_right_now(s, &rung);
}

static int32_t largest_of(const struct search *s) {
    const bool square =
        signature_has_rows(s->task->parameters) && !signature_has_entries(s->task->parameters);
    return square ? LARGEST_ROWS : LARGEST;
}

static void climb(struct search *s) {
    for (size_t i = 0; i < SPEC_COUNT(sizes) && sizes[i] <= largest_of(s); i++)
        for (size_t contents = 0; contents < CONTENTS; contents++) {
            struct rung rung = make_rung(s, sizes[i], contents);
            if (contents > 0 && sizes[i] > FEW)
                continue;
            rung.spec.data = rung.words;
            rung.c.spec = &rung.spec;
            if (stop_requested() || !try_rung(s, &rung)) {
                s->found->right_up_to = 0;
                return;
            }
        }
}

static void search_task(struct search *s, struct smallest *found) {
    struct error error = {""};
    const struct shape largest = signature_small_shape(s->task->parameters, largest_of(s));
    const size_t input = spec_input_bytes(s->task, largest), output = spec_output_bytes(s->task, largest);
    s->found = found;
    found->as_traced = !s->like->reordered;
    if (session_open(&s->session, input, job_align(output) + job_align(input), &error)) {
        climb(s);
        look_for_unwritten(s);
        if (is_left_over(s))
            found->cause = CAUSE_LEFT_OVER;
        if (found->cause == CAUSE_BLOCKS && !is_by_blocks(s))
            found->cause = CAUSE_VALUES;
        session_end(&s->session, &s->grading->cpu.cost);
    }
    session_close(&s->session);
}

// The case of fewest elements, more than that many, whose answer was wrong; NULL if there is none.
static const struct plan_case *least_wrong(const struct grading *grading, const struct spec_task *task,
                                           int32_t right) {
    const struct plan_case *least = NULL;
    for (size_t i = 0; i < grading->plan.count; i++) {
        const struct plan_case *c = &grading->plan.cases[i];
        const struct outcome *outcome = grading_outcome(&grading->cpu, i);
        if (c->task == task && !c->reordered && outcome && outcome->kind == OUTCOME_WRONG && c->n > right &&
            (!least || c->n < least->n))
            least = c;
    }
    return least;
}

void smallest_find(struct grading *grading) {
    const double seconds =
        SESSION_ASK_S + (double)SPEC_COUNT(sizes) * run_case_seconds(grading->lab, LARGEST);
    for (size_t t = 0; t < grading->lab->task_count && !stop_requested(); t++) {
        const struct spec_task *task = &grading->lab->tasks[t];
        struct search search = {.grading = grading,
                                .setting = run_setting(grading, &grading->cpu, seconds),
                                .task = task,
                                .like = first_fault(grading, task)};
        if (!search.like || !is_faulty(grading, task))
            continue;
        struct smallest *found = &grading->smallest[t];
        search_task(&search, found);
        const struct plan_case *large =
            found->right_up_to > 0 ? least_wrong(grading, task, found->right_up_to) : NULL;
        if (large)
            contributions_find(grading, large, found->right_up_to, found->large, sizeof found->large);
    }
}
