/**
 * @file missing_return.h
 * @brief The pass that makes a function return if its last return is missing.
 */
#ifndef SIMT_LANGUAGE_MISSING_RETURN_H
#define SIMT_LANGUAGE_MISSING_RETURN_H

/** Adds the pass to the compiler, under this plugin name. */
void missing_return_register(const char *plugin);

#endif
