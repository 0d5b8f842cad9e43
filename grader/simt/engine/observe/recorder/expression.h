/**
 * @file expression.h
 * @brief The value of a variable, from the expression by which DWARF says where it is.
 *
 * Source: DWARF Debugging Information Format, version 5, sections 2.5 and 2.6.
 */
#pragma once

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
