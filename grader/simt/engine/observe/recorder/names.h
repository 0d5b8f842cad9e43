/**
 * @file names.h
 * @brief What arrays are called and made of, from the debug information.
 */
#pragma once

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** How the bytes of a value are read. */
enum trace_form { FORM_SIGNED, FORM_UNSIGNED, FORM_FLOAT, FORM_HALF, FORM_OTHER };

/** An element's type. A vector's components are cells of their own, as numbers are. */
struct trace_type {
    char name[48];        /**< as the source has it, cut if longer */
    unsigned size;        /**< bytes of a number; never 0 */
    enum trace_form form; /**< how its bytes are read */
    uint32_t columns;     /**< cells of a row, for an array of two or more dimensions; else 0 */
    unsigned components;  /**< of a vector: x, y, z and w; else 0 */
};

/** Bytes of an element. */
static inline unsigned simt_recorder_stride(const struct trace_type *type) {
    return type->components ? type->components * type->size : type->size;
}

/** An argument that the kernel uses. */
struct trace_argument {
    char name[64];          /**< of the parameter */
    bool is_pointer;        /**< its type is a pointer */
    bool is_const;          /**< and what it points to is const */
    uint64_t value;         /**< its bytes, zero-extended; for a pointer, the address */
    struct trace_type type; /**< its own, or of what it points to */
};

/** What is taken for granted of an array without a description. */
extern const struct trace_type simt_recorder_plain;

/** Finds the arguments of a launch. @p closure is the lambda that @p body runs: its captures are the kernel's
 * parameters. @return how many of @p out were filled */
size_t simt_recorder_arguments(void (*body)(const void *), const void *closure, struct trace_argument *out,
                               size_t most);
/** Finds the element type of the `__shared__` variable @p name in the unit of @p body. NULL as name: of the
 * dynamic shared memory, whose own name comes back in @p found. @return false if it is not described */
bool simt_recorder_shared_type(void (*body)(const void *), const char *name, struct trace_type *type,
                               char found[64]);
/** Describes a variable or member that is a number, an enumerator or a pointer. @param is_pointer whether it
 * is one;
 * @p type is then of what it points to. @param die of libdw
 * @return false if it is none of these, or has more than 8 bytes */
bool simt_recorder_describe(Dwarf_Die *die, bool *is_pointer, struct trace_type *type);
