/**
 * @file box.h
 * @brief The command lines that make a box, one a tier.
 */
#ifndef WARPLAB_SANDBOX_BOX_H
#define WARPLAB_SANDBOX_BOX_H

#include "sandbox/sandbox.h"
#include "sandbox/words.h"

/** bwrap ... /sandbox-exec ... PROGRAM; sandbox-exec itself is read from BOX_EXEC_FD. */
void box_bubblewrap(struct words *words, const struct sandbox_spawn *spawn);
/** sandbox-exec --landlock ... PROGRAM */
void box_landlock(struct words *words, const struct sandbox_spawn *spawn);

#endif
