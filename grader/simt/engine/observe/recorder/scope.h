/**
 * @file scope.h
 * @brief The variables that a place in the code can see, and where they are then.
 */
#ifndef SIMT_RECORD_SCOPE_H
#define SIMT_RECORD_SCOPE_H

#include "engine/observe/recorder/expression.h"
#include "engine/observe/recorder/names.h"

/** How many are looked at in one place, and how many are told apart in a recording. */
enum { TRACE_LOCALS = 12, RECORD_VARIABLES = 128 };

/** A local variable or parameter: a number or a pointer. */
struct trace_variable {
    char name[64];          /**< as in the source */
    bool is_pointer;        /**< its type is a pointer */
    struct trace_type type; /**< its own, or of what it points to */
};

/** All variables met so far, each name and type once. */
extern struct trace_variable simt_recorder_variables[RECORD_VARIABLES];
/** How many of them. */
extern size_t simt_recorder_variable_count;

/** One of them at a place in the code. */
struct trace_seen {
    int variable;                    /**< in simt_recorder_variables */
    int depth;                       /**< scopes between it and the place */
    unsigned size;                   /**< its bytes */
    bool is_fixed;                   /**< `const`, and in the body of the kernel: once known, known */
    bool is_constant;                /**< it never has another value */
    uint64_t constant;               /**< that value */
    struct trace_expression located; /**< where it is otherwise */
};

/** What can be seen from a place in the code: from the outermost scope of its function inwards. */
struct trace_scope {
    uintptr_t pc;                         /**< the place: where a call returns to */
    struct trace_expression base;         /**< of its function's frame */
    unsigned count;                       /**< of `seen` */
    struct trace_seen seen[TRACE_LOCALS]; /**< the innermost ones, where there are more */
};

/** The user's variables that the call which returns to @p pc can see; those declared behind it only if they
 * have a value already. Never NULL; kept from the first question on. */
const struct trace_scope *simt_scope_at(uintptr_t pc);

#endif
