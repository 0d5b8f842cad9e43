/**
 * @file translate.h
 * @brief CUDA C to C++ for any host compiler: launches, kernels, `__shared__` and device variables.
 *
 * Works on preprocessed text, token by token, and keeps every line in its place: messages of the compiler and
 * of a debugger name the user's file and line. Text that uses none of CUDA's extensions comes out byte for
 * byte as it went in.
 */
#pragma once

#include <stddef.h>

/** A translated text. */
struct translation {
    char *text;        /**< NUL-terminated */
    size_t length;     /**< bytes of `text`, without the NUL */
    char *diagnostics; /**< lines `FILE:LINE: error: ...`; "" if there are none */
};

/**
 * Translates preprocessed source text, for gcc.
 *
 * - `k<<<grid, block, bytes, stream>>>(args)` becomes `simt::configure(grid, block, bytes, stream), k(args)`;
 * - `cudaLaunchKernel((void *)k, args)` and similar calls lose the cast, since the engine needs the type of
 * the kernel;
 * - a kernel's body becomes a lambda, the argument of simt::kernel(), and the kernel an ordinary function;
 * - a `__shared__` variable becomes a reference to memory that the engine keeps for the running block;
 * - a local array of a thread gets guards, and is registered with the engine;
 * - inline PTX in device code becomes calls of functions of simt/ptx.h;
 * - a structure that a function returns passes through simt::returned() before it is assigned;
 * - a `__device__`, `__constant__` or `__managed__` variable goes to a section the engine knows.
 *
 * Malformed text is left to the compiler, which reports the user's error.
 * @param length at most 1 GiB
 * @param[out] out to be freed with translation_free()
 */
void translate(const char *source, size_t length, struct translation *out);
/** The compiler of the result. */
enum translate_dialect {
    TRANSLATE_GCC,    /**< g++ */
    TRANSLATE_CHECKED /**< g++ with the plugin that knows CUDA's rules: qualifiers become attributes */
};
/**
 * The same for a given compiler, and for a text that was translated and compiled before. The engine then
 * watches the variables of kernels that may be read before they are written, according to the compiler's
 * messages.
 * @param messages the compiler's, with `-Wmaybe-uninitialized -Wuninitialized`; NULL the first time
 */
void translate_again(const char *source, size_t length, enum translate_dialect dialect, const char *messages,
                     struct translation *out);
/** Writes brackets that are spelled as digraphs (`<:` `:>` `<%` `%>`) as the others are, with a blank behind
 * each: what follows knows one spelling of them. */
void translate_digraphs(char *source, size_t length);
/**
 * Finds what would bypass the engine's hooks in a preprocessed text: assembly, attributes that switch
 * instrumentation off, names of the engine. @return lines `FILE:LINE: error: ...`, to be freed; "" if there
 * are none
 */
char *translate_confinement(const char *source, size_t length);
/**
 * Joins what the preprocessor makes with `__CUDA_ARCH__` and without: a function whose bodies differ runs the
 * one of the side that it runs on. @return the text, to be freed
 */
char *translate_sides(const char *device, size_t length, const char *host, size_t host_length,
                      size_t *out_length);
/** Frees what translate() allocated. */
void translation_free(struct translation *translation);
