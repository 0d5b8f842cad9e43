/**
 * @file manual.h
 * @brief A program's command line, told once: its --help, its man page and its completions are printed from
 * it.
 *
 * A program fills a struct manual from the very tables that its command line is read by, so that an option
 * which is there is also in everything printed here. `PROGRAM --help=man`, `--help=bash` and `--help=zsh`
 * print what `make manuals` puts into files.
 */
#ifndef WARPLAB_MANUAL_H
#define WARPLAB_MANUAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/** What a value or a word can be: the i-th choice, NULL past the last. */
typedef const char *manual_choices(size_t i);

/** Stands for the files there are. @return NULL, always */
const char *manual_files(size_t i);

/** One option. Texts are plain, without a period at the end. */
struct manual_option {
    const char *name;        /**< "--seed" */
    const char *value;       /**< what its value is called: "N"; NULL if it takes none */
    manual_choices *choices; /**< what its value can be; NULL if that cannot be listed */
    const char *help;        /**< one line; NULL: accepted, and without effect */
    const char *more;        /**< further sentences for the man page; NULL if there are none */
    const char *aliases;     /**< other spellings, a space between two; NULL if there are none */
    bool rare;               /**< --help only names it */
};

/** A program's command, or what it does without one. */
struct manual_part {
    const char *name;              /**< the command's; NULL for the program without one */
    const char *words;             /**< what follows besides options: "STUDENT LAB"; "" if nothing does */
    manual_choices *choices;       /**< what the first word can be; NULL if that cannot be listed */
    const char *summary;           /**< a few words, for the list of commands */
    const char *text;              /**< what it does, in sentences */
    struct manual_option *options; /**< in the order of --help; owned by whoever made the manual */
    size_t option_count;           /**< of `options` */
};

/** A name and what is said of it. */
struct manual_row {
    const char *name; /**< a file, a variable, a code or a command line; NULL ends a list */
    const char *text; /**< a few words */
};

/** A program. */
struct manual {
    const char *name;                     /**< "grade" */
    const char *typed;                    /**< as people type it: "./grade" */
    const char *summary;                  /**< a few words, for the first line of the man page */
    struct manual_part *parts;            /**< the program without a command, then its commands */
    size_t part_count;                    /**< of `parts` */
    const struct manual_row *exit_codes;  /**< what the program ends with */
    const struct manual_row *environment; /**< variables that it reads */
    const struct manual_row *files;       /**< what it reads and writes */
    const struct manual_row *examples;    /**< command lines, and what they do */
    const char *see_also;                 /**< for the end of the man page */
};

/** Lines and columns of the screen that --help must fit. */
enum { MANUAL_LINES = 25, MANUAL_COLUMNS = 79 };

/** Prints what `--help` shows of one part, as one screen. */
void manual_help(FILE *out, const struct manual *manual, const struct manual_part *part);
/** Prints the man page, for section 1, in the macros of man(7). */
void manual_page(FILE *out, const struct manual *manual);
/** Prints a completion for bash, to be sourced. */
void manual_bash(FILE *out, const struct manual *manual);
/** Prints a completion for zsh, to be put on its fpath under the name _PROGRAM. */
void manual_zsh(FILE *out, const struct manual *manual);
/** Prints what `--help=FORM` asks for. @return false if it is none of man, bash and zsh */
bool manual_print(FILE *out, const struct manual *manual, const char *form);
/** The part of that name; NULL asks for the program without a command. NULL if there is none. */
const struct manual_part *manual_find(const struct manual *manual, const char *name);

#endif
