/**
 * @file options.h
 * @brief simtcc's command line: nvcc's everyday options, sorted by whom they concern.
 */
#ifndef SIMT_OPTIONS_H
#define SIMT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

/** A growing list of words, NULL-terminated for posix_spawn(). */
struct words {
    const char **items; /**< the words, and a NULL */
    size_t count;       /**< words, without the NULL */
    size_t capacity;    /**< words that there is room for, without the NULL */
};

/** Adds a word, which is not copied. */
void words_add(struct words *words, const char *word);
/** Adds all of another list's. */
void words_add_all(struct words *words, const struct words *more);
/** Frees the list, not the words. */
void words_free(struct words *words);

/** What an input file is. */
enum input_kind { INPUT_CUDA, INPUT_CXX, INPUT_C, INPUT_OBJECT };

/** One input file. */
struct input {
    const char *path;     /**< as it was given; not owned */
    enum input_kind kind; /**< by its name, or by -x */
};

/** How far an input goes. */
enum stage { STAGE_PREPROCESS, STAGE_TRANSLATE, STAGE_COMPILE, STAGE_LINK };

/** What the command line asks for. Its strings are the command line's own, or in `owned`. */
struct options {
    enum stage stage;        /**< the last one to run */
    const char *output;      /**< `-o`, or NULL */
    const char *standard;    /**< for -std=; at least C++17 */
    const char *level;       /**< -O of files that are not CUDA */
    unsigned architecture;   /**< for __CUDA_ARCH__ */
    bool verbose;            /**< show the commands */
    bool debug_device;       /**< -G: kernels without optimisation */
    bool confined;           /**< keep the program's code away from the engine (guard.h) */
    bool help;               /**< print how simtcc is used, and nothing else */
    bool version;            /**< print which one this is, and nothing else */
    struct input *inputs;    /**< in the order given; owned */
    size_t input_count;      /**< of `inputs` */
    size_t input_capacity;   /**< inputs there is room for */
    struct words preprocess; /**< -I, -D, -U, … */
    struct words compile;    /**< -Xcompiler and kin: both to the preprocessor and the compiler */
    struct words link;       /**< -l, -L, -Xlinker, in order */
    struct words depend;     /**< -MMD and kin */
    struct words owned;      /**< strings made while reading */
};

/**
 * Reads the command line.
 * @return false after a message to standard error
 */
bool options_read(int argc, char **argv, struct options *out);
/** Frees what was read. */
void options_free(struct options *options);
/** What `--help` prints. */
extern const char options_help[];

#endif
