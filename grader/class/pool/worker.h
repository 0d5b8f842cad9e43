/**
 * @file worker.h
 * @brief Grades one submission in a separate process, so that many are graded in parallel, and a crash loses
 * only one.
 *
 * Theory of operation. Only the batch has the gradebook open; it forks a worker for each submission and
 * passes it the bytes. The worker grades like `./grade LAB`, in the sandbox, writes the result to memory that
 * it shares with the batch, and ends. It ends with the batch: the kernel sends it SIGTERM, and it cleans up.
 */
#ifndef WARPLAB_WORKER_H
#define WARPLAB_WORKER_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/error.h"
#include "base/paths.h"
#include "class/gradebook/store.h"

/** A worker's slot, which submissions use one after another. */
struct worker {
    struct gradebook_work work; /**< the submission to grade; owned while `pid` is set */
    pid_t pid;                  /**< 0: free */
    int pidfd;                  /**< becomes readable when it has ended */
    int answer;                 /**< the shared memory */
    double begin;               /**< when it was started, in seconds by clock_now() */
};

/** Starts a worker on @p work, which it takes over on success, with the lab's @p bundle and the @p paths.
 * @return false with a sentence in @p error */
bool worker_start(struct worker *worker, const struct gradebook_work *work, const char *bytes, size_t length,
                  const char *bundle, const struct paths *paths, struct error *error);

/** The result of a submission. The strings are valid until worker_answer_free(). */
struct worker_answer {
    bool graded;                      /**< else @c error has the reason */
    struct gradebook_outcome outcome; /**< with @c graded */
    char error[640];                  /**< why it could not be graded, "" if it was */
    cJSON *memory;                    /**< the memory of the strings */
};

/** Waits for the worker to end, and reads its answer. */
void worker_finish(struct worker *worker, struct worker_answer *answer);
/** Frees the answer's memory. */
void worker_answer_free(struct worker_answer *answer);

#endif
