/**
 * @file calls.h
 * @brief What functions use, and which of it is an error.
 *
 * Some errors depend on whether a function is needed at all. nvcc makes device code only for functions that
 * are visible to other files or used, and finds in these alone that they call the host. So uses are collected
 * while the compiler parses, as numbers and text (trees may be gone at the end), and judged at the end.
 */
#ifndef SIMT_LANGUAGE_CALLS_H
#define SIMT_LANGUAGE_CALLS_H

#include "space.h"

/** An error that holds if device code is made for the function. */
struct finding {
    location_t place;     /**< where */
    std::string text;     /**< the message */
    bool on_device_alone; /**< not in a function for both sides */
};

/** A use of another function. */
struct use {
    unsigned function;    /**< its number */
    location_t place;     /**< where */
    bool may_be_implicit; /**< it is written by the compiler */
};

/** A function with a body. */
struct caller {
    tree function;                                     /**< while it is parsed */
    enum space space;                                  /**< where it runs */
    location_t declared;                               /**< where it is declared */
    location_t end = 0;                                /**< its closing brace */
    bool is_root = false;                              /**< other files may use it */
    bool is_empty = true;                              /**< its body has no statement */
    unsigned HOST_WIDE_INT shared_bytes = 0;           /**< of the `__shared__` variables that it uses */
    std::map<unsigned, unsigned HOST_WIDE_INT> shared; /**< bytes of those that nothing has used yet */
    std::vector<struct use> uses;                      /**< functions that its body uses */
    std::vector<struct finding> findings; /**< what is wrong in it if it is made for the device */
};

/** nvcc's options that change what is an error. */
struct language_options {
    bool relaxed_constexpr; /**< constexpr functions may be called from the other side */
    bool extended_lambda;   /**< a lambda may be `__device__` */
    bool trusted_host;      /**< host code may access host memory without a check */
    bool watch_divisions;   /**< the processor goes on where a divisor is zero */
};
/** Those of this run. */
extern struct language_options language_options;

/** The record of the function; made if there is none. */
struct caller &calls_of(tree function);
/** Records that @p caller calls @p callee or takes its address, and reports what is an error in any case. */
void calls_add(struct caller &caller, tree callee, location_t place, bool is_call);
/** Records that @p function called @p constant in a constant expression of this line. */
void calls_add_constant(tree function, tree constant, int line);
/** Records that a variable outside functions holds a function's address, so that the function is needed. */
void calls_add_root(tree function);
/** True if the translator made a lambda of the kernel's body: its definition has the qualifier. */
bool calls_has_kernel_body(tree kernel);
/** True if the function is known to do nothing at all. */
bool calls_is_empty(tree function);
/** Records an error of device code. */
void calls_add_finding(struct caller &caller, location_t place, bool on_device_alone,
                       const std::string &text);
/** At the end: reports the errors of all functions for which device code is made. */
void calls_judge();

/** Collects what the body of @p function uses (walk.cc). */
void walk_function(tree function);
/** Collects what the initial value of a variable outside functions uses. */
void walk_initializer(tree variable);
/** Attributes, and what is checked where they stand (attributes.cc). */
void attributes_register(void *, void *);

#endif
