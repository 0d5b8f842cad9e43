/**
 * @file commands.h
 * @brief The commands of `grade` that are about a whole class: batch, status, show and the like.
 */
#ifndef WARPLAB_COMMANDS_H
#define WARPLAB_COMMANDS_H

#include <stdbool.h>
#include <stddef.h>

#include "fault.h"
#include "base/flags.h"
#include "class/gradebook/gradebook.h"

/** What a command returns that was asked for its --help, for its caller to print. */
enum { COMMAND_HELP = -1 };

/** Runs a command; arguments[0] is its name. @return the exit code of `grade`, or COMMAND_HELP */
typedef int command_run(int count, char **arguments);

/** A command: how it is called, and what people are told of it (manual.h). */
struct command {
    const char *name;         /**< "batch" */
    command_run *run;         /**< what it does */
    const struct flag *flags; /**< but for --help; the last has no name */
    const char *words;        /**< "STUDENT LAB" */
    manual_choices *choices;  /**< what its first word can be; NULL if that cannot be listed */
    const char *summary;      /**< a few words */
    const char *text;         /**< sentences */
    void (*more)(void);       /**< prints what else its help says; NULL if nothing */
};

/** The i-th command, NULL past the last. */
const struct command *command_at(size_t i);
/** The command of that name, NULL if there is none. */
const struct command *command_find(const char *name);

/** @name The commands, one file each
 * @{ */
extern const struct command batch_command;   /**< grades a class */
extern const struct command status_command;  /**< how far the class is */
extern const struct command show_command;    /**< one student's report */
extern const struct command export_command;  /**< the gradebook as other systems read it */
extern const struct command similar_command; /**< which submissions are alike */
/** @} */

/** The gradebook that is used unless --db names another, in the current directory. */
extern const char command_gradebook[];
/** What people are told of --db: begins a flag of a table. */
#define COMMAND_DB                                                                                           \
    {                                                                                                        \
        .name = "--db", .value = "FILE", .choices = manual_files,                                            \
        .help = "the gradebook, otherwise gradebook.db here"                                                 \
    }

#endif
