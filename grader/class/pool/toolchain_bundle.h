/**
 * @file toolchain_bundle.h
 * @brief What a lab's submissions are built with, laid out once for all of them.
 */
#ifndef WARPLAB_BATCH_KITS_H
#define WARPLAB_BATCH_KITS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/paths.h"

/** The kits of one batch, a directory a lab. */
struct kits;

/** None is made yet. @return NULL with a sentence in @p why */
struct kits *kits_create(char *why, size_t size);
/** Where things lie, as it was found when the kits were made: what is asked once need not be asked a
 * submission. */
const struct places *kits_places(const struct kits *kits);
/** The directory of a lab's kit, made when it is first asked for. NULL with a sentence in @p why. */
const char *kits_of(struct kits *kits, const char *lab, char *why, size_t size);
/** Removes them all. NULL is allowed. */
void kits_remove(struct kits *kits);

#endif
