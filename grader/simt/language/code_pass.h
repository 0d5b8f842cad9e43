/**
 * @file code_pass.h
 * @brief The pass that calls the engine at the start of each basic block (simt/code_info.h).
 */
#ifndef SIMT_LANGUAGE_CODE_PASS_H
#define SIMT_LANGUAGE_CODE_PASS_H

/** Adds the pass to the compiler, under this plugin name. */
void code_pass_register(const char *plugin);
/** Adds the pass that follows values through shuffles (code_unset.cc). */
void unset_pass_register(const char *plugin);
/** Adds the pass that skips calls which have nothing to do (code_quiet.cc). */
void quiet_pass_register(const char *plugin);
/** Adds the pass that lets a lane wait without a stack (code_lanes.cc). */
void lanes_pass_register(const char *plugin);

#endif
