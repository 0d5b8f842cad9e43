// The run that a submission's questions are about, and the answers that come with its file.
#include <sha2.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "compare.h"
#include "explain.h"
#include "lab/inputs.h"
#include "reports.h"
#include "run.h"

// Some hundred elements: enough for several blocks, and few enough to work out by hand.
enum { LEAST_N = 200, MOST_N = 700, LEAST_ROWS = 12, MOST_ROWS = 24 };

uint64_t explained_hash(const char *text) {
    SHA2_CTX context;
    uint8_t digest[SHA256_DIGEST_LENGTH];
    uint64_t hash = 0;
    const char *end = text, *line;
    for (line = text; *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (!question_is_line(line) && line[strspn(line, " \t\r\f\v")] != '\n' &&
            line[strspn(line, " \t\r\f\v")] != '\0')
            end = line + strcspn(line, "\n");
    SHA256Init(&context);
    for (line = text; line < end; line += strcspn(line, "\n"), line += *line == '\n') {
        SHA256Update(&context, (const uint8_t *)line, question_is_line(line) ? 0 : strcspn(line, "\n"));
        SHA256Update(&context, (const uint8_t *)"\n", 1);
    }
    SHA256Final(digest, &context);
    for (size_t i = 0; i < sizeof hash; i++)
        hash = hash << 8 | digest[i];
    return hash;
}

void explained_find(struct explained *explained, const char *text) {
    uint64_t file;
    explained->handed_in = question_find_explained(text, &explained->seed, &file, explained->answers);
    explained->changed = explained->handed_in && file != explained_hash(text);
}

int explained_right(const struct explained *explained) {
    int right = 0;
    for (size_t i = 0; i < explained->count && !explained->changed; i++)
        right += explained->answers[i] == explained->questions[i].key;
    return right;
}

// A case of the task: its size is drawn, its numbers are 1, 2, 3, ...
static struct plan_case draw_case(struct explained *explained, struct spec_case *spec) {
    const struct spec_task *task = explained->task;
    struct rng rng = rng_stream(explained->seed, (uint64_t)EXPLAIN_KINDS + 1);
    const struct spec_group *group = &task->groups[rng_between(&rng, 0, (int32_t)task->group_count - 1)];
    const bool rows = signature_has_rows(task->parameters) && !signature_has_entries(task->parameters);
    explained->option = group->cases[rng_between(&rng, 0, (int32_t)group->case_count - 1)].option;
    explained->shape = signature_small_shape(task->parameters, rows ? rng_between(&rng, LEAST_ROWS, MOST_ROWS)
                                                                    : rng_between(&rng, LEAST_N, MOST_N));
    *spec =
        (struct spec_case){.n = explained->shape.n, .option = explained->option, .data = explained->words};
    return (struct plan_case){.task = task, .spec = spec, .shape = explained->shape, .backends = BACKEND_CPU};
}

static bool fill(struct explained *explained, const struct plan_case *c, struct plan_data *data,
                 struct session *session) {
    char words[PLAN_WORDS];
    if (signature_has_bins(c->task->parameters)) {
        inputs_byte_few(session->input, c->n, INPUTS_FEW_BINS);
        snprintf(explained->words, sizeof explained->words, language_of("byte i is i * 5 mod %d"),
                 INPUTS_FEW_BINS);
    } else {
        signature_count_up(c->task->parameters, &c->shape, session->input, false);
        plan_input_words(c->task, c->shape, explained->option, session->input, explained->words,
                         sizeof explained->words);
    }
    plan_words(c, words);
    memcpy(explained->words, words, sizeof words);
    if (!plan_data_make(data, c, session->input))
        return error_set(&explained->error, "memory is used up");
    return true;
}

// @return the recording of a run whose answer is right, and in which no checker found anything
static cJSON *record(struct explained *explained, struct grading *grading, const struct plan_case *c,
                     struct session *session) {
    const struct session_setting setting =
        run_setting(grading, &grading->cpu, SESSION_ASK_S + run_case_seconds(grading->lab, c->n));
    struct plan_data data = {.expected = NULL};
    struct comparison comparison = {.right = false};
    cJSON *reply = NULL;
    if (fill(explained, c, &data, session))
        reply = run_once_in(session, &setting, grading, c, &data, JOB_RECORD_WHOLE, &explained->error);
    if (reply && session->reply.status == JOB_DONE && reports_is_engine(reply))
        compare(&comparison, c, &data, session->input, session->output,
                session->output + job_align(data.output_bytes));
    plan_data_free(&data);
    if (comparison.right && !comparison.input_modified &&
        cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(reports_driver(reply), "errors")) == 0)
        return reply;
    cJSON_Delete(reply);
    return NULL;
}

static void try_task(struct explained *explained, struct grading *grading) {
    struct spec_case spec;
    struct session session;
    const struct plan_case c = draw_case(explained, &spec);
    const size_t input = spec_input_bytes(c.task, c.shape), output = spec_output_bytes(c.task, c.shape);
    cJSON *reply = NULL;
    if (session_open(&session, input, job_align(output) + job_align(input), &explained->error))
        reply = record(explained, grading, &c, &session);
    session_end(&session, &grading->cpu.cost);
    session_close(&session);
    explained->count = explain_draw(explained->questions, EXPLAIN_MOST,
                                    cJSON_GetObjectItemCaseSensitive(reports_driver(reply), "trace"),
                                    grading->submission.name, c.n, explained->seed);
    cJSON_Delete(reply);
}

void explained_make(struct explained *explained, struct grading *grading) {
    const int tasks = (int)grading->lab->task_count;
    struct rng rng = rng_stream(explained->seed, (uint64_t)EXPLAIN_KINDS + 2);
    const int first = rng_between(&rng, 0, tasks - 1);
    if (!grading->cpu.asked || grading->cpu.build.state != BUILD_DONE) {
        error_set(&explained->error, "it takes the CPU engine, and a file that compiles for it");
        return;
    }
    for (int i = 0; i < tasks; i++) {
        explained->task = &grading->lab->tasks[(first + i) % tasks];
        explained->error.text[0] = '\0';
        try_task(explained, grading);
        if (explained->count >= EXPLAIN_LEAST)
            return;
    }
    explained->task = NULL;
    explained->count = 0;
    if (explained->error.text[0] == '\0')
        error_set(&explained->error,
                  "no task has a right answer without faults and enough to ask about on a small input");
}
