/**
 * @file replay.h
 * @brief Replays a launch of a recording: the arrays' contents between barriers, and what each value depends
 * on.
 *
 * The recording is JSON (file.c) and may be malformed in any way: invalid parts are left out. A row is an
 * array at one point in time; its values belong to the recording and are valid as long as it is.
 */
#ifndef SIMT_VIEWER_REPLAY_H
#define SIMT_VIEWER_REPLAY_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The limits of what is kept. */
enum { REPLAY_CELLS = 64, REPLAY_ROWS = 64, REPLAY_ARROWS = 2048 };

/** The mark of a cell in a row. */
enum simt_replay_mark {
    REPLAY_STILL,   /**< nothing */
    REPLAY_READ,    /**< a later value depends on it */
    REPLAY_WRITTEN, /**< it was stored to */
    REPLAY_WRONG    /**< it was stored to, and the value is wrong */
};

/** An array at one point in time. */
struct simt_replay_row {
    int array;          /**< its number in the launch */
    int interval;       /**< the barrier interval after which it had these values */
    int file;           /**< of the last store to it in that interval, by its number in the trace */
    int line;           /**< of that store; 0: none is known */
    bool is_start;      /**< initial values, which later rows read */
    bool after_barrier; /**< a barrier lies between the row before and this one */
    int count;          /**< relevant cells, from the first */
    const cJSON *value[REPLAY_CELLS]; /**< NULL: not written yet */
    unsigned char mark[REPLAY_CELLS]; /**< enum simt_replay_mark */
};

/** The dependence of a value on another, from a row to a later one. */
struct simt_replay_arrow {
    int from_row; /**< index of the row of the read value */
    int from;     /**< cell of that row */
    int to_row;   /**< index of the row of the new value */
    int to;       /**< cell of that row */
    int thread;   /**< of the block: the one that stored it */
};

/** The content of a picture of a launch, or of a step. */
struct simt_replay {
    struct simt_replay_row row[REPLAY_ROWS];       /**< from top to bottom */
    int row_count;                                 /**< of `row` */
    struct simt_replay_arrow arrow[REPLAY_ARROWS]; /**< between them */
    int arrow_count;                               /**< of `arrow` */
    bool cut;                                      /**< there was more than fits */
};

/** The launch with that number, from 0. @return NULL if there is none */
const cJSON *simt_replay_launch(const cJSON *trace, int launch);
/** The event that the page numbers as step @p step, from 1: events in which lanes only run do not count.
 * @return its index in the launch's events, -1 if there is none */
int simt_replay_event(const cJSON *launch, int step);
/** Replays block @p block: a row for each array and barrier interval with stores to it, and several if a
 * store depends on an earlier one. */
void simt_replay_block(const cJSON *trace, const cJSON *launch, int block, struct simt_replay *out);
/** Replays up to one event: a row for the values that it read or depended on, one for those that it wrote. */
void simt_replay_step(const cJSON *trace, const cJSON *launch, int event, struct simt_replay *out);

/** True if the event is of that kind: "load", "store", "barrier", ... */
bool simt_replay_is(const cJSON *event, const char *kind);
/** A member that is a number. @return @p otherwise if there is none */
int simt_replay_number(const cJSON *object, const char *name, int otherwise);
/** A member that is an item of an array. @return NULL if there is none */
const cJSON *simt_replay_item(const cJSON *object, const char *name, int index);
/** The lanes that take part in an event, a bit for each. */
uint32_t simt_replay_mask(const cJSON *event);
/** Writes the set bits of a mask, counted from @p first, as "0-7,12". */
void simt_replay_lanes(char *to, size_t size, unsigned mask, int first);
/** Writes the values of the lanes' variables, as "t=0..7, d=1, sum=0,3,10,21", without unknown ones; "" if
 * there are none. */
void simt_replay_locals(char *to, size_t size, const cJSON *trace, const cJSON *event);
/** Writes a value in at most 32 characters; of several values, the first. */
void simt_replay_value(char *to, size_t size, const cJSON *value);

#endif
