/**
 * @file box.h
 * @brief The box around a program: what it sees of the machine's files, and the command line that makes it.
 */
#pragma once

#include "sandbox/sandbox.h"

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/** A command line that grows. Zeroed is empty. Nothing is freed: it is built in a process that is about to
 * become the program it names. */
struct command_line {
    char **arguments; /**< ends with NULL */
    size_t count;     /**< arguments, without the closing NULL */
    size_t capacity;  /**< arguments there is room for, with the closing NULL */
    bool failed;      /**< out of memory; later additions do nothing */
};

/** Whether a tier's box has namespaces of its own, which bubblewrap makes. */
static inline bool box_has_namespaces(enum sandbox_tier tier) {
    return tier == SANDBOX_TIER_A || tier == SANDBOX_TIER_B;
}

/** bwrap ... /sandbox-exec ... PROGRAM, for tiers A and B; bwrap reads sandbox-exec from BOX_EXEC_FD. */
void box_bubblewrap(struct command_line *command, const struct sandbox_spawn *spawn);
/** sandbox-exec --landlock ... PROGRAM, for tier C. */
void box_landlock(struct command_line *command, const struct sandbox_spawn *spawn);
/** sandbox-exec --container ... PROGRAM: the machine's files as they are. */
void box_container(struct command_line *command, const struct sandbox_spawn *spawn);

/** The access of a program to a path. */
enum view_kind { VIEW_READ, VIEW_WRITE, VIEW_DEVICE };

/** Called for one path. */
typedef void view_visitor(void *context, enum view_kind kind, const char *path);

/** Calls visit for each system path that `spawn` may access: /usr and its links, and the GPU's files. */
void view_system(const struct sandbox_spawn *spawn, view_visitor *visit, void *context);
/** The same for its own mounts. */
void view_mounts(const struct sandbox_spawn *spawn, view_visitor *visit, void *context);

/** The folders of the GPU driver's libraries, as "A:B"; "" if the loader finds them by itself. */
void view_driver_folders(char *folders, size_t size);

/* The features of this machine's bubblewrap: Ubuntu 22.04's (0.6) has fewer than Debian's (0.8). */

/** The features of one bwrap, according to its own output. */
struct bubblewrap {
    char version[32]; /**< "0.8.0"; "" if there is no bwrap */
    bool perms;       /**< --perms, since 0.5: no box without it */
    bool size; /**< --size, since 0.7: without it nothing bounds a file system in memory, so the box has
                  no /tmp and no /dev/shm that can be written to */
    bool disable_userns; /**< --disable-userns, since 0.8; the system-call filter refuses new user namespaces,
                            too */
};

/** Reads the output of `bwrap --version` and `bwrap --help`, one after the other. */
void bubblewrap_read(struct bubblewrap *found, const char *printed);
/** The machine's own. Determined once per process. */
const struct bubblewrap *bubblewrap_here(void);
/** Whether a box can be made with it. @return false with an error that names what it lacks */
bool bubblewrap_suffices(const struct bubblewrap *found, struct error *error);
/** "bubblewrap", and if it lacks a feature, which one, and the consequence for a box. */
void bubblewrap_words(const struct bubblewrap *found, char *words, size_t size);
