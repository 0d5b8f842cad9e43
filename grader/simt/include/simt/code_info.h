/**
 * @file code_info.h
 * @brief A GPU's instructions for one basic block of a kernel: recorded by the compiler plugin, which sees
 *        every statement, and read by the engine's timing model.
 *
 * A block's record is constant data of the program. The plugin derives it from the statements that remain
 * after the host compiler's optimisations, so it does not depend on that compiler's choice of instructions.
 * Its numbers are wide enough for a block that macros expand to a whole file.
 */
#pragma once

#include <stdint.h>

/** The units of a multiprocessor that execute instructions, other than loads and stores. */
enum simt_unit {
    SIMT_UNIT_ALU,     /**< integer addition, logic, shifts, comparisons, selections, minimum and maximum */
    SIMT_UNIT_FMA,     /**< single precision arithmetic, integer multiplication */
    SIMT_UNIT_FP64,    /**< double precision arithmetic */
    SIMT_UNIT_SPECIAL, /**< reciprocals, roots, sines, conversions, bit counts: at a quarter of the rate or
                          less */
    SIMT_UNIT_BRANCH,  /**< jumps, calls and all else that only takes an issue slot */
    SIMT_UNITS
};

/** The loads of a block that segments distinguish. */
enum { SIMT_BLOCK_LOADS = 32 };

/** The instructions between two accesses of device memory, in program order. */
struct simt_code_segment {
    uint32_t issued[SIMT_UNITS]; /**< how many, by unit */
    uint32_t chain[SIMT_UNITS];  /**< of them, those on the longest chain of dependent instructions */
    uint32_t loads;   /**< the block's loads whose results the segment, or the access that ends it, needs: for
                         access n bit n % SIMT_BLOCK_LOADS */
    uint32_t earlier; /**< 1: it needs a value that was loaded in an earlier block */
};

/** A loop of which a GPU's compiler runs several iterations as one. Their blocks are side by side there:
 * all copies of the first, then all copies of the next. */
struct simt_code_loop {
    uint32_t number;   /**< number among those of its source file; 0: none */
    uint32_t place;    /**< of the block among those of an iteration; 0: it begins an iteration */
    uint32_t together; /**< iterations that are run as one */
    uint32_t entire;   /**< 1: those are all iterations, without a branch between them */
    uint32_t serial;   /**< 1: they run in turn, because one needs what another stores: only loads
                          that do not depend on that come before all of them (`ahead`) */
};

/** Loops of a block that are distinguished: its own, if no other loop is in it, and the outermost one that
 * contains others, all of them completely unrolled. */
enum { SIMT_CODE_LOOPS = 2 };

/** One basic block. Its accesses are those that the race detector's hooks report, in their order, including
 * atomics, shared memory and local memory. Those of constant memory and of the thread's registers are not
 * among them: they are not logged, and count as instructions. An access in several pieces (a class of odd
 * size) is one: its entries have one code address. If a function gets a pointer to a variable on its
 * caller's stack, fewer are logged than there are here. Barriers, votes, shuffles and fences are instructions
 * of a segment. */
struct simt_code_info {
    uint32_t accesses;  /**< number of accesses: one segment ends at each, and one ends the block */
    uint32_t own;       /**< instructions of this block alone, accesses included */
    uint32_t guarded;   /**< 1: short enough to be guarded by a predicate. A warp that skips it still issues
                           its instructions: those of blocks without accesses are in the segments
                           of the preceding block, which would branch around it, and are 0 here */
    uint32_t registers; /**< 32-bit registers that hold values here at the same time, estimated */
    uint32_t guarded_accesses; /**< of the blocks that this one guards. If they do not run, accesses are
                                  issued all the same, predicated off in all lanes */
    uint32_t guarded_loads;    /**< of those, loads, if those blocks wait for them */
    /** accesses that a compiler may join with their neighbours: of global memory to members of an object
     * with a wider alignment than their size, of shared memory at addresses that are multiples of twice their
     * size for all threads. For access n bit n, of the first SIMT_BLOCK_LOADS */
    uint32_t parts;
    /** loads that come before the iterations of a serial loop: likewise */
    uint32_t ahead;
    struct simt_code_loop loops[SIMT_CODE_LOOPS]; /**< that contain it, innermost first */
    /** instructions of the blocks with accesses that this one guards, and a slot for each access: a
     * warp that does not run them issues them after this block */
    struct simt_code_segment skipped;
    struct simt_code_segment segment[]; /**< accesses + 1 */
};
