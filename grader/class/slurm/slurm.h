/**
 * @file slurm.h
 * @brief A batch graded by a cluster: the same gradebook, filled by the tasks of a Slurm job array.
 *
 * Theory of operation. The gradebook alone decides what is graded. Slurm may lose an array, run a task twice,
 * or stop in the middle, and no result is lost or counted twice.
 *
 * - The batch takes in the submissions as it does without Slurm. Those without a result are split into parts,
 * each a small gradebook in the folder GRADEBOOK.parts/ROUND, where the nodes can reach it too (a shared file
 * system).
 * - A job array is submitted with one task per part. A task runs `./grade batch --part FILE`: it grades what
 * its part has no result for, one transaction per result, and knows nothing of the other parts.
 * - Meanwhile the batch looks at the parts and merges what is new. Results on the same terms are the same
 * result, so merging is idempotent.
 * - When the array is gone from Slurm's queue, a last merge is made and the round's folder removed.
 * Submissions that still have no result go into the next round, unless a round has produced none.
 * - If it is stopped and run again, the batch finds the round's folder, and waits for its array if Slurm
 * still has it. It also waits for a controller that does not answer: running tasks go on without one.
 * - Detached, the batch submits one round and ends. A last job, which Slurm starts after the array has ended,
 * merges, and submits the next round in the same way if results are still missing and this round has produced
 * any. Nothing of it runs on the login node.
 */
#ifndef WARPLAB_SLURM_H
#define WARPLAB_SLURM_H

#include "base/error.h"
#include "class/intake/intake.h"
#include "class/pool/progress.h"

/** The maximum number of options that are passed on to sbatch. */
enum { SLURM_MAX_OPTIONS = 24 };

/** An option of sbatch. */
struct slurm_option {
    const char *name;  /**< "--mem"; NULL: the value is the whole option, "--exclusive" or "--nice=10" */
    const char *value; /**< not owned */
};

/** How to ask Slurm. */
struct slurm_terms {
    struct slurm_option options[SLURM_MAX_OPTIONS]; /**< passed on; the cluster decides the others */
    size_t option_count;                            /**< of `options` */
    bool detach;                                    /**< submit a round, and leave the rest to a last job */
    size_t pack;                                    /**< submissions per task */
    size_t jobs;         /**< graded in parallel in a task, and the cores it requests */
    char tier;           /**< the weakest sandbox in which a task may grade: 'A', 'B' or 'C'; '\0': any */
    bool container;      /**< every task grades in the container around it, without another sandbox */
    const char *backend; /**< "cpu", "gpu" or "all": decides which sandbox and guard a task needs */
};

/** Whether an option may be passed on with a value: a whole long option that does not change anything the
 * batch sets for its array (--array, --job-name, --output, --dependency, ...). Its name may be abbreviated,
 * as for sbatch. */
bool slurm_option_is_free(const char *word);

/**
 * Grades all targets that have no result; detached, submits the array that will.
 * @param db the gradebook's file
 * @return false with a sentence in @p error if that could not be done
 */
bool slurm_grade(struct gradebook *book, const char *db, const struct intake *intake,
                 const struct slurm_terms *terms, struct batch_progress *progress, struct error *error);

/**
 * The work of the last job of a detached batch: merges, and submits what still has no result.
 * @return false with a sentence in @p error if that could not be done, or if the round produced nothing
 */
bool slurm_collect(struct gradebook *book, const char *db, const struct slurm_terms *terms,
                   struct error *error);

/** The state of a gradebook's submissions on the cluster. */
struct slurm_standing {
    char name[64]; /**< of the array; "": there is none */
    size_t handed; /**< submissions in its parts */
    size_t graded; /**< of these, with a result in their part */
};

/** Reads it from the parts, without asking Slurm. */
void slurm_stand(const char *db, struct slurm_standing *standing);

/** Adds each submission of a gradebook as a target. @return false with a sentence in @p error */
bool slurm_targets(struct gradebook *book, struct intake *intake, struct error *error);

/**
 * The work of a task: grades what @p part has no result for.
 * @param unfit why its machine must not grade, recorded for each submission; NULL if it may
 * @return false with a sentence in @p error if that could not be done
 */
bool slurm_task(const char *part, size_t jobs, const char *unfit, struct error *error);

#endif
