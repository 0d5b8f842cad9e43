/**
 * @file sample.h
 * @brief What the warps of some blocks of a launch did, operation by operation: the input of the simulation
 *        of a multiprocessor (sm.h).
 */
#ifndef SIMT_SAMPLE_H
#define SIMT_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "simt/code_info.h"

/** Blocks of a launch that are sampled at most, spread over its grid. */
enum { SIMT_SAMPLED_BLOCKS = 8 };
/** Operations of a warp that are kept at most, and how many in a row. If it does more without a barrier,
 * these rows are spread over all of it. What is not kept is known by its number alone. */
enum { SIMT_SAMPLED_OPERATIONS = 2048, SIMT_SAMPLED_ROW = 256 };
/** Bytes of device memory that go together between it and the second-level cache: a granule. */
enum { SIMT_GRANULE_LOG2 = 6, SIMT_GRANULE = 1 << SIMT_GRANULE_LOG2 };

/** A warp that issues so many times as much as any that is sampled says how long the launch takes at least.
 */
enum { SIMT_FAR_LONGER = 2 };

/** What a warp does. */
enum simt_warp_operation_kind {
    SIMT_DOES_CODE,           /**< a basic block begins */
    SIMT_DOES_NOTHING,        /**< a load of what the warp still has in registers */
    SIMT_DOES_EARLY,          /**< a load that is asked for before the iterations that need it */
    SIMT_DOES_LOADED,         /**< that load, where the program has it */
    SIMT_DOES_LOAD,           /**< a request to global memory */
    SIMT_DOES_STORE,          /**< likewise */
    SIMT_DOES_ATOMIC,         /**< likewise */
    SIMT_DOES_SHARED_LOAD,    /**< a request to shared memory */
    SIMT_DOES_SHARED_STORE,   /**< likewise */
    SIMT_DOES_SHARED_ADD,     /**< likewise, an atomic (enum simt_atomic_class) */
    SIMT_DOES_SHARED_COMPARE, /**< likewise */
    SIMT_DOES_SHARED_LOOP,    /**< likewise */
    SIMT_DOES_BARRIER,        /**< of the block */
    SIMT_DOES_TILE_BARRIER,   /**< of some warps of the block */
    SIMT_DOES_SHUFFLE,        /**< an exchange between lanes */
    SIMT_DOES_FENCE,          /**< for the device */
    SIMT_DOES_VOTE,           /**< a vote, a match, or a barrier of the warp */
};

/** What an operation is for blocks that wait for each other. */
enum simt_signal_part {
    SIMT_NO_SIGNAL,
    SIMT_AWAITS, /**< it reads, by a volatile or atomic load, what another block of the launch has written */
    SIMT_PUBLISHES /**< it writes what another block reads so */
};

/** One operation of a warp. */
struct simt_warp_operation {
    uint8_t kind;       /**< enum simt_warp_operation_kind */
    uint8_t passes;     /**< of a request: wavefronts (shared), or lines of 128 bytes (global); of a tile's
                           barrier: its warps */
    uint8_t quads;      /**< of a request: its bytes, in parts of 128, rounded up */
    uint8_t near;       /**< sectors of a load that its block has in the cache of the multiprocessor */
    uint8_t beyond;     /**< other sectors */
    uint8_t first;      /**< of those, the ones that nothing in the launch had touched before */
    uint8_t again;      /**< of those, the ones that another block had touched last, far away in the grid */
    uint8_t partial;    /**< sectors of a store that it does not write as a whole */
    uint8_t most;       /**< of an atomic: the most lanes on one address */
    uint8_t signal;     /**< enum simt_signal_part */
    uint8_t wavefronts; /**< of a load of global memory: the most words in one bank of the first cache */
    int32_t at;         /**< of a code block that the plugin described: its code address, less `what` */
    /** code address of a request or barrier; a code block's struct simt_code_info, or instructions alone */
    uintptr_t what;
};

/** A warp of a sampled block. */
struct simt_warp_sample {
    struct simt_warp_operation *operations; /**< in its order */
    uint32_t count;                         /**< of them */
    uint32_t capacity;                      /**< there is room for */
    uint64_t all;                           /**< operations it did, kept or not */
    uint64_t issued; /**< instructions of the lane that ran most, of all it did since it is sampled */
    uint32_t apart;  /**< of so many rows of operations one is kept */
};

/** A sampled block. */
struct simt_block_sample {
    struct simt_warp_sample *warps; /**< all of its warps */
    uint32_t count;                 /**< of them */
    bool waits;                     /**< it has read what another block published */
    bool early;                     /**< it had published something by then */
};

/** The sample of a launch. */
struct simt_sample {
    struct simt_block_sample blocks[SIMT_SAMPLED_BLOCKS]; /**< in the order of the grid */
    uint32_t count;                                       /**< of them */
    struct simt_block_sample first; /**< the first block of a larger grid, until the launch ends */
    struct simt_block_sample last; /**< the last one, which may do what the others left; or the first, if that
                                      has done more */
    struct simt_block_sample longest; /**< one with a warp that does far more than those of the blocks above,
                                         since that was seen; it has no warps if there is none */
    double issued;                    /**< instructions of all blocks' warps: of the lane that ran most */
    double issued_sampled;            /**< of them, those of the blocks above, without the last one */
    uint64_t longest_warp;            /**< of them, those of the warp that has most */
    uint64_t blocks_without_loads;    /**< blocks that loaded nothing from global memory */
    bool described; /**< the compiler's plugin described the code: `what` of a block is a simt_code_info */
    uint32_t registers;      /**< of a thread, estimated; 0: unknown */
    uint64_t first_touches;  /**< granules of device memory touched for the first time by loads, all blocks */
    uint64_t first_writes;   /**< the same, written for the first time */
    uint64_t again_touches;  /**< granules that another block far away in the grid had touched, all blocks */
    double again_distance;   /**< bytes that were first touched in between, the mean */
    double carried_distance; /**< of first touches, of what an earlier launch had touched: bytes since, the
                                mean */
    uint64_t carried;        /**< how many first touches had been touched by an earlier launch */
    double passes; /**< of requests of global atomics: sectors, and lanes with the same word one each */
    double region_passes; /**< of them, in the piece of memory of one slice of L2 that had most */
    bool shared_words;    /**< some lanes of a request had the same word */
    bool chained;         /**< blocks publish nothing before they have waited for another one */
};

/** A number as a byte; the largest for what is larger. */
static inline uint8_t simt_byte_of(uint64_t value) { return value > UINT8_MAX ? UINT8_MAX : (uint8_t)value; }
/** An empty sample. Ends the program if there is no memory. */
struct simt_sample *simt_sample_new(void);
/** Adds a block of @p warps warps. @return it, or NULL if there are enough */
struct simt_block_sample *simt_sample_block(struct simt_sample *sample, uint32_t warps);
/** Makes room for the first block. @return it */
struct simt_block_sample *simt_sample_first(struct simt_sample *sample, uint32_t warps);
/** Makes room for the last block. @return it */
struct simt_block_sample *simt_sample_last(struct simt_sample *sample, uint32_t warps);
/** Makes room for a block with a long warp, in place of the one before. @return it */
struct simt_block_sample *simt_sample_long_one(struct simt_sample *sample, uint32_t warps);
/** The launch has ended: of the first and the last block the one that did more is kept as the last. */
void simt_sample_choose_last(struct simt_sample *sample);
/** Operations of the longest warp of a block. */
uint64_t simt_sample_longest(const struct simt_block_sample *block);
/** The warp comes to a barrier, which is added next. If not all of what it did was kept, what follows is not
 * kept: it would have to be spread over as much as what was before. */
void simt_sample_barrier(struct simt_warp_sample *warp);
/** Adds an operation to a warp, or counts it if there are enough. @return it, or NULL */
struct simt_warp_operation *simt_sample_operation(struct simt_warp_sample *warp);
/** If not all of what the block did was kept: cuts its warps before the same barrier, for beyond it those
 * that do less would wait for no other. */
void simt_sample_cut(struct simt_block_sample *block);
/** Frees a sample; NULL is allowed. */
void simt_sample_free(struct simt_sample *sample);

#endif
