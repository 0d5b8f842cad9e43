// Which places in the code read for a CAS loop, and which races of theirs were deferred.
#include "engine/observe/races.h"

#include "engine/observe/observers.h"

/* FAR: so many entries of the lane lie between a read and its compare-and-swap at most */
enum { MOST_PLACES = 64, MOST_DEFERRED = 256, FAR = 128 };

/** A place that reads for a CAS loop. */
struct place {
    uintptr_t pc;
    uintptr_t checked_at;       /**< where the compare-and-swap is */
    uint64_t expected, desired; /**< by its first read */
    uint64_t reads;
    bool others; /**< some read found another value, or another one was to come in its place */
};

/** A race whose report was deferred, and how often it was seen. */
struct deferred {
    struct simt_race race;
    uintptr_t read_at;
    uint64_t times;
};

/** Where the threads of a block last read for a CAS loop; 0 if they have not. */
struct last_reads {
    uintptr_t read_at[SIMT_MAX_THREADS];
};

static struct place places[MOST_PLACES];
static unsigned place_count;
static struct deferred deferred[MOST_DEFERRED];
static unsigned deferred_count;
static struct simt_block_states states = {.entry_bytes = sizeof(struct last_reads)};

static uintptr_t *last_read_of(const struct simt_cas_event *event) {
    struct last_reads *reads = simt_block_state(&states, event->block->place);
    return &reads->read_at[event->thread - event->block->first_warp * SIMT_WARP];
}

static void begin_launch(const struct simt_launch_event *launch) {
    (void)launch;
    place_count = deferred_count = 0;
}

static void begin_block(const struct simt_block_event *block) {
    struct last_reads *reads = simt_block_state(&states, block->place);
    for (uint32_t i = 0; i < block->threads; i++)
        reads->read_at[i] = 0;
}

static struct place *find_place(uintptr_t pc) {
    for (unsigned i = 0; i < place_count; i++)
        if (places[i].pc == pc)
            return &places[i];
    return NULL;
}

static struct place *place_of(uintptr_t pc, uintptr_t checked_at, uint64_t expected, uint64_t desired) {
    struct place *place = find_place(pc);
    if (!place && place_count < MOST_PLACES) {
        place = &places[place_count++];
        *place = (struct place){.pc = pc, .checked_at = checked_at, .expected = expected, .desired = desired};
    }
    return place;
}

/** What was read was out of date, and what the compare-and-swap found instead is expected next. */
static void note_next_round(const struct simt_cas_event *event) {
    struct place *place = find_place(*last_read_of(event));
    if (place && place->checked_at == event->pc)
        place->others |= place->expected != event->expected;
}

/** @return false if there is no room for it */
static bool note_read(uintptr_t read_at, const struct simt_cas_event *event) {
    struct place *place = place_of(read_at, event->pc, event->expected, event->desired);
    if (!place)
        return false;
    place->reads++;
    place->others |= place->expected != event->expected || place->desired != event->desired;
    return true;
}

static bool is_cas_read(const struct place *place) {
    return place->others || place->expected == place->desired || place->reads == 1;
}

/** Where the running lane's last access to the word was, if that was a plain read of it not long ago; else 0.
 */
static uintptr_t read_of(const struct simt_cas_event *event) {
    const uint64_t *entry = event->next, address = event->address;
    const uint64_t size = UINT64_C(1) << event->size_log2;
    for (unsigned n = 0; n < FAR && entry > event->first; n++) {
        entry -= SIMT_WARP;
        uint64_t key = entry[0], at = entry[LOG_ADDRESS], length = simt_key_size(key);
        if (simt_key_kind(key) == LOG_BLOCK || length >= 1u << FENCE_BLOCK || at >= address + size ||
            address >= at + length)
            continue;
        return simt_key_kind(key) == LOG_LOAD && at == address && length == size ? simt_key_pc(key) : 0;
    }
    return 0;
}

static uint64_t value_at(uintptr_t address, unsigned size_log2) {
    uint64_t value = 0;
    for (unsigned i = 0; i < 1u << size_log2; i++)
        value |= (uint64_t)((const unsigned char *)address)[i] << 8 * i;
    return value;
}

/* The lane runs alone, so if it has not given way since the read, what is there now is what it read; if it
 * has, and there is something else now, this read remains unnoticed, but not its place. The first time the
 * lane gives way, so that its read may turn out to be out of date as it does on a GPU, where a warp reads
 * together. */
static bool compare_and_swap(const struct simt_cas_event *event) {
    const uintptr_t read_at = read_of(event);
    if (!read_at) {
        note_next_round(event);
        return false;
    }
    uintptr_t *last = last_read_of(event);
    const bool first = !*last;
    if (value_at(event->address, event->size_log2) != event->expected || !note_read(read_at, event))
        return false;
    *last = read_at;
    return first;
}

bool simt_cas_read_defer(uintptr_t pc, const struct simt_race *race) {
    if (!find_place(pc))
        return false;
    for (unsigned i = 0; i < deferred_count; i++)
        if (deferred[i].race.here.pc == race->here.pc && deferred[i].race.there.pc == race->there.pc) {
            deferred[i].times++;
            return true;
        }
    if (deferred_count == MOST_DEFERRED)
        return false;
    deferred[deferred_count++] = (struct deferred){*race, pc, 1};
    return true;
}

static void end_launch(const struct simt_launch_event *launch) {
    (void)launch;
    for (unsigned i = 0; i < deferred_count; i++)
        if (!is_cas_read(find_place(deferred[i].read_at)))
            for (uint64_t n = 0; n < deferred[i].times; n++)
                simt_race_report(&deferred[i].race);
    deferred_count = 0;
}

const struct simt_observer simt_cas_loop_observer = {.name = "CAS loops",
                                                     .launch_begin = begin_launch,
                                                     .launch_end = end_launch,
                                                     .block_begin = begin_block,
                                                     .cas = compare_and_swap};
