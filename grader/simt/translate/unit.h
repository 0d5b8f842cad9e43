/**
 * @file unit.h
 * @brief One text on its way through the translator's passes.
 */
#ifndef SIMT_UNIT_H
#define SIMT_UNIT_H

#include "edits.h"
#include "syntax.h"

/** A variable in shared memory that is declared outside functions; each function that names it gets its own
 * view. */
struct shared_global {
    uint32_t name;      /**< the token that declares it */
    uint32_t scope_end; /**< last token of the namespace around it */
    bool dynamic;       /**< `extern __shared__` */
};

struct unit {
    struct token_list list;
    struct outline outline;
    struct edit_list edits;
    struct shared_global *globals;
    size_t global_count, global_capacity;
    uint32_t *locals; /**< tokens that declare a shared variable inside a function */
    size_t local_count, local_capacity;
    char *diagnostics;
    size_t diagnostics_length;
};

/** Adds `FILE:LINE: error: ` and the printf-like text for token @p at, unless the same was said already. */
void unit_error(struct unit *unit, uint32_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/** Overwrites tokens @p first to @p last with spaces; line ends between them stay. */
void unit_blank(struct unit *unit, uint32_t first, uint32_t last);
/** True if token @p i lies in a kernel or in a `__device__` function. */
bool unit_in_device_code(const struct unit *unit, uint32_t i);
/** True if tokens @p first to @p last use the name that token @p name spells, and not as a member of
 * something. */
bool unit_mentions(const struct unit *unit, uint32_t first, uint32_t last, uint32_t name);
/** True if two tokens are spelled alike. */
bool unit_same_word(const struct unit *unit, uint32_t a, uint32_t b);
/** Inserts at byte @p at the reference through which a function sees the shared variable that @p name
 * declares. */
void unit_add_shared_reference(struct unit *unit, uint32_t at, uint32_t name, bool dynamic);
/** True if the function is device code that names the variable and is in its scope. */
bool unit_sees_global(const struct unit *unit, const struct region *function,
                      const struct shared_global *global);

/** @name The passes, in the order in which translate() makes them
 * @{ */
void translate_kernels(struct unit *unit);
void translate_shared(struct unit *unit);
void translate_shared_globals(struct unit *unit);
void translate_captures(struct unit *unit);
void translate_locals(struct unit *unit);
void translate_watched(struct unit *unit, const char *messages);
void translate_launches(struct unit *unit);
void translate_kernel_casts(struct unit *unit);
void translate_qualifiers(struct unit *unit);
void diagnose_unsupported(struct unit *unit);
/** For translate_confinement(). */
void diagnose_unconfined(struct unit *unit);
/** @} */

#endif
