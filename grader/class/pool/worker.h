/**
 * @file worker.h
 * @brief One submission graded in a process of its own, so that many are graded at a time and a crash loses
 * one.
 *
 * Theory of operation. The batch alone has the gradebook open for work; it forks a worker a submission and
 * hands it the bytes. The worker grades as `./grade LAB` does, in the sandbox, writes what came of it to a
 * piece of memory that it shares with the batch, and ends. It dies with the batch: the kernel sends it
 * SIGTERM, and it cleans up.
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

/** One worker's place, which submissions take one after the other. */
struct worker {
    struct gradebook_work work; /**< what it grades; owned while `pid` is set */
    pid_t pid;                  /**< 0: free */
    int pidfd;                  /**< becomes readable when it has ended */
    int answer;                 /**< the shared memory */
    double begin;               /**< when it was started, in seconds by clock_now() */
};

/** Starts a worker on @p work, which it takes over if it succeeds, with the lab's @p bundle, found at
 * @p places. @return false with a sentence in @p error */
bool worker_start(struct worker *worker, const struct gradebook_work *work, const char *bytes, size_t length,
                  const char *bundle, const struct paths *paths, struct error *error);

/** What came of a submission. The texts live until worker_free(). */
struct worker_answer {
    bool graded;                      /**< else @c error says why not */
    struct gradebook_outcome outcome; /**< with @c graded */
    char error[640];                  /**< why it could not be graded, "" if it was */
    cJSON *memory;                    /**< what the texts are in */
};

/** Waits for it to end, and reads its answer. */
void worker_finish(struct worker *worker, struct worker_answer *answer);
/** Lets go of the answer's memory. */
void worker_answer_free(struct worker_answer *answer);

#endif
