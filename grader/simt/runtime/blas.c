// Vectors and matrices of cuBLAS calls: their checks, and access to their numbers.
#include "blas.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "api.h"
#include "engine/memory/closed_memory.h"
#include "engine/memory/device_range.h"
#include "engine/report/errors.h"
#include "simt/rounded_math.h"

static const size_t sizes[] = {sizeof(float), sizeof(double), sizeof(uint16_t), sizeof(uint16_t)};

void simt_blas_refuse(struct simt_blas_call *call, const char *format, ...) {
    char message[256];
    va_list arguments;
    if (call->status != CUBLAS_STATUS_SUCCESS)
        return;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    const struct simt_actor caller = {.pc = simt_api_now.at};
    simt_error_add(SIMT_API, SIMT_SPACE_HOST, &caller, NULL,
                   "Program hit CUBLAS_STATUS_INVALID_VALUE (7): %s: %s", simt_api_now.function, message);
    call->status = CUBLAS_STATUS_INVALID_VALUE;
}

struct simt_matrix simt_blas_vector(const char *name, const void *memory, enum simt_number type, int n,
                                    int step) {
    const int64_t width = step < 0 ? -(int64_t)step : step;
    return (struct simt_matrix){.name = name,
                                .memory = (void *)(uintptr_t)memory,
                                .type = type,
                                .rows = 1,
                                .columns = n,
                                .ld = width,
                                .reversed = step < 0};
}

static size_t column_bytes(const struct simt_matrix *m) { return (size_t)m->rows * sizes[m->type]; }
static size_t pitch(const struct simt_matrix *m) { return (size_t)m->ld * sizes[m->type]; }
static bool is_empty(const struct simt_matrix *m) { return m->rows == 0 || m->columns == 0; }
static size_t extent(const struct simt_matrix *m) {
    return (size_t)(m->columns - 1) * pitch(m) + column_bytes(m);
}
/** Pieces of memory without a gap: the columns, or one piece if they are contiguous. */
static size_t pieces(const struct simt_matrix *m) {
    return is_empty(m) ? 0 : m->ld == m->rows ? 1 : (size_t)m->columns;
}
static size_t piece_bytes(const struct simt_matrix *m) {
    return m->ld == m->rows ? extent(m) : column_bytes(m);
}
static uintptr_t piece(const struct simt_matrix *m, size_t i) { return (uintptr_t)m->memory + i * pitch(m); }

static void check_written(const struct simt_matrix *m) {
    for (size_t i = 0; i < pieces(m); i++) {
        const uintptr_t bad = simt_first_uninitialized(piece(m, i), piece_bytes(m));
        if (!bad)
            continue;
        const struct simt_actor caller = {.pc = simt_api_now.at};
        simt_error_add(SIMT_UNINITIALIZED, SIMT_SPACE_GLOBAL, &caller, NULL,
                       "%s: %s has numbers that nobody wrote, first at 0x%llx, %llu bytes from its start",
                       simt_api_now.function, m->name, (unsigned long long)bad,
                       (unsigned long long)(bad - (uintptr_t)m->memory));
        return;
    }
}

static void report_place(struct simt_blas_call *call, const struct simt_matrix *m, bool is_null) {
    const struct simt_actor caller = {.pc = simt_api_now.at};
    simt_error_add(SIMT_HOST_POINTER, SIMT_SPACE_HOST, &caller, NULL, "%s: %s is %s", simt_api_now.function,
                   m->name, is_null ? "a null pointer" : "host memory");
    call->status = CUBLAS_STATUS_EXECUTION_FAILED;
}

void simt_blas_check(struct simt_blas_call *call, const struct simt_matrix *m, bool reads) {
    if (m->rows < 0 || m->columns < 0)
        simt_blas_refuse(call, "%s has a negative number of rows or columns", m->name);
    else if (m->rows > 1 && m->ld < m->rows)
        simt_blas_refuse(call, "the leading dimension of %s is %lld, less than its %lld rows", m->name,
                         (long long)m->ld, (long long)m->rows);
    if (call->status != CUBLAS_STATUS_SUCCESS || is_empty(m))
        return;
    switch (simt_pointee_of(m->memory, extent(m), m->name)) {
    case POINTEE_BAD:
        call->status = CUBLAS_STATUS_EXECUTION_FAILED;
        return;
    case POINTEE_HOST:
    case POINTEE_UNMAPPED:
        report_place(call, m, !m->memory);
        return;
    default:
        break;
    }
    simt_memory_open((uintptr_t)m->memory, extent(m));
    if (reads)
        check_written(m);
}

static void use(enum simt_use how, const struct simt_matrix *m) {
    if (!is_empty(m))
        simt_api_use_rows(how, m->memory, pieces(m) == 1 ? piece_bytes(m) : pitch(m), piece_bytes(m),
                          pieces(m));
}

void simt_blas_run(const struct simt_blas_call *call, const struct simt_matrix *from, size_t count,
                   const struct simt_matrix *to) {
    simt_api_operation_begin(SIMT_OPERATION_CALL, call->handle->stream);
    for (size_t i = 0; i < count; i++)
        use(SIMT_USE_READ, &from[i]);
    if (to)
        use(SIMT_USE_WRITE, to);
}

void simt_blas_end(const struct simt_matrix *to) {
    for (size_t i = 0; to && i < pieces(to); i++)
        simt_mark_initialized(piece(to, i), piece_bytes(to), true);
    simt_operation_end(false);
}

static void *place(const struct simt_matrix *m, int64_t row, int64_t column) {
    const int64_t at = (m->reversed ? m->columns - 1 - column : column) * m->ld + row;
    return (char *)m->memory + at * (int64_t)sizes[m->type];
}

static double load(const void *from, enum simt_number type) {
    float single;
    double number;
    uint16_t bits;
    switch (type) {
    case SIMT_NUMBER_FLOAT:
        memcpy(&single, from, sizeof single);
        return (double)single;
    case SIMT_NUMBER_DOUBLE:
        memcpy(&number, from, sizeof number);
        return number;
    case SIMT_NUMBER_HALF:
        memcpy(&bits, from, sizeof bits);
        return simt_half_value(bits);
    default:
        memcpy(&bits, from, sizeof bits);
        return simt_bfloat_value(bits);
    }
}

double simt_blas_get(const struct simt_matrix *m, int64_t row, int64_t column) {
    return load(place(m, row, column), m->type);
}

void simt_blas_put(const struct simt_matrix *m, int64_t row, int64_t column, double value) {
    const float single = (float)value;
    const uint16_t bits = m->type == SIMT_NUMBER_HALF ? simt_half_bits(value, SIMT_ROUND_NEAREST)
                                                      : simt_bfloat_bits(value, SIMT_ROUND_NEAREST);
    const void *from = m->type == SIMT_NUMBER_FLOAT    ? (const void *)&single
                       : m->type == SIMT_NUMBER_DOUBLE ? (const void *)&value
                                                       : (const void *)&bits;
    memcpy(place(m, row, column), from, sizes[m->type]);
}

double simt_blas_scalar(struct simt_blas_call *call, const char *name, const void *scalar,
                        enum simt_number type) {
    const struct simt_matrix one = simt_blas_vector(name, scalar, type, 1, 1);
    const bool on_host = call->handle->mode == CUBLAS_POINTER_MODE_HOST;
    if (!on_host)
        simt_blas_check(call, &one, true);
    else if (!scalar)
        simt_blas_refuse(call, "%s is a null pointer", name);
    else if (simt_is_device_address((uintptr_t)scalar) &&
             simt_pointee_of(scalar, sizes[type], name) == POINTEE_DEVICE)
        simt_blas_refuse(call, "%s is device memory, and the pointer mode says host memory", name);
    return call->status == CUBLAS_STATUS_SUCCESS ? load(scalar, type) : 0;
}
