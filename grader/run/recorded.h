/**
 * @file recorded.h
 * @brief A recording of the CPU engine as a list of accesses, read with suspicion.
 */
#ifndef WARPLAB_RECORDED_H
#define WARPLAB_RECORDED_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
};

/** One launch. */
struct recorded_launch {
    const cJSON *json;   /**< in the recording */
    const char *kernel;  /**< its name */
    int blocks;          /**< of the grid that are recorded as a whole, from block 0 on */
    struct access *list; /**< in the order in which they happened; owned */
    size_t count;        /**< of `list` */
};

/** Reads one launch's words of four bytes. @param trace the recording @param file the submission's name
 * @return false if memory is used up or it makes no sense */
bool recorded_read(struct recorded_launch *launch, const cJSON *json, const cJSON *trace, const char *file);
/** Frees the list. */
void recorded_free(struct recorded_launch *launch);
/** An array's name, "" if it has none. */
const char *recorded_array(const struct recorded_launch *launch, int array);

#endif
