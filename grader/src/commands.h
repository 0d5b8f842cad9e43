/**
 * @file commands.h
 * @brief The commands of `grade` that are about a whole class: batch, status, show and the like.
 */
#ifndef WARPLAB_COMMANDS_H
#define WARPLAB_COMMANDS_H

#include <stdbool.h>
#include <stddef.h>

#include "gradebook/gradebook.h"

/** Runs a command; arguments[0] is its name. @return the exit code of `grade` */
typedef int command_run(int count, char **arguments);

/** The command of that name, NULL if there is none. */
command_run *command_find(const char *name);

/** @name The commands, one file each
 * @{ */
command_run batch_command;   /**< grades a class */
command_run status_command;  /**< how far the class is */
command_run show_command;    /**< one student's report */
command_run export_command;  /**< the gradebook as other systems read it */
command_run similar_command; /**< which submissions are alike */
/** @} */

/** Says on standard error what went wrong. @return EXIT_OWN_FAULT */
int command_failed(const char *why);
/** The same for a command line: adds where to look it up. */
int command_misused(const char *why);
/** The gradebook that is used unless --db names another, in the current directory. */
extern const char command_gradebook[];

#endif
