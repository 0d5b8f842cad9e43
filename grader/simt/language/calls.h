/**
 * @file calls.h
 * @brief The uses of functions and variables, and which of them are errors.
 *
 * Some errors depend on whether a function is needed at all. nvcc generates device code only for functions
 * that are visible to other files or used, and reports calls of host functions only in these. So uses are
 * collected during parsing, as numbers and text (trees may be gone at the end), and checked at the end.
 */
#ifndef SIMT_LANGUAGE_CALLS_H
#define SIMT_LANGUAGE_CALLS_H

#include "space.h"

/** An error if device code is generated for the function. */
struct finding {
    location_t place;     /**< its place */
    std::string text;     /**< the message */
    bool on_device_alone; /**< not in a function for both sides */
};

/** A use of another function. */
struct use {
    unsigned function;    /**< the callee's number */
    location_t place;     /**< its place */
    bool may_be_implicit; /**< the callee may be implicit */
};

/** A function with a body. */
struct caller {
    tree function;                                     /**< while it is parsed */
    enum space space;                                  /**< its side */
    location_t declared;                               /**< where it is declared */
    location_t end = 0;                                /**< its closing brace */
    bool is_root = false;                              /**< other files may use it */
    bool is_empty = true;                              /**< its body has no statement */
    unsigned HOST_WIDE_INT shared_bytes = 0;           /**< of its `__shared__` variables */
    std::map<unsigned, unsigned HOST_WIDE_INT> shared; /**< bytes of those that are still unused */
    std::vector<struct use> uses;                      /**< functions that its body uses */
    std::vector<struct finding> findings;              /**< errors if device code is generated for it */
};

/** nvcc's options that change which code is an error. */
struct language_options {
    bool relaxed_constexpr; /**< constexpr functions may be called from the other side */
    bool extended_lambda;   /**< a lambda may be `__device__` */
    bool trusted_host;      /**< host code may access host memory without a check */
    bool watch_divisions;   /**< the processor does not trap on a division by zero */
};
/** The options of this run. */
extern struct language_options language_options;

/** The record of the function; made if there is none. */
struct caller &calls_of(tree function);
/** Records that @p caller calls @p callee or takes its address, and reports unconditional errors. */
void calls_add(struct caller &caller, tree callee, location_t place, bool is_call);
/** Records that @p function called @p constant in a constant expression of this line. */
void calls_add_constant(tree function, tree constant, int line);
/** Records that a variable outside functions holds a function's address, so that the function is needed. */
void calls_add_root(tree function);
/** True if the translator made the kernel's body a lambda: its definition has the qualifier. */
bool calls_has_kernel_body(tree kernel);
/** True if the function is known to be empty. */
bool calls_is_empty(tree function);
/** Records an error of device code. */
void calls_add_finding(struct caller &caller, location_t place, bool on_device_alone,
                       const std::string &text);
/** At the end: reports the errors of all functions for which device code is generated. */
void calls_judge();

/** Collects the uses in the body of @p function (walk.cc). */
void walk_function(tree function);
/** Collects the uses in the initial value of a variable outside functions. */
void walk_initializer(tree variable);
/** Attributes, and the checks at their places (attributes.cc). */
void attributes_register(void *, void *);

#endif
