// A launcher's parameters, and properties derived from them.
#include "signature.h"

size_t signature_count(const struct parameter *parameters) {
    size_t count = 0;
    while (count < SIGNATURE_MAX && parameters[count].role)
        count++;
    return count;
}

static uint64_t elements_of(const struct extent *e, const struct shape *s) {
    const int64_t n = s->n, rows = s->rows, cols = s->cols, inner = s->inner;
    return (uint64_t)(e->fixed + e->n * n + e->rows * rows + e->cols * cols + e->inner * inner +
                      e->rows_cols * rows * cols + e->rows_inner * rows * inner +
                      e->inner_cols * inner * cols + e->rows_cols_inner * rows * cols * inner);
}

static double value_of(const struct parameter *p, const struct shape *shape, int32_t option) {
    const double values[] = {shape->n, shape->rows, shape->cols,  shape->inner,
                             option,   shape->rows, shape->alpha, shape->beta};
    return values[p->scalar];
}

// The bits in a register of the type.
static uint64_t bits_of(const struct parameter *p, const struct shape *shape, int32_t option) {
    const double value = value_of(p, shape, option);
    uint64_t bits = (uint64_t)(int64_t)value;
    if (element_is_float(p->element)) {
        bits = 0;
        element_store(element_base(p->element), &bits, 0, value);
    }
    return bits;
}

struct call signature_call(const struct parameter *parameters, const struct shape *shape, int32_t option) {
    struct call call = {.count = (uint32_t)signature_count(parameters)};
    for (size_t i = 0; i < call.count; i++) {
        const struct parameter *p = &parameters[i];
        call.of[i] = (struct argument){.role = p->role, .element = p->element};
        if (p->role == ARGUMENT_VALUE)
            call.of[i].bits = bits_of(p, shape, option);
        else
            call.of[i].bytes = elements_of(&p->extent, shape) * element_bytes(p->element);
    }
    return call;
}

const struct parameter *signature_first(const struct parameter *parameters, uint32_t set) {
    for (size_t i = 0; i < signature_count(parameters); i++)
        if (set >> parameters[i].role & 1)
            return &parameters[i];
    return NULL;
}

bool signature_has_bins(const struct parameter *parameters) {
    const struct parameter *out = signature_first(parameters, CALL_WRITTEN);
    return out && out->bins;
}

bool signature_has_records(const struct parameter *parameters) {
    const struct parameter *out = signature_first(parameters, CALL_WRITTEN);
    return out && !out->bins && (out->extent.fixed > 1 || out->extent.n > 1);
}

bool signature_has(const struct parameter *parameters, enum scalar scalar) {
    for (size_t i = 0; i < signature_count(parameters); i++)
        if (parameters[i].role == ARGUMENT_VALUE && parameters[i].scalar == scalar)
            return true;
    return false;
}

bool signature_is_square(const struct parameter *parameters) {
    return signature_has(parameters, SCALAR_SIDE);
}

bool signature_has_rows(const struct parameter *parameters) {
    return signature_has(parameters, SCALAR_ROWS) || signature_is_square(parameters);
}

bool signature_has_entries(const struct parameter *parameters) {
    bool counted = false;
    for (size_t i = 0; i < signature_count(parameters); i++)
        counted = counted || (parameters[i].role != ARGUMENT_VALUE && parameters[i].extent.n > 0);
    return counted && signature_has_rows(parameters);
}

const struct parameter *signature_offsets(const struct parameter *parameters) {
    for (size_t i = 0; i < signature_count(parameters); i++)
        if (parameters[i].offsets)
            return &parameters[i];
    return NULL;
}

const struct parameter *signature_numbers(const struct parameter *parameters) {
    const struct parameter *numbers = signature_first(parameters, CALL_GIVEN & ~(1u << ARGUMENT_INDICES));
    for (size_t i = 0; !numbers && i < signature_count(parameters); i++)
        if (parameters[i].role == ARGUMENT_INDICES && !parameters[i].offsets)
            numbers = &parameters[i];
    return numbers ? numbers : signature_first(parameters, CALL_GIVEN);
}

size_t signature_length(const struct parameter *parameters, const struct shape *shape,
                        const struct parameter *parameter) {
    const struct argument a = signature_call(parameters, shape, 0).of[parameter - parameters];
    return a.bytes / element_bytes(element_base(a.element));
}

size_t signature_place(const struct parameter *parameters, const struct shape *shape,
                       const struct parameter *parameter) {
    const struct call call = signature_call(parameters, shape, 0);
    return call_offset(&call, CALL_GIVEN, (uint32_t)(parameter - parameters));
}

bool signature_gives(const struct parameter *parameters, enum element base) {
    for (size_t i = 0; i < signature_count(parameters); i++)
        if ((CALL_WRITTEN >> parameters[i].role & 1) && element_base(parameters[i].element) == base)
            return true;
    return false;
}

bool signature_gives_floats(const struct parameter *parameters) {
    return signature_gives(parameters, ELEMENT_HALF) || signature_gives(parameters, ELEMENT_FLOAT) ||
           signature_gives(parameters, ELEMENT_DOUBLE);
}

struct shape signature_whole_shape(const struct parameter *parameters, struct shape shape) {
    if (signature_is_square(parameters))
        shape.cols = shape.inner = shape.rows;
    if (signature_has_rows(parameters) && !signature_has_entries(parameters))
        shape.n = shape.rows * shape.cols;
    return shape;
}

struct shape signature_small_shape(const struct parameter *parameters, int32_t size) {
    const bool rows = signature_has_rows(parameters), entries = signature_has_entries(parameters);
    const bool inner = signature_has(parameters, SCALAR_INNER);
    struct shape shape = {.n = size, .alpha = 2, .beta = 3};
    if (entries) {
        shape.rows = size / 2 + 2;
        shape.cols = size / 2 + 1;
    } else if (rows) {
        shape.rows = size;
        shape.cols = size + 1;
    }
    if (inner)
        shape.inner = rows ? size : size / 2 + 1;
    return signature_whole_shape(parameters, shape);
}

// Without random numbers, the values are easy to follow.
static void fill_indices(const struct parameter *parameter, const struct shape *shape, inputs_divide *divide,
                         struct rng *rng, int32_t *to, int32_t elements) {
    const int32_t end = (int32_t)value_of(parameter, shape, 0);
    if (parameter->offsets)
        divide(rng, to, elements - 1, end);
    for (int32_t i = 0; !parameter->offsets && i < elements; i++)
        to[i] = end <= 0 ? 0 : rng ? rng_between(rng, 0, end - 1) : i % end;
}

void signature_fill_indices(const struct parameter *parameter, const struct shape *shape,
                            inputs_divide *divide, struct rng *rng, int32_t *to, int32_t elements) {
    fill_indices(parameter, shape, divide ? divide : inputs_parts_random, rng, to, elements);
}

void signature_count_up(const struct parameter *parameters, const struct shape *shape, void *input,
                        bool down) {
    const struct call call = signature_call(parameters, shape, 0);
    for (uint32_t i = 0; i < call.count; i++) {
        const struct argument *a = &call.of[i];
        char *buffer = (char *)input + call_offset(&call, CALL_GIVEN, i);
        const enum element base = element_base(a->element);
        const size_t numbers = a->bytes / element_bytes(base);
        if (a->role == ARGUMENT_INDICES)
            fill_indices(&parameters[i], shape, inputs_parts_known, NULL, (int32_t *)(void *)buffer,
                         (int32_t)numbers);
        else if (call_has(CALL_GIVEN, a))
            for (size_t e = 0; e < numbers; e++)
                element_store(base, buffer, e, down ? -(double)e - 1 : (double)e + 1);
    }
}
