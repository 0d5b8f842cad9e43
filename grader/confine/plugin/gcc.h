/**
 * @file gcc.h
 * @brief The compiler's own headers, and the two passes that the plugin adds to it.
 *
 * Source: GCC Internals, chapters GIMPLE, Plugins and Passes; gcc/tsan.cc of GCC 12 for what the race
 * detector's instrumentation leaves out.
 */
#ifndef SIMT_PLUGIN_GCC_H
#define SIMT_PLUGIN_GCC_H

// gcc-plugin.h comes first, and the order of the others matters, too.
// clang-format off
#include "gcc-plugin.h"
#include "plugin-version.h"
#include "backend.h"
#include "tree.h"
#include "gimple.h"
#include "tree-pass.h"
#include "context.h"
#include "ssa.h"
#include "diagnostic-core.h"
#include "fold-const.h"
#include "gimple-iterator.h"
#include "internal-fn.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "tree-cfg.h"
#include "tree-dfa.h"
#include "tree-eh.h"
#include "tree-ssa.h"
#include "stringpool.h"
// clang-format on

/** Puts results of functions in variables of the caller, and stores them from there (results.cc).
 * @return a pass to run before "tsan" and "tsan0" */
gimple_opt_pass *results_pass(gcc::context *context, bool unoptimized);

/** Adds a call of the engine before every store that the instrumentation skipped (stores.cc).
 * @return a pass to run after "tsan" and "tsan0" */
gimple_opt_pass *stores_pass(gcc::context *context, bool unoptimized);

/** True if @p place certainly is within a variable on the stack: not if an index is not constant. A global
 * variable may be an alias of another one, so it does not count. */
bool place_is_inside(tree place);
/** The first byte of @p place and their number, as expressions of the code before @p at; the size is
 * NULL_TREE where it is not known. */
void place_bytes(tree place, gimple_stmt_iterator *at, tree *address, tree *size);

#endif
