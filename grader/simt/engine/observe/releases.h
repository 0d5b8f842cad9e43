/**
 * @file releases.h
 * @brief The releases through words of memory in the running launch, and who has acquired them.
 *
 * For happens_before.c, which follows the threads. All of this lives until the launch ends, because a later
 * block may ask for the releases of one that has ended.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The reach: threads of the same block, or of the whole device. */
enum simt_reach { SIMT_NEAR, SIMT_FAR, SIMT_REACHES };

/** A timestamp that the log has not reached yet. */
#define SIMT_NOT_MERGED UINT32_MAX

/** The cover of a thread's fence: what its block, tile, warp and itself did before these timestamps.
 */
struct simt_mark {
    uint32_t point;             /**< the fence's number among the thread's points */
    uint32_t timestamp;         /**< of the fence; SIMT_NOT_MERGED at first */
    uint32_t barrier_timestamp; /**< of the last block barrier before it */
    uint32_t warp_timestamp;    /**< of the last barrier of the whole warp before it */
    const uint32_t *seen;       /**< by lane of the warp, if they did not synchronise together; else NULL */
    const uint32_t *known;      /**< by warp of the block, if tiles of several warps wait; else NULL */
    bool used;                  /**< some release refers to it */
};

/** By thread of a block, or by lane: timestamps of the last fences before a barrier, by reach. */
struct simt_settled {
    uint32_t fence[SIMT_REACHES]; /**< 0 if none */
};

/** One release: a store to a word after a fence, or one that releases by itself. */
struct simt_release {
    uint32_t block;                           /**< the number of its block in the launch */
    uint32_t thread;                          /**< its thread: warp * 32 + lane */
    struct simt_mark *mark[SIMT_REACHES];     /**< what it covers; NULL: it does not reach so far */
    uint32_t written;                         /**< no access later than this is the store itself */
    const struct simt_settled *block_settled; /**< by thread of the block; NULL if none fenced */
    const struct simt_settled *warp_settled;  /**< by lane of the warp, likewise */
    const struct simt_block_history *history; /**< what its block has acquired */
    uint32_t previous;                        /**< the same block's previous release, as index + 1 */
    uint64_t looked_at[SIMT_REACHES];         /**< the last question for which it was visited */
};

/** A word used to synchronise. */
struct simt_word {
    uint64_t number;                /**< see simt_release_word() */
    struct simt_release **releases; /**< in the order of their times */
    uint32_t count;                 /**< of `releases` */
    uint32_t capacity;              /**< releases there is room for */
    uint32_t first; /**< index of the first that a read of the word now acquires: a plain store hides earlier
                       ones */
    uint32_t *latest;     /**< by block: its latest release, as index + 1; NULL while there are only a few */
    bool unfenced;        /**< some volatile store to it did not come right after a fence */
    uint64_t question;    /**< the question for which its releases have been visited, … */
    uint32_t looked_from; /**< … from this one on, … */
    uint32_t looked_to;   /**< … and the one after the last */
};

/** A thread has seen releases of a word. */
struct simt_acquisition {
    uint32_t word;                     /**< its index */
    uint32_t from;                     /**< the first release that it has seen */
    uint32_t count;                    /**< the one after the last */
    uint32_t thread;                   /**< its thread: warp * 32 + lane */
    uint32_t point;                    /**< the thread's point at which it happens */
    uint32_t first;                    /**< timestamp from which it holds; SIMT_NOT_MERGED at first */
    bool device;                       /**< releases of other blocks, too */
    struct simt_acquisition *previous; /**< of the same thread and word, before it */
};

/** The acquisitions of one block's threads: the latest by thread, word and reach. */
struct simt_block_history {
    struct simt_acquisition **latest; /**< in no order */
    uint32_t count;                   /**< of `latest` */
    uint32_t capacity;                /**< there is room for */
    uint32_t first_warp;              /**< of the block */
};

/** One thread's action at one timestamp: the question is whether it happened before. */
struct simt_deed {
    uint64_t question;  /**< a unique number */
    uint32_t block;     /**< its block, */
    uint32_t thread;    /**< and its thread */
    uint32_t timestamp; /**< when */
    uint64_t word;      /**< the word of its signal, if it was one; else SIMT_NO_WORD */
};

/** Forgets the previous launch; this one has so many blocks, of so many warps each. */
void simt_releases_begin(uint64_t blocks, uint32_t warps);
/** Ends the program: out of memory. */
_Noreturn void simt_releases_no_memory(void);
/** Zeroed memory that lives until the launch ends. */
void *simt_releases_room(size_t size);
/** An array with room for more. */
void *simt_releases_grown(void *array, uint32_t *capacity, size_t size);
/** The word of this number; NULL if there is none and @p make is false. */
struct simt_word *simt_word_at(uint64_t number, bool make);
/** Its index. */
uint32_t simt_word_index(const struct simt_word *word);
/** Adds a release of block @p block, to be filled in by the caller. */
struct simt_release *simt_release_add(struct simt_word *word, uint32_t block);
/** Adds an acquisition of a thread to its block's history.
 * @return it, whose first timestamp the caller sets; NULL if the thread had acquired all of that before */
struct simt_acquisition *simt_acquisition_add(struct simt_block_history *history,
                                              const struct simt_acquisition *acquired);
/** True if an acquisition covers the deed, by the releases it has seen or by what their threads had acquired.
 */
bool simt_acquisition_covers(const struct simt_acquisition *a, const struct simt_deed *deed);
/** Begins a question. */
uint64_t simt_question_begin(void);
/** Notes that the question was answered no. */
void simt_question_failed(void);
