// Lab 15, compaction in any order: its task, inputs, judge, checks, thresholds, points and hints.
#include <math.h>
#include <string.h>

#include "base/language.h"
#include "lab/judge.h"
#include "lab/spec.h"
#include "speed.h"

// The first case of a group is the one that a report names first: large enough to show the kind of mistake.
static const struct spec_case small_sizes[] = {
    {.n = 150, .spread = 80, .fill = inputs_int_small, .data = "-100 to 100"},
    {.n = 0, .fill = inputs_int_random, .data = "no elements"},
    {.n = 1, .fill = inputs_int_positive, .data = "1000 to 1999: all are kept"},
    {.n = 31, .fill = inputs_int_random, .data = "random"},
    {.n = 32, .fill = inputs_int_random, .data = "random"},
    {.n = 33, .fill = inputs_int_small, .data = "-100 to 100"},
};

// Technique and modelled bandwidth are judged by the measured case.
static const struct spec_case any_size[] = {
    {.n = 20000, .spread = 5000, .fill = inputs_int_random, .data = "random"},
    {.n = 1023, .fill = inputs_int_random, .data = "random"},
    {.n = 1024, .fill = inputs_int_small, .data = "-100 to 100"},
    {.n = 4097, .fill = inputs_int_random, .data = "random"},
    {.n = (1 << 19) + 4000, .fill = inputs_int_random, .data = "random", .measured = true},
    {.n = 1 << 24, .fill = inputs_int_random, .data = "random", .backends = BACKEND_GPU},
};

static const struct spec_case difficult[] = {
    {.n = 5000, .spread = 700, .fill = inputs_int_small, .data = "-100 to 100"},
    {.n = 3000, .spread = 900, .fill = inputs_int_max, .data = "all INT_MAX: all are kept"},
    {.n = 3000, .spread = 900, .fill = inputs_int_minus_one, .data = "all -1: none is kept"},
    {.n = 7000, .spread = 900, .fill = inputs_int_last_only, .data = "zeros, but for the last element"},
    {.n = 9000, .spread = 900, .fill = inputs_int_positive, .data = "1000 to 1999: all are kept"},
    {.n = 4097, .fill = inputs_int_small, .data = "-100 to 100, a size seen before"},
};

static const struct spec_group groups[] = {
    {"few elements", 10, small_sizes, SPEC_COUNT(small_sizes), .input_untouched = false},
    {"any size", 15, any_size, SPEC_COUNT(any_size), .input_untouched = false},
    {"difficult data, input untouched", 10, difficult, SPEC_COUNT(difficult), .input_untouched = true},
};

// One of the right answers.
static void solve(const struct problem *p) {
    const int32_t *in = p->in[0];
    int32_t *out = p->out[0], kept = 0;
    for (int32_t i = 0; i < p->shape.n; i++)
        if (in[i] > 0)
            out[kept++] = in[i];
    memset(out + kept, 0, (size_t)(p->shape.n - kept) * sizeof *out);
    *(int32_t *)p->out[1] = kept;
}

// The kept elements in any order; what follows them is not looked at.
static void judge(const struct judged *inputs, const struct judged *outputs, const struct judged *reference,
                  struct verdict *verdict) {
    const int64_t kept = judged_whole(&reference[1], 0), count = judged_whole(&outputs[1], 0);
    (void)inputs;
    verdict_any_order(verdict, 0, &reference[0], kept);
    for (int64_t i = kept; i < outputs[0].count; i++)
        verdict_accept(verdict, 0, i);
    if (count > kept)
        verdict_why(verdict, 1, 0, "%s", language_of("too many are kept, or the counter did not begin at 0"));
    else
        verdict_why(verdict, 1, 0, "%s", language_of("some are not counted: whose places are theirs?"));
}

static double atomics(const struct counters *counters, int32_t n) {
    return counters->bytes[GLOBAL_ATOMIC] / (4.0 * n);
}

// Half of the elements are kept.
static double moved_bytes(const struct counters *counters, int32_t n) {
    return 32 * (counters->transactions[GLOBAL_LOAD] + counters->transactions[GLOBAL_STORE]) / (6.0 * n);
}

static const struct spec_bound bounds[] = {
    // One for each warp is 0.031; one for each element that is kept 0.5.
    {.name = "atomics on global memory per element",
     .value = atomics,
     .at_least = 0,
     .at_most = 0.04,
     .too_low = "",
     .too_high =
         "almost every kept element asks for its own place: who could ask for a whole warp, or a block?",
     .hint = 1},
    // The solution has over 25, and one thread that does it all 1.
    {.name = "lanes active in an instruction, of 32",
     .value = counters_active_lanes,
     .at_least = 10,
     .at_most = INFINITY,
     .too_low = "most lanes wait for a few: does every thread have elements?",
     .too_high = ""},
    {.name = "global bytes moved, over those of input and kept elements",
     .value = moved_bytes,
     .at_least = 0.9,
     .at_most = 2.2,
     .too_low =
         "the kernels do not read the whole input and write what is kept: the work must be done on the "
         "device",
     .too_high = "each element has to be read once, and each kept one written once: what else moves?"},
};

static const char *const hints[] = {
    "All places come from one counter. How many threads have to ask it, if one may ask for several?",
    "A vote (__ballot_sync) tells every lane which lanes keep an element. The ones below its own bit are "
    "before it.",
    "Lane 0 adds __popc(votes) to a counter in shared memory and passes on what it got with __shfl_sync. "
    "When all "
    "warps are done, thread 0 adds the block's sum to d_count, once.",
};

static const struct spec_task tasks[] = {{
    .name = "compact_any",
    .parameters = {SPEC_IN(INT32, .n = 1), SPEC_OUT(INT32, .n = 1), SPEC_OUT(INT32, .fixed = 1),
                   SPEC_SCALAR(INT32, N)},
    .points = {[CHECK_MEMORY] = 6,
               [CHECK_INIT] = 4,
               [CHECK_RACES] = 5,
               [CHECK_SYNC] = 3,
               [CHECK_API] = 2,
               [CHECK_TECHNIQUE] = 20,
               [CHECK_BANDWIDTH] = 20},
    .groups = groups,
    .group_count = SPEC_COUNT(groups),
    .solve = solve,
    .judge = judge,
    .bounds = bounds,
    .bound_count = SPEC_COUNT(bounds),
    .bandwidth =
        {.bytes_per_element = 6, .n = 1 << 26, .warmups = 2, .repetitions = 7, .fill = inputs_int_random},
}};

static const struct spec spec_lab15 = {
    .name = "lab15",
    .title = "Compaction in any order",
    .build_points = 3,
    .symbols_points = 2,
    .tasks = tasks,
    .task_count = SPEC_COUNT(tasks),
    .speeds = speeds,
    .limits = {.case_s = 4,
               .case_s_per_element = 2e-5,
               .memory_bytes = 1024u << 20,
               .output_bytes = 1u << 20},
    .hints = hints,
    .hint_count = SPEC_COUNT(hints),
};

SPEC_REGISTER(lab15);
