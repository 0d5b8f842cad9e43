/**
 * @file flags.h
 * @brief Command lines: a table of flags a command, and a suggestion for what is mistyped.
 */
#ifndef WARPLAB_FLAGS_H
#define WARPLAB_FLAGS_H

#include <stdbool.h>
#include <stddef.h>

/** Takes a flag's value ("" where it has none). @return false if the value makes no sense */
typedef bool flag_take(void *into, const char *value);

/** One flag: "--name VALUE", "--name=VALUE", "-n VALUE", "-nVALUE"; or "--name" alone. */
struct flag {
    const char *name;
    bool has_value;
    flag_take *take;
    const char *wants; /**< what a value must be, in words */
};

enum { FLAGS_MAX_WORDS = 4 };

/** The words that are no flags, in order. */
struct flag_words {
    const char *word[FLAGS_MAX_WORDS];
    size_t count;
};

/**
 * Reads a command line, from arguments[1] on.
 * @param flags ends with a flag without a name
 * @param into  what every flag's @c take gets
 * @return false with one clear sentence in @p why, which suggests what may have been meant
 */
bool flags_parse(const struct flag *flags, void *into, struct flag_words *words, int count, char **arguments,
                 char *why, size_t size);

#endif
