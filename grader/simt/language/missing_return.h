/**
 * @file missing_return.h
 * @brief The pass that has a function come back where its last return is missing.
 */
#ifndef SIMT_LANGUAGE_MISSING_RETURN_H
#define SIMT_LANGUAGE_MISSING_RETURN_H

/** Adds the pass to the compiler, for the plugin of this name. */
void missing_return_register(const char *plugin);

#endif
