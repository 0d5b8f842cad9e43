/**
 * @file events.h
 * @brief The recording: launches, their arrays, and what their warps did, in order.
 */
#ifndef SIMT_RECORD_EVENTS_H
#define SIMT_RECORD_EVENTS_H

#include "engine/record/names.h"
#include "engine/record/record.h"
#include "engine/record/values.h"

enum record_event_kind {
    EVENT_CODE, /**< lanes run a basic block together */
    EVENT_LOAD, /**< an access */
    EVENT_STORE,
    EVENT_ATOMIC,
    EVENT_SHUFFLE, /**< a warp operation; a shuffle has values */
    EVENT_WARP_OP,
    EVENT_BARRIER, /**< the block's threads go on together */
    EVENT_FAULT    /**< what was found wrong and belongs to no instruction */
};

/** What one lane did in an event. */
struct record_lane {
    int64_t cell; /**< index in the array; for a shuffle, the lane it came from; -1: none */
    struct record_value before, after;
};

struct record_event {
    enum record_event_kind kind;
    uint32_t block, warp, interval; /**< linear block index; warp in it; block barriers before it */
    uintptr_t pc;
    uint32_t lanes;
    int array;                /**< in the launch's list, -1: none */
    unsigned size;            /**< bytes a lane */
    uint64_t transactions;    /**< sectors or wavefronts */
    int error;                /**< as simt_error_latest() gave it, -1: none */
    struct record_lane *lane; /**< one a set bit of lanes, in order; NULL if there are none; owned */
};

/** An array some lane touched, or the kernel was given. */
struct record_array {
    char name[64];
    bool shared;
    uint64_t low, high; /**< offsets in the window */
    struct record_type type;
    uint32_t shown;             /**< cells in the window */
    unsigned char *start;       /**< their bytes when the launch began; NULL for shared memory; owned */
    bool written[RECORD_CELLS]; /**< which of them were initialised then */
};

struct record_launch {
    char *name;
    struct simt_dim3 grid, block;
    void (*body)(const void *);
    struct record_argument arguments[32];
    size_t argument_count;
    struct record_array *arrays; /**< owned */
    size_t array_count;
    struct record_event *events; /**< owned */
    size_t event_count;
    bool cut;             /**< there was more than the window holds */
    uint64_t steps, work; /**< as the counters have them, at its end */
    bool work_is_stores;
};

/** The whole recording as JSON on one line (file.c); the caller frees it. NULL if memory ran out */
char *simt_record_json(void);

extern struct record_launch *simt_record_launches;
extern size_t simt_record_launch_count;

#endif
