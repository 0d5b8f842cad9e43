/**
 * @file flags.h
 * @brief The options that the host compiler gets for a CUDA source, in each of its runs.
 */
#ifndef SIMT_FLAGS_H
#define SIMT_FLAGS_H

#include "compile.h"
#include "options.h"

/** Adds -std=; @p standard is room for the word, and must live as long as the command. */
void flags_add_standard(struct word_list *command, const struct options *options, char standard[static 32]);
/** Adds the macros that make a CUDA source of it; @p arch is room for a word, which must live as long. */
void flags_add_macros(struct word_list *command, const struct options *options, char arch[static 40]);
/** Adds what decides which code is made, the user's own flags first. */
void flags_add_code(struct word_list *command, const struct options *options, const struct toolchain *tools);
/** Adds @p count words. */
void flags_add_all(struct word_list *command, const char *const *words, size_t count);

#endif
