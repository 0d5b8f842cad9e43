// Answers that are not unique: finds the right one that is nearest to the output.
#include "judge.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "plan.h"

struct judge_room {
    struct judge_room *next;
    max_align_t memory[];
};

static bool is_in(const struct judged *buffer, int64_t i) {
    const bool in = i >= 0 && i < buffer->count;
    *buffer->strayed |= !in;
    return in;
}

int64_t judged_whole(const struct judged *buffer, int64_t i) {
    const void *numbers = buffer->numbers;
    if (!is_in(buffer, i))
        return 0;
    switch (buffer->base) {
    case ELEMENT_INT8:
        return ((const int8_t *)numbers)[i];
    case ELEMENT_UINT8:
        return ((const uint8_t *)numbers)[i];
    case ELEMENT_INT16:
        return ((const int16_t *)numbers)[i];
    case ELEMENT_UINT16:
        return ((const uint16_t *)numbers)[i];
    case ELEMENT_INT32:
        return ((const int32_t *)numbers)[i];
    case ELEMENT_UINT32:
        return ((const uint32_t *)numbers)[i];
    case ELEMENT_INT64:
    case ELEMENT_UINT64:
        return ((const int64_t *)numbers)[i];
    default: // a NaN is not an integer
        *buffer->strayed = true;
        return 0;
    }
}

double judged_real(const struct judged *buffer, int64_t i) {
    return is_in(buffer, i) ? element_value(buffer->base, buffer->numbers, (size_t)i) : 0;
}

void verdict_expect(struct verdict *verdict, size_t output, int64_t i, const struct judged *from, int64_t j) {
    if (output >= verdict->output_count || from->base != verdict->outputs[output].base) {
        verdict->strayed = true;
        return;
    }
    const size_t size = element_bytes(from->base);
    if (is_in(&verdict->outputs[output], i) && is_in(from, j))
        memcpy((char *)verdict->expected[output] + (size_t)i * size,
               (const char *)from->numbers + (size_t)j * size, size);
}

void verdict_accept(struct verdict *verdict, size_t output, int64_t i) {
    verdict_expect(verdict, output, i, &verdict->outputs[output < SIGNATURE_MAX ? output : 0], i);
}

void verdict_why(struct verdict *verdict, size_t output, int64_t i, const char *format, ...) {
    const bool is_first = !verdict->why[0] || output < verdict->why_output ||
                          (output == verdict->why_output && i < verdict->why_number);
    va_list arguments;
    if (!is_first)
        return;
    va_start(arguments, format);
    vsnprintf(verdict->why, sizeof verdict->why, format, arguments);
    va_end(arguments);
    verdict->why_output = output;
    verdict->why_number = i;
}

void *verdict_room(struct verdict *verdict, size_t count, size_t size) {
    struct judge_room *room =
        count > (SIZE_MAX - sizeof *room) / (size + 1) ? NULL : calloc(1, sizeof *room + count * size);
    if (!room) { // the grader's failure, and never a verdict
        fputs("grade: memory is used up while an answer is judged\n", stderr);
        exit(2);
    }
    room->next = verdict->rooms;
    verdict->rooms = room;
    return room->memory;
}

void verdict_expect_whole(struct verdict *verdict, size_t output, int64_t i, int64_t value) {
    if (output >= verdict->output_count)
        verdict->strayed = true;
    else if (is_in(&verdict->outputs[output], i))
        element_store(verdict->outputs[output].base, verdict->expected[output], (size_t)i, (double)value);
}

// A number as bits, so that a NaN equals itself.
struct entry {
    uint64_t bits;
    int64_t place;
};

static int by_bits(const void *a, const void *b) {
    const struct entry *x = a, *y = b;
    return x->bits != y->bits ? (x->bits > y->bits) - (x->bits < y->bits)
                              : (x->place > y->place) - (x->place < y->place);
}

static uint64_t bits_at(const struct judged *buffer, int64_t i) {
    uint64_t bits = 0;
    const size_t size = element_bytes(buffer->base);
    memcpy(&bits, (const char *)buffer->numbers + (size_t)i * size, size);
    return bits;
}

static struct entry *sorted_entries(struct verdict *verdict, const struct judged *buffer, int64_t count) {
    struct entry *entries = verdict_room(verdict, (size_t)count, sizeof *entries);
    for (int64_t i = 0; i < count; i++)
        entries[i] = (struct entry){bits_at(buffer, i), i};
    qsort(entries, (size_t)count, sizeof *entries, by_bits);
    return entries;
}

// A sum that is independent of the order. Its key is secret, so a submission cannot find a collision.
static uint64_t sum_of(const struct judged *buffer, int64_t count, uint64_t key) {
    uint64_t sum = 0;
    for (int64_t i = 0; i < count; i++) {
        struct rng mix = {bits_at(buffer, i) ^ key};
        mix.state = rng_next(&mix);
        sum += rng_next(&mix);
    }
    return sum;
}

void verdict_any_order(struct verdict *verdict, size_t output, const struct judged *reference,
                       int64_t count) {
    // Sorting more than this number takes seconds, and only shows which element is wrong; that one is wrong
    // is known by then.
    enum { SORTED = 1 << 22 };
    uint64_t key;
    if (output >= verdict->output_count) {
        verdict->strayed = true;
        return;
    }
    const struct judged *own = &verdict->outputs[output];
    if (count <= 0 || !is_in(own, count - 1) || !is_in(reference, count - 1) || !plan_draw_seed(&key))
        return;
    if (sum_of(own, count, key) == sum_of(reference, count, key)) {
        memcpy(verdict->expected[output], own->numbers, (size_t)count * element_bytes(own->base));
        return;
    }
    if (count > SORTED)
        return;
    const struct entry *right = sorted_entries(verdict, reference, count),
                       *actual = sorted_entries(verdict, own, count);
    int64_t *missing = verdict_room(verdict, (size_t)count, sizeof *missing),
            *extra = verdict_room(verdict, (size_t)count, sizeof *extra), missing_count = 0, extra_count = 0;
    for (int64_t r = 0, a = 0; r < count || a < count;) {
        if (a == count || (r < count && right[r].bits < actual[a].bits)) {
            missing[missing_count++] = right[r++].place;
        } else if (r == count || actual[a].bits < right[r].bits) {
            const bool known = r > 0 && right[r - 1].bits == actual[a].bits;
            verdict_why(verdict, output, actual[a].place, "%s",
                        language_of(known ? "it is there more often than it should be"
                                          : "it should not be there at all"));
            extra[extra_count++] = actual[a++].place;
        } else {
            verdict_accept(verdict, output, actual[a++].place);
            r++;
        }
    }
    for (int64_t i = 0; i < extra_count; i++)
        verdict_expect(verdict, output, extra[i], reference, missing[i]);
}

// The buffers of a set of roles. @return how many
static size_t buffers_of(const struct judged_call *c, uint32_t set, const void *laid_out, bool *strayed,
                         struct judged *buffers) {
    const struct call call = signature_call(c->task->parameters, &c->shape, c->option);
    size_t count = 0;
    for (uint32_t i = 0; i < call.count; i++) {
        const enum element base = element_base(call.of[i].element);
        if (call_has(set, &call.of[i]))
            buffers[count++] = (struct judged){(const char *)laid_out + call_offset(&call, set, i), base,
                                               (int64_t)(call.of[i].bytes / element_bytes(base)), strayed};
    }
    return count;
}

void judge_call(const struct judged_call *call, void *expected, struct verdict *verdict) {
    struct judged inputs[SIGNATURE_MAX], reference[SIGNATURE_MAX];
    const size_t bytes = spec_output_bytes(call->task, call->shape);
    *verdict = (struct verdict){.shape = call->shape, .option = call->option};
    memcpy(expected, call->reference, bytes);
    buffers_of(call, CALL_GIVEN, call->input, &verdict->strayed, inputs);
    buffers_of(call, CALL_WRITTEN, call->reference, &verdict->strayed, reference);
    verdict->output_count = buffers_of(call, CALL_WRITTEN, call->actual, &verdict->strayed, verdict->outputs);
    for (size_t i = 0; i < verdict->output_count; i++)
        verdict->expected[i] =
            (char *)expected + ((const char *)reference[i].numbers - (const char *)call->reference);
    call->task->judge(inputs, verdict->outputs, reference, verdict);
    for (struct judge_room *room = verdict->rooms, *next; room; room = next) {
        next = room->next;
        free(room);
    }
    verdict->rooms = NULL;
    if (verdict->strayed)
        memcpy(expected, call->reference, bytes);
}
