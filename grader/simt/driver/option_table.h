/**
 * @file option_table.h
 * @brief Every option that simtcc knows by name, and what it does with it.
 */
#ifndef SIMT_OPTION_TABLE_H
#define SIMT_OPTION_TABLE_H

/* What to do with an option. */
enum action {
    DROP,
    PREPROCESS, /* as given, value as a word of its own */
    DEPEND,
    LINK,
    OUTPUT,
    LANGUAGE,
    STANDARD,
    ARCHITECTURE,
    TO_COMPILER, /* the value, split at commas */
    TO_LINKER,
    RUN_PREPROCESS,
    RUN_TRANSLATE,
    RUN_COMPILE,
    RUN_LINK,
    VERBOSE,
    DEBUG_DEVICE,
    CONFINED,
    HELP,
    VERSION
};

enum value { NO_VALUE, SEPARATE /* or after `=` */, JOINED /* or separate, or after `=` */ };

struct option {
    const char *name;
    enum value value;
    enum action action;
    const char *passed; /* the short spelling that g++ knows; NULL if `name` */
};

/** Ends with a NULL name. Exact names come before the joined ones that are their prefixes. */
extern const struct option option_table[];

#endif
