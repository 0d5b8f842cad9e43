/**
 * @file last_writes.h
 * @brief Which step of a recording wrote an element of an output last: where a wrong value comes from.
 *
 * The recording is made in the submission's own process, and may be odd in any way: what makes no sense is
 * left out. It has the first blocks, warps and events of a launch alone, so not every write is known. Where
 * another value was found in the end, the last write is not.
 */
#ifndef WARPLAB_LAST_WRITES_H
#define WARPLAB_LAST_WRITES_H

#include <cjson/cJSON.h>
#include <stddef.h>

#include "lab/outputs.h"

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

#endif
