/**
 * @file inlining.h
 * @brief The device functions that are inlined in any case.
 */
#ifndef SIMT_LANGUAGE_INLINING_H
#define SIMT_LANGUAGE_INLINING_H

#include "gcc.h"

/** The function's body is known: has it inlined if it is a device function, whatever its size. A function
 * with large variables is left to the compiler: if a thread's stack is too small for it, the report is to
 * name it. */
void inlining_finish(tree function);
/** Adds the pass that gives inlined functions their side, under this plugin name. */
void inlining_register(const char *plugin);

#endif
