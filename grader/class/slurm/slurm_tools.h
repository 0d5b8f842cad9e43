/**
 * @file slurm_tools.h
 * @brief Slurm's own commands.
 */
#ifndef WARPLAB_SLURM_TOOLS_H
#define WARPLAB_SLURM_TOOLS_H

#include <stdbool.h>
#include <stddef.h>

#include "class/slurm/slurm.h"

/** What Slurm's queue says about an array. */
enum slurm_queue {
    SLURM_QUEUED,   /**< some task of it waits or runs */
    SLURM_GONE,     /**< Slurm has no such task */
    SLURM_NO_ANSWER /**< the controller does not answer */
};

/** Whether Slurm is installed here; if not, @p error says so. */
bool slurm_is_there(struct error *error);
/** Submits an array of tasks 0 to count - 1, each running the script. `job` gets its number. */
bool slurm_submit(const struct slurm_terms *terms, const char *name, const char *script, const char *logs,
                  size_t count, char *job, size_t job_size, struct error *error);
/** Whether it makes a difference that a task is still in the queue. */
typedef bool slurm_task_matters(void *user, size_t task);
/** Whether this user's array of that name still has a task in the queue that matters; if that is not known,
 * @p error says why. */
enum slurm_queue slurm_look(const char *name, slurm_task_matters *matters, void *user, struct error *error);

#endif
