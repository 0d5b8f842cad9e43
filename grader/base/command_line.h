/**
 * @file command_line.h
 * @brief Command lines: one table of options for each command, which reads it and prints its --help.
 *
 * Both grade and simtcc use this. getopt_long() would take `--sed` for an abbreviated `--seed`, where a
 * mistyped option must be refused with a suggestion. getopt_long_only() would read nvcc's `-lin`, a library,
 * as an abbreviated `-lineinfo`.
 */
#ifndef WARPLAB_COMMAND_LINE_H
#define WARPLAB_COMMAND_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct error;
struct option;

/** Takes a value (of a switch: NULL). @return false if the value is invalid */
typedef bool option_take(void *into, const struct option *option, const char *value);

/** How a value follows an option's name. */
enum option_form {
    OPTION_SPACED, /**< as the next word, or after '=' */
    OPTION_JOINED, /**< also at once, as in -j8, except for names that begin with "--" */
    OPTION_WHOLE   /**< at once, and only so; the value is the whole word, as in -O2 */
};

/** One option, or a positional word: one whose name does not begin with '-'. */
struct option {
    const char *names; /**< "-c --compile"; of a word "LAB", or "FILE..." for any number; NULL ends a table */
    const char *value; /**< the name of its value: "N"; NULL if it takes none */
    enum option_form form; /**< how its value follows */
    const char *help;      /**< one line without a full stop; NULL: accepted, and without effect */
    bool rare;             /**< --help only names it */
    option_take *take;     /**< its handler; NULL: none */
    size_t offset;         /**< the place of the value in `into`, for option_text() and similar handlers */
    long least;            /**< least value of option_number(); the value of option_constant() */
    long most;             /**< greatest value of option_number() */
    const char *wants;     /**< the expected value, in words; NULL if `value` says it */
};

/** Stores the value, a `const char *`; refuses an empty one. */
bool option_text(void *into, const struct option *option, const char *value);
/** Stores the value, a `long`. */
bool option_number(void *into, const struct option *option, const char *value);
/** Stores true. */
bool option_switch(void *into, const struct option *option, const char *value);
/** Stores `least`, an `int`. */
bool option_constant(void *into, const struct option *option, const char *value);

/** Row of a word stored in a member of a structure. */
#define OPTION_WORD(type, member, name)                                                                      \
    { .names = name, .value = name, .take = option_text, .offset = offsetof(type, member) }
/** Row of an option whose value a function of the table's owner takes; its help and other fields follow. */
#define OPTION_TAKEN(its_take, name, of, ...)                                                                \
    { .names = name, .value = of, .take = its_take, __VA_ARGS__ }
/** Row of an option whose value is stored in a member; its help and other fields follow. */
#define OPTION_TEXT(type, member, name, of, ...)                                                             \
    { .names = name, .value = of, .take = option_text, .offset = offsetof(type, member), __VA_ARGS__ }
/** Row of an option whose value is a number in a range. */
#define OPTION_NUMBER(type, member, name, of, from, to, ...)                                                 \
    {                                                                                                        \
        .names = name, .value = of, .take = option_number, .offset = offsetof(type, member), .least = from,  \
        .most = to, __VA_ARGS__                                                                              \
    }
/** Row of an option without a value, which sets a member. */
#define OPTION_SWITCH(type, member, name, ...)                                                               \
    { .names = name, .take = option_switch, .offset = offsetof(type, member), __VA_ARGS__ }

/** A command, and the text of its --help. */
struct command {
    const char *typed;                       /**< as typed: "./grade batch" */
    const char *summary;                     /**< a few words, used in a list of commands */
    bool rare;                               /**< such a list only names it */
    const char *text;                        /**< what it does, in lines */
    const struct option *options;            /**< without --help, which every command has */
    void (*more)(FILE *out);                 /**< prints the text below the options; NULL if there is none */
    int (*run)(int count, char **arguments); /**< runs it; arguments[0] is its name. @return the exit code */
};

/** The result of reading a command line. */
enum command_line { COMMAND_LINE_READ, COMMAND_LINE_HELP, COMMAND_LINE_WRONG };

/**
 * Reads a command line, from arguments[1] on; options and words may come in any order.
 * @param into passed to the handlers
 * @return COMMAND_LINE_WRONG with a sentence in @p error, which suggests what may have been meant
 */
enum command_line command_line_read(const struct option *options, void *into, int count, char **arguments,
                                    struct error *error);

/** Writes "./grade show STUDENT LAB". @return its length */
int command_line_name(char *name, size_t size, const struct command *command);

/** Prints the text of --help, as one screen. */
void command_line_help(FILE *out, const struct command *command);

/* The distance of two words, to suggest the intended one. */

/** Fewest insertions, deletions and replacements of one character that turn @p a into @p b (Levenshtein
 * 1966). Characters beyond the 63rd are ignored. */
size_t edit_distance(const char *a, const char *b);

#endif
