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

/** What the passes read and write. Everything is freed by the caller of the passes, in translate.c. */
struct unit {
    struct token_list list;        /**< the tokens of the text */
    struct outline outline;        /**< its functions and declarations */
    struct edit_list edits;        /**< what the passes change */
    struct shared_global *globals; /**< the shared variables outside functions */
    size_t global_count;           /**< of `globals` */
    size_t global_capacity;        /**< globals there is room for */
    uint32_t *locals;              /**< tokens that declare a shared variable inside a function */
    size_t local_count;            /**< of `locals` */
    size_t local_capacity;         /**< locals there is room for */
    char *diagnostics;             /**< the errors so far, NULL before the first */
    size_t diagnostics_length;     /**< bytes of it */
    bool clang;                    /**< for whose C++ is written */
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
/** A kernel's body becomes a lambda that is handed to the engine. */
void translate_kernels(struct unit *unit);
/** `__shared__` variables of functions become references to the engine's places. */
void translate_shared(struct unit *unit);
/** Functions that name a `__shared__` variable of a namespace get a view of it. */
void translate_shared_globals(struct unit *unit);
/** Lambdas capture shared variables by reference. */
void translate_captures(struct unit *unit);
/** Arrays and classes that a thread keeps get guards, and are made known to the engine. */
void translate_locals(struct unit *unit);
/** Variables of which the compiler's @p messages said that they may be read before they are written, too. */
void translate_watched(struct unit *unit, const char *messages);
/** Structures that functions return are stored where the engine sees it. */
void translate_returned(struct unit *unit);
/** `k<<<g, b>>>(args)` becomes an expression of C++. */
void translate_launches(struct unit *unit);
/** In cudaLaunchKernel() and its kin the cast of the kernel goes. */
void translate_kernel_casts(struct unit *unit);
/** Shifts in device code meet in the engine's functions. */
void translate_shifts(struct unit *unit);
/** `__device__` and its kin decide where a variable lives. */
void translate_qualifiers(struct unit *unit);
/** What the engine does not do is refused at the user's line. */
void diagnose_unsupported(struct unit *unit);
/** For translate_confinement(). */
void diagnose_unconfined(struct unit *unit);
/** @} */

#endif
