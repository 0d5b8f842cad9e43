/**
 * @file sample.h
 * @brief The operations of the warps in some blocks of a launch: the input of the simulation
 *        of a multiprocessor (sm.h).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "simt/code_info.h"

/** The most blocks of a launch that are sampled, spread over its grid. */
enum { SIMT_SAMPLED_BLOCKS = 8 };
/** The most operations of a warp that are kept, and how many in a row. If it executes more without a barrier,
 * these rows are spread over all of them. Of the others only the number is known. */
enum { SIMT_SAMPLED_OPERATIONS = 2048, SIMT_SAMPLED_ROW = 256 };
/** Bytes moved together between device memory and the L2 cache: a granule. */
enum { SIMT_GRANULE_LOG2 = 6, SIMT_GRANULE = 1 << SIMT_GRANULE_LOG2 };

/** A warp that issues so many times as much as any sampled one sets a lower bound for the launch's time.
 */
enum { SIMT_FAR_LONGER = 2 };

/** The kinds of a warp's operations. */
enum simt_warp_operation_kind {
    SIMT_DOES_CODE,           /**< a basic block begins */
    SIMT_DOES_NOTHING,        /**< a load of a value that the warp still has in registers */
    SIMT_DOES_EARLY,          /**< a load issued before the iterations that need it */
    SIMT_DOES_LOADED,         /**< the place of that load in the program */
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

/** The role of an operation for blocks that wait for each other. */
enum simt_signal_part {
    SIMT_NO_SIGNAL,
    SIMT_AWAITS,   /**< it reads, by a volatile or atomic load, a word that another block has written */
    SIMT_PUBLISHES /**< it writes such a word */
};

/** One operation of a warp. */
struct simt_warp_operation {
    uint8_t kind;       /**< enum simt_warp_operation_kind */
    uint8_t passes;     /**< of a request: wavefronts (shared), or lines of 128 bytes (global); of a tile's
                           barrier: its warps */
    uint8_t quads;      /**< of a request: its bytes, in parts of 128, rounded up */
    uint8_t near;       /**< sectors of a load that hit in the L1 cache */
    uint8_t beyond;     /**< other sectors */
    uint8_t first;      /**< of those, the ones not accessed before in the launch */
    uint8_t again;      /**< of those, the ones last accessed by another block, far away in the grid */
    uint8_t partial;    /**< sectors that a store does not write as a whole */
    uint8_t most;       /**< of an atomic: the most lanes with one address */
    uint8_t signal;     /**< enum simt_signal_part */
    uint8_t wavefronts; /**< of a load of global memory: the most words in one bank of the L1 cache */
    int32_t at;         /**< of a code block described by the plugin: its code address, less `what` */
    /** code address of a request or barrier; a code block's struct simt_code_info, or instructions alone */
    uintptr_t what;
};

/** A warp of a sampled block. */
struct simt_warp_sample {
    struct simt_warp_operation *operations; /**< in its order */
    uint32_t count;                         /**< of them */
    uint32_t capacity;                      /**< the capacity */
    uint64_t all;                           /**< operations executed, kept or not */
    uint64_t issued; /**< instructions of the lane that ran most, since the warp was sampled */
    uint32_t apart;  /**< one of so many rows of operations is kept */
};

/** A sampled block. */
struct simt_block_sample {
    struct simt_warp_sample *warps; /**< all of its warps */
    uint32_t count;                 /**< of them */
    bool waits;                     /**< it has read a word that another block published */
    bool early;                     /**< it had published something by then */
};

/** The sample of a launch. */
struct simt_sample {
    struct simt_block_sample blocks[SIMT_SAMPLED_BLOCKS]; /**< in the order of the grid */
    uint32_t count;                                       /**< of them */
    struct simt_block_sample first; /**< the first block of a larger grid, until the launch ends */
    struct simt_block_sample last; /**< the last one, which may do what the others left; or the first, if that
                                      has done more */
    struct simt_block_sample longest; /**< a block whose longest warp does far more than those above,
                                         from the time that was seen; it has no warps if there is none */
    double issued;                    /**< instructions of all blocks' warps, by their longest lanes */
    double issued_sampled;            /**< of them, those of the blocks above, without the last one */
    uint64_t longest_warp;            /**< of them, those of the longest warp */
    uint64_t blocks_without_loads;    /**< blocks that loaded nothing from global memory */
    bool described;          /**< the plugin described the code: `what` of a block is a simt_code_info */
    uint32_t registers;      /**< of a thread, estimated; 0: unknown */
    uint64_t first_touches;  /**< granules of device memory first accessed by loads, all blocks */
    uint64_t first_writes;   /**< the same, written for the first time */
    uint64_t again_touches;  /**< granules last accessed by another block far away in the grid, all blocks */
    double again_distance;   /**< bytes that were first accessed in between, the mean */
    double carried_distance; /**< of first touches of an earlier launch's granules: bytes since then, the
                                mean */
    uint64_t carried;        /**< first touches of granules that an earlier launch had accessed */
    double passes; /**< of requests of global atomics: sectors, and lanes with the same word one each */
    double region_passes; /**< of them, in the piece of memory with most, of one slice of L2 */
    bool shared_words;    /**< some lanes of a request had the same word */
    bool chained;         /**< blocks publish nothing before they have waited for another one */
};

/** A number as a byte; 255 for all that is larger. */
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
/** The launch has ended: keeps the longer of the first and the last block as the last. */
void simt_sample_choose_last(struct simt_sample *sample);
/** Operations of the longest warp of a block. */
uint64_t simt_sample_longest(const struct simt_block_sample *block);
/** The warp reaches a barrier, which is added next. If not all of its operations were kept, later ones are
 * not kept either: they would have to be spread as widely. */
void simt_sample_barrier(struct simt_warp_sample *warp);
/** Adds an operation to a warp, or counts it if there are enough. @return it, or NULL */
struct simt_warp_operation *simt_sample_operation(struct simt_warp_sample *warp);
/** If not all of the block's operations were kept: cuts its warps before the same barrier, because past it
 * the shorter ones would wait for none. */
void simt_sample_cut(struct simt_block_sample *block);
/** Frees a sample; NULL is allowed. */
void simt_sample_free(struct simt_sample *sample);
