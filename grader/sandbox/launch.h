/**
 * @file launch.h
 * @brief The last steps between the supervisor and the box.
 */
#ifndef WARPLAB_SANDBOX_LAUNCH_H
#define WARPLAB_SANDBOX_LAUNCH_H

#include "sandbox/supervise.h"

/** Becomes bwrap or sandbox-exec. Enters the control group before, in tier A. What goes wrong before is told
 * through report_fd. Does not return. */
_Noreturn void launch(const struct supervision *supervision, const struct cgroup *group, int output_fd,
                      int report_fd);

#endif
