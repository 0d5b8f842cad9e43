/**
 * @file log.h
 * @brief Who did what with a gradebook: its own record of commands.
 */
#ifndef WARPLAB_LOG_H
#define WARPLAB_LOG_H

#include "class/gradebook/gradebook.h"

/** One command. All strings live during the callback only. */
struct gradebook_log_entry {
    const char *at;      /**< when it began, UTC, ISO 8601 */
    const char *who;     /**< "kim@host", or "root@host (sudo: kim)" */
    const char *command; /**< as it was typed */
    const char *outcome; /**< what came of it; NULL if it has not ended, or was killed */
};

/** Records that a command begins. @param id gets its number */
bool gradebook_log_begin(struct gradebook *book, const char *command, long long *id);
/** Records what came of it. */
bool gradebook_log_end(struct gradebook *book, long long id, const char *outcome);

/** Called once a command. @return false to stop */
typedef bool gradebook_log_visit(void *user, const struct gradebook_log_entry *entry);
/** Calls back with all commands, the earliest first. */
bool gradebook_log_each(struct gradebook *book, gradebook_log_visit *visit, void *user);

#endif
