// The answer of a traced run beside the right one: which cells are wrong, and where they were written.
#include <stdlib.h>
#include <string.h>

#include "run/compare.h"
#include "run/last_writes.h"
#include "run/reports.h"
#include "trace.h"

// Cells of an event that are wrong in the end.
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

// Who wrote it; of what nobody is known to have written the line is 0.
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

// An event has one error: what a checker found there comes before what came of it.
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

// Bins that nobody looked after, and that no element belongs to, tell nothing.
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
    const struct outputs outputs = outputs_of(&c, &run->data, run->output);
    for (size_t i = 0; !comparison.right && i < outputs.count; i++)
        if (!mark_output(run, &outputs, i, &first))
            return false;
    add_error(trace_run_recording(run), comparison.message, &first);
    return true;
}
