// What the table of functions (confine/functions.txt) says of the arguments of each, as C for the tests.
#ifndef WARPLAB_TESTS_FUNCTION_CALL_H
#define WARPLAB_TESTS_FUNCTION_CALL_H

#include <stdbool.h>
#include <stddef.h>

/** @brief What an argument is; confine/functions.txt says what each means. */
enum argument_kind {
    ARGUMENT_NUMBER,
    ARGUMENT_REAL,
    ARGUMENT_REST,
    ARGUMENT_IN,
    ARGUMENT_OUT,
    ARGUMENT_CHANGE,
    ARGUMENT_TEXT,
    ARGUMENT_FORMAT,
    ARGUMENT_VALUES,
    ARGUMENT_CALL,
    ARGUMENT_HANDLE,
    ARGUMENT_EVENT,
    ARGUMENT_PINNED,
    ARGUMENT_POOL,
    ARGUMENT_STREAM
};

/** @brief On which side the memory that a pointer points to may be. */
enum argument_side { SIDE_HOST, SIDE_DEVICE, SIDE_ANY };

enum { MOST_ARGUMENTS = 9 };

/** @brief A function, and its arguments. */
struct function_call {
    const char *name;     /**< for the linker */
    const char *function; /**< where it begins */
    size_t count;         /**< of arguments */
    struct function_argument {
        bool on_stack;           /**< a part of a structure that is passed by value */
        enum argument_kind kind; /**< what it is */
        enum argument_side side; /**< of a pointer */
        const char *bytes;       /**< how many, or the number that makes a good call */
    } arguments[MOST_ARGUMENTS]; /**< in their order */
};

#endif
