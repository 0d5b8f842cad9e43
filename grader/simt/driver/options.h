/**
 * @file options.h
 * @brief simtcc's command line: nvcc's everyday options, sorted by the stage they concern.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/command_line.h"

/** A growing list of words, NULL-terminated for posix_spawn(). */
struct word_list {
    const char **items; /**< the words, and a NULL */
    size_t count;       /**< words, without the NULL */
    size_t capacity;    /**< words that there is room for, without the NULL */
};

/** Adds a word, which is not copied. */
void word_list_add(struct word_list *words, const char *word);
/** The same with several, up to a closing NULL. */
__attribute__((sentinel)) void word_list_append(struct word_list *words, const char *first, ...);
/** Adds all words of another list. */
void word_list_add_all(struct word_list *words, const struct word_list *more);
/** Frees the list, not the words. */
void word_list_free(struct word_list *words);

/** The kinds of input file. */
enum input_kind { INPUT_CUDA, INPUT_CXX, INPUT_C, INPUT_OBJECT };

/** One input file. */
struct input {
    const char *path;     /**< as it was given; not owned */
    enum input_kind kind; /**< by its name, or by -x */
};

/** The last stage of an input. */
enum last_stage { STAGE_PRECOMPILE, STAGE_PREPROCESS, STAGE_TRANSLATE, STAGE_COMPILE, STAGE_LINK };

/** The options on the command line. Its strings are the command line's own, or in `owned`. */
struct options {
    int stage;                   /**< enum last_stage: the last one to run */
    const char *output;          /**< `-o`, or NULL */
    const char *standard;        /**< for -std=; at least C++17 */
    const char *level;           /**< -O of files other than CUDA */
    unsigned architecture;       /**< for __CUDA_ARCH__ */
    bool verbose;                /**< show the commands */
    bool debug_device;           /**< -G: kernels without optimisation */
    bool confined;               /**< keep the program's code away from the engine (guard.h) */
    bool unchecked;              /**< omit what only checkers and counters need */
    bool relaxed_constexpr;      /**< constexpr functions run on both sides */
    bool extended_lambda;        /**< a lambda may be `__device__` */
    bool version;                /**< print the version, and nothing else */
    bool has_language;           /**< -x was given: `language` is that of the inputs that follow */
    enum input_kind language;    /**< only used while the command line is read */
    struct input *inputs;        /**< in the order given; owned */
    size_t input_count;          /**< of `inputs` */
    size_t input_capacity;       /**< inputs there is room for */
    struct word_list preprocess; /**< -I, -D, -U, … */
    struct word_list compile;    /**< -Xcompiler and the like: for both the preprocessor and the compiler */
    struct word_list link;       /**< -l, -L, -Xlinker, in order */
    struct word_list depend;     /**< -MMD and the like */
    struct word_list owned;      /**< strings made while reading */
};

/**
 * Reads the command line.
 * @return COMMAND_LINE_WRONG after a message to standard error
 */
enum command_line options_read(int argc, char **argv, struct options *out);
/** Frees what was read. */
void options_free(struct options *options);
/** simtcc, for its --help. */
extern const struct command options_command;
