/**
 * @file usage.h
 * @brief What people are told of `grade`'s command line: gathered from the tables that it is read by.
 */
#ifndef WARPLAB_USAGE_H
#define WARPLAB_USAGE_H

#include "commands.h"
#include "base/manual/manual.h"

/** The manual of `grade` and its commands. Made at the first call, and kept. */
const struct manual *usage_manual(void);
/** Prints how a command is used; of NULL, how `grade LAB` is. @return EXIT_SUCCESS */
int usage_command(const struct command *command);
/** Prints the manual in the form "man", "bash" or "zsh". @return the exit code of `grade` */
int usage_print(const char *form);

#endif
