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
/** What is submitted. */
struct slurm_job {
    const char *name;   /**< in the queue */
    const char *script; /**< what it runs */
    const char *logs;   /**< where its output goes, as for sbatch */
    size_t tasks;       /**< of an array: 0 to tasks - 1; 0: no array */
    const char *after;  /**< the number of a job that has to end before; NULL: none */
    size_t cores;       /**< of each task */
};

/** Submits a job. `number` gets its number. */
bool slurm_submit(const struct slurm_terms *terms, const struct slurm_job *job, char *number, size_t size,
                  struct error *error);
/** Whether it makes a difference that a task is still in the queue. */
typedef bool slurm_task_matters(void *user, size_t task);
/** Whether this user's array of that name still has a task in the queue that matters; if that is not known,
 * @p error says why. */
enum slurm_queue slurm_look(const char *name, slurm_task_matters *matters, void *user, struct error *error);

#endif
