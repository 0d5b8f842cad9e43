// Which places in the code guess, and what was held back about them.
#include "engine/observe/cas_loops.h"

#include "engine/log/access_log.h"
#include "engine/memory/device_range.h"
#include "engine/memory/variables.h"

/* FAR: so many records of the lane lie between a guess and its check at most */
enum { MOST_PLACES = 64, MOST_HELD = 256, FAR = 128 };

/** A place that guesses. */
struct place {
    uintptr_t pc;
    uintptr_t checked_at;       /**< where its guesses are checked */
    uint64_t expected, desired; /**< by its first guess */
    uint64_t guesses;
    bool others; /**< some guess was another, or what was to come in its place */
};

/** A race that was held back, and how often. */
struct held {
    struct simt_race race;
    uintptr_t read_at;
    uint64_t times;
};

static struct place places[MOST_PLACES];
static unsigned place_count;
static struct held held[MOST_HELD];
static unsigned held_count;

void simt_cas_read_begin_launch(void) { place_count = held_count = 0; }

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

/** A guess was wrong, and what was found instead is the next one. */
static void note_next_round(uint64_t expected, uintptr_t pc) {
    struct place *place = find_place(simt_self->cas_read_at);
    if (place && place->checked_at == pc)
        place->others |= place->expected != expected;
}

/** @return false if there is no room for it */
static bool note_cas_read(uintptr_t cas_read_at, uint64_t expected, uint64_t desired, uintptr_t pc) {
    struct place *place = place_of(cas_read_at, pc, expected, desired);
    if (!place)
        return false;
    place->guesses++;
    place->others |= place->expected != expected || place->desired != desired;
    return true;
}

static bool is_cas_read(const struct place *place) {
    return place->others || place->expected == place->desired || place->guesses == 1;
}

/** Where the running lane's last access to the word was, if that was a plain read of it not long ago; else 0.
 */
static uintptr_t cas_read_of(uintptr_t address, unsigned size_log2) {
    const uint64_t *first = simt_column(simt_self), *record = simt_log_next;
    uint64_t size = UINT64_C(1) << size_log2;
    for (unsigned n = 0; n < FAR && record > first; n++) {
        record -= SIMT_WARP;
        uint64_t key = record[0], at = record[LOG_ADDRESS], length = simt_key_size(key);
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
 * has, and there is something else now, this guess remains unnoticed, but not its place. */
void simt_cas_read_check(uintptr_t address, unsigned size_log2, uint64_t expected, uint64_t desired,
                         uintptr_t pc) {
    uintptr_t at = simt_variable_alias(address);
    if (!simt_self || simt_log_limit == SIMT_LOG_NOTHING || !simt_is_device_address(at))
        return;
    uintptr_t guess = cas_read_of(at, size_log2);
    if (!guess) {
        note_next_round(expected, pc);
        return;
    }
    bool first = !simt_self->cas_read_at;
    if (value_at(at, size_log2) != expected || !note_cas_read(guess, expected, desired, pc))
        return;
    simt_self->cas_read_at = guess;
    if (first)
        simt_park(&simt_warp_now->full);
}

bool simt_cas_read_hold(uintptr_t pc, const struct simt_race *race) {
    if (!find_place(pc))
        return false;
    for (unsigned i = 0; i < held_count; i++)
        if (held[i].race.here.pc == race->here.pc && held[i].race.there.pc == race->there.pc) {
            held[i].times++;
            return true;
        }
    if (held_count == MOST_HELD)
        return false;
    held[held_count++] = (struct held){*race, pc, 1};
    return true;
}

void simt_cas_read_report(void) {
    for (unsigned i = 0; i < held_count; i++)
        if (!is_cas_read(find_place(held[i].read_at)))
            for (uint64_t n = 0; n < held[i].times; n++)
                simt_race_report(&held[i].race);
    held_count = 0;
}
