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

#include "lab/spec.h"

/** Who made the object: each compiler adds start-up code of its own, and just that is let pass. */
enum symbols_compiler { SYMBOLS_SIMTCC, SYMBOLS_NVCC };

/** What a submission has under a launcher's name. */
enum symbols_launcher {
    SYMBOLS_MISSING,         /**< nothing of that name */
    SYMBOLS_OTHER_SIGNATURE, /**< a C++ function of that name, with other parameters */
    SYMBOLS_DEFINED
};

enum { SYMBOLS_MAX_LAUNCHERS = SPEC_MAX_TASKS };

/** What was found in an object file. */
struct symbols {
    enum symbols_launcher launchers[SYMBOLS_MAX_LAUNCHERS]; /**< one a name asked for */
    int launcher_lines[SYMBOLS_MAX_LAUNCHERS];              /**< where it is, 0 if unknown */
    bool refused;      /**< it does something a lab must not; `message` says what */
    char message[512]; /**< the first thing that is not allowed, in one sentence */
    char file[128];    /**< the source that does it, "" if unknown */
    int line;          /**< in `file`; 0 if unknown */
};

/**
 * Checks an object file.
 * @param launchers names of the lab's launchers, which the object may define
 * @return false with a sentence in @p why if the file cannot be read as an object at all
 */
bool symbols_check(const char *object, enum symbols_compiler compiler, const char *const *launchers,
                   size_t count, struct symbols *result, char *why, size_t size);

/** Why a submission must not refer to @p name (words that follow "it "), or NULL if it may. */
const char *symbols_refusal(const char *name);
/** The same for an object of `simtcc --confined`, which may use less of the C++ library. */
const char *symbols_confined_refusal(const char *name);

#endif
