/**
 * @file slurm_round.h
 * @brief One round: the parts of a gradebook that a job array grades, in a folder.
 */
#ifndef WARPLAB_SLURM_ROUND_H
#define WARPLAB_SLURM_ROUND_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "class/gradebook/store.h"
#include "class/slurm/slurm.h"

/** One round. */
struct slurm_round {
    char folder[PATH_MAX]; /**< absolute path of GRADEBOOK.parts/ROUND */
    char name[64];         /**< the array's, unique */
    size_t parts;          /**< how many */
    struct timespec *seen; /**< when each part had changed when it was last merged */
};

/** The path of the folder of a gradebook's rounds: GRADEBOOK.parts. */
bool slurm_rounds_path(const char *db, char *folder, struct error *error);
/** The same, and makes it. */
bool slurm_rounds_folder(const char *db, char *folder, struct error *error);
/** Splits `which` into parts of at most `pack`, with the scripts that tasks, task.sh, and, if the batch is
 * detached, a last job, last.sh, run on these terms. On failure nothing is left of it. */
bool slurm_round_make(struct slurm_round *round, const char *folder, struct gradebook *book, const char *db,
                      const struct gradebook_filter *which, size_t count, size_t pack,
                      const struct slurm_terms *terms, struct error *error);
/** A round that an earlier batch has left, if there is one. */
bool slurm_round_find(struct slurm_round *round, const char *folder, bool *found, struct error *error);
/** Merges the parts that have changed, or all for the last time: then what cannot be read is given up. *count
 * gets how many results were new. */
bool slurm_round_merge(struct slurm_round *round, struct gradebook *book, bool last, int *count,
                       struct error *error);
/** Adds up what the parts have, those that can be read. */
void slurm_round_count(const struct slurm_round *round, struct slurm_standing *standing);
/** Whether some submission of a part has no result yet; true also if that cannot be read. */
bool slurm_round_part_is_pending(const struct slurm_round *round, size_t part);
/** Removes the folder. Frees the round. */
void slurm_round_remove(struct slurm_round *round);
/** Frees the round; the folder stays. */
void slurm_round_free(struct slurm_round *round);

/* Slurm's own commands. */

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
