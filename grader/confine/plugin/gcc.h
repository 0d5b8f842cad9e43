/**
 * @file gcc.h
 * @brief The compiler's own headers, and the three passes that the plugin adds to it.
 *
 * Source: GCC Internals, chapters GIMPLE, Plugins and Passes; gcc/tsan.cc of GCC 12 for what the race
 * detector's instrumentation leaves out.
 */
#pragma once

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
#include "gimple-walk.h"
#include "tree-cfg.h"
#include "tree-dfa.h"
#include "tree-eh.h"
#include "tree-ssa.h"
#include "stringpool.h"
#include "attribs.h"
#include "asan.h"
#include "builtins.h"
// clang-format on

/** Puts results of functions in variables of the caller, and stores them from there (results.cc).
 * @return a pass to run before "tsan" and "tsan0" */
gimple_opt_pass *results_pass(gcc::context *context, bool unoptimized);

/** Adds a call of the engine before every store that the instrumentation skipped (stores.cc).
 * @return a pass to run after "tsan" and "tsan0" */
gimple_opt_pass *stores_pass(gcc::context *context, bool unoptimized);

/** Adds a call of the engine before every load that the instrumentation skipped (loads.cc).
 * @return a pass to run after "tsan" and "tsan0", before the one for stores */
gimple_opt_pass *loads_pass(gcc::context *context, bool unoptimized, bool confined);

/** True if the call is one that the instrumentation put there, of an access or of a function. */
bool is_hook(gcall *call);
/** Puts a call of the engine's @p hook, for so many bytes, before the statement. */
void ask_before(gimple_stmt_iterator *at, enum built_in_function hook, tree address, tree size);
/** Refuses what the statement does. */
void refuse(gimple *statement, const char *what);
/** Turns a built-in function into a plain call of the C library's @p name, of which the engine or its guard
 * has a form. */
void leave_to_library(gcall *call, tree function, const char *name);

/** True if @p place certainly is within a variable on the stack: not if an index is not constant. A global
 * variable may be an alias of another one, so it counts only if the caller knows it (@p known). */
bool place_is_inside(tree place, bool known = false);
/** The first byte of @p place and their number, as expressions of the code before @p at; the size is
 * NULL_TREE where it is not known. */
void place_bytes(tree place, gimple_stmt_iterator *at, tree *address, tree *size);
