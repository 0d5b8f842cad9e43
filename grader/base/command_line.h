/**
 * @file command_line.h
 * @brief Command lines: one table of options a command, by which it is read and its --help is printed.
 *
 * Both grade and simtcc read theirs so. getopt_long() would take `--sed` for an abbreviated `--seed`, where a
 * mistyped option is to be refused with a suggestion. getopt_long_only() would read nvcc's `-lin`, a library,
 * as an abbreviated `-lineinfo`.
 */
#ifndef WARPLAB_COMMAND_LINE_H
#define WARPLAB_COMMAND_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct error;
struct option;

/** Takes a value (of a switch: NULL). @return false if the value makes no sense */
typedef bool option_take(void *into, const struct option *option, const char *value);

/** How a value follows an option's name. */
enum option_form {
    OPTION_SPACED, /**< as the next word, or after '=' */
    OPTION_JOINED, /**< also at once, as in -j8, but for names that begin with "--" */
    OPTION_WHOLE   /**< at once, and only so; the value is the whole word, as in -O2 */
};

/** One option, or a word that is none: one whose name does not begin with '-'. */
struct option {
    const char *names; /**< "-c --compile"; of a word "LAB", or "FILE..." for any number; NULL ends a table */
    const char *value; /**< what its value is called: "N"; NULL if it takes none */
    enum option_form form; /**< how its value follows */
    const char *help;      /**< one line without a full stop; NULL: accepted, and without effect */
    bool rare;             /**< --help only names it */
    option_take *take;     /**< what is done with it; NULL: nothing */
    size_t offset;         /**< where option_text() and its kin store the value, in what they get as `into` */
    long least;            /**< least that option_number() takes; what option_constant() stores */
    long most;             /**< most that option_number() takes */
    const char *wants;     /**< what a value must be, in words; NULL if `value` says it */
};

/** Stores the value, a `const char *`; refuses an empty one. */
bool option_text(void *into, const struct option *option, const char *value);
/** Stores the value, a `long`. */
bool option_number(void *into, const struct option *option, const char *value);
/** Stores true. */
bool option_switch(void *into, const struct option *option, const char *value);
/** Stores `least`, an `int`. */
bool option_constant(void *into, const struct option *option, const char *value);

/** Row of a word that a member of a structure gets. */
#define OPTION_WORD(type, member, name)                                                                      \
    { .names = name, .value = name, .take = option_text, .offset = offsetof(type, member) }
/** Row of an option whose value a member gets; its help and other fields follow. */
#define OPTION_TEXT(type, member, name, of, ...)                                                             \
    { .names = name, .value = of, .take = option_text, .offset = offsetof(type, member), __VA_ARGS__ }
/** Row of one whose value is a number in a range. */
#define OPTION_NUMBER(type, member, name, of, from, to, ...)                                                 \
    {                                                                                                        \
        .names = name, .value = of, .take = option_number, .offset = offsetof(type, member), .least = from,  \
        .most = to, __VA_ARGS__                                                                              \
    }
/** Row of one without a value, which sets a member. */
#define OPTION_SWITCH(type, member, name, ...)                                                               \
    { .names = name, .take = option_switch, .offset = offsetof(type, member), __VA_ARGS__ }

/** A command, and what its --help says. */
struct command {
    const char *typed;            /**< as people type it: "./grade batch" */
    const char *summary;          /**< a few words, for a list of commands */
    bool rare;                    /**< such a list only names it */
    const char *text;             /**< what it does, in lines */
    const struct option *options; /**< but for --help, which every command has */
    void (*more)(FILE *out);      /**< prints what stands below the options; NULL if nothing does */
    int (*run)(int count, char **arguments); /**< runs it; arguments[0] is its name. @return the exit code */
};

/** What came of reading a command line. */
enum command_line { COMMAND_LINE_READ, COMMAND_LINE_HELP, COMMAND_LINE_WRONG };

/**
 * Reads a command line, from arguments[1] on; options and words may stand in any order.
 * @param into what the handlers get
 * @return COMMAND_LINE_WRONG with a sentence in @p error, which suggests what may have been meant
 */
enum command_line command_line_read(const struct option *options, void *into, int count, char **arguments,
                                    struct error *error);

/** Writes "./grade show STUDENT LAB". @return its length */
int command_line_name(char *name, size_t size, const struct command *command);

/** Prints what --help shows, as one screen. */
void command_line_help(FILE *out, const struct command *command);

/* How far apart two words are, to suggest what was meant. */

/** Fewest insertions, deletions and replacements of one character that turn @p a into @p b (Levenshtein
 * 1966). Characters beyond the 63rd are ignored. */
size_t edit_distance(const char *a, const char *b);

#endif
