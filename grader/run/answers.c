// The answers of a launcher's timed calls, each to an input of its own, compared with the reference.
//
// Theory of operation. Two dozen calls on 2^26 ints are six gigabytes of input, and one after the other each
// would be written to memory and read again, beside the GPU's own transfers. So a piece of the base that fits
// into the cache is varied as for every call, answered and, where that is a part of the call's answer,
// compared; then comes the next piece. Where answers cannot be put together from those to pieces, the input
// is taken whole.
#include "run/compare.h"

#include <stdlib.h>
#include <string.h>

#include "lab/answer.h"
#include "lab/outputs.h"

enum { PIECE_BYTES = 1 << 14 }; // of input: that, varied, and its answer fit into a cache of 48 KiB

struct checking {
    const struct spec_task *task;
    const struct job *job;
    const void *base;
    const unsigned char *answers;
    uint32_t calls;
    void *varied, *part; // a piece of a call's input, and the answer to it
    double *bounds;      // of that, where the task has them
    void *reference;     // before a judge took over what is right in a call's answer; NULL without
    uint32_t *state;     // a word for each word of a call's answer, or one for each call
};

// Writes n elements, the first of which is the base's element number `first`.
#define VARY(name, type, varied)                                                                             \
    VECTOR_CLONES                                                                                            \
    static void name(type *restrict to, const type *restrict from, uint32_t first, uint32_t n,               \
                     struct job_variation by) {                                                              \
        uint32_t scatter = first * by.scatter;                                                               \
        for (uint32_t i = 0; i < n; i++, scatter += by.scatter)                                              \
            to[i] = (type)(varied);                                                                          \
    }
VARY(vary_bytes, uint8_t, (from[i] ^ scatter >> 24) * by.multiply + by.add)
VARY(vary_halves, uint16_t, (from[i] ^ scatter >> 16) * by.multiply + by.add)
VARY(vary_words, uint32_t, (from[i] ^ scatter) * by.multiply + by.add)
// The signs of floating-point numbers.
VARY(vary_half_floats, uint16_t, from[i] ^ scatter >> 31 << 15)
VARY(vary_floats, uint32_t, from[i] ^ (scatter & UINT32_C(1) << 31))
VARY(vary_doubles, uint64_t, from[i] ^ (uint64_t)(scatter >> 31) << 63)

// Numbers of a buffer, the first of which is its number `first`.
static void vary_numbers(enum element base, void *to, const void *from, uint32_t first, uint32_t n,
                         struct job_variation by) {
    const bool is_float = element_is_float(base);
    switch (element_bytes(base)) {
    case 1:
        vary_bytes(to, from, first, n, by);
        break;
    case 2:
        (is_float ? vary_half_floats : vary_halves)(to, from, first, n, by);
        break;
    case 4:
        (is_float ? vary_floats : vary_words)(to, from, first, n, by);
        break;
    default:
        if (is_float)
            vary_doubles(to, from, first, n, by);
        else
            vary_words(to, from, 2 * first, 2 * n, by);
    }
}

// Elements of a buffer, likewise; of vectors each component by itself.
static void vary_buffer(enum element element, void *to, const void *from, uint32_t first, uint32_t n,
                        struct job_variation by) {
    const uint32_t width = element_components(element);
    vary_numbers(element_base(element), to, from, width * first, width * n, by);
}

// A piece of the only input.
static void vary_piece(const struct checking *c, int32_t first, int32_t n, uint32_t call) {
    const enum element element = signature_first(c->task->parameters, CALL_GIVEN)->element;
    vary_buffer(element, c->varied, (const char *)c->base + (size_t)first * element_bytes(element),
                (uint32_t)first, (uint32_t)n, c->job->variation[call]);
}

static void vary_all(const struct checking *c, uint32_t r) {
    const struct call *call = &c->job->call;
    for (uint32_t i = 0; i < call->count; i++) {
        const struct argument *a = &call->of[i];
        const uint64_t offset = call_offset(call, CALL_GIVEN, i);
        if (a->role == ARGUMENT_INDICES)
            memcpy((char *)c->varied + offset, (const char *)c->base + offset, a->bytes);
        else if (call_has(CALL_GIVEN, a))
            vary_buffer(a->element, (char *)c->varied + offset, (const char *)c->base + offset, 0,
                        (uint32_t)(a->bytes / element_bytes(a->element)), c->job->variation[r]);
    }
}

static const unsigned char *answer_of(const struct checking *c, uint32_t call) {
    return c->answers + call * job_align(c->job->output_bytes);
}

static void add_words(uint32_t *restrict to, const uint32_t *restrict from, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] += from[i];
}

// Adds what was summed so far to a piece of a scan, and the piece's own sum to that.
static void carry(uint32_t *restrict scan, const uint32_t *restrict elements, int32_t n, uint32_t *sum) {
    const uint32_t before = *sum;
    for (int32_t i = 0; i < n; i++)
        scan[i] += before;
    for (int32_t i = 0; i < n; i++)
        *sum += elements[i];
}

static int32_t option_of(const struct checking *c) { return c->task->bandwidth.option; }

// The answer to a piece of a call's input: added up, or compared with its part of the call's answer.
static bool take_part(const struct checking *c, int32_t first, int32_t n, uint32_t call) {
    const size_t bytes = c->job->output_bytes, words = bytes / sizeof(uint32_t);
    if (c->task->pieces == PIECES_ADD) {
        add_words(c->state + call * words, c->part, words);
        return true;
    }
    if (c->task->pieces == PIECES_SCAN)
        carry(c->part, c->varied, n, &c->state[call]);
    const size_t each = bytes / (size_t)c->job->n;
    return memcmp(c->part, answer_of(c, call) + each * (size_t)first, each * (size_t)n) == 0;
}

static bool sums_right(const struct checking *c) {
    const size_t bytes = c->job->output_bytes, words = bytes / sizeof(uint32_t);
    bool right = true;
    for (uint32_t r = 0; right && r < c->calls; r++)
        right = memcmp(c->state + r * words, answer_of(c, r), bytes) == 0;
    return right;
}

// Elements of a piece.
static int32_t piece_of(const struct spec_task *task) {
    return (int32_t)(PIECE_BYTES / spec_input_bytes(task, (struct shape){.n = 1}));
}

static bool pieces_right(const struct checking *c) {
    const struct job *job = c->job;
    const int32_t most = piece_of(c->task);
    for (int32_t first = 0, n; first < job->n; first += n) {
        n = job->n - first < most ? job->n - first : most;
        for (uint32_t r = 0; r < c->calls; r++) {
            vary_piece(c, first, n, r);
            c->task->reference(c->varied, n, option_of(c), c->part);
            if (!take_part(c, first, n, r))
                return false;
        }
    }
    return c->task->pieces != PIECES_ADD || sums_right(c);
}

// The right answer that is nearest to a call's.
static void judge_part(const struct checking *c, struct shape shape, uint32_t r) {
    struct verdict verdict;
    memcpy(c->reference, c->part, c->job->output_bytes);
    judge_call(&(struct judged_call){.task = c->task,
                                     .shape = shape,
                                     .option = option_of(c),
                                     .input = c->varied,
                                     .reference = c->reference,
                                     .actual = answer_of(c, r)},
               c->part, &verdict);
}

static bool wholes_right(const struct checking *c) {
    const struct shape shape = spec_timed_shape(c->task, c->job->n);
    const struct right_answer answer = {c->part, c->bounds, 0};
    bool right = true;
    for (uint32_t r = 0; right && r < c->calls; r++) {
        vary_all(c, r);
        answer_reckon(c->task, shape, option_of(c), c->varied, c->part, c->bounds);
        if (c->task->judge)
            judge_part(c, shape, r);
        const struct outputs outputs = outputs_beside(c->task, shape, &answer, answer_of(c, r));
        right = outputs_are_right(&outputs);
    }
    return right;
}

bool answers_check(const struct spec_task *task, const struct job *job, const void *base, const void *answers,
                   uint32_t calls, bool *right) {
    const bool whole = task->pieces == PIECES_NONE;
    const struct shape shape = whole ? spec_timed_shape(task, job->n) : (struct shape){.n = piece_of(task)};
    const size_t state = task->pieces == PIECES_ADD ? job->output_bytes : sizeof(uint32_t);
    struct checking c = {.task = task,
                         .job = job,
                         .base = base,
                         .answers = answers,
                         .calls = calls,
                         .varied = malloc(spec_input_bytes(task, shape) + 1),
                         .reference = task->judge ? malloc(job->output_bytes + 1) : NULL,
                         .state = calloc(calls + 1, state)};
    const bool room =
        answer_make(&c.part, &c.bounds, task, shape) && c.varied && c.state && (c.reference || !task->judge);
    *right = room && (whole ? wholes_right(&c) : pieces_right(&c));
    free(c.varied);
    free(c.part);
    free(c.bounds);
    free(c.reference);
    free(c.state);
    return room;
}
