/**
 * @file precompiled.h
 * @brief The engine's headers, and the C++ library's that they need, compiled once for all sources.
 */
#ifndef SIMT_PRECOMPILED_H
#define SIMT_PRECOMPILED_H

#include "compile.h"

/** Compiles the headers for sources with the @p options given, into the folder of @p tools. */
enum outcome precompiled_make(const struct options *options, const struct toolchain *tools);
/**
 * Adds to a run of the preprocessor what lets it take them, and the flags for code with it.
 * @return false if there are none for this compiler, and nothing was added
 */
bool precompiled_add(struct word_list *command, const struct options *options, const struct toolchain *tools);
/** True if a preprocessed @p text that nobody trusts names other precompiled headers than ours, or ours
 * twice. */
bool precompiled_is_forged(const char *text, size_t length, const struct toolchain *tools);

#endif
