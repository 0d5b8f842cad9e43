/**
 * @file ptx.h
 * @brief Inline PTX: translates an assembly statement's text to C++ statements, by a table of instructions.
 *
 * The result calls functions of simt/ptx.h. Operand `%N` of the statement is the variable `simt_asm_N`, a
 * register that the text declares is the variable `simt_reg_NAME`.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/** The translation of one instruction. The table is in ptx_table.c. */
struct ptx_row {
    const char *name;     /**< its words without modifiers and type, such as "mul.lo" */
    const char *optional; /**< words that change nothing here, each with a blank on both sides */
    const char *types;    /**< its allowed types, likewise; NULL: it has none */
    const char *function; /**< of simt::ptx, a template over the type */
    /**
     * One letter per operand: d a destination, e a destination that may have a predicate behind `|`, D a list
     * of destinations, s a source of the type, S a list of them, W one of twice the width, u one of 32 bits,
     * l of 64, b a predicate, m a place in memory, g one in global memory.
     */
    const char *operands;
};

/** The row of an opcode, such as "ld.global.nc.f32", with @p count operands, or NULL.
 * @param[out] type its type: a part of @p opcode, or NULL */
const struct ptx_row *ptx_find(const char *opcode, size_t count, const char **type);

/**
 * Writes PTX as C++.
 * @param text     the statement's text, without escapes
 * @param operands how many operands the statement has
 * @param[out] unknown the part that cannot be translated, if any
 * @return false then
 */
bool ptx_translate(const char *text, unsigned operands, FILE *out, char *unknown, size_t size);
