/**
 * @file view.h
 * @brief What of the machine's files a program sees, whatever tier hides the rest.
 */
#ifndef WARPLAB_SANDBOX_VIEW_H
#define WARPLAB_SANDBOX_VIEW_H

#include "sandbox/sandbox.h"

/** How a path is open to a program. */
enum view_kind { VIEW_READ, VIEW_WRITE, VIEW_DEVICE };

/** Called for one path. */
typedef void view_visitor(void *context, enum view_kind kind, const char *path);

/** Calls visit for each path of the system that `spawn` may see: /usr and its links, and the GPU's files. */
void view_system(const struct sandbox_spawn *spawn, view_visitor *visit, void *context);
/** The same for its own mounts. */
void view_mounts(const struct sandbox_spawn *spawn, view_visitor *visit, void *context);

/** Where the GPU driver's libraries are, if the loader does not find them by itself: "A:B", or "" if it does.
 */
void view_driver_folders(char *folders, size_t size);

#endif
