/**
 * @file launch.h
 * @brief The last steps between the supervisor and the box.
 */
#ifndef WARPLAB_SANDBOX_LAUNCH_H
#define WARPLAB_SANDBOX_LAUNCH_H

#include "sandbox/supervise.h"

/** Becomes bwrap or sandbox-exec. What goes wrong before is told through report_fd, as is `in_group` being
 * false: tier A has a control group. Does not return. */
_Noreturn void launch(const struct supervision *supervision, bool in_group, int output_fd, int report_fd);

#endif
