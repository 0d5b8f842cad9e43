// A launcher's parameters, and what follows from them.
#include "signature.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
                      e->inner_cols * inner * cols);
}

static int32_t value_of(const struct parameter *p, const struct shape *shape, int32_t option) {
    const int32_t values[] = {shape->n, shape->rows, shape->cols, shape->inner, option};
    return values[p->scalar];
}

// As a register of the type holds it.
static uint64_t bits_of(const struct parameter *p, const struct shape *shape, int32_t option) {
    const int32_t value = value_of(p, shape, option);
    uint64_t bits = (uint64_t)(int64_t)value;
    if (element_is_float(p->element)) {
        bits = 0;
        element_store(p->element, &bits, 0, value);
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

static bool has_scalar(const struct parameter *parameters, enum scalar scalar) {
    for (size_t i = 0; i < signature_count(parameters); i++)
        if (parameters[i].role == ARGUMENT_VALUE && parameters[i].scalar == scalar)
            return true;
    return false;
}

bool signature_has_option(const struct parameter *parameters) {
    return has_scalar(parameters, SCALAR_OPTION);
}

bool signature_has_rows(const struct parameter *parameters) { return has_scalar(parameters, SCALAR_ROWS); }

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
    return signature_first(parameters, CALL_GIVEN & ~(1u << ARGUMENT_INDICES));
}

size_t signature_place(const struct parameter *parameters, const struct shape *shape,
                       const struct parameter *parameter) {
    const struct call call = signature_call(parameters, shape, 0);
    return call_offset(&call, CALL_GIVEN, (uint32_t)(parameter - parameters));
}

bool signature_gives_floats(const struct parameter *parameters) {
    for (size_t i = 0; i < signature_count(parameters); i++)
        if ((CALL_WRITTEN >> parameters[i].role & 1) && element_is_float(parameters[i].element))
            return true;
    return false;
}

struct shape signature_small_shape(const struct parameter *parameters, int32_t size) {
    if (!signature_has_rows(parameters))
        return (struct shape){.n = size};
    if (signature_has_entries(parameters))
        return (struct shape){.n = size, .rows = size / 2 + 2, .cols = size / 2 + 1};
    const bool product = has_scalar(parameters, SCALAR_INNER);
    return (struct shape){
        .n = size * (size + 1), .rows = size, .cols = size + 1, .inner = product ? size : 0};
}

// A case for each type, with how it is printed.
#define FOR_WHOLE_NUMBERS(CASE)                                                                              \
    CASE(ELEMENT_INT8, int8_t, PRId8)                                                                        \
    CASE(ELEMENT_UINT8, uint8_t, PRIu8)                                                                      \
    CASE(ELEMENT_INT16, int16_t, PRId16)                                                                     \
    CASE(ELEMENT_UINT16, uint16_t, PRIu16)                                                                   \
    CASE(ELEMENT_INT32, int32_t, PRId32)                                                                     \
    CASE(ELEMENT_UINT32, uint32_t, PRIu32)                                                                   \
    CASE(ELEMENT_INT64, int64_t, PRId64)                                                                     \
    CASE(ELEMENT_UINT64, uint64_t, PRIu64)

const char *element_name(enum element element) {
    static const char *const names[] = {[ELEMENT_INT8] = "signed char", [ELEMENT_UINT8] = "unsigned char",
                                        [ELEMENT_INT16] = "short",      [ELEMENT_UINT16] = "unsigned short",
                                        [ELEMENT_INT32] = "int",        [ELEMENT_UINT32] = "unsigned int",
                                        [ELEMENT_INT64] = "long",       [ELEMENT_UINT64] = "unsigned long",
                                        [ELEMENT_FLOAT] = "float",      [ELEMENT_DOUBLE] = "double"};
    return names[element];
}

// As few digits as tell it from its neighbours.
static void write_float(char *to, size_t size, float value) {
    char text[32];
    int digits = 6;
    do
        snprintf(text, sizeof text, "%.*g", digits, (double)value);
    while (digits++ < 9 && strtof(text, NULL) != value);
    snprintf(to, size, "%s", text);
}

static void write_double(char *to, size_t size, double value) {
    char text[32];
    int digits = 15;
    do
        snprintf(text, sizeof text, "%.*g", digits, value);
    while (digits++ < 17 && strtod(text, NULL) != value);
    snprintf(to, size, "%s", text);
}

void signature_fill_indices(const struct parameter *parameter, const struct shape *shape,
                            inputs_divide *divide, struct rng *rng, int32_t *to, int32_t elements) {
    const int32_t end = value_of(parameter, shape, 0);
    if (parameter->offsets)
        (divide ? divide : inputs_parts_random)(rng, to, elements - 1, end);
    for (int32_t i = 0; !parameter->offsets && i < elements; i++)
        to[i] = rng_between(rng, 0, end - 1);
}

// As a person follows them.
static void count_indices(const struct parameter *parameter, const struct shape *shape, int32_t *to,
                          int32_t elements) {
    const int32_t end = value_of(parameter, shape, 0);
    struct rng none = {0};
    if (parameter->offsets)
        inputs_parts_known(&none, to, elements - 1, end);
    for (int32_t i = 0; !parameter->offsets && i < elements; i++)
        to[i] = i % end;
}

void signature_count_up(const struct parameter *parameters, const struct shape *shape, void *input,
                        bool down) {
    const struct call call = signature_call(parameters, shape, 0);
    for (uint32_t i = 0; i < call.count; i++) {
        const struct argument *a = &call.of[i];
        char *buffer = (char *)input + call_offset(&call, CALL_GIVEN, i);
        const size_t elements = a->bytes / element_bytes(a->element);
        if (a->role == ARGUMENT_INDICES)
            count_indices(&parameters[i], shape, (int32_t *)(void *)buffer, (int32_t)elements);
        else if (call_has(CALL_GIVEN, a))
            for (size_t e = 0; e < elements; e++)
                element_store(a->element, buffer, e, down ? -(double)e - 1 : (double)e + 1);
    }
}

void element_write(char *to, size_t size, enum element element, const void *buffer, size_t i) {
    switch (element) {
#define WRITE(name, type, format)                                                                            \
    case name: {                                                                                             \
        type value;                                                                                          \
        memcpy(&value, (const char *)buffer + i * sizeof value, sizeof value);                               \
        snprintf(to, size, "%" format, value);                                                               \
        break;                                                                                               \
    }
        FOR_WHOLE_NUMBERS(WRITE)
#undef WRITE
    case ELEMENT_FLOAT:
        write_float(to, size, (float)element_value(element, buffer, i));
        break;
    case ELEMENT_DOUBLE:
        write_double(to, size, element_value(element, buffer, i));
        break;
    }
}

double element_value(enum element element, const void *buffer, size_t i) {
    float single = 0;
    double number = 0;
    switch (element) {
#define READ(name, type, format)                                                                             \
    case name: {                                                                                             \
        type value;                                                                                          \
        memcpy(&value, (const char *)buffer + i * sizeof value, sizeof value);                               \
        return (double)value;                                                                                \
    }
        FOR_WHOLE_NUMBERS(READ)
#undef READ
    case ELEMENT_FLOAT:
        memcpy(&single, (const char *)buffer + i * sizeof single, sizeof single);
        return (double)single;
    case ELEMENT_DOUBLE:
        memcpy(&number, (const char *)buffer + i * sizeof number, sizeof number);
    }
    return number;
}

void element_store(enum element element, void *buffer, size_t i, double number) {
    const float single = (float)number;
    switch (element) {
#define STORE(name, type, format)                                                                            \
    case name: {                                                                                             \
        const type value = (type)(int64_t)number;                                                            \
        memcpy((char *)buffer + i * sizeof value, &value, sizeof value);                                     \
        break;                                                                                               \
    }
        FOR_WHOLE_NUMBERS(STORE)
#undef STORE
    case ELEMENT_FLOAT:
        memcpy((char *)buffer + i * sizeof single, &single, sizeof single);
        break;
    case ELEMENT_DOUBLE:
        memcpy((char *)buffer + i * sizeof number, &number, sizeof number);
        break;
    }
}
