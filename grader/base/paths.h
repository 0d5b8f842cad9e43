/**
 * @file paths.h
 * @brief The locations of files on this machine: Warplab's own files, the CUDA Toolkit.
 */
#ifndef WARPLAB_PLACES_H
#define WARPLAB_PLACES_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/** All locations. Absolute paths. */
struct paths {
    char top[PATH_MAX];   /**< the repository, which contains labs/ */
    char build[PATH_MAX]; /**< the build folder: bin/simtcc, lib/, include/ */
    char nvcc[PATH_MAX];  /**< the CUDA Toolkit's compiler, "" if there is none */
    char cuda[PATH_MAX];  /**< the toolkit's directory, "" if there is none */
    char cupti[PATH_MAX]; /**< that toolkit's library to read a GPU's counters, "" if there is none */
};

/** Whether this is a bundle (grader/mk/bundle.sh), which is not built where it is used, and contains only the
 * students' part. */
bool paths_is_bundle(const struct paths *paths);

/**
 * Why the engine's guard does not see every store of a submission (docs/security.md), as a sentence for
 * the user; NULL if it does.
 */
const char *paths_guard_gap(const struct paths *paths);

/**
 * Why the CUDA language rules are not checked in a submission (docs/using-simtcc.md, "What is refused"),
 * as a sentence for the user; NULL if nvcc or the plugin of g++ checks them.
 */
const char *paths_rules_gap(const struct paths *paths);

/**
 * Why instructions in a submission are estimated, so that a modelled speed is not judged, and what to
 * install, as a sentence for the user; NULL if the plugin of g++ counts them.
 */
const char *paths_counts_gap(const struct paths *paths);

/** Joins a directory and a name into @p to (PATH_MAX bytes); "" if that is too long. @return @p to */
char *path_join(char *to, const char *directory, const char *name);

/** Searches for all of them. @return false with a sentence in @p why if Warplab's own files are missing */
bool paths_find(struct paths *paths, char *why, size_t size);

#endif
