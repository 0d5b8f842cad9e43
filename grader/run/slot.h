/**
 * @file slot.h
 * @brief A runner slot: takes shards, and keeps a runner busy with the cases of one at a time.
 */
#pragma once

#include "grading.h"
#include "lab/plan.h"
#include "prefetch.h"
#include "sandbox/sandbox.h"
#include "session.h"

/* The plan's cases dealt out to runners: what one runner sees, whatever runs beside it.

   A submission may keep a variable from one call to the next, so it matters which calls share a process. The
   partition follows from the plan alone: neither the number of cores nor the time that a case takes has a
   say. */

/** Cases that one runner gets one after another. */
struct shard {
    const struct plan_case **cases; /**< small ones first */
    size_t count;                   /**< of `cases`, at least 1 */
};

/** Cases of one backend, each in one shard. Freed with shards_free(). */
struct shards {
    struct shard *list;             /**< in the order in which they are started */
    size_t count;                   /**< of `list` */
    const struct plan_case **cases; /**< what the shards' cases are parts of; owned */
};

/**
 * Deals out the cases of which @p wanted, by their place in the plan, says so. On the CPU engine a shard has
 * cases of one task, or several tasks whole, so that a task which is stopped changes nothing for another; on
 * a GPU there is one shard.
 * @return false if memory is used up
 */
bool shards_make(struct shards *shards, const struct plan *plan, enum backend backend, const bool *wanted);
/** Frees the list. */
void shards_free(struct shards *shards);

/** The order within a task, and within a shard: whether @p a comes before @p b. By size, then by place in the
 * plan. */
bool shards_before(const struct plan_case *a, const struct plan_case *b);

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

/* What became of a case: how its runner ended, and whether an earlier case keeps it from being run. */

/** What a sandbox's verdict on a runner means for the case that it was running. */
void outcome_blame_end(struct outcome *outcome, const struct sandbox_result *result);
/** Puts "n = 33 (random): " before the outcome's message. */
void outcome_name_case(struct outcome *outcome, const struct plan_case *c);
/** The engine ends the program where it cannot go on, and says why on standard error: that becomes the
 * outcome's report, line and message.
 * @param name of the submission, where the line has to be
 * @param seconds that the case was given
 */
void outcome_take_messages(struct outcome *outcome, const struct sandbox_result *result, const char *name,
                           double seconds);

/**
 * Why a case is not run: an earlier one of its task (shards_before()) passed a limit, or too many of them
 * crashed. It is certain as soon as it is known, whatever becomes of cases that still run.
 * @return NULL if it is run, as far as outcomes are known
 */
const char *outcomes_stopped(const struct grading *grading, const struct backend_run *run,
                             const struct plan_case *c);
/** Puts every case that was stopped to OUTCOME_NOT_RUN, also one that ran before that was known: so outcomes
 * are the same as if one case had run after another. */
void outcomes_settle(const struct grading *grading, struct backend_run *run);
