/**
 * @file flags.h
 * @brief Command lines: a table of flags a command, and a suggestion for what is mistyped.
 */
#ifndef WARPLAB_FLAGS_H
#define WARPLAB_FLAGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/manual/manual.h"

/** Takes a flag's value ("" where it has none). @return false if the value makes no sense */
typedef bool flag_take(void *into, const char *value);

/** One flag: "--name VALUE", "--name=VALUE", "-n VALUE", "-nVALUE"; or "--name" alone. */
struct flag {
    struct manual_option say; /**< its name, whether it has a value, and what people are told of it */
    flag_take *take;          /**< what is done with it */
    const char *wants;        /**< what a value must be, in words */
};

enum { FLAGS_MAX_WORDS = 4 };

/** What there is on a command line besides flags. */
struct flag_words {
    const char *word[FLAGS_MAX_WORDS]; /**< in order; the command line's own */
    size_t count;                      /**< of `word` */
    bool help;                         /**< --help, which every command has */
};

/** How --help is called, and what is said of it. */
extern const struct manual_option flag_help;

/**
 * Reads a command line, from arguments[1] on.
 * @param flags ends with a flag without a name
 * @param into  what every flag's @c take gets
 * @return false with one clear sentence in @p why, which suggests what may have been meant
 */
bool flags_parse(const struct flag *flags, void *into, struct flag_words *words, int count, char **arguments,
                 char *why, size_t size);

#endif
