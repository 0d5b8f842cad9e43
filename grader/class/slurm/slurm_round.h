/**
 * @file slurm_round.h
 * @brief One round of a job array: a folder with parts of the gradebook.
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
    size_t parts;          /**< their number */
    struct timespec *seen; /**< the time of each part's last change when it was last merged */
};

/** The path of the folder of a gradebook's rounds: GRADEBOOK.parts. */
bool slurm_rounds_path(const char *db, char *folder, struct error *error);
/** The same, and makes it. */
bool slurm_rounds_folder(const char *db, char *folder, struct error *error);
/** Splits `which` into parts of at most `pack`, with the scripts for these terms: task.sh for tasks and, if
 * the batch is detached, last.sh for a last job. On failure nothing is left of it. */
bool slurm_round_make(struct slurm_round *round, const char *folder, struct gradebook *book, const char *db,
                      const struct gradebook_filter *which, size_t count, size_t pack,
                      const struct slurm_terms *terms, struct error *error);
/** Finds a round that an earlier batch has left. */
bool slurm_round_find(struct slurm_round *round, const char *folder, bool *found, struct error *error);
/** Merges the parts that have changed, or all for the last time: then unreadable parts are given up. *count
 * gets the number of new results. */
bool slurm_round_merge(struct slurm_round *round, struct gradebook *book, bool last, int *count,
                       struct error *error);
/** Adds up the counts of all readable parts. */
void slurm_round_count(const struct slurm_round *round, struct slurm_standing *standing);
/** Whether some submission of a part has no result yet; also true if the part cannot be read. */
bool slurm_round_part_is_pending(const struct slurm_round *round, size_t part);
/** Removes the folder. Frees the round. */
void slurm_round_remove(struct slurm_round *round);
/** Frees the round; the folder stays. */
void slurm_round_free(struct slurm_round *round);

/* Slurm's own commands. */

/** The state of an array in Slurm's queue. */
enum slurm_queue {
    SLURM_QUEUED,   /**< some of its tasks are waiting or running */
    SLURM_GONE,     /**< Slurm has no such task */
    SLURM_NO_ANSWER /**< the controller does not answer */
};

/** Whether Slurm is installed on this machine; if not, @p error says so. */
bool slurm_is_there(struct error *error);
/** A job to submit. */
struct slurm_job {
    const char *name;   /**< in the queue */
    const char *script; /**< the script to run */
    const char *logs;   /**< the path of its output, as for sbatch */
    size_t tasks;       /**< of an array: 0 to tasks - 1; 0: no array */
    const char *after;  /**< the number of a job that must end first; NULL: none */
    size_t cores;       /**< of each task */
};

/** Submits a job. `number` gets its number. */
bool slurm_submit(const struct slurm_terms *terms, const struct slurm_job *job, char *number, size_t size,
                  struct error *error);
/** Whether this user's array for the round still has a task in the queue whose part is pending; if that is
 * unknown, @p error has the reason. A controller that was killed may list a task long after its end. */
enum slurm_queue slurm_look(const struct slurm_round *round, struct error *error);

#endif
