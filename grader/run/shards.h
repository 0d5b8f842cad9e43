/**
 * @file shards.h
 * @brief The plan's cases dealt out to runners: what one runner sees, whatever runs beside it.
 *
 * A submission may keep a variable from one call to the next, so it matters which calls share a process. The
 * partition follows from the plan alone: neither the number of cores nor the time that a case takes has a
 * say.
 */
#pragma once

#include "lab/plan.h"

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
