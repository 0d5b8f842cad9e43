/**
 * @file traced.h
 * @brief What a lab's solution did with a few numbers, for pictures that show an execution.
 *
 * Each run is `./grade LAB --trace` on the solution; the figures' program ends with a message if it fails.
 */
#ifndef WARPLAB_FIGURES_TRACED_H
#define WARPLAB_FIGURES_TRACED_H

#include "viewer/replay.h"

/** The numbers that all handouts use, as --values takes them. */
#define TRACED_VALUES "--values 5,2,8,1,7,3,4,6"

/** A run of a solution. */
struct traced;

/** Runs it. @param options of `./grade LAB --trace`, after a blank. @return to be freed by traced_free() */
struct traced *traced_run(const char *lab, const char *options);
/** Likewise a submission in  folder, in which something is found wrong. */
struct traced *traced_wrong(const char *lab, const char *folder, const char *options);
void traced_free(struct traced *run);

/** Launches of the run. */
int traced_launches(const struct traced *run);
/** What block 0 of a launch did. */
const struct simt_replay *traced_replay(struct traced *run, int launch);
/** The number of the @p step -th row, from 0 on, in which the array of that name was written; -1: none. */
int traced_row(struct traced *run, int launch, const char *array, int step);
/** A cell of a row as a number; the program ends if it holds none. */
int traced_value(struct traced *run, int launch, int row, int cell);
/** A cell of a global array before a launch. */
int traced_before(struct traced *run, int launch, const char *array, int cell);
/** A cell of a global array when the whole grid was done. */
int traced_after(struct traced *run, int launch, const char *array, int cell);

/** What one thread did to one cell. */
struct traced_access {
    int block;  /**< of the grid */
    int thread; /**< of the block */
    int cell;   /**< of the array */
    int value;  /**< read or left */
    int before; /**< of a store or an atomic: what was there; 0 of a float that nobody wrote and is none */
};

/** The @p index -th access of that kind ("load", "store", "atomic") to the array, as they happened, those of
 * a step by lane. An access of several cells counts as one, to the first. @return false if there are fewer */
bool traced_access(const struct traced *run, int launch, const char *kind, const char *array, int index,
                   struct traced_access *to);
/** What a block left in a cell of a shared array. */
int traced_left(const struct traced *run, int launch, int block, const char *array, int cell);
/** How many barriers block 0 passed. */
int traced_barriers(const struct traced *run, int launch);
/** The warps of block 0 that stored between the barrier of that number, from 0 on, and the one before: a
 * mask. */
unsigned traced_storing(const struct traced *run, int launch, int barrier);
/** From how many lanes on lane 0 of block 0 takes its value in a shuffle of that number, from 0 on; -1: none.
 */
int traced_shuffle(const struct traced *run, int launch, int shuffle);

#endif
