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
    const char **items;
    size_t count, capacity;
};

void words_add(struct words *words, const char *word);
void words_add_all(struct words *words, const struct words *more);
void words_free(struct words *words);

enum input_kind { INPUT_CUDA, INPUT_CXX, INPUT_C, INPUT_OBJECT };

struct input {
    const char *path;
    enum input_kind kind;
};

enum stage { STAGE_PREPROCESS, STAGE_TRANSLATE, STAGE_COMPILE, STAGE_LINK };

struct options {
    enum stage stage;      /**< the last one to run */
    const char *output;    /**< `-o`, or NULL */
    const char *standard;  /**< for -std=; at least C++17 */
    const char *level;     /**< -O of files that are not CUDA */
    unsigned architecture; /**< for __CUDA_ARCH__ */
    bool verbose, debug_device;
    bool confined; /**< keep the program's code away from the engine (guard.h) */
    bool help, version;
    struct input *inputs;
    size_t input_count, input_capacity;
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
void options_free(struct options *options);
/** What `--help` prints. */
extern const char options_help[];

#endif
