/**
 * @file work_directory.h
 * @brief A private directory for one grading run: what the sandbox may see, and a box it may write.
 *
 * Others can read everything, whatever the umask is, because the sandbox may run as another user; it can
 * write to `box` alone. The caller must remove the stage, also when it gives up.
 */
#ifndef WARPLAB_STAGE_H
#define WARPLAB_STAGE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "error.h"

/** One stage. Made by work_directory_create(), removed by work_directory_remove(). */
struct work_directory {
    char root[PATH_MAX];   /**< below $TMPDIR, or /tmp */
    char bundle[PATH_MAX]; /**< root/kit: the toolchain bundle: compiler, libraries and headers, read-only in
                              the sandbox */
    char box[PATH_MAX];    /**< root/box: the submission and what is built of it */
    int lock;              /**< held as long as the stage is in use */
    bool bundle_is_shared; /**< the bundle is filled, is in another directory, and is not ours */
};

/** Makes the stage. Root gives the box to @p owner. @return false with a sentence in @p error */
bool work_directory_create(struct work_directory *stage, uid_t owner, struct error *error);
/** Makes a directory in the stage. */
bool work_directory_make(const char *path, struct error *error);
/** Makes one that the sandbox may write to: root gives it to @p owner. */
bool work_directory_make_box(const char *path, uid_t owner, struct error *error);
/** From now on the stage's kit is @p kit, which was filled for the same lab. */
void work_directory_share_bundle(struct work_directory *stage, const char *bundle);
/** Copies a file, or a directory with all below it, to @p to (an absolute path in the stage). */
bool work_directory_copy(const char *from, const char *to, struct error *error);
/** The same for what is replaced, and never written to, when it changes: a file may be the same one under
 * another name. */
bool work_directory_link(const char *from, const char *to, struct error *error);
/** Writes @p length bytes to the file @p to. */
bool work_directory_write(const char *to, const void *bytes, size_t length, struct error *error);
/** Removes a directory with all in it, as far as it may. */
void work_directory_remove_tree(const char *root);
/** Removes what graders left behind that were killed, and only that. */
void work_directory_sweep(void);
/** Removes the stage and all in it; harmless on one that was never made. */
void work_directory_remove(struct work_directory *stage);

#endif
