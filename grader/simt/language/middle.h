/**
 * @file middle.h
 * @brief The headers of the compiler's middle end, in the order that they need.
 *
 * Source: GCC Internals, chapters GIMPLE, Control Flow Graph, Loops, and Passes.
 */
#ifndef SIMT_LANGUAGE_MIDDLE_H
#define SIMT_LANGUAGE_MIDDLE_H

// clang-format off
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "gcc-plugin.h"
#include "backend.h"
#include "tree.h"
#include "gimple.h"
#include "tree-pass.h"
#include "context.h"
#include "ssa.h"
#include "cgraph.h"
#include "fold-const.h"
#include "gimple-iterator.h"
#include "tree-cfg.h"
#include "tree-eh.h"
#include "tree-ssa.h"
#include "tree-ssa-alias.h"
#include "cfgloop.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-niter.h"
#include "tree-scalar-evolution.h"
#include "value-query.h"
#include "gimple-range.h"
#include "stringpool.h"
#include "attribs.h"
// clang-format on

#endif
