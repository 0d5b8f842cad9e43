/**
 * @file symbols.h
 * @brief A compiled submission's definitions and references: it must keep to the lab's interface.
 *
 * The object file is untrusted input; it is only read, through libelf and libdwfl.
 */
#ifndef WARPLAB_SYMBOLS_H
#define WARPLAB_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "lab/spec.h"

/** The object's compiler: each adds start-up code of its own, and only that code is allowed. */
enum symbols_compiler { SYMBOLS_SIMTCC, SYMBOLS_NVCC };

/** The definition that a submission has under a launcher's name. */
enum symbols_launcher {
    SYMBOLS_MISSING,         /**< no function of that name */
    SYMBOLS_OTHER_SIGNATURE, /**< a function of that name, with other parameters */
    SYMBOLS_DEFINED
};

enum { SYMBOLS_MAX_LAUNCHERS = SPEC_MAX_TASKS };

/** The parameters of a launcher in C's notation: "(const int *, int)". */
struct symbols_types {
    char is[320];        /**< in the submission; "" if unknown */
    char should_be[320]; /**< in the lab's call */
};

/** The findings in an object file. */
struct symbols {
    enum symbols_launcher launchers[SYMBOLS_MAX_LAUNCHERS]; /**< one per requested name */
    int launcher_lines[SYMBOLS_MAX_LAUNCHERS];              /**< its line, 0 if unknown */
    struct symbols_types types[SYMBOLS_MAX_LAUNCHERS]; /**< of those with other parameters (prototype.c) */
    bool refused;      /**< it does something that is not allowed in a lab; see `message` */
    char message[512]; /**< the first violation, in one sentence */
    char file[128];    /**< the source of the violation, "" if unknown */
    int line;          /**< in `file`; 0 if unknown */
};

/**
 * Checks an object file.
 * @param launchers names of the lab's launchers, which the object may define
 * @param opened    functions that the lab's spec allows; ends with NULL, or is NULL
 * @return false with an error if the file cannot be read as an object
 */
bool symbols_check(const char *object, enum symbols_compiler compiler, const char *const *launchers,
                   size_t count, const char *const *opened, struct symbols *result, struct error *error);

/** @name The table of functions for submissions, made when the kit is built (confine/functions.txt)
 * @{ */
/** The kinds of lines; confine/functions.txt defines them. */
enum symbols_kind {
    FUNCTION_ENGINE,
    FUNCTION_CLOSED,
    FUNCTION_GUARDED,
    FUNCTION_PLAIN,
    FUNCTION_MATH,
    FUNCTION_DATA,
    FUNCTION_SUPPORT,
    FUNCTION_NVCC,
    FUNCTION_REFUSED,
    FUNCTION_UNGUARDED
};
/** A line. */
struct symbols_function {
    const char *name;       /**< for the linker; a "*" matches any text */
    enum symbols_kind kind; /**< the kind, which decides what is allowed */
    const char *shown;      /**< the name in a program's source */
    const char *words;      /**< the reason against it, and a replacement; NULL if there is none */
};
/** All lines; the last has no name. */
extern const struct symbols_function symbols_functions[];
/** @} */

/** The reason against a reference to @p name, worded to follow "it "; NULL if it is allowed. */
const char *symbols_refusal(const char *name);
/** The same for an object of `simtcc --confined`, which may use less of the C++ library.
 * @param opened as above. @return valid until the next call */
const char *symbols_confined_refusal(const char *name, const char *const *opened);
/** The name in a program's source for the linker's @p name, if they differ. */
const char *symbols_shown(const char *name);

/* Compares the types of a submission's launchers, from its debug information, with the lab's calls.
 *
 * A launcher that is declared by the lab's header has the right type, or the compiler reports an error. One
 * that is declared by hand may have any type, and would be called with arguments that it does not have. */

/**
 * Compares each launcher that was found in the object. If its parameters differ in number, in a size, or in
 * whether one is a pointer or a floating-point number, it becomes SYMBOLS_OTHER_SIGNATURE, with both types in
 * C's notation. Without debug information, nothing is known, and nothing changes.
 */
void prototypes_check(const char *object, const struct spec *lab, struct symbols *symbols);

#endif
