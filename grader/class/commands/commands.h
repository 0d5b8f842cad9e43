/**
 * @file commands.h
 * @brief The commands of `grade` about a whole class, and code that all commands of `grade` share: how a
 * failure is reported, and the exit codes.
 */
#ifndef WARPLAB_COMMANDS_H
#define WARPLAB_COMMANDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/command_line.h"
#include "base/error.h"
#include "class/gradebook/people.h"
#include "class/policy/policy.h"

/** Exit codes of `grade`. */
enum { EXIT_FULL_MARKS = 0, EXIT_LESS = 1, EXIT_OWN_FAULT = 2 };

/** @name The commands, one file each
 * @{ */
extern const struct command batch_command;        /**< grades a class */
extern const struct command status_command;       /**< the grading progress of a class */
extern const struct command show_command;         /**< one student's report */
extern const struct command export_command;       /**< the gradebook in the formats of other systems */
extern const struct command policy_command;       /**< the effect of the course's rules on scores */
extern const struct command log_command;          /**< who did what with the gradebook */
extern const struct command forget_command;       /**< deletes a student, or everything older than a date */
extern const struct command pseudonymise_command; /**< a copy without names */
/** @} */

/** The i-th command, NULL past the last. */
const struct command *command_at(size_t i);
/** The second word of "./grade batch". */
const char *command_name(const struct command *command);

/**
 * Reads a command line of @p command.
 * @return whether to go on; if not, --help or the mistake was printed, and @p code is the exit code
 */
bool command_read(const struct command *command, void *into, int count, char **arguments, int *code);

/** Prints on standard error what went wrong. @return EXIT_OWN_FAULT */
int command_failed(const char *sentence);
/** The same for a command line: adds where to find help. @return EXIT_OWN_FAULT */
int command_misused(const char *sentence);

/**
 * Finds a student as gradebook_find_student() does, also by a part of the name.
 * @param name gets the name in results, GRADEBOOK_STUDENT_SIZE bytes
 * @return false with a sentence in @p error
 */
bool command_find_student(struct gradebook *book, const char *written, char *name, struct error *error);

/**
 * Reads the policy: the given file, otherwise the one next to the gradebook if there is one.
 * @param policy gets it, or NULL if there is none; freed with policy_free()
 * @return false with a sentence in @p error
 */
bool command_policy(const char *path, const char *db, struct policy **policy, struct error *error);

/**
 * Records the start of a command in the gradebook's log, as it was typed.
 * @param id for gradebook_log_end()
 * @return false with a sentence in gradebook_error()
 */
bool command_log_begin(struct gradebook *book, const struct command *command, int count, char **arguments,
                       long long *id);

/** Opens a gradebook. @return NULL after printing the reason on standard error */
struct gradebook *command_open(const char *db, enum gradebook_access access);

/** Opens an existing gradebook for writing. @return NULL after printing the reason on standard error */
struct gradebook *command_open_existing(const char *db);

/** The default gradebook, in the current directory. */
#define COMMAND_GRADEBOOK "gradebook.db"
/** The row of --db in a table of options; @p type has its value in `db`. */
#define COMMAND_DB(type)                                                                                     \
    OPTION_TEXT(type, db, "--db", "FILE", .help = "the gradebook, otherwise " COMMAND_GRADEBOOK " here")
/** The default policy, in the gradebook's directory. */
#define COMMAND_POLICY_FILE "policy.ini"
/** The row of --policy; @p type has its value in `policy`. */
#define COMMAND_POLICY(type)                                                                                 \
    OPTION_TEXT(type, policy, "--policy", "FILE",                                                            \
                .help = "the rules, otherwise " COMMAND_POLICY_FILE " beside the gradebook")
/** The row for a single lab; @p member of @p type has its value. */
#define COMMAND_LAB(type, member) OPTION_TEXT(type, member, "--lab", "LAB", .help = "this lab alone")

#endif
