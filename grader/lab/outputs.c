// Compares the outputs of a call with the right ones.
#include "outputs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct outputs outputs_beside(const struct spec_task *task, struct shape shape,
                              const struct right_answer *right, const void *actual) {
    struct outputs outputs = {.count = 0};
    const struct call call = signature_call(task->parameters, &shape, 0);
    const double *bounds = right->bounds;
    for (uint32_t i = 0; i < call.count; i++) {
        const struct argument *a = &call.of[i];
        const uint64_t offset = call_offset(&call, CALL_WRITTEN, i);
        if (!call_has(CALL_WRITTEN, a))
            continue;
        const enum element base = element_base(a->element);
        const size_t count = a->bytes / element_bytes(base), width = element_components(a->element);
        outputs.of[outputs.count++] = (struct output){
            .task = task,
            .parameter = &task->parameters[i],
            .base = base,
            .expected = (const char *)right->expected + offset,
            .actual = (const char *)actual + offset,
            .bounds = bounds,
            .count = count,
            .cols = task->parameters[i].extent.rows_cols == 1 ? (size_t)shape.cols * width : 0,
            .poison = right->poison};
        bounds = bounds ? bounds + count : NULL;
    }
    return outputs;
}

struct outputs outputs_of(const struct plan_case *c, const struct plan_data *data, const void *input,
                          const void *actual) {
    const struct right_answer right = {data->expected, data->bounds, data->poison};
    struct outputs outputs = outputs_beside(c->task, c->shape, &right, actual);
    if (c->task->judge)
        judge_call(&(struct judged_call){.task = c->task,
                                         .shape = c->shape,
                                         .option = c->spec->option,
                                         .input = input,
                                         .reference = data->reference,
                                         .actual = actual},
                   data->expected, &outputs.verdict);
    return outputs;
}

static size_t bytes_of(const struct output *output) { return element_bytes(output->base); }

void output_error(const struct output *output, size_t i, double *off, double *allowed) {
    const enum element base = output->base;
    const double expected = element_value(base, output->expected, i);
    *off = *allowed = 0;
    if (!element_is_float(base) || !isfinite(expected))
        return;
    *off = fabs(element_value(base, output->actual, i) - expected);
    if (output->task->tolerance == TOLERANCE_ULPS)
        *allowed = output->task->ulps * element_unit(base, expected);
    else if (output->bounds)
        *allowed = output->bounds[i];
}

static bool float_is_right(const struct output *output, size_t i) {
    const double expected = element_value(output->base, output->expected, i),
                 actual = element_value(output->base, output->actual, i);
    double off, allowed;
    if (isnan(expected))
        return isnan(actual) && !output_is_unwritten(output, i);
    output_error(output, i, &off, &allowed);
    return actual == expected || (isfinite(expected) && isfinite(actual) && off <= allowed);
}

bool output_is_right(const struct output *output, size_t i) {
    const size_t size = bytes_of(output);
    return memcmp(output->expected + i * size, output->actual + i * size, size) == 0 ||
           (element_is_float(output->base) && float_is_right(output, i));
}

size_t output_first_wrong(const struct output *output) {
    size_t i = 0;
    while (i + 1 < output->count && output_is_right(output, i))
        i++;
    return i;
}

static bool is_right(const struct output *output) {
    const bool same = memcmp(output->expected, output->actual, output->count * bytes_of(output)) == 0;
    if (same || !element_is_float(output->base))
        return same;
    for (size_t i = 0; i < output->count; i++)
        if (!output_is_right(output, i))
            return false;
    return true;
}

bool outputs_are_right(const struct outputs *outputs) {
    for (size_t i = 0; i < outputs->count; i++)
        if (!is_right(&outputs->of[i]))
            return false;
    return true;
}

const struct output *outputs_first_wrong(const struct outputs *outputs) {
    size_t i = 0;
    while (i + 1 < outputs->count && is_right(&outputs->of[i]))
        i++;
    return &outputs->of[i];
}

// Integers of less than a word are examined with the word that contains them: a single one may have the same
// bits by chance. Both halves of the word are NaN and distinctive.
bool output_is_unwritten(const struct output *output, size_t i) {
    const size_t size = bytes_of(output), word = sizeof output->poison, all = output->count * size;
    if (output->base == ELEMENT_HALF)
        return memcmp(output->actual + i * size, (const char *)&output->poison + i * size % word, size) == 0;
    const size_t from = i * size / word * word, to = size > word ? from + size : from + word;
    for (size_t at = from; at < to && at < all; at += word)
        if (memcmp(output->actual + at, &output->poison, at + word <= all ? word : all - at) != 0)
            return false;
    return true;
}

// Fast, because most elements are words, and there may be millions of them.
static size_t count_words(const char *words, size_t count, uint32_t word) {
    size_t equal = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t one;
        memcpy(&one, words + i * sizeof one, sizeof one);
        equal += one == word;
    }
    return equal;
}

size_t output_count_unwritten(const struct output *output) {
    size_t unwritten = 0;
    if (bytes_of(output) == sizeof output->poison)
        return count_words(output->actual, output->count, output->poison);
    for (size_t i = 0; i < output->count; i++)
        unwritten += output_is_unwritten(output, i);
    return unwritten;
}

size_t output_count_missing(const struct output *output) {
    size_t missing = 0;
    if (!output->task->judge)
        return output_count_unwritten(output);
    for (size_t i = 0; i < output->count; i++)
        missing += output_is_unwritten(output, i) && !output_is_right(output, i);
    return missing;
}

size_t outputs_elements(const struct outputs *outputs, size_t *unwritten) {
    size_t elements = 0;
    *unwritten = 0;
    for (size_t i = 0; i < outputs->count; i++) {
        elements += outputs->of[i].count;
        *unwritten += output_count_unwritten(&outputs->of[i]);
    }
    return elements;
}

struct number number_at(enum element base, const void *buffer, size_t i) {
    struct number number = {""};
    element_write(number.text, sizeof number.text, base, buffer, i);
    return number;
}

struct number place_of(enum element element, size_t i) {
    struct number place;
    const char *component = element_component(element, i);
    snprintf(place.text, sizeof place.text, "%zu%s%s", i / element_components(element),
             component[0] ? "." : "", component);
    return place;
}
