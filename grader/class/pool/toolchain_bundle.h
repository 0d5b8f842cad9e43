/**
 * @file toolchain_bundle.h
 * @brief What a lab's submissions are built with, laid out once for all of them.
 */
#ifndef WARPLAB_TOOLCHAIN_BUNDLE_H
#define WARPLAB_TOOLCHAIN_BUNDLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/paths.h"

/** The toolchain bundles of one batch, one directory per lab. */
struct toolchain_bundles;

/** None is made yet. @return NULL with a sentence in @p error */
struct toolchain_bundles *toolchain_bundles_create(struct error *error);
/** The paths found when the bundles were made, so that they are not looked up for each submission. */
const struct paths *toolchain_bundles_paths(const struct toolchain_bundles *bundles);
/** The directory of a lab's bundle, made when it is first asked for. NULL with a sentence in @p error. */
const char *toolchain_bundle_of(struct toolchain_bundles *bundles, const char *lab, struct error *error);
/** Removes them all. NULL is allowed. */
void toolchain_bundles_remove(struct toolchain_bundles *bundles);

#endif
