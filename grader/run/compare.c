// A launcher's output against the right answer.
#include "compare.h"

#include <stdio.h>
#include <string.h>

#include "base/language.h"

uint32_t compare_word(const void *bytes, size_t i) {
    uint32_t word;
    memcpy(&word, (const char *)bytes + i * sizeof word, sizeof word);
    return word;
}

// Words of output that still hold the poison.
static size_t count_unwritten(const struct plan_data *data, const void *actual) {
    size_t unwritten = 0;
    for (size_t i = 0; i < data->output_bytes / sizeof(uint32_t); i++)
        unwritten += compare_word(actual, i) == data->poison;
    return unwritten;
}

size_t compare_first_difference(const struct plan_data *data, const void *actual) {
    const size_t words = data->output_bytes / sizeof(uint32_t);
    size_t i = 0;
    while (i + 1 < words && compare_word(actual, i) == compare_word(data->expected, i))
        i++;
    return i;
}

struct compare_number compare_number(const struct spec_task *task, uint32_t word) {
    struct compare_number number;
    if (task->signature == JOB_BYTE_HISTOGRAM)
        snprintf(number.text, sizeof number.text, "%u", word);
    else
        snprintf(number.text, sizeof number.text, "%d", (int)word);
    return number;
}

// A hint where everything from element i on is missing; "" where that is not so.
static const char *missing_end(size_t words, size_t unwritten, size_t i) {
    if (unwritten != words - i)
        return "";
    const bool one_block = i >= 32 && i <= 2048 && (i & (i - 1)) == 0 && words - i > i;
    return language_of(one_block ? ": only the first block is there, what do the others do?"
                                 : " and none after it is: what if n is no multiple of the block?");
}

// Bins that were counted in, or left alone, on top of what they held before the run.
static bool holds_poison_too(const struct plan_case *c, const struct plan_data *data, const void *actual) {
    if (c->task->signature != JOB_BYTE_HISTOGRAM)
        return false;
    for (size_t i = 0; i < data->output_bytes / sizeof(uint32_t); i++) {
        const uint32_t excess = compare_word(actual, i) - compare_word(data->expected, i);
        if (excess != 0 && excess != data->poison)
            return false;
    }
    return true;
}

static void explain(struct comparison *result, const struct plan_case *c, const struct plan_data *data,
                    const void *input, const void *actual) {
    char place[48] = "", diagnosis[160] = "", room[PLAN_WORDS];
    const char *input_words = plan_words(c, room);
    const size_t words = data->output_bytes / sizeof(uint32_t), unwritten = count_unwritten(data, actual);
    const size_t i = compare_first_difference(data, actual);
    const struct compare_number right = compare_number(c->task, compare_word(data->expected, i)),
                                wrong = compare_number(c->task, compare_word(actual, i));
    const char *expected = right.text, *got = wrong.text;
    if (words > 1)
        snprintf(place, sizeof place, language_of(" in element %zu"), i);
    if (holds_poison_too(c, data, actual))
        snprintf(
            result->message, sizeof result->message,
            language_of(
                "n = %d (%s): expected %s%s, got %s: each wrong bin has what it held before: who clears it?"),
            c->n, input_words, expected, place, got);
    else if (unwritten == words)
        snprintf(result->message, sizeof result->message,
                 language_of("n = %d (%s): expected %s%s, but the output was never written"), c->n,
                 input_words, expected, place);
    else if (unwritten > 0 && compare_word(actual, i) == data->poison)
        snprintf(
            result->message, sizeof result->message,
            language_of(
                "n = %d (%s): expected %s%s, but %zu of %zu output elements were never written, that one "
                "the first%s"),
            c->n, input_words, expected, place, unwritten, words, missing_end(words, unwritten, i));
    else if (unwritten > 0)
        snprintf(result->message, sizeof result->message,
                 language_of(
                     "n = %d (%s): expected %s%s, got %s, and %zu of %zu output elements were never written"),
                 c->n, input_words, expected, place, got, unwritten, words);
    else if (c->task->diagnose &&
             c->task->diagnose(input, c->n, c->spec->option, actual, diagnosis, sizeof diagnosis))
        snprintf(result->message, sizeof result->message,
                 language_of("n = %d (%s): expected %s%s, got %s: %s"), c->n, input_words, expected, place,
                 got, diagnosis);
    else
        snprintf(result->message, sizeof result->message, language_of("n = %d (%s): expected %s%s, got %s"),
                 c->n, input_words, expected, place, got);
}

static void explain_input(struct comparison *result, const struct plan_case *c, const struct plan_data *data,
                          const void *input, const void *after) {
    const unsigned char *before = input, *now = after;
    char room[PLAN_WORDS];
    const char *input_words = plan_words(c, room);
    size_t i = 0;
    while (i < data->input_bytes && before[i] == now[i])
        i++;
    const size_t element = c->n > 0 ? data->input_bytes / (size_t)c->n : 1;
    snprintf(
        result->message, sizeof result->message,
        language_of("n = %d (%s): the input was modified, first in element %zu; d_in must be left as it was"),
        c->n, input_words, i / element);
}

void compare(struct comparison *result, const struct plan_case *c, const struct plan_data *data,
             const void *input, const void *actual, const void *after) {
    memset(result, 0, sizeof *result);
    const size_t unwritten = count_unwritten(data, actual);
    result->untouched = unwritten == data->output_bytes / sizeof(uint32_t);
    result->partly_written = unwritten > 0 && !result->untouched;
    result->right = memcmp(actual, data->expected, data->output_bytes) == 0;
    result->input_modified = data->input_bytes > 0 && memcmp(input, after, data->input_bytes) != 0;
    if (!result->right)
        explain(result, c, data, input, actual);
    else if (result->input_modified)
        explain_input(result, c, data, input, after);
}
