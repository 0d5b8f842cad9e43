/**
 * @file exec_words.h
 * @brief sandbox-exec's command line, as both tiers use it.
 */
#ifndef WARPLAB_SANDBOX_EXEC_WORDS_H
#define WARPLAB_SANDBOX_EXEC_WORDS_H

#include "sandbox/sandbox.h"
#include "sandbox/words.h"

/** The options for limits and profile. `processes` is the resource limit, which counts more than the
 * program's own. */
void exec_words_request(struct words *words, const struct sandbox_spawn *spawn, unsigned long processes);
/** The folder, the environment and the program; comes last. */
void exec_words_program(struct words *words, const struct sandbox_spawn *spawn);

#endif
