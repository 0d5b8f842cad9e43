/**
 * @file symbols.h
 * @brief What a compiled submission defines and needs: it must keep to the lab's interface.
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

/** What a submission has under a launcher's name. */
enum symbols_launcher {
    SYMBOLS_MISSING,         /**< nothing of that name */
    SYMBOLS_OTHER_SIGNATURE, /**< a function of that name, with other parameters */
    SYMBOLS_DEFINED
};

enum { SYMBOLS_MAX_LAUNCHERS = SPEC_MAX_TASKS };

/** Parameters of a launcher, as C writes them: "(const int *, int)". */
struct symbols_types {
    char is[320];        /**< in the submission; "" if that is not known */
    char should_be[320]; /**< as the lab calls it */
};

/** What was found in an object file. */
struct symbols {
    enum symbols_launcher launchers[SYMBOLS_MAX_LAUNCHERS]; /**< one per name asked for */
    int launcher_lines[SYMBOLS_MAX_LAUNCHERS];              /**< where it is, 0 if unknown */
    struct symbols_types types[SYMBOLS_MAX_LAUNCHERS]; /**< of those with other parameters (prototype.c) */
    bool refused;      /**< it does something a lab must not; `message` says what */
    char message[512]; /**< the first thing that is not allowed, in one sentence */
    char file[128];    /**< the source that does it, "" if unknown */
    int line;          /**< in `file`; 0 if unknown */
};

/**
 * Checks an object file.
 * @param launchers names of the lab's launchers, which the object may define
 * @param opened    functions that the lab's spec opens; ends with NULL, or is NULL
 * @return false with an error if the file cannot be read as an object
 */
bool symbols_check(const char *object, enum symbols_compiler compiler, const char *const *launchers,
                   size_t count, const char *const *opened, struct symbols *result, struct error *error);

/** @name The table of what a submission may call, made when the kit is built (confine/functions.txt)
 * @{ */
/** The kinds of lines; confine/functions.txt says what each is. */
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
    const char *name;       /**< for the linker; a star stands for any text */
    enum symbols_kind kind; /**< what may be done with it */
    const char *shown;      /**< in a program's source */
    const char *words;      /**< what speaks against it, and what to use instead; NULL if nothing does */
};
/** All lines; the last has no name. */
extern const struct symbols_function symbols_functions[];
/** @} */

/** What speaks against a reference to @p name, as words that follow "it "; NULL if it is allowed. */
const char *symbols_refusal(const char *name);
/** The same for an object of `simtcc --confined`, which may use less of the C++ library.
 * @param opened as above. @return good until the next call */
const char *symbols_confined_refusal(const char *name, const char *const *opened);
/** The name under which a program calls what the linker calls @p name, where they differ. */
const char *symbols_shown(const char *name);

/* The types of a submission's launchers, from its debug information, beside those that the lab calls.
 *
 * A launcher that was declared by the lab's header has the right type, or the compiler says so. One that was
 * declared by hand may have any, and would be called with arguments that it does not have. */

/**
 * Compares each launcher that was found in the object. One whose parameters differ in number, in a size, or
 * in what is a pointer or a floating-point number becomes SYMBOLS_OTHER_SIGNATURE, with both types as C
 * writes them. Without debug information nothing is known, and nothing changes.
 */
void prototypes_check(const char *object, const struct spec *lab, struct symbols *symbols);

#endif
