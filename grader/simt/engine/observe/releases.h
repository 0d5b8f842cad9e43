/**
 * @file releases.h
 * @brief What each word has released: written as it happens (release.c), read for the question who did what
 * first (happened_before.c).
 */
#ifndef SIMT_RELEASES_H
#define SIMT_RELEASES_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/exec/machine.h"

/** One release. */
struct simt_release {
    uint64_t time;   /**< by simt_release_clock */
    uint32_t block;  /**< who released: number of its block in the launch */
    uint32_t thread; /**< and of the thread: warp * 32 + lane */
    /** @name What it covers: of its block, warp and thread, what came before these timestamps
     * @{ */
    /** The last timestamp of its block, of its warp, and of the thread by its fences of block and device. */
    uint32_t barrier_timestamp, warp_timestamp, timestamp, device_timestamp;
    uint32_t *seen; /**< of the lanes of its warp, where those were not all together; else NULL */
    /** @} */
    uint32_t fence;        /**< the thread's last fence, by number; 0 if none */
    uint32_t device_fence; /**< its last of the whole device; 0 if none */
    uint32_t previous;    /**< the same block's release before this one, as index + 1; see struct simt_word */
    uint32_t heard_count; /**< of `heard` */
    struct simt_acquisition *heard; /**< what the thread had acquired by then */
};

/** A word used to synchronise. */
struct simt_word {
    uint64_t offset;               /**< its number, see simt_release_word() */
    struct simt_release *releases; /**< in the order of their times; owned */
    uint32_t count;                /**< of `releases` */
    uint32_t capacity;             /**< releases there is room for */
    uint32_t *latest;   /**< by block: its latest release, as index + 1; NULL while there are only a few */
    uint64_t question;  /**< the question for which its releases have been looked at, … */
    uint32_t looked_at; /**< … and how many of them */
};

/** Somebody has seen the first @c count releases of a word, given by its index. */
struct simt_acquisition {
    uint32_t word;      /**< its index */
    uint32_t count;     /**< of the releases it has seen */
    uint32_t thread;    /**< who: warp * 32 + lane */
    uint32_t timestamp; /**< when it saw that many */
    uint32_t first;     /**< timestamp of the first time */
};

/** The words that synchronise, of the running launch; an index into them names one. */
extern struct simt_word *simt_words;

/** The number of the running block in the launch. */
static inline uint32_t simt_running_block(void) {
    return simt_checked_now->first_warp / simt_checked_now->warps;
}
/** True if an acquisition of the running block holds for @p thread now. */
bool simt_acquisition_holds(const struct simt_acquisition *a, uint32_t thread);
/** Begins a launch: no question was asked yet. */
void simt_questions_begin_launch(void);

#endif
