/**
 * @file cause.h
 * @brief The cause of a failed check, if known: it selects the advice and the hints.
 */
#ifndef WARPLAB_CAUSE_H
#define WARPLAB_CAUSE_H

/** A cause. Those of one task are examined in this order: each may lead to those after it. */
enum cause {
    CAUSE_NONE,             /**< nothing failed */
    CAUSE_COMPILE,          /**< it does not compile */
    CAUSE_INTERFACE,        /**< it does not conform to the lab's interface */
    CAUSE_ENDLESS,          /**< it did not end in time */
    CAUSE_LIMIT,            /**< it exceeded another limit */
    CAUSE_UNSUPPORTED,      /**< the CPU engine does not support something it uses */
    CAUSE_LAUNCH,           /**< a kernel never began */
    CAUSE_CRASH,            /**< host code used a bad address */
    CAUSE_NULL,             /**< a kernel used a null pointer */
    CAUSE_WRAPPED,          /**< an unsigned index below 0 */
    CAUSE_NEGATIVE,         /**< shortly before an array */
    CAUSE_SHARED_END,       /**< outside an array in shared memory */
    CAUSE_GLOBAL_END,       /**< outside an array in global or constant memory */
    CAUSE_LOCAL_END,        /**< outside a thread's own variables */
    CAUSE_MISALIGNED,       /**< an address that is not a multiple of the access's size */
    CAUSE_FREED,            /**< memory that was freed */
    CAUSE_HOST_MEMORY,      /**< host and device memory were confused */
    CAUSE_CALL,             /**< a CUDA call failed */
    CAUSE_MASK,             /**< the mask of a warp function is wrong */
    CAUSE_BARRIER,          /**< a barrier that not all threads of a block reach */
    CAUSE_DEADLOCK,         /**< threads wait for each other forever */
    CAUSE_RACE_OVERLAP,     /**< two pointers of a kernel overlap in one allocation */
    CAUSE_RACE_UPDATE,      /**< several threads change one word without an atomic */
    CAUSE_RACE_OF_WRITES,   /**< several threads of a block store to one element, and none reads it */
    CAUSE_RACE_OF_STORES,   /**< the same by threads of different blocks */
    CAUSE_RACE_IN_BLOCK,    /**< no barrier between two accesses of a block */
    CAUSE_RACE_OF_BLOCKS,   /**< two accesses of different blocks in one launch */
    CAUSE_RACE_FENCE,       /**< a flag without its fence */
    CAUSE_UNWRITTEN_SHARED, /**< uninitialised shared memory was read */
    CAUSE_UNWRITTEN_GLOBAL, /**< the same for global memory */
    CAUSE_UNWRITTEN_LOCAL,  /**< the same for a thread's own variable */
    CAUSE_UNSET_SHUFFLE,    /**< a shuffle read the value of a lane without one */
    CAUSE_FAR_AWAY,         /**< an access far from any array: its index is not a meaningful number */
    CAUSE_ENDED,            /**< an error ended a kernel, but no checker found it */
    CAUSE_LEFT_OVER,        /**< a first call is right, but a later one is wrong */
    CAUSE_NOTHING_WRITTEN,  /**< there is no answer at all */
    CAUSE_PARTLY_WRITTEN,   /**< part of the answer is missing */
    CAUSE_WRITTEN_IN_PART,  /**< some bytes of an element were written, but not all */
    CAUSE_INPUT_CHANGED,    /**< the answer is right, but the input was modified */
    CAUSE_VALUES,           /**< a wrong answer, and no checker found the reason */
    CAUSE_BLOCKS,           /**< the same, but with fewer blocks the answer is right */
    CAUSE_SIZE,             /**< the same, but all small inputs are right */
    CAUSE_NUMBERS,          /**< as before, but a case with as few elements is wrong */
    CAUSE_NOT_STARTED,      /**< the task is unchanged from the handout */
    CAUSE_HOST_WORK,        /**< the host does what the device should */
    CAUSE_OTHER_KERNEL,     /**< a launcher runs the kernel of another task, and not its own */
    CAUSE_TECHNIQUE,        /**< not the lab's technique */
    CAUSE_LEAK,             /**< memory that was never freed */
    CAUSE_SLOW,             /**< too slow, for an unknown reason */
    CAUSE_SLOW_MEMORY,      /**< too slow: memory traffic; and so on, by the model's bound */
    CAUSE_SLOW_LATENCY,
    CAUSE_SLOW_ISSUE,
    CAUSE_SLOW_SHARED,
    CAUSE_SLOW_ATOMICS,
    CAUSE_SLOW_BARRIERS,
    CAUSE_SLOW_LAUNCH,
    CAUSE_SLOW_HOST,
    CAUSE_SLOW_CHAIN,
    CAUSE_SLOW_IDLE, /**< too slow, and most blocks have nothing to do */
    CAUSE_COUNT
};

/** The cause's name in files: "race_in_block". */
const char *cause_name(enum cause cause);
/** The cause of that name; CAUSE_NONE if there is none. */
enum cause cause_named(const char *name);
/** The cause of a speed with the model's @p bound: "latency", ...; CAUSE_SLOW for any other. */
enum cause cause_of_bound(const char *bound);

#endif
