// Asks a task's judge about ten thousand random answers.
#include "judged_fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/outputs.h"

enum { ANSWERS = 10000, SMALL_N = 3000, FEW = 4 };

// How an answer is made.
enum kind {
    RANDOM_BITS,  // all of it
    SMALL_PLACES, // all of it, near the places that there are
    CHANGED_BITS, // some numbers of one output of the right answer, and so on
    CHANGED_PLACES,
    REPEATED, // in place of others
    SWAPPED,
    KINDS
};

struct fuzz {
    const struct spec_task *task;
    const struct spec_case *spec;
    struct shape shape;
    struct rng rng;
    struct plan_data data;
    unsigned char *input, *reference, *expected, *actual;
    size_t refused[SIGNATURE_MAX], changed[SIGNATURE_MAX]; // answers with changes to that output alone
    char *said;
};

static bool say(const struct fuzz *f, const char *what) {
    snprintf(f->said, FUZZ_WORDS, "the judge of %s, n = %d (%s): it %s", f->task->name, (int)f->shape.n,
             f->spec->data, what);
    return false;
}

static void random_bits(struct rng *rng, void *to, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        ((unsigned char *)to)[i] = (unsigned char)(rng_next(rng) >> 32);
}

// One number of an output of so many.
static void change(struct fuzz *f, enum kind kind, enum element base, unsigned char *numbers, int32_t count) {
    const size_t size = element_bytes(base), i = (size_t)rng_between(&f->rng, 0, count - 1) * size,
                 j = (size_t)rng_between(&f->rng, 0, count - 1) * size;
    unsigned char kept[sizeof(uint64_t)];
    if (kind == CHANGED_BITS)
        random_bits(&f->rng, numbers + i, size);
    else if (kind == CHANGED_PLACES)
        element_store(base, numbers + i, 0, rng_between(&f->rng, -2, f->shape.n + 2));
    memcpy(kept, numbers + i, size);
    if (kind == REPEATED || kind == SWAPPED)
        memcpy(numbers + i, numbers + j, size);
    if (kind == SWAPPED)
        memcpy(numbers + j, kept, size);
}

// @return the number of the output that was changed; that of none if all were
static size_t make_answer(struct fuzz *f, enum kind kind, size_t bytes) {
    const struct call call = signature_call(f->task->parameters, &f->shape, f->spec->option);
    uint32_t written[SIGNATURE_MAX];
    size_t outputs = 0;
    for (uint32_t i = 0; i < call.count; i++)
        if (call_has(CALL_WRITTEN, &call.of[i]))
            written[outputs++] = i;
    memcpy(f->actual, f->reference, bytes);
    if (kind == RANDOM_BITS)
        random_bits(&f->rng, f->actual, bytes);
    const size_t first = kind > SMALL_PLACES ? (size_t)rng_between(&f->rng, 0, (int32_t)outputs - 1) : 0,
                 last = kind > SMALL_PLACES ? first : outputs - 1;
    for (size_t k = first; k <= last && kind != RANDOM_BITS; k++) {
        const struct argument *a = &call.of[written[k]];
        const enum element base = element_base(a->element);
        unsigned char *numbers = f->actual + call_offset(&call, CALL_WRITTEN, written[k]);
        const int32_t count = (int32_t)(a->bytes / element_bytes(base)), times = rng_between(&f->rng, 1, FEW);
        for (int32_t i = 0; kind == SMALL_PLACES && i < count; i++)
            element_store(base, numbers, (size_t)i, rng_between(&f->rng, -2, f->shape.n + 2));
        for (int32_t i = 0; kind != SMALL_PLACES && count > 0 && i < times; i++)
            change(f, kind, base, numbers, count);
    }
    return first == last ? first : outputs;
}

// The gaps between buffers are not written.
static bool is_taken(struct fuzz *f, bool *strayed) {
    struct verdict verdict;
    judge_call(&(struct judged_call){.task = f->task,
                                     .shape = f->shape,
                                     .option = f->spec->option,
                                     .input = f->input,
                                     .reference = f->reference,
                                     .actual = f->actual},
               f->expected, &verdict);
    *strayed = verdict.strayed;
    const struct right_answer right = {f->expected, f->data.bounds, f->data.poison};
    const struct outputs outputs = outputs_beside(f->task, f->shape, &right, f->actual);
    return outputs_are_right(&outputs);
}

static bool judge_one(struct fuzz *f, enum kind kind, size_t bytes) {
    const size_t changed = make_answer(f, kind, bytes);
    bool strayed;
    const bool differs = memcmp(f->actual, f->reference, bytes) != 0, taken = is_taken(f, &strayed);
    if (strayed)
        return say(f, "looks outside of a buffer");
    if (is_taken(f, &strayed) != taken)
        return say(f, "has two verdicts on one answer");
    if (kind == RANDOM_BITS && bytes >= sizeof(uint64_t) && differs && taken)
        return say(f, "takes random bits for a right answer: say what is right there, or leave the case out");
    if (changed < SIGNATURE_MAX && kind > SMALL_PLACES && differs) {
        f->changed[changed]++;
        f->refused[changed] += !taken;
    }
    return true;
}

// Memory is as large as what is in it, so that the address sanitizer sees what lies outside.
static bool judge_case(struct fuzz *f, size_t answers) {
    const struct plan_case c = {.task = f->task, .spec = f->spec, .shape = f->shape, .data = f->rng};
    f->input = malloc(spec_input_bytes(f->task, f->shape));
    if (!f->spec->fill)
        signature_count_up(f->task->parameters, &f->shape, f->input, false);
    if (!plan_data_make(&f->data, &c, f->input))
        return say(f, "has no memory");
    const size_t bytes = f->data.output_bytes;
    f->reference = malloc(bytes);
    f->expected = malloc(bytes);
    f->actual = malloc(bytes);
    memcpy(f->reference, f->data.reference, bytes);
    memcpy(f->actual, f->reference, bytes);
    bool strayed, good = is_taken(f, &strayed) || say(f, "does not take the right answer");
    for (size_t i = 0; good && i < answers; i++)
        good = judge_one(f, (enum kind)(i % KINDS), bytes);
    plan_data_free(&f->data);
    free(f->input);
    free(f->reference);
    free(f->expected);
    free(f->actual);
    return good;
}

static bool each_case(struct fuzz *f, size_t answers, size_t *cases) {
    for (size_t g = 0; g < f->task->group_count; g++)
        for (size_t i = 0; i < f->task->groups[g].case_count; i++) {
            f->spec = &f->task->groups[g].cases[i];
            f->shape = plan_table_shape(f->task, f->spec);
            if (f->shape.n > SMALL_N)
                continue;
            ++*cases;
            if (answers > 0 && !judge_case(f, answers))
                return false;
        }
    return true;
}

bool fuzz_judge(const struct spec_task *task, uint64_t seed, char said[FUZZ_WORDS]) {
    struct fuzz f = {.task = task, .rng = rng_stream(seed, 0), .said = said};
    size_t cases = 0;
    each_case(&f, 0, &cases);
    f.spec = &task->groups[0].cases[0];
    if (cases == 0)
        return say(&f, "has no small case to be tried on");
    if (!each_case(&f, ANSWERS / cases + 1, &cases))
        return false;
    for (size_t k = 0; k < SIGNATURE_MAX; k++)
        if (f.changed[k] > 0 && f.refused[k] == 0) {
            char what[64];
            snprintf(what, sizeof what, "never refuses a change: output %zu is never looked at", k + 1);
            return say(&f, what);
        }
    return true;
}
