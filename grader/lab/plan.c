// Makes the cases of one grading run from a lab's table and a seed.
#include "plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "answer.h"
#include "base/language.h"
#include "outputs.h"

bool plan_draw_seed(uint64_t *seed) { return getrandom(seed, sizeof *seed, 0) == (ssize_t)sizeof *seed; }

// Up to the first size, a case is run in a few other orders; up to the second, in all orders, if the task has
// a race. A challenge's blocks wait for each other, which takes many blocks. The sizes compared are the
// table's: the choice does not depend on the seed.
enum { SMALL_N = 1 << 13, MIDDLE_N = 1 << 15, CHALLENGE_N = 1 << 18 };
// In reverse order, the device is a small one, as in many laptops: a block that waits for one that has not
// begun waits forever, unless all of them fit on it.
enum { FEW_MULTIPROCESSORS = 2, SOME_MULTIPROCESSORS = 16 };

struct order {
    const char *name; // for the engine
    uint32_t multiprocessors;
    bool in_step;
};
static const struct order small_orders[] = {{"reverse", FEW_MULTIPROCESSORS, false}, {"lockstep", 0, true}};
// The outcome of a race depends on the order: warps and blocks ascending, descending and mixed, with the
// lanes of a warp in step or each on its own.
static const struct order race_orders[] = {
    {"forward", 0, false},         {"reverse", FEW_MULTIPROCESSORS, false},
    {"lockstep", 0, true},         {"lockstep:forward", 0, true},
    {"lockstep:reverse", 0, true}, {"lockstep:interleaved", 0, true},
    {"random:1", 0, false},        {"random:2", 0, false}};
enum { SMALL_ORDERS = SPEC_COUNT(small_orders), RACE_ORDERS = SPEC_COUNT(race_orders) };

static size_t count_cases(const struct spec *lab) {
    size_t count = 0;
    for (size_t t = 0; t < lab->task_count; t++)
        for (size_t g = 0; g < lab->tasks[t].group_count; g++)
            count += lab->tasks[t].groups[g].case_count;
    return count;
}

// Draws a size near the table's with the same remainder in warps, and in blocks if the spread is large
// enough: a mistake at the end of a warp or block shows with every seed, or with none. The measured case of a
// task with points for speed has the table's size, because the speed depends on it.
static int32_t draw_size(struct rng *rng, const struct spec_task *task, const struct spec_case *spec) {
    const bool fixed = spec->measured && task->points[CHECK_BANDWIDTH] > 0;
    int32_t step = spec->spread > 0 && !fixed ? 1024 : 0;
    while (step > 1 && spec->spread / step < 3)
        step /= 2;
    const int32_t most = step > 0 ? spec->spread / step : 0;
    return most > 0 ? spec->n + step * rng_between(rng, -most, most) : spec->n;
}

static int32_t draw_side(struct rng *rng, int32_t side, int32_t spread) {
    const int32_t most = spread < side ? spread : side;
    return side + rng_between(rng, -most, most);
}

static struct shape table_shape(const struct spec_case *spec) {
    return (struct shape){.n = spec->n,
                          .rows = spec->rows,
                          .cols = spec->cols,
                          .inner = spec->inner,
                          .alpha = spec->alpha,
                          .beta = spec->beta};
}

// Rows and columns are drawn separately, so that they have different remainders.
static struct shape draw_shape(struct rng *rng, const struct spec_task *task, const struct spec_case *spec) {
    const bool fixed = spec->spread == 0 || (spec->measured && task->points[CHECK_BANDWIDTH] > 0);
    struct shape shape = table_shape(spec);
    if (!signature_has_rows(task->parameters)) {
        shape.n = draw_size(rng, task, spec);
        return shape;
    }
    if (!fixed) {
        shape.rows = draw_side(rng, shape.rows, spec->spread);
        shape.cols = draw_side(rng, shape.cols, spec->spread);
        shape.inner = draw_side(rng, shape.inner, spec->spread);
    }
    if (signature_has_entries(task->parameters))
        shape.n = draw_size(rng, task, spec);
    // Indices need at least one element to refer to.
    if (signature_first(task->parameters, 1u << ARGUMENT_INDICES)) {
        shape.rows = shape.rows > 0 || spec->rows == 0 ? shape.rows : 1;
        shape.cols = shape.cols > 0 || spec->cols == 0 ? shape.cols : 1;
    }
    return signature_whole_shape(task->parameters, shape);
}

struct shape plan_table_shape(const struct spec_task *task, const struct spec_case *spec) {
    return signature_whole_shape(task->parameters, table_shape(spec));
}

static void draw(struct plan *plan, const struct spec_task *task, const struct spec_group *group,
                 const struct spec_case *spec, const char *order) {
    struct plan_case *c = &plan->cases[plan->count];
    struct rng rng = rng_stream(plan->seed, plan->count);
    c->task = task;
    c->group = group;
    c->spec = spec;
    c->shape = draw_shape(&rng, task, spec);
    c->data = rng;
    c->backends = spec->backends ? spec->backends : BACKEND_ALL;
    c->order = order;
    if (c->n > plan->largest_n)
        plan->largest_n = c->n;
    plan->count++;
}

static void add_order(struct plan *plan, struct plan_case c, const struct order *order) {
    c.backends = BACKEND_CPU;
    c.order = order->name;
    if (order->multiprocessors > 0)
        c.multiprocessors = order->multiprocessors;
    c.reordered = true;
    c.in_step = order->in_step;
    plan->cases[plan->count++] = c;
}

// Adds the same case in other orders.
static void reorder(struct plan *plan, const struct plan_case *first, int32_t small) {
    for (size_t i = 0; i < SMALL_ORDERS && (first->backends & BACKEND_CPU) &&
                       plan_table_shape(first->task, first->spec).n <= small;
         i++)
        add_order(plan, *first, &small_orders[i]);
}

// Adds the case in all orders for a race: with the table's size, and with the same data for every seed.
static void repeat_for_race(struct plan *plan, const struct plan_case *first, int32_t middle) {
    struct plan_case c = *first;
    c.shape = plan_table_shape(c.task, c.spec);
    c.data = rng_stream(0, (uint64_t)(first - plan->cases));
    c.if_raced = true;
    if (!(c.backends & BACKEND_CPU) || c.n > middle)
        return;
    if (c.n > plan->largest_n)
        plan->largest_n = c.n;
    for (size_t i = 0; i < RACE_ORDERS; i++)
        add_order(plan, c, &race_orders[i]);
}

bool plan_make(struct plan *plan, const struct spec *lab, uint64_t seed) {
    const size_t most = (1 + SMALL_ORDERS + RACE_ORDERS) * count_cases(lab);
    *plan = (struct plan){.seed = seed, .cases = calloc(most + 1, sizeof *plan->cases)};
    if (!plan->cases)
        return false;
    // Blocks of a challenge may wait for each other: in the engine's own order they would never need to. Each
    // waiting block keeps its threads' stacks, so the device is not the largest.
    const char *order = lab->challenge ? "random:1" : NULL;
    const uint32_t multiprocessors = lab->challenge ? SOME_MULTIPROCESSORS : 0;
    for (size_t t = 0; t < lab->task_count; t++)
        for (size_t g = 0; g < lab->tasks[t].group_count; g++)
            for (size_t i = 0; i < lab->tasks[t].groups[g].case_count; i++)
                draw(plan, &lab->tasks[t], &lab->tasks[t].groups[g], &lab->tasks[t].groups[g].cases[i],
                     order);
    plan->in_table = plan->count;
    for (size_t i = 0; i < plan->in_table; i++)
        plan->cases[i].multiprocessors = multiprocessors;
    for (size_t i = 0; i < plan->in_table; i++)
        reorder(plan, &plan->cases[i], lab->challenge ? CHALLENGE_N : SMALL_N);
    for (size_t i = 0; i < plan->in_table; i++)
        repeat_for_race(plan, &plan->cases[i], lab->challenge ? CHALLENGE_N : MIDDLE_N);
    return true;
}

void plan_keep_small(struct plan *plan) {
    enum { SOON_N = 1100 }; // a block of 1024 and a few more
    size_t kept = 0, in_table = 0;
    plan->largest_n = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const struct plan_case *c = &plan->cases[i];
        if (plan_table_shape(c->task, c->spec).n > SOON_N || c->if_raced)
            continue;
        in_table += i < plan->in_table;
        if (c->n > plan->largest_n)
            plan->largest_n = c->n;
        plan->cases[kept++] = *c;
    }
    plan->count = kept;
    plan->in_table = in_table;
}

// "alpha = 2, beta = -1.5, ", before the data: the ones that the launcher receives. @return the length
static size_t write_reals(const struct parameter *p, const struct shape *s, char *words, size_t size) {
    const bool alpha = signature_has(p, SCALAR_ALPHA), beta = signature_has(p, SCALAR_BETA);
    size_t used = 0;
    words[0] = '\0';
    if (alpha)
        used = (size_t)snprintf(words, size, "alpha = %g, ", s->alpha);
    if (beta && used < size)
        used += (size_t)snprintf(words + used, size - used, "beta = %g, ", s->beta);
    return used < size ? used : size - 1;
}

// Writes "6 x 7, ", the rows and columns, before the data; "6 x 5 by 5 x 7, " for a product of matrices.
static int write_shape(const struct plan_case *c, char words[PLAN_WORDS]) {
    const struct shape *s = &c->shape;
    words[0] = '\0';
    if (!signature_has_rows(c->task->parameters))
        return s->inner > 0 ? snprintf(words, PLAN_WORDS, "inner = %d, ", s->inner) : 0;
    if (signature_has_entries(c->task->parameters) && s->cols == 0)
        return snprintf(words, PLAN_WORDS, "rows = %d, ", s->rows);
    return s->inner > 0 && !signature_is_square(c->task->parameters)
               ? snprintf(words, PLAN_WORDS, language_of("%d x %d by %d x %d, "), s->rows, s->inner, s->inner,
                          s->cols)
               : snprintf(words, PLAN_WORDS, "%d x %d, ", s->rows, s->cols);
}

const char *plan_words(const struct plan_case *c, char words[PLAN_WORDS]) {
    size_t used = (size_t)write_shape(c, words);
    used += write_reals(c->task->parameters, &c->shape, words + used, PLAN_WORDS - used);
    const size_t room = PLAN_WORDS - used;
    if (c->reordered)
        snprintf(words + used, room, language_of("%s; threads in the order %s"), language_of(c->spec->data),
                 c->order);
    else
        snprintf(words + used, room, "%s", language_of(c->spec->data));
    return words;
}

void plan_input_words(const struct spec_task *task, struct shape shape, int32_t option, const void *input,
                      char *words, size_t size) {
    enum { ALL = 4, FIRST = 3 };
    const struct parameter *p = task->parameters, *numbers = signature_numbers(p);
    const char *at = (const char *)input + signature_place(p, &shape, numbers);
    const enum element base = element_base(numbers->element);
    const size_t count = signature_call(p, &shape, 0).of[numbers - p].bytes / element_bytes(base),
                 shown = count > ALL ? FIRST : count;
    int used = 0;
    words[0] = '\0';
    for (size_t i = 0; i < shown && used < (int)size; i++)
        used += snprintf(words + used, size - (size_t)used, "%s%s", i > 0 ? ", " : "",
                         number_at(base, at, i).text);
    if (count > shown && used < (int)size)
        used += snprintf(words + used, size - (size_t)used, ", ...");
    if (option == 0 || used >= (int)size)
        return;
    if (task->option_names)
        snprintf(words + used, size - (size_t)used, "; %s", task->option_names[option]);
    else
        snprintf(words + used, size - (size_t)used, language_of("; option %d"), option);
}

void plan_free(struct plan *plan) {
    free(plan->cases);
    plan->cases = NULL;
}

static bool holds_word(const void *bytes, size_t size, uint32_t word) {
    for (size_t i = 0; i + sizeof word <= size; i += sizeof word)
        if (memcmp((const char *)bytes + i, &word, sizeof word) == 0)
            return true;
    return false;
}

static void plan_arrange(const struct spec_task *task, struct shape shape, int32_t option, struct rng *rng,
                         void *input) {
    const struct call call = signature_call(task->parameters, &shape, option);
    void *in[SIGNATURE_MAX];
    size_t count = 0;
    for (uint32_t i = 0; i < call.count; i++)
        if (call_has(CALL_GIVEN, &call.of[i]))
            in[count++] = (char *)input + call_offset(&call, CALL_GIVEN, i);
    if (task->arrange)
        task->arrange(shape, option, rng, in);
}

void plan_fill(const struct spec_task *task, struct shape shape, inputs_fill *fill, inputs_divide *divide,
               int32_t option, struct rng *rng, void *input) {
    const struct call call = signature_call(task->parameters, &shape, 0);
    for (uint32_t i = 0; i < call.count; i++) {
        void *buffer = (char *)input + call_offset(&call, CALL_GIVEN, i);
        const enum element element = call.of[i].element;
        const int32_t numbers = (int32_t)(call.of[i].bytes / element_bytes(element_base(element)));
        if (call.of[i].role == ARGUMENT_INDICES)
            signature_fill_indices(&task->parameters[i], &shape, divide, rng, buffer, numbers);
        else if (call_has(CALL_GIVEN, &call.of[i]))
            inputs_fill_for(fill, element)(rng, buffer, numbers);
    }
    plan_arrange(task, shape, option, rng, input);
}

// If outputs are floating-point numbers, the poison is NaN as a float and as a double. If some are halves,
// both of its halves are NaN, and neither is a NaN that a GPU or a fill generates.
static uint32_t draw_poison(const struct spec_task *task, struct rng *rng) {
    const uint32_t word = (uint32_t)rng_next(rng);
    if (signature_gives(task->parameters, ELEMENT_HALF))
        return UINT32_C(0x7ff87e00) | (word & 0x300fe) | 1;
    if (signature_gives_floats(task->parameters))
        return UINT32_C(0x7ff80000) | (word & 0x7ffff);
    // A judge may accept any index: the poison is larger than all of them.
    return task->judge ? word | UINT32_C(1) << 30 : word;
}

// A judge replaces `expected` by another right answer.
static bool keep_reference(struct plan_data *data) {
    data->reference = malloc(data->output_bytes + 1);
    if (data->reference)
        memcpy(data->reference, data->expected, data->output_bytes);
    else
        plan_data_free(data);
    return data->reference;
}

bool plan_data_make(struct plan_data *data, const struct plan_case *c, void *input) {
    struct rng rng = c->data;
    const struct shape shape = c->shape;
    *data = (struct plan_data){.input_bytes = spec_input_bytes(c->task, shape),
                               .output_bytes = spec_output_bytes(c->task, shape)};
    if (!answer_make(&data->expected, &data->bounds, c->task, shape))
        return false;
    if (c->spec->fill)
        plan_fill(c->task, shape, c->spec->fill, c->spec->divide, c->spec->option, &rng, input);
    else
        plan_arrange(c->task, shape, c->spec->option, &rng, input);
    answer_reckon(c->task, shape, c->spec->option, input, data->expected, data->bounds);
    if (c->task->judge && !keep_reference(data))
        return false;
    do
        data->poison = draw_poison(c->task, &rng);
    while (holds_word(data->expected, data->output_bytes, data->poison) ||
           (c->task->judge && holds_word(input, data->input_bytes, data->poison)));
    return true;
}

void plan_data_free(struct plan_data *data) {
    free(data->expected);
    free(data->reference);
    free(data->bounds);
    data->expected = data->reference = NULL;
    data->bounds = NULL;
}

// Whether no value makes up half of the input: Boyer and Moore's majority vote finds the only candidate.
static bool is_varied(const char *input, int32_t n, size_t size) {
    const char *candidate = input;
    int32_t votes = 0, count = 0;
    for (int32_t i = 0; i < n; i++) {
        const char *element = input + (size_t)i * size;
        if (votes == 0)
            candidate = element;
        votes += memcmp(element, candidate, size) == 0 ? 1 : -1;
    }
    for (int32_t i = 0; i < n; i++)
        count += memcmp(input + (size_t)i * size, candidate, size) == 0;
    return 2 * (int64_t)count < n;
}

static bool holds_only_bits(const void *words, size_t bytes) {
    for (size_t i = 0; i + 4 <= bytes; i += 4) {
        uint32_t word;
        memcpy(&word, (const char *)words + i, 4);
        if (word > 1)
            return false;
    }
    return true;
}

bool plan_case_tells(const struct plan_case *c) {
    enum { TRIVIAL_N = 32 };
    if (c->n <= TRIVIAL_N)
        return false;
    const struct parameter *first = signature_numbers(c->task->parameters);
    const struct call call = signature_call(c->task->parameters, &c->shape, 0);
    const size_t element = element_bytes(first->element), bytes = call.of[first - c->task->parameters].bytes;
    struct plan_data data;
    char *input = malloc(spec_input_bytes(c->task, c->shape) + 1);
    const bool tells = input && plan_data_make(&data, c, input) &&
                       is_varied(input + signature_place(c->task->parameters, &c->shape, first),
                                 (int32_t)(bytes / element), element) &&
                       !holds_only_bits(data.expected, data.output_bytes);
    if (input)
        plan_data_free(&data);
    free(input);
    return tells;
}

void plan_poison(const struct plan_data *data, void *output) {
    const size_t word = sizeof data->poison;
    for (size_t i = 0; i < data->output_bytes; i += word)
        memcpy((char *)output + i, &data->poison,
               i + word <= data->output_bytes ? word : data->output_bytes - i);
}
