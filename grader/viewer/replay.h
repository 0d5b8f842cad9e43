/**
 * @file replay.h
 * @brief A recording's launch replayed: what arrays held between barriers, and what each value was made of.
 *
 * The recording is JSON (file.c) and may be odd in any way: what makes no sense is left out. A row is an
 * array at one point in time; its values belong to the recording and live as long as that does.
 */
#ifndef SIMT_VIEWER_REPLAY_H
#define SIMT_VIEWER_REPLAY_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The most that is kept. */
enum { REPLAY_CELLS = 64, REPLAY_ROWS = 64, REPLAY_ARROWS = 2048 };

/** What happened to a cell of a row. */
enum simt_replay_mark {
    REPLAY_STILL,   /**< nothing */
    REPLAY_READ,    /**< it went into something later */
    REPLAY_WRITTEN, /**< it was stored to */
    REPLAY_WRONG    /**< it was, and that was found wrong */
};

/** An array at one point in time. */
struct simt_replay_row {
    int array;          /**< its number in the launch */
    int interval;       /**< the barrier interval after which it was so */
    int file;           /**< of the last store to it in that interval, by its number in the trace */
    int line;           /**< of that store; 0: none is known */
    bool is_start;      /**< nothing here was written by then: what the reads of later rows found */
    bool after_barrier; /**< a barrier lies between the row before and this one */
    int count;          /**< cells that are of interest, from the first on */
    const cJSON *value[REPLAY_CELLS]; /**< NULL: not written yet */
    unsigned char mark[REPLAY_CELLS]; /**< enum simt_replay_mark */
};

/** A value that went into another, from one row to a later one. */
struct simt_replay_arrow {
    int from_row; /**< index of the row it comes from */
    int from;     /**< cell of that row */
    int to_row;   /**< index of the row it goes to */
    int to;       /**< cell of that row */
    int thread;   /**< of the block: that made it */
};

/** What a picture of a launch, or of a step, shows. */
struct simt_replay {
    struct simt_replay_row row[REPLAY_ROWS];       /**< from the top down */
    int row_count;                                 /**< of `row` */
    struct simt_replay_arrow arrow[REPLAY_ARROWS]; /**< between them */
    int arrow_count;                               /**< of `arrow` */
    bool cut;                                      /**< there was more than fits */
};

/** The launch with that number, from 0 on. @return NULL if there is none */
const cJSON *simt_replay_launch(const cJSON *trace, int launch);
/** The event that the page calls step @p step, from 1 on: those where lanes merely run do not count.
 * @return its index in the launch's events, -1 if there is none */
int simt_replay_event(const cJSON *launch, int step);
/** Replays what block @p block did: a row for each array and barrier interval in which it stored to it, and
 * several where what it stored needed what it had stored before. */
void simt_replay_block(const cJSON *trace, const cJSON *launch, int block, struct simt_replay *out);
/** Replays up to one event: a row for what it read or was made of, one for what it wrote. */
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
/** Writes what the lanes' variables hold, as "t=0..7, d=1, sum=0,3,10,21", without those of which nothing is
 * known;
 * "" where there are none. */
void simt_replay_locals(char *to, size_t size, const cJSON *trace, const cJSON *event);
/** Writes a value in at most 32 characters; of several, the first. */
void simt_replay_value(char *to, size_t size, const cJSON *value);

#endif
