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
 * - When the array is gone from Slurm's queue, a last merge is made and the round's folder removed. What
 * still has no result goes into the next round, unless a round has brought nothing.
 * - Stopped and run again, the batch finds the round's folder, and waits for its array if Slurm still has it.
 * A controller that does not answer is waited for: tasks that run go on without it.
 */
#ifndef WARPLAB_SLURM_H
#define WARPLAB_SLURM_H

#include "class/intake/intake.h"
#include "class/pool/progress.h"

/** How to ask Slurm; NULL leaves it to the cluster's defaults. */
struct slurm_terms {
    const char *partition; /**< sbatch's --partition */
    const char *gres;      /**< sbatch's --gres: "gpu:1" */
    const char *account;   /**< sbatch's --account */
    const char *time;      /**< sbatch's --time, of one task */
    size_t pack;           /**< submissions per task */
    size_t jobs;           /**< graded side by side in a task, and cores it asks for */
    char tier;             /**< no task grades in a sandbox less than this: 'A', 'B' or 'C'; '\0': any */
    bool container;        /**< every task grades in the container around it, without a sandbox of our own */
    const char *backend;   /**< "cpu", "gpu" or "all": what a task's sandbox and guard must be fit for */
};

/**
 * Grades all targets that have no result.
 * @param db the gradebook's file
 * @return false with a sentence in @p error if that could not be done
 */
bool slurm_grade(struct gradebook *book, const char *db, const struct intake *intake,
                 const struct slurm_terms *terms, struct batch_progress *progress, struct error *error);

/**
 * What a task does: grades what @p part has no result for.
 * @param unfit why its machine must not grade, which is then recorded for each submission; NULL if it may
 * @return false with a sentence in @p error if that could not be done
 */
bool slurm_task(const char *part, size_t jobs, const char *unfit, struct error *error);

#endif
