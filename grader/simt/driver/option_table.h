/**
 * @file option_table.h
 * @brief Every option that simtcc knows by name: what it does with it, and what people are told of it.
 */
#ifndef SIMT_OPTION_TABLE_H
#define SIMT_OPTION_TABLE_H

/** What to do with an option. */
enum action {
    DROP,           /**< nothing */
    PREPROCESS,     /**< to the preprocessor as given, the value as a word of its own */
    DEPEND,         /**< to the preprocessor, about dependency files */
    LINK,           /**< to the linker */
    OUTPUT,         /**< the file to write */
    LANGUAGE,       /**< what the inputs that follow are */
    STANDARD,       /**< of C++ */
    ARCHITECTURE,   /**< for __CUDA_ARCH__ */
    TO_COMPILER,    /**< the value, split at commas, to preprocessor and compiler */
    TO_LINKER,      /**< the value, split at commas, to the linker */
    TO_HOST,        /**< to the host compiler, name and value in one word */
    LEVEL,          /**< -O of files that are not CUDA, name and value in one word */
    RUN_PRECOMPILE, /**< compile simtcc's own headers */
    RUN_PREPROCESS, /**< preprocess only */
    RUN_TRANSLATE,  /**< preprocess and translate only */
    RUN_COMPILE,    /**< compile, and do not link */
    RUN_LINK,       /**< link, too */
    VERBOSE,        /**< show the commands */
    DEBUG_DEVICE,   /**< kernels for a debugger */
    CONFINED,       /**< keep the program's code away from the engine */
    UNCHECKED,      /**< leave out what checkers and counters need */
    HELP,           /**< print how simtcc is used */
    VERSION         /**< print which one this is */
};

/** How a value follows an option. */
enum value {
    NO_VALUE, /**< it has none */
    SEPARATE, /**< as the next word, or after `=` */
    JOINED,   /**< at once, as the next word, or after `=` */
    ENDING    /**< at once, and only so: the rest of the word */
};

/** One option. Where `value_name` and `help` are NULL it is another spelling of the one above it. */
struct option {
    const char *name;       /**< as it is written */
    enum value value;       /**< how its value follows */
    enum action action;     /**< what is done with it */
    const char *passed;     /**< the short spelling that g++ knows; NULL if `name` */
    const char *value_name; /**< what its value is called, NULL if it has none */
    const char *help;       /**< one line; "" if it is dropped */
    int rare;               /**< --help only names it */
};

/** Ends with a NULL name. Of the names that a word begins with, the longest is meant. */
extern const struct option option_table[];

#endif
