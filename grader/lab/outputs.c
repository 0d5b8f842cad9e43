// The outputs of a call beside the right ones.
#include "outputs.h"

#include <string.h>

struct outputs outputs_of(const struct plan_case *c, const struct plan_data *data, const void *actual) {
    struct outputs outputs = {.count = 0};
    const struct call call = plan_buffers(c);
    for (uint32_t i = 0; i < call.count; i++) {
        const uint64_t offset = call_offset(&call, CALL_WRITTEN, i);
        if (call_has(CALL_WRITTEN, &call.of[i]))
            outputs.of[outputs.count++] =
                (struct output){.parameter = &c->task->parameters[i],
                                .expected = (const char *)data->expected + offset,
                                .actual = (const char *)actual + offset,
                                .count = call.of[i].bytes / element_bytes(call.of[i].element),
                                .poison = data->poison};
    }
    return outputs;
}

static size_t bytes_of(const struct output *output) { return element_bytes(output->parameter->element); }

bool output_is_right(const struct output *output, size_t i) {
    const size_t size = bytes_of(output);
    return memcmp(output->expected + i * size, output->actual + i * size, size) == 0;
}

size_t output_first_wrong(const struct output *output) {
    size_t i = 0;
    while (i + 1 < output->count && output_is_right(output, i))
        i++;
    return i;
}

static bool is_right(const struct output *output) {
    return memcmp(output->expected, output->actual, output->count * bytes_of(output)) == 0;
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

// Elements of less than a word are looked at with the word that they are in: one of them may hold the same
// bits by chance.
bool output_is_unwritten(const struct output *output, size_t i) {
    const size_t size = bytes_of(output), word = sizeof output->poison, all = output->count * size;
    const size_t from = i * size / word * word, to = size > word ? from + size : from + word;
    for (size_t at = from; at < to && at < all; at += word)
        if (memcmp(output->actual + at, &output->poison, at + word <= all ? word : all - at) != 0)
            return false;
    return true;
}

// Most elements are words, and there may be millions of them.
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

size_t outputs_elements(const struct outputs *outputs, size_t *unwritten) {
    size_t elements = 0;
    *unwritten = 0;
    for (size_t i = 0; i < outputs->count; i++) {
        elements += outputs->of[i].count;
        *unwritten += output_count_unwritten(&outputs->of[i]);
    }
    return elements;
}

struct number number_at(enum element element, const void *buffer, size_t i) {
    struct number number = {""};
    element_write(number.text, sizeof number.text, element, buffer, i);
    return number;
}
