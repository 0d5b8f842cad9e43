/**
 * @file recorded.h
 * @brief A recording of the CPU engine as a list of accesses, read with suspicion.
 */
#pragma once

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lab/outputs.h"

/** What a lane did. */
enum access_kind { ACCESS_LOAD, ACCESS_STORE, ACCESS_ATOMIC, ACCESS_SHUFFLE };

/** What one lane did with one word. */
struct access {
    enum access_kind kind; /**< what it did */
    bool shared;           /**< in shared memory */
    bool absent;           /**< of a shuffle: the lane it came from takes no part */
    uint32_t value;        /**< loaded, left behind or received */
    uint32_t before;       /**< of an atomic: what was there */
    int64_t place; /**< global memory: the byte in device memory; shared: the word; of a shuffle, the lane it
                      came from */
    int64_t cell;  /**< of its array */
    int array;     /**< in the launch's list */
    int block;     /**< of the lane */
    int thread;    /**< of the lane, in its block */
    int line;      /**< of the submission; 0: in another file, or unknown */
    int interval;  /**< barriers that its block has passed */
    int request;   /**< the warp's instruction: events of the launch before it */
    int transactions; /**< that this took: sectors or wavefronts */
    uint32_t lanes;   /**< that took part in it */
};

/** One launch. */
struct recorded_launch {
    const cJSON *json;   /**< in the recording */
    const char *kernel;  /**< its name */
    int blocks;          /**< of the grid that are recorded as a whole, from block 0 on */
    struct access *list; /**< in the order in which they happened; owned */
    size_t count;        /**< of `list` */
};

/** Reads one launch. @param trace the recording @param file the submission's name
 * @param any elements of any size; else words of four bytes alone
 * @return false if memory is used up or it makes no sense */
bool recorded_read(struct recorded_launch *launch, const cJSON *json, const cJSON *trace, const char *file,
                   bool any);
/** Frees the list. */
void recorded_free(struct recorded_launch *launch);
/** The line of the submission that an event is of; 0: in another file, or unknown. */
int recorded_line(const cJSON *event, const cJSON *trace, const char *file);
/** An array's name, "" if it has none. */
const char *recorded_array(const struct recorded_launch *launch, int array);

/* Which step of a recording wrote an element of an output last: where a wrong value comes from.
 *
 * The recording is made in the submission's own process, and may be odd in any way: what makes no sense is
 * left out. It has the first blocks, warps and events of a launch alone, so not every write is known. Where
 * another value was found in the end, the last write is not. */

/** A lane's store or atomic operation. Zeroed: none is known. */
struct last_write {
    const cJSON *launch; /**< of the recording */
    cJSON *event;        /**< of that launch; NULL: none is known */
    const cJSON *value;  /**< that it left */
    int cell;            /**< of the event's array */
    int thread;          /**< of its block, counted along x, y, z */
};

/**
 * Finds who wrote each element of one output last.
 * @param driver the driver's object of the reply to JOB_RECORD
 * @param number of the output among those that are written, from 0 on
 * @param last   receives a write for each element
 */
void last_writes_find(struct last_write *last, const cJSON *driver, const struct output *output,
                      size_t number);

/** The source line of a write, where it is in a file of that name; 0 if it is not known. */
int last_write_line(const struct last_write *write, const cJSON *driver, const char *file);
