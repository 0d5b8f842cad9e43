/**
 * @file scope.h
 * @brief The variables that are visible at a code address, and their locations there.
 */
#pragma once

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What arrays are called and made of, from the debug information. */

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

/* The value of a variable, from the expression by which DWARF says where it is.

   Source: DWARF Debugging Information Format, version 5, sections 2.5 and 2.6. */

/** An expression of the debug information; it lives as long as that is open. */
struct trace_expression {
    Dwarf_Attribute attribute; /**< that it is from */
    Dwarf_Op *operations;      /**< its operations */
    size_t count;              /**< of them; 0: there is none, and nothing is known */
};

/* What a function of the program held in registers when it called into the engine.
 *
 * By way of the compiler's unwinder: only what a call preserves can be known of it. */

/** Up to the last of those for floating-point numbers that arm64 preserves. */
enum { FRAME_REGISTERS = 80 };

/** A function's frame at a call. Registers have the numbers that DWARF gives them. */
struct trace_frame {
    uint64_t registers[FRAME_REGISTERS]; /**< where they are `known` */
    bool known[FRAME_REGISTERS];         /**< those that the call preserves, and the stack pointer */
    uintptr_t cfa;                       /**< the canonical frame address: the caller's stack pointer */
};

/** Finds the frame, of the running stack, in which the call returns to @p pc. @return false if there is none
 */
bool simt_frame_find(uintptr_t pc, struct trace_frame *frame);

/** Memory that may be read: addresses from `low` on, below `high`. */
struct trace_readable {
    uintptr_t low;  /**< its first byte */
    uintptr_t high; /**< the first byte after it */
};

/** Looks up the attribute @p name of @p die for the code at @p address (as linked). Without one, `count` is
 * 0. */
void simt_expression_find(Dwarf_Die *die, unsigned name, Dwarf_Addr address,
                          struct trace_expression *expression);
/**
 * Computes a variable of @p size bytes, 8 at most.
 * @param base the expression of its function's frame base
 * @param value receives its bytes, zero-extended
 * @return false where the value is not there, or it takes more than is known here to find it
 */
bool simt_expression_value(const struct trace_expression *expression, const struct trace_expression *base,
                           const struct trace_frame *frame, struct trace_readable readable, unsigned size,
                           uint64_t *value);

/** The most variables shown at one code address, and distinguished in a recording. */
enum { TRACE_LOCALS = 12, RECORD_VARIABLES = 128 };

/** A local variable or parameter: a number or a pointer. */
struct trace_variable {
    char name[64];          /**< as in the source */
    bool is_pointer;        /**< its type is a pointer */
    struct trace_type type; /**< its own, or the one it points to */
};

/** All variables met so far, each name and type once. */
extern struct trace_variable simt_recorder_variables[RECORD_VARIABLES];
/** The number of them. */
extern size_t simt_recorder_variable_count;

/** One of them at a code address. */
struct trace_seen {
    int variable;                    /**< in simt_recorder_variables */
    int depth;                       /**< scopes between it and the code */
    unsigned size;                   /**< its bytes */
    bool is_fixed;                   /**< `const`, and in the body of the kernel: its value stays known */
    bool is_constant;                /**< it has one value everywhere */
    uint64_t constant;               /**< that value */
    struct trace_expression located; /**< where it is otherwise */
};

/** The visible variables at a code address: from the outermost scope of its function inwards. */
struct trace_scope {
    uintptr_t pc;                         /**< the address: where a call returns to */
    struct trace_expression base;         /**< of its function's frame */
    unsigned count;                       /**< of `seen` */
    struct trace_seen seen[TRACE_LOCALS]; /**< the innermost ones, if there are more */
};

/** The user's variables that the call which returns to @p pc can see; those declared after it only if they
 * have a value already. Never NULL; kept from the first call on. */
const struct trace_scope *simt_scope_at(uintptr_t pc);
