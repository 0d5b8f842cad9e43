// Numbers of every type that a launcher's buffers may have.
#include "element.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/float16.h"

static double read_half(const char *text) { return float16_to(float16_of(strtod(text, NULL))); }
static double read_float(const char *text) { return (double)strtof(text, NULL); }
static double read_double(const char *text) { return strtod(text, NULL); }

// Uses as few digits as distinguish it from its neighbours.
static void write_shortest(char *to, size_t size, double value, int digits, int most,
                           double (*read)(const char *text)) {
    char text[32];
    do
        snprintf(text, sizeof text, "%.*g", digits, value);
    while (digits++ < most && read(text) != value);
    snprintf(to, size, "%s", text);
}

static void write_half(char *to, size_t size, uint16_t bits) {
    const double value = float16_to(bits);
    // Numbers that are not long get no exponent.
    write_shortest(to, size, value, fabs(value) >= 1000 ? 5 : 3, 5, read_half);
}

// Operations on the number at a place, for each type.
#define NUMBER(name, type, value_of, of_value, write)                                                        \
    static double value_##name(const void *at) {                                                             \
        type number;                                                                                         \
        memcpy(&number, at, sizeof number);                                                                  \
        return (double)value_of(number);                                                                     \
    }                                                                                                        \
    static void store_##name(void *at, double value) {                                                       \
        const type number = (type)of_value(value);                                                           \
        memcpy(at, &number, sizeof number);                                                                  \
    }                                                                                                        \
    static void write_##name##_at(char *to, size_t size, const void *at) {                                   \
        type number;                                                                                         \
        memcpy(&number, at, sizeof number);                                                                  \
        write;                                                                                               \
    }
#define WHOLE(name, type, format) NUMBER(name, type, , (int64_t), snprintf(to, size, "%" format, number))

WHOLE(int8, int8_t, PRId8)
WHOLE(uint8, uint8_t, PRIu8)
WHOLE(int16, int16_t, PRId16)
WHOLE(uint16, uint16_t, PRIu16)
WHOLE(int32, int32_t, PRId32)
WHOLE(uint32, uint32_t, PRIu32)
WHOLE(int64, int64_t, PRId64)
WHOLE(uint64, uint64_t, PRIu64)
NUMBER(half, uint16_t, float16_to, float16_of, write_half(to, size, number))
NUMBER(float, float, , , write_shortest(to, size, (double)number, 6, 9, read_float))
NUMBER(double, double, , , write_shortest(to, size, number, 15, 17, read_double))

// Names: the type's own, and those of vectors of two, three and four.
struct element_type {
    const char *names[5];
    double (*value)(const void *at);
    void (*store)(void *at, double value);
    void (*write)(char *to, size_t size, const void *at);
    int digits, least; // of floating-point types, as in element_digits() and element_least()
};

#define TYPE(c_name, vector, name, ...)                                                                      \
    {                                                                                                        \
        {NULL, c_name, vector "2", vector "3", vector "4"}, value_##name, store_##name, write_##name##_at,   \
            __VA_ARGS__                                                                                      \
    }
static const struct element_type types[ELEMENT_BASES] = {
    [ELEMENT_INT8] = TYPE("signed char", "char", int8, 0, 0),
    [ELEMENT_UINT8] = TYPE("unsigned char", "uchar", uint8, 0, 0),
    [ELEMENT_INT16] = TYPE("short", "short", int16, 0, 0),
    [ELEMENT_UINT16] = TYPE("unsigned short", "ushort", uint16, 0, 0),
    [ELEMENT_INT32] = TYPE("int", "int", int32, 0, 0),
    [ELEMENT_UINT32] = TYPE("unsigned int", "uint", uint32, 0, 0),
    [ELEMENT_INT64] = TYPE("long long", "longlong", int64, 0, 0),
    [ELEMENT_UINT64] = TYPE("unsigned long long", "ulonglong", uint64, 0, 0),
    [ELEMENT_HALF] = TYPE("__half", "__half", half, 11, -24),
    [ELEMENT_FLOAT] = TYPE("float", "float", float, FLT_MANT_DIG, FLT_MIN_EXP - FLT_MANT_DIG),
    [ELEMENT_DOUBLE] = TYPE("double", "double", double, DBL_MANT_DIG, DBL_MIN_EXP - DBL_MANT_DIG),
};

static const void *at(enum element base, const void *buffer, size_t i) {
    return (const char *)buffer + i * element_bytes(base);
}

const char *element_name(enum element element) {
    return types[element_base(element)].names[element_components(element)];
}

const char *element_component(enum element element, size_t i) {
    static const char *const names[] = {"x", "y", "z", "w"};
    const uint32_t components = element_components(element);
    return components > 1 ? names[i % components] : "";
}

void element_write(char *to, size_t size, enum element base, const void *buffer, size_t i) {
    types[base].write(to, size, at(base, buffer, i));
}

double element_value(enum element base, const void *buffer, size_t i) {
    return types[base].value(at(base, buffer, i));
}

void element_store(enum element base, void *buffer, size_t i, double value) {
    types[base].store((char *)buffer + i * element_bytes(base), value);
}

double element_rounded(enum element base, double value) {
    uint64_t room = 0;
    types[base].store(&room, value);
    return types[base].value(&room);
}

int element_digits(enum element base) { return types[base].digits; }

int element_least(enum element base) { return types[base].least; }

double element_unit(enum element base, double value) {
    const int lowest = value == 0 ? types[base].least : ilogb(value) - types[base].digits + 1;
    return ldexp(1, lowest > types[base].least ? lowest : types[base].least);
}
