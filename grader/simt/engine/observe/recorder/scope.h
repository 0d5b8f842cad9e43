/**
 * @file scope.h
 * @brief The variables that are visible at a code address, and their locations there.
 */
#pragma once

#include "engine/observe/recorder/expression.h"
#include "engine/observe/recorder/names.h"

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
