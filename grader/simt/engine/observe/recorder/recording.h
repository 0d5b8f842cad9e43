/**
 * @file recording.h
 * @brief The recording: launches, their arrays, and the events of their warps, in order.
 */
#pragma once

#include <cjson/cJSON.h>
#include <stdint.h>

#include "engine/observe/recorder/record.h"
#include "engine/observe/recorder/scope.h"
#include "engine/observe/recorder/values.h"

/** The kinds of event. */
enum trace_event_kind {
    EVENT_CODE, /**< lanes run a basic block together */
    EVENT_LOAD, /**< an access */
    EVENT_STORE,
    EVENT_ATOMIC,
    EVENT_SHUFFLE, /**< a warp operation; a shuffle has values */
    EVENT_WARP_OP,
    EVENT_BARRIER, /**< the block's threads continue together */
    EVENT_FAULT    /**< an error without an instruction */
};

/** One lane's part in an event. */
struct trace_lane {
    int64_t cell;              /**< index in the array; for a shuffle, the lane it came from; -1: none */
    struct trace_value before; /**< the cell's value before */
    struct trace_value after;  /**< its value after, or for a shuffle the value the lane received */
};

/** One event of one warp, or of a whole block. */
struct trace_event {
    enum trace_event_kind kind; /**< its kind */
    uint32_t block;             /**< linear index in the grid */
    uint32_t warp;              /**< in the block */
    uint32_t interval;          /**< block barriers before it */
    uintptr_t pc;               /**< its code address */
    uint32_t lanes;             /**< mask of those that take part */
    int array;                  /**< in the launch's list, -1: none */
    unsigned size;              /**< bytes per lane */
    uint64_t transactions;      /**< sectors or wavefronts */
    uint64_t operations;        /**< of a barrier: work done before it, where operations are counted */
    uint32_t stored;            /**< of a barrier: mask of the warps that stored since the one before it */
    int error;                  /**< as simt_error_latest() gave it, -1: none */
    struct trace_lane *lane;    /**< one a set bit of lanes, in order; NULL if there are none; owned */
    struct trace_local *local;  /**< variables of its lanes; owned */
    size_t local_count;         /**< of `local` */
};

/** An array that some lane accessed, or that was passed to the kernel. */
struct trace_array {
    char name[64];             /**< of the variable or parameter; "" if unknown */
    bool shared;               /**< in shared memory; else global */
    uint64_t low;              /**< address of its first byte less SIMT_DEVICE_BASE */
    uint64_t high;             /**< the same of the first byte after it */
    struct trace_type type;    /**< of its elements */
    uint32_t shown;            /**< number of cells shown */
    unsigned char *start;      /**< their bytes when the launch began; NULL for shared memory; owned */
    bool written[TRACE_CELLS]; /**< which of them were initialised then */
};

/** One launch. */
struct trace_launch {
    char *name;                          /**< the kernel's, for display; owned */
    struct simt_dim3 grid;               /**< in blocks */
    struct simt_dim3 block;              /**< in threads */
    void (*body)(const void *);          /**< the function its lanes run */
    struct trace_argument arguments[32]; /**< its arguments */
    size_t argument_count;               /**< of `arguments` */
    struct trace_array *arrays;          /**< owned */
    size_t array_count;                  /**< of `arrays` */
    struct trace_event *events;          /**< owned */
    size_t event_count;                  /**< of `events` */
    bool cut;                            /**< there was more than is shown */
    uint64_t steps;                      /**< from the counters, at its end */
    uint64_t work;                       /**< likewise */
    bool work_is_stores;                 /**< as simt_counters::work_is_stores */
};

/** Zeroed memory; the program ends if there is none. */
void *simt_recorder_zeroed(size_t count, size_t size);
/** True if the events of this warp of the block are shown. */
bool simt_recorder_shows(const struct simt_block_event *block, uint32_t warp);

/** The whole recording as JSON on one line (file.c); the caller frees it. NULL if memory ran out */
char *simt_recorder_json(void);

/** The launches recorded, in program order. */
extern struct trace_launch *simt_recorder_launches;
/** The number of them. */
extern size_t simt_recorder_launch_count;

/* Numbers of a recording as JSON. */

/** A number; one that JavaScript would round becomes a string. */
cJSON *simt_json_integer(int64_t value);
/** Likewise. */
cJSON *simt_json_unsigned(uint64_t value);
/** The bytes of a value, as its type has it. */
cJSON *simt_json_value(const unsigned char *bytes, const struct trace_type *type);
/**
 * The variables of an event's lanes, by their number in the recording. Each has one value if it is the same
 * in all lanes, else an array with a value per lane; null where none is known. Values that increase by the
 * same number from lane to lane are {"from", "by"}. A parameter that still has the kernel's argument is left
 * out, and so is a pointer to the beginning of the array that has its name.
 */
cJSON *simt_json_locals(const struct trace_event *event, const struct trace_launch *launch);
/** All variables: [name, type] each. */
cJSON *simt_json_variables(void);
