// Orders of execution, by SIMT_SCHEDULE.
#include "engine/exec/schedule.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/memory/poison.h"
#include "include/simt/simt.h"

__extension__ typedef unsigned __int128 wide; /* a product of two 64-bit numbers */

static enum {
    UNKNOWN,
    FORWARD,
    REVERSE,
    RANDOM
} mode; /* of warps and blocks; without lockstep of lanes, too */
static uint64_t random_state;
static char chosen[40]; /* by the program; "": as SIMT_SCHEDULE says */

bool simt_schedule_forward = true;
bool simt_schedule_lockstep;
bool simt_schedule_interleaved;

static const char *wanted_order(void) {
    const char *wanted = chosen[0] ? chosen : getenv("SIMT_SCHEDULE");
    return wanted ? wanted : "forward";
}

static void read_mode(void) {
    const char *wanted = wanted_order(), *order = wanted;
    char *end = NULL;
    const bool lockstep = strcmp(order, "lockstep") == 0, ordered = strncmp(order, "lockstep:", 9) == 0;
    order += ordered ? 9 : 0;
    const bool interleaved = ordered && strcmp(order, "interleaved") == 0;
    if (strcmp(order, "forward") == 0 || interleaved) {
        mode = FORWARD;
    } else if (strcmp(order, "reverse") == 0) {
        mode = REVERSE;
    } else if (lockstep) {
        mode = RANDOM;
        random_state = 0;
    } else if (strncmp(order, "random:", 7) == 0 && !ordered) {
        random_state = strtoull(order + 7, &end, 0);
        mode = end == order + 7 || *end ? UNKNOWN : RANDOM;
    }
    if (mode == UNKNOWN) {
        fprintf(stderr,
                "simt: SIMT_SCHEDULE=%s: use forward, reverse, lockstep, lockstep:forward, lockstep:reverse, "
                "lockstep:interleaved or random:SEED\n",
                wanted);
        exit(2);
    }
    simt_schedule_lockstep = lockstep || ordered;
    simt_schedule_interleaved = interleaved;
    simt_schedule_forward = mode == FORWARD && !simt_schedule_lockstep;
}

/** splitmix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014). */
static uint64_t next_random(void) {
    uint64_t z = random_state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

unsigned simt_schedule_pick_other(uint32_t candidates) {
    if (mode == REVERSE)
        return 31 - (unsigned)__builtin_clz(candidates);
    for (unsigned skip = (unsigned)(next_random() % (unsigned)__builtin_popcount(candidates)); skip > 0;
         skip--)
        candidates &= candidates - 1;
    return (unsigned)__builtin_ctz(candidates);
}

unsigned simt_schedule_pick_warp(uint32_t candidates) {
    return mode == FORWARD ? (unsigned)__builtin_ctz(candidates) : simt_schedule_pick_other(candidates);
}

void simt_schedule_restart(void) { mode = UNKNOWN; }

/* Programs allocate memory before they launch anything. */
__attribute__((constructor(101))) static void choose_garbage(void) {
    const char *wanted = wanted_order();
    simt_garbage_choose(strcmp(wanted, "reverse") == 0    ? SIMT_GARBAGE_REVERSE
                        : strcmp(wanted, "lockstep") == 0 ? SIMT_GARBAGE_ZEROS
                                                          : SIMT_GARBAGE_FORWARD);
}

void simt_set_schedule(const char *order) {
    snprintf(chosen, sizeof chosen, "%s", order ? order : "");
    simt_schedule_restart();
    choose_garbage();
}

bool simt_schedule_gives_way(void) {
    return mode == RANDOM && !simt_schedule_lockstep && next_random() % 4 == 0;
}

/* A random permutation of any size without a table: a stride coprime to the count, from a random start. */
uint64_t simt_schedule_block(uint64_t position, uint64_t blocks) {
    static uint64_t stride, start;
    if (mode == UNKNOWN)
        read_mode();
    if (mode == REVERSE)
        return blocks - 1 - position;
    if (mode == FORWARD || blocks < 3)
        return position;
    if (position == 0) {
        uint64_t a, b;
        do {
            stride = 1 + next_random() % (blocks - 1);
            for (a = stride, b = blocks; b;) {
                uint64_t rest = a % b;
                a = b;
                b = rest;
            }
        } while (a != 1);
        start = next_random() % blocks;
    }
    return (uint64_t)(((wide)position * stride + start) % blocks);
}
