/**
 * @file inlining.h
 * @brief Which functions of the device are inlined in any case.
 */
#ifndef SIMT_LANGUAGE_INLINING_H
#define SIMT_LANGUAGE_INLINING_H

#include "gcc.h"

/** The function's body is known: has it inlined if it is one of the device, however much code it has. One
 * with large variables is left to the compiler: where a thread's stack is too small for it, it is to be
 * named. */
void inlining_finish(tree function);
/** Adds the pass that tells inlined functions their side, for the plugin of this name. */
void inlining_register(const char *plugin);

#endif
