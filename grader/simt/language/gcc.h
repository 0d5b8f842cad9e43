/**
 * @file gcc.h
 * @brief The compiler's own headers, in the order that they need.
 *
 * Source: GCC Internals, chapters GENERIC, Plugins, and "C and C++ Trees".
 */
#ifndef SIMT_LANGUAGE_GCC_H
#define SIMT_LANGUAGE_GCC_H

// The C++ library's headers come before gcc-plugin.h, and the order of the others matters, too.
// clang-format off
#include <map>
#include <set>
#include <string>
#include <vector>

#include "gcc-plugin.h"
#include "plugin-version.h"
#include "tree.h"
#include "cp/cp-tree.h"
#include "cp/name-lookup.h"
#include "stringpool.h"
#include "attribs.h"
#include "diagnostic-core.h"
#include "intl.h"
// clang-format on

#endif
