/**
 * @file bubblewrap.h
 * @brief What the bubblewrap of this machine can do: Ubuntu 22.04's (0.6) has less than Debian's (0.8).
 */
#ifndef WARPLAB_SANDBOX_BUBBLEWRAP_H
#define WARPLAB_SANDBOX_BUBBLEWRAP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/** What one bwrap has, by its own words. */
struct bubblewrap {
    char version[32]; /**< "0.8.0"; "" if there is no bwrap */
    bool perms;       /**< --perms, since 0.5: no box without it */
    bool size; /**< --size, since 0.7: without it nothing bounds a file system in memory, so the box has
                  no /tmp and no /dev/shm that can be written to */
    bool disable_userns; /**< --disable-userns, since 0.8; the system-call filter refuses new user namespaces,
                            too */
};

/** Reads what `bwrap --version` and `bwrap --help` print, one after the other. */
void bubblewrap_read(struct bubblewrap *found, const char *printed);
/** The machine's own. Asked once a process. */
const struct bubblewrap *bubblewrap_here(void);
/** Whether a box can be made with it. @return false with an error that names what it lacks */
bool bubblewrap_suffices(const struct bubblewrap *found, struct error *error);
/** "bubblewrap", and where it lacks something, which and what that means for a box. */
void bubblewrap_words(const struct bubblewrap *found, char *words, size_t size);

#endif
