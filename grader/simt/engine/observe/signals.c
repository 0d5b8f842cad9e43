// Volatile reads of global memory that come after a signal of the block whose data they read.
#include "engine/observe/races.h"

#include <stdlib.h>
#include <string.h>

#include "engine/memory/device_range.h"
#include "engine/observe/observers.h"
#include "engine/observe/releases.h"
#include "engine/report/settings.h"

/** The last store to a word, or the last atomic that changed it. */
struct last_write {
    uint64_t offset;   /**< of the word; 0: this entry of the table is empty */
    uint64_t time;     /**< by the clock of such accesses */
    uint32_t thread;   /**< its thread: warp * 32 + lane */
    uint32_t barriers; /**< block barriers that its block had passed */
    uint32_t fences;   /**< executed by the thread */
};

/** A thread has read a word that another block wrote. */
struct seen_signal {
    struct last_write write;
    uint32_t reader;             /**< the reading thread */
    uint32_t barriers;           /**< block barriers that its block had passed */
    uintptr_t first_at, last_at; /**< where in the code it read it */
    bool taken; /**< by an atomic that changed it: a number drawn, not a flag that was waited for */
};

enum { MOST_SEEN = 128 };

/** The latest signals that threads of a block have seen. */
struct block_signals {
    struct seen_signal seen[MOST_SEEN];
    uint64_t last_read[SIMT_MAX_THREADS];   /**< by thread: offset of the word it read last; 0: none */
    uintptr_t waits_from[SIMT_MAX_THREADS]; /**< by thread: the first of its consecutive reads of that word */
    uint32_t fences[SIMT_MAX_THREADS];      /**< by thread: executed by it */
    uint32_t count;                         /**< of all that were seen */
    uint32_t barriers;                      /**< passed by the block */
};

static struct simt_block_states states = {.entry_bytes = sizeof(struct block_signals)};
static struct block_signals *now;
static struct last_write *writes; /* a hash table, at most half full */
static size_t write_count, write_slots;
static uint64_t clock_now;

static void begin_launch(const struct simt_launch_event *launch) {
    (void)launch;
    for (size_t i = 0; write_count && i < write_slots; i++)
        writes[i].offset = 0;
    write_count = 0;
}

static void resume_block(const struct simt_block_event *block) {
    now = simt_block_state(&states, block->place);
}

static void begin_block(const struct simt_block_event *block) {
    resume_block(block);
    now->count = now->barriers = 0;
    memset(now->last_read, 0, block->threads * sizeof *now->last_read);
    memset(now->fences, 0, block->threads * sizeof *now->fences);
}

static void pass_barrier(const struct simt_barrier_event *event) {
    (void)event;
    now->barriers++;
}

static struct last_write *write_at(uint64_t offset) {
    size_t i = (size_t)(offset * UINT64_C(0x9e3779b97f4a7c15) >> 32) % write_slots;
    while (writes[i].offset && writes[i].offset != offset)
        i = (i + 1) % write_slots;
    return &writes[i];
}

static void make_room(void) {
    if (2 * (write_count + 1) <= write_slots)
        return;
    struct last_write *old = writes;
    const size_t slots = write_slots;
    write_slots = slots ? 2 * slots : 1024;
    writes = calloc(write_slots, sizeof *writes);
    if (!writes)
        simt_releases_no_memory();
    for (size_t i = 0; i < slots; i++)
        if (old[i].offset)
            *write_at(old[i].offset) = old[i];
    free(old);
}

static uint32_t in_block(const struct simt_sync_event *event) {
    return event->thread - event->block->first_warp * SIMT_WARP;
}

static void note_fence(const struct simt_sync_event *event) {
    now->fences[in_block(event)] += event->releases && event->device;
}

static void note_write(const struct simt_sync_event *event) {
    make_room();
    struct last_write *write = write_at(event->offset);
    write_count += !write->offset;
    *write = (struct last_write){event->offset, ++clock_now, event->thread, now->barriers,
                                 now->fences[in_block(event)]};
}

static uint32_t block_of(uint32_t thread) { return thread / SIMT_WARP / simt_observed_launch->block_warps; }

/** True if the write of @p data came before the signal, or right after it: then the signal was raised too
 * early. A write after a fence may be the next signal, and a write after a drawn number a signal of its
 * own. */
static bool came_before(const struct last_write *data, const struct seen_signal *seen) {
    const struct last_write *signal = &seen->write;
    if (data->thread == signal->thread)
        return data->time < signal->time || (data->fences == signal->fences && !seen->taken);
    return block_of(data->thread) == block_of(signal->thread) && data->barriers < signal->barriers;
}

static bool is_behind(const struct seen_signal *seen, const struct last_write *data,
                      const struct simt_sync_event *event) {
    return seen->write.offset != event->offset && came_before(data, seen) &&
           (seen->reader == event->thread || seen->barriers < now->barriers) && event->pc != seen->first_at &&
           event->pc != seen->last_at;
}

static void note_seen(const struct last_write *write, const struct simt_sync_event *event) {
    const uint32_t kept = now->count < MOST_SEEN ? now->count : MOST_SEEN;
    for (uint32_t i = 0; i < kept; i++) {
        struct seen_signal *seen = &now->seen[i];
        if (seen->reader != event->thread || seen->write.offset != event->offset)
            continue;
        seen->write = *write;
        seen->last_at = event->pc;
        seen->taken = event->writes;
        seen->barriers = now->barriers;
        return;
    }
    now->seen[now->count++ % MOST_SEEN] = (struct seen_signal){
        *write, event->thread, now->barriers, now->waits_from[in_block(event)], event->pc, event->writes};
}

/** True if the thread's last read was of this word, too: it waits. */
static bool is_waiting(const struct simt_sync_event *event) {
    uint64_t *last = &now->last_read[in_block(event)];
    const bool again = *last == event->offset;
    if (!again)
        now->waits_from[in_block(event)] = event->pc;
    *last = event->offset;
    return again;
}

static void read_word(const struct simt_sync_event *event) {
    const bool waits = is_waiting(event), may_be_data = event->is_volatile && !waits;
    const struct last_write *write = write_slots ? write_at(event->offset) : NULL;
    if (!write || !write->offset || block_of(write->thread) == block_of(event->thread))
        return;
    const uint32_t kept = now->count < MOST_SEEN ? now->count : MOST_SEEN;
    for (uint32_t i = 0; may_be_data && i < kept; i++)
        if (is_behind(&now->seen[i], write, event))
            simt_site_of(event->pc)->behind_signal = simt_observed_launch->serial;
    note_seen(write, event);
}

static void access_word(const struct simt_sync_event *event) {
    if (event->offset < SIMT_SHARED_SPAN)
        return;
    if (event->reads)
        read_word(event);
    if (event->writes)
        note_write(event);
}

bool simt_reads_behind_signal(const struct simt_site *site) {
    return site->behind_signal == simt_observed_launch->serial;
}

static bool wanted(void) { return simt_check_on(SIMT_CHECK_RACE); }

const struct simt_observer simt_signal_observer = {.name = "signals",
                                                   .wanted = wanted,
                                                   .launch_begin = begin_launch,
                                                   .block_begin = begin_block,
                                                   .block_resume = resume_block,
                                                   .block_barrier = pass_barrier,
                                                   .sync_fence = note_fence,
                                                   .sync_access = access_word};
