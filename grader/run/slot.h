/**
 * @file slot.h
 * @brief A runner slot: takes shards, and keeps a runner busy with the cases of one at a time.
 */
#pragma once

#include "grading.h"
#include "prefetch.h"
#include "session.h"
#include "shards.h"

/** Shared by all slots of one backend. */
struct slot_setting {
    const struct grading *grading;  /**< the grading run */
    struct backend_run *run;        /**< receives the outcomes */
    struct session_setting session; /**< the settings to start runners */
    struct prefetch *prefetch;      /**< cases made beforehand, NULL if none */
    char *
        *printed; /**< the output of each runner, by the index of its first case in the plan; strings owned */
};

/** One slot. Zeroed: idle. */
struct slot {
    struct slot_setting *setting; /**< shared */
    const struct shard *shard;    /**< its current one, NULL if it is idle */
    struct session *session;      /**< the runner, and memory with room for the shard's cases */
    size_t next;                  /**< the shard's first case that is not made */
    struct prepared_case now;     /**< under way if `busy` */
    struct prepared_case then;    /**< made, and next */
    unsigned made;                /**< cases so far; they alternate between two parts of the memory */
    bool busy;                    /**< the runner has a case */
    double deadline; /**< of that case, on a clock that stops while the runner waits for a core */
    const struct plan_case *first; /**< the first that the runner was given */
};

/** Parts of a session's memory: for the current case, and for the next. */
enum { SLOT_PARTS = 2 };
/** Enlarges the bytes of one part so that the case fits, unless it is prefetched. */
void slot_enlarge(const struct plan_case *c, unsigned backend, size_t *input, size_t *output);
/** The memory that a session needs for a shard, in bytes. */
void slot_room(const struct shard *shard, unsigned backend, size_t *input, size_t *output);
/** Gives an idle slot a shard, and a session that is open and has room for it. */
void slot_assign(struct slot *slot, const struct shard *shard, struct session *session);
/** Keeps the runner busy and its next case made. When no case is left to run the slot is idle, and the
 * session is left with a runner that waits for jobs, or none. */
void slot_feed(struct slot *slot);
/** Seconds until the current case is late. */
double slot_left(const struct slot *slot);
/** After waiting: takes the reply if the runner's pipe is @p readable; ends a runner that is late or no
 * longer needed. */
void slot_step(struct slot *slot, bool readable);
/** Ends the session's runner within @p patience_s seconds, or by force, and keeps what it printed and used.
 */
void slot_end_runner(struct slot_setting *setting, struct session *session, const struct plan_case *first,
                     double patience_s);
