/**
 * @file call.h
 * @brief A launcher's arguments as data: buffers by their role, type and size, and scalars by their bits.
 *
 * The parent makes the list from the lab's spec, and the runner calls through it, so that it knows no
 * signature. Inputs lie one after another in the input mapping, outputs in the output mapping, each aligned
 * by call_align(). A buffer that is both is in both.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/** A vector type is so many times this, and its base type. */
enum { ELEMENT_VECTOR = 16 };

/** Types of elements and scalars: base types, and vectors of them. */
enum element {
    ELEMENT_INT8 = 1, /**< int8_t, and so on */
    ELEMENT_UINT8,    /**< also bool */
    ELEMENT_INT16,    /**< short */
    ELEMENT_UINT16,   /**< unsigned short */
    ELEMENT_INT32,    /**< int, and an enum */
    ELEMENT_UINT32,   /**< unsigned int */
    ELEMENT_INT64,    /**< long long */
    ELEMENT_UINT64,   /**< unsigned long long */
    ELEMENT_HALF,     /**< __half; this and the next ones are floating-point types */
    ELEMENT_FLOAT,    /**< float */
    ELEMENT_DOUBLE,   /**< double */
    /** @name CUDA's vector types of up to 16 bytes, which one access moves
     * @{ */
    ELEMENT_CHAR2 = 2 * ELEMENT_VECTOR + ELEMENT_INT8,        /**< char2 */
    ELEMENT_CHAR3 = 3 * ELEMENT_VECTOR + ELEMENT_INT8,        /**< char3 */
    ELEMENT_CHAR4 = 4 * ELEMENT_VECTOR + ELEMENT_INT8,        /**< char4 */
    ELEMENT_UCHAR2 = 2 * ELEMENT_VECTOR + ELEMENT_UINT8,      /**< uchar2 */
    ELEMENT_UCHAR3 = 3 * ELEMENT_VECTOR + ELEMENT_UINT8,      /**< uchar3 */
    ELEMENT_UCHAR4 = 4 * ELEMENT_VECTOR + ELEMENT_UINT8,      /**< uchar4 */
    ELEMENT_SHORT2 = 2 * ELEMENT_VECTOR + ELEMENT_INT16,      /**< short2 */
    ELEMENT_SHORT3 = 3 * ELEMENT_VECTOR + ELEMENT_INT16,      /**< short3 */
    ELEMENT_SHORT4 = 4 * ELEMENT_VECTOR + ELEMENT_INT16,      /**< short4 */
    ELEMENT_USHORT2 = 2 * ELEMENT_VECTOR + ELEMENT_UINT16,    /**< ushort2 */
    ELEMENT_USHORT3 = 3 * ELEMENT_VECTOR + ELEMENT_UINT16,    /**< ushort3 */
    ELEMENT_USHORT4 = 4 * ELEMENT_VECTOR + ELEMENT_UINT16,    /**< ushort4 */
    ELEMENT_INT2 = 2 * ELEMENT_VECTOR + ELEMENT_INT32,        /**< int2 */
    ELEMENT_INT3 = 3 * ELEMENT_VECTOR + ELEMENT_INT32,        /**< int3 */
    ELEMENT_INT4 = 4 * ELEMENT_VECTOR + ELEMENT_INT32,        /**< int4 */
    ELEMENT_UINT2 = 2 * ELEMENT_VECTOR + ELEMENT_UINT32,      /**< uint2 */
    ELEMENT_UINT3 = 3 * ELEMENT_VECTOR + ELEMENT_UINT32,      /**< uint3 */
    ELEMENT_UINT4 = 4 * ELEMENT_VECTOR + ELEMENT_UINT32,      /**< uint4 */
    ELEMENT_LONGLONG2 = 2 * ELEMENT_VECTOR + ELEMENT_INT64,   /**< longlong2 */
    ELEMENT_ULONGLONG2 = 2 * ELEMENT_VECTOR + ELEMENT_UINT64, /**< ulonglong2 */
    ELEMENT_HALF2 = 2 * ELEMENT_VECTOR + ELEMENT_HALF,        /**< __half2 */
    ELEMENT_FLOAT2 = 2 * ELEMENT_VECTOR + ELEMENT_FLOAT,      /**< float2 */
    ELEMENT_FLOAT3 = 3 * ELEMENT_VECTOR + ELEMENT_FLOAT,      /**< float3 */
    ELEMENT_FLOAT4 = 4 * ELEMENT_VECTOR + ELEMENT_FLOAT,      /**< float4 */
    ELEMENT_DOUBLE2 = 2 * ELEMENT_VECTOR + ELEMENT_DOUBLE     /**< double2 */
    /** @} */
};

/** Base types are less than this. */
enum { ELEMENT_BASES = ELEMENT_DOUBLE + 1 };

/** What an argument is to the launcher. */
enum argument_role {
    ARGUMENT_IN = 1,  /**< a buffer that it reads and must leave as it is */
    ARGUMENT_OUT,     /**< a buffer that it writes */
    ARGUMENT_IN_OUT,  /**< a buffer that it reads and writes */
    ARGUMENT_SCRATCH, /**< a buffer for what it likes, of no known content */
    ARGUMENT_INDICES, /**< a buffer that it reads, of places in other buffers: the same in all timed calls */
    ARGUMENT_VALUE    /**< a scalar */
};

/** Sets of roles: buffers that are filled beforehand, those that are looked at afterwards, and scratch. */
enum {
    CALL_ONLY_READ = 1 << ARGUMENT_IN | 1 << ARGUMENT_INDICES, /**< inputs that stay as they are */
    CALL_GIVEN = CALL_ONLY_READ | 1 << ARGUMENT_IN_OUT,        /**< inputs */
    CALL_WRITTEN = 1 << ARGUMENT_OUT | 1 << ARGUMENT_IN_OUT,   /**< outputs */
    CALL_SCRATCH = 1 << ARGUMENT_SCRATCH,                      /**< neither */
    CALL_BUFFERS = CALL_GIVEN | CALL_WRITTEN | CALL_SCRATCH    /**< all of them */
};

/** Most arguments of a launcher: pointers and whole numbers, and floating-point numbers among them. */
enum { CALL_WORDS = 12, CALL_NUMBERS = 8 };

/** One argument. */
struct argument {
    uint32_t role;    /**< an enum argument_role */
    uint32_t element; /**< an enum element */
    uint64_t bytes;   /**< of a buffer, else 0 */
    uint64_t bits;    /**< a scalar: its value, as a register holds it; else 0 */
};

/** All arguments, in the launcher's order. */
struct call {
    uint32_t count;                 /**< of `of` */
    struct argument of[CALL_WORDS]; /**< the rest is not used */
};

/** Arguments as they are passed: words and floating-point numbers are counted apart. */
struct passed {
    uint64_t words[CALL_WORDS];   /**< pointers and whole numbers */
    double numbers[CALL_NUMBERS]; /**< a float is the lower half of one */
    uint32_t word_count;          /**< of `words` */
    uint32_t number_count;        /**< of `numbers` */
};

/** Rounds an offset in a mapping up to the next part. */
static inline uint64_t call_align(uint64_t bytes) { return (bytes + 255) & ~UINT64_C(255); }

/** Whether the set has the argument's role. */
static inline bool call_has(uint32_t set, const struct argument *argument) {
    return set >> argument->role & 1;
}

/** The base type: that of a vector's components, or the type itself. */
static inline enum element element_base(uint32_t element) { return (enum element)(element % ELEMENT_VECTOR); }

/** Components of a vector type; else 1. A buffer of vectors is one of so many times as many of its base. */
static inline uint32_t element_components(uint32_t element) {
    return element < ELEMENT_VECTOR ? 1 : element / ELEMENT_VECTOR;
}

/** Bytes of one element; 0 of what is no type. CUDA's vector types of three have no gap, either. */
static inline uint32_t element_bytes(uint32_t element) {
    static const uint8_t bytes[ELEMENT_VECTOR] = {0, 1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8};
    const uint32_t all =
        element < 5 * ELEMENT_VECTOR ? element_components(element) * bytes[element_base(element)] : 0;
    return all <= 16 ? all : 0;
}

/** Whether it is, or is made of, a floating-point type. */
static inline bool element_is_float(uint32_t element) { return element_base(element) >= ELEMENT_HALF; }

/** Whether a scalar may be of it: a number that C passes as one. */
static inline bool element_is_passed(uint32_t element) {
    return element < ELEMENT_BASES && element != ELEMENT_HALF;
}

/** Bytes of the buffers of a set among the first @p count arguments, from the first one's beginning to the
 * last one's end. */
static inline uint64_t call_bytes(const struct call *call, uint32_t set, uint32_t count) {
    uint64_t end = 0;
    for (uint32_t i = 0; i < count; i++)
        if (call_has(set, &call->of[i]))
            end = call_align(end) + call->of[i].bytes;
    return end;
}

/** Where argument @p i begins among the buffers of a set. */
static inline uint64_t call_offset(const struct call *call, uint32_t set, uint32_t i) {
    return call_align(call_bytes(call, set, i));
}

/** Appends an argument. @p word: the buffer's address, or the scalar's bits */
static inline void call_pass(struct passed *passed, const struct argument *argument, uint64_t word) {
    union {
        uint64_t bits;
        double number;
    } as = {word};
    if (argument->role == ARGUMENT_VALUE && element_is_float(argument->element))
        passed->numbers[passed->number_count++] = as.number;
    else
        passed->words[passed->word_count++] = word;
}

/** A launcher as it is called. On the machines that Linux runs CUDA on, arguments that a function does not
 * have are in places that it does not look at. */
typedef void call_any(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                      uint64_t, uint64_t, uint64_t, uint64_t, double, double, double, double, double, double,
                      double, double);

/** Calls @p function, which has these arguments. */
static inline void call_make(void (*function)(void), const struct passed *p) {
    const uint64_t *w = p->words;
    const double *d = p->numbers;
    ((call_any *)function)(w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10], w[11], d[0],
                           d[1], d[2], d[3], d[4], d[5], d[6], d[7]);
}

/** Whether it can be passed: known roles and types, scalars that are plain numbers, and no more of each kind
 * than there is room for. */
static inline bool call_is_valid(const struct call *call) {
    uint32_t numbers = 0;
    if (call->count > CALL_WORDS)
        return false;
    for (uint32_t i = 0; i < call->count; i++) {
        const struct argument *a = &call->of[i];
        if (a->role < ARGUMENT_IN || a->role > ARGUMENT_VALUE || element_bytes(a->element) == 0 ||
            (a->role == ARGUMENT_VALUE && !element_is_passed(a->element)))
            return false;
        numbers += a->role == ARGUMENT_VALUE && element_is_float(a->element);
    }
    return numbers <= CALL_NUMBERS;
}
