// A launcher's output compared with the right answer.
#include "compare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "lab/answer.h"
#include "lab/diagnose.h"
#include "lab/outputs.h"

// A hint if everything from element i on is missing; "" otherwise.
static const char *missing_end(size_t words, size_t unwritten, size_t i) {
    if (unwritten != words - i)
        return "";
    const bool one_block = i >= 32 && i <= 2048 && (i & (i - 1)) == 0 && words - i > i;
    return language_of(one_block ? ": only the first block is there, what do the others do?"
                                 : ", and none after it was: what if n is no multiple of the block?");
}

static uint32_t word_at(const void *words, size_t i) {
    uint32_t word;
    memcpy(&word, (const char *)words + i * sizeof word, sizeof word);
    return word;
}

// Whether bins still include what they held before the run: added to, or left alone.
static bool holds_poison_too(const struct output *output) {
    if (!output->parameter->bins || element_bytes(output->base) != sizeof output->poison)
        return false;
    for (size_t i = 0; i < output->count; i++) {
        const uint32_t excess = word_at(output->actual, i) - word_at(output->expected, i);
        if (excess != 0 && excess != output->poison)
            return false;
    }
    return true;
}

// The number of an element's leading bytes that were written correctly; 0 if there are none.
static size_t bytes_written(const struct output *output, size_t i) {
    const size_t size = element_bytes(output->base);
    const unsigned char *actual = (const unsigned char *)output->actual + i * size,
                        *right = (const unsigned char *)output->expected + i * size,
                        *poison = (const unsigned char *)&output->poison;
    size_t written = 0;
    if (size != sizeof output->poison)
        return 0;
    while (written < size && actual[written] == right[written])
        written++;
    return written < size && memcmp(actual + written, poison + written, size - written) == 0 ? written : 0;
}

// The place of a number: an only number needs none.
static void write_place(char *to, size_t size, const struct outputs *outputs, const struct output *output,
                        size_t i) {
    const enum element element = output->parameter->element;
    const size_t cols = output->cols;
    size_t used = 0;
    to[0] = '\0';
    if (cols > 0)
        used = (size_t)snprintf(to, size, language_of(" in row %zu, column %s"), i / cols,
                                place_of(element, i % cols).text);
    else if (output->count > 1)
        used =
            (size_t)snprintf(to, size, language_of(output->parameter->bins ? " in bin %s" : " in element %s"),
                             place_of(element, i).text);
    if (outputs->count > 1 && used < size)
        snprintf(to + used, size - used, language_of(" of output %zu"), (size_t)(output - outputs->of) + 1);
}

// The error of a floating-point number. @return false if it is no number, or should be none
static bool write_error(char *to, size_t size, const struct output *output, size_t i) {
    double off, allowed;
    output_error(output, i, &off, &allowed);
    if (!(off > 0 && isfinite(off)))
        return false;
    if (allowed > 0)
        snprintf(to, size, language_of("off by %.3g, and rounding makes at most %.3g"), off, allowed);
    else
        snprintf(to, size, language_of("off by %.3g"), off);
    return true;
}

// The judge's verdict on the number that is named.
static bool judged(const struct outputs *outputs, const struct output *output, size_t i, char *to,
                   size_t size) {
    const struct verdict *verdict = &outputs->verdict;
    if (!verdict->why[0] || verdict->why_output != (size_t)(output - outputs->of) ||
        verdict->why_number != (int64_t)i)
        return false;
    snprintf(to, size, "%s", verdict->why);
    return true;
}

// The mistake with this result, if the task knows it.
static bool explained(const struct plan_case *c, const struct plan_data *data, const void *input,
                      const void *actual, char *to, size_t size) {
    const struct spec_task *task = c->task;
    const void *buffers[SIGNATURE_MAX];
    if (task->diagnose)
        return task->diagnose(input, c->n, c->spec->option, actual, to, size);
    if (!task->explain)
        return false;
    const struct problem problem =
        answer_places(task, c->shape, c->spec->option, input, data->expected, data->bounds);
    answer_buffers(buffers, task, c->shape, CALL_WRITTEN, actual);
    return task->explain(&problem, buffers, to, size);
}

static void explain(struct comparison *result, const struct plan_case *c, const struct plan_data *data,
                    const void *input, const struct outputs *outputs, const void *actual) {
    char place[96], diagnosis[160] = "", room[PLAN_WORDS];
    const char *input_words = plan_words(c, room);
    const struct output *output = outputs_first_wrong(outputs);
    const size_t words = output->count, unwritten = output_count_missing(output);
    const size_t i = output_first_wrong(output);
    const struct number right = number_at(output->base, output->expected, i),
                        wrong = number_at(output->base, output->actual, i);
    const char *expected = right.text, *got = wrong.text;
    const size_t in_part = unwritten == 0 ? bytes_written(output, i) : 0;
    result->in_part = in_part > 0;
    write_place(place, sizeof place, outputs, output, i);
    if (holds_poison_too(output))
        snprintf(
            result->message, sizeof result->message,
            language_of(
                "n = %d (%s): expected %s%s, got %s: each wrong bin has what it held before: who clears it?"),
            c->n, input_words, expected, place, got);
    else if (unwritten == words)
        snprintf(result->message, sizeof result->message,
                 language_of("n = %d (%s): expected %s%s, but the output was never written"), c->n,
                 input_words, expected, place);
    else if (unwritten > 0 && output->parameter->bins) // additions of 0 leave no trace
        snprintf(result->message, sizeof result->message,
                 language_of(
                     "n = %d (%s): expected %s%s, but %zu of %zu bins have what they held before: who clears "
                     "them, and who stores to them?"),
                 c->n, input_words, expected, place, unwritten, words);
    else if (unwritten > 0 && output_is_unwritten(output, i))
        snprintf(result->message, sizeof result->message,
                 language_of(
                     "n = %d (%s): expected %s%s, but %zu of %zu output elements were never written: this is "
                     "the first of them%s"),
                 c->n, input_words, expected, place, unwritten, words, missing_end(words, unwritten, i));
    else if (unwritten > 0)
        snprintf(result->message, sizeof result->message,
                 language_of(
                     "n = %d (%s): expected %s%s, got %s, and %zu of %zu output elements were never written"),
                 c->n, input_words, expected, place, got, unwritten, words);
    else if (in_part > 0)
        snprintf(result->message, sizeof result->message,
                 language_of("n = %d (%s): expected %s%s, got %s: only %zu of its %zu bytes written: is "
                             "a size given in bytes?"),
                 c->n, input_words, expected, place, got, in_part, (size_t)element_bytes(output->base));
    else if ((result->diagnosed = judged(outputs, output, i, diagnosis, sizeof diagnosis) ||
                                  explained(c, data, input, actual, diagnosis, sizeof diagnosis) ||
                                  diagnose_type(output, diagnosis, sizeof diagnosis)) ||
             write_error(diagnosis, sizeof diagnosis, output, i))
        snprintf(result->message, sizeof result->message,
                 language_of("n = %d (%s): expected %s%s, got %s: %s"), c->n, input_words, expected, place,
                 got, diagnosis);
    else
        snprintf(result->message, sizeof result->message, language_of("n = %d (%s): expected %s%s, got %s"),
                 c->n, input_words, expected, place, got);
    if (outputs->verdict.strayed) // an author's mistake, and then no answer is right
        snprintf(result->message, sizeof result->message,
                 language_of("n = %d (%s): the lab's judge looks outside of a buffer (make check-lab)"), c->n,
                 input_words);
}

// The first modified element of an input; its buffers' bytes are counted in elements.
static size_t first_modified(const struct plan_case *c, const struct plan_data *data, const void *input,
                             const void *after) {
    const struct call call = signature_call(c->task->parameters, &c->shape, 0);
    for (uint32_t i = 0; i < call.count; i++) {
        const uint64_t offset = call_offset(&call, CALL_GIVEN, i);
        const char *before = (const char *)input + offset, *now = (const char *)after + offset;
        uint64_t at = 0;
        if (!call_has(CALL_ONLY_READ, &call.of[i]) || call.of[i].bytes == 0 ||
            memcmp(before, now, call.of[i].bytes) == 0)
            continue;
        while (before[at] == now[at])
            at++;
        return at / element_bytes(call.of[i].element);
    }
    return data->input_bytes;
}

static void explain_input(struct comparison *result, const struct plan_case *c, size_t element) {
    char room[PLAN_WORDS];
    snprintf(
        result->message, sizeof result->message,
        language_of("n = %d (%s): the input was modified, first in element %zu; d_in must be left as it was"),
        c->n, plan_words(c, room), element);
}

void compare(struct comparison *result, const struct plan_case *c, const struct plan_data *data,
             const void *input, const void *actual, const void *after) {
    const struct outputs outputs = outputs_of(c, data, input, actual);
    size_t unwritten, missing = 0;
    memset(result, 0, sizeof *result);
    result->untouched = outputs_elements(&outputs, &unwritten) == unwritten;
    for (size_t i = 0; i < outputs.count; i++)
        missing += output_count_missing(&outputs.of[i]);
    result->partly_written = missing > 0 && !result->untouched;
    result->right = outputs_are_right(&outputs);
    const size_t modified = first_modified(c, data, input, after);
    result->input_modified = modified < data->input_bytes;
    if (!result->right)
        explain(result, c, data, input, &outputs, actual);
    else if (result->input_modified)
        explain_input(result, c, modified);
}
