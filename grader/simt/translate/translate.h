/**
 * @file translate.h
 * @brief CUDA C to C++ that any host compiler takes: launches, kernels, `__shared__` and device variables.
 *
 * Works on preprocessed text, token by token, and keeps every line where it is: whatever the compiler or a
 * debugger says later names the user's own file and line. Text that uses none of CUDA's extensions comes out
 * byte for byte as it went in.
 */
#ifndef SIMT_TRANSLATE_H
#define SIMT_TRANSLATE_H

#include <stddef.h>

/** A translated text. */
struct translation {
    char *text;        /**< NUL-terminated */
    size_t length;     /**< bytes of `text`, without the NUL */
    char *diagnostics; /**< lines `FILE:LINE: error: ...`; "" if there is nothing to complain about */
};

/**
 * Translates preprocessed source text, for gcc.
 *
 * - `k<<<grid, block, bytes, stream>>>(args)` becomes `simt::configure(grid, block, bytes, stream), k(args)`;
 * - `cudaLaunchKernel((void *)k, args)` and its kin lose the cast, since the engine needs the type of the
 * kernel;
 * - a kernel's body becomes a lambda handed to simt::kernel(), the kernel an ordinary function;
 * - a `__shared__` variable becomes a reference to the place the engine keeps for the running block;
 * - an array that a thread keeps for itself gets guards, and is made known to the engine;
 * - what a function returns as a structure passes through simt::returned() to where it is
 * assigned;
 * - a `__device__`, `__constant__` or `__managed__` variable goes to the section the engine watches.
 *
 * Malformed text is left to the compiler, which reports the user's own error.
 * @param length at most 1 GiB
 * @param[out] out to be freed with translation_free()
 */
void translate(const char *source, size_t length, struct translation *out);
/** Whose C++ is written; they differ in where a lambda's attributes stand. */
enum translate_dialect { TRANSLATE_GCC, TRANSLATE_CLANG };
/**
 * The same for a compiler, and for a text that was translated and compiled before: variables of kernels of
 * which the compiler said then that they may be read before they are written are watched by the engine.
 * @param messages the compiler's, with `-Wmaybe-uninitialized -Wuninitialized`; NULL the first time
 */
void translate_again(const char *source, size_t length, enum translate_dialect dialect, const char *messages,
                     struct translation *out);
/**
 * What of a preprocessed text would let code past the engine's hooks: assembly, attributes that switch
 * instrumentation off, names of the engine. @return lines `FILE:LINE: error: ...`, to be freed; "" if there
 * are none
 */
char *translate_confinement(const char *source, size_t length);
/** Frees what translate() allocated. */
void translation_free(struct translation *translation);

#endif
