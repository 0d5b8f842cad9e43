// Splits launches, and puts them together again.
#include "engine/exec/ahead.h"

#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "engine/observe/checks.h"
#include "confine/guard/guard.h"
#include "engine/memory/footprint.h"
#include "engine/memory/registered.h"
#include "engine/memory/shadow.h"
#include "engine/memory/variables.h"
#include "engine/memory/window.h"
#include "engine/observe/recorder/record.h"
#include "engine/exec/copy.h"
#include "engine/exec/fiber.h"
#include "engine/exec/launch.h"
#include "engine/exec/machine.h"
#include "engine/exec/schedule.h"
#include "engine/log/logging.h"

/* LEAST_THREADS: of a launch that is looked at; LEAST_RECORDS: in the blocks left of one that is worth it;
 * MOST_HOPELESS: kernels remembered */
enum { PAGE = 4096, LEAST_THREADS = 1024, LEAST_RECORDS = 2000000, MOST_HOPELESS = 16 };

bool simt_ahead_noting;

/* In programs whose compiler does not tell of every store (include/simt/translated.h). */
extern char simt_untold_stores __attribute__((weak));

static bool spoiled;
static uint64_t to_take; /* blocks of the launch but for the first */
static size_t unprinted; /* by the program, when the launch began */

/** What both processes tell each other: how many blocks they have taken, and what the copy's counted. */
struct counts {
    simt_copy_end_word end;
    _Atomic uint64_t taken;
    bool counts_operations;
    uint64_t operations;
    struct simt_counters counters;
};

/** What both processes share; and the pages that the copy has written lie there in the end. */
static struct {
    char *memory;
    size_t size;
    struct counts *counts;
    struct simt_footprint own, other;
    char *pages;
} shared;

/* Kernels whose blocks turned out not to be independent, by what their lanes run. */
static void (*hopeless[MOST_HOPELESS])(const void *);
static unsigned hopeless_count;

static bool is_hopeless(void) {
    for (unsigned i = 0; i < MOST_HOPELESS; i++)
        if (hopeless[i] == simt_launch_now.body)
            return true;
    return false;
}

static void note_hopeless(void) { hopeless[hopeless_count++ % MOST_HOPELESS] = simt_launch_now.body; }

static unsigned long threads_wanted(void) {
    const char *word = getenv("SIMT_THREADS");
    if (!word || !*word)
        return 1;
    char *end;
    unsigned long threads = strtoul(word, &end, 10);
    if (*end || threads == 0 || word[0] == '-') {
        fprintf(stderr, "simt: SIMT_THREADS=%s: use 1 or 2\n", word);
        exit(2);
    }
    return threads;
}

/** Asked once. */
static bool wants_two(void) {
    static unsigned long wanted;
    if (!wanted)
        wanted = threads_wanted();
    return wanted > 1;
}

static bool share(void) {
    size_t footprint = simt_footprint_bytes(simt_window_size);
    shared.size = PAGE + 2 * footprint + simt_window_size;
    void *memory =
        mmap(NULL, shared.size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    shared.memory = memory;
    shared.counts = memory;
    shared.own = simt_footprint_at(shared.memory + PAGE, simt_window_size);
    shared.other = simt_footprint_at(shared.memory + PAGE + footprint, simt_window_size);
    shared.pages = shared.memory + PAGE + 2 * footprint;
    return true;
}

static void unshare(void) {
    if (shared.memory)
        munmap(shared.memory, shared.size);
    shared.memory = NULL;
    simt_ahead_noting = false;
}

/** True if blocks are logged and checked, in an order that is known, by a process that may have copies. Where
 * the copy's blocks disturb each other, it is the race checker that tells. */
static bool can_split(void) {
    return wants_two() && simt_tracing && simt_check_on(SIMT_CHECK_RACE) && simt_schedule_is_fixed() &&
           !simt_recording && !simt_guard_armed && !&simt_untold_stores;
}

void simt_ahead_plan(uint64_t blocks, uint64_t threads) {
    simt_copy_reap();
    if (!can_split() || blocks < 3 || (blocks - 1) * threads < LEAST_THREADS || is_hopeless())
        return;
    spoiled = false;
    to_take = blocks - 1;
    unprinted = __fpending(stdout);
    simt_ahead_noting = share();
}

/** What the lanes of the first block logged. */
static uint64_t first_records(void) {
    uint64_t records = 0;
    for (uint32_t i = 0; i < simt_block_now->threads; i++)
        records += simt_block_now->lane[i].clock;
    return records;
}

/** Nothing speaks against it. A window with pages that are mapped elsewhere as well would not be the copy's
 * own. */
static bool may_have_copy(void) {
    return !spoiled && __fpending(stdout) == unprinted && !simt_launch_now.aborted &&
           !simt_variables_mapped() && !simt_registered_any();
}

/** The copy counts from zero, on stacks of its own. */
static void begin_copy(void) {
    simt_stacks_renew();
    simt_forget_fibers();
    simt_launch_now.record->counters = (struct simt_counters){.work_is_stores = 1};
    simt_launch_now.operations = 0;
    simt_launch_now.counts_operations = false;
}

static bool make_copy(void) {
    simt_shadow_wipe_in_copies();
    return simt_copy_make(&shared.counts->end);
}

bool simt_ahead_begin(void) {
    if (!may_have_copy() || first_records() * to_take < LEAST_RECORDS || !make_copy())
        return false;
    if (simt_in_copy)
        begin_copy();
    return true;
}

bool simt_ahead_take(void) { return atomic_fetch_add(&shared.counts->taken, 1) < to_take; }

void simt_ahead_finish(void) {
    simt_footprint_carry_out(&shared.other, shared.pages);
    shared.counts->counters = simt_launch_now.record->counters;
    shared.counts->operations = simt_launch_now.operations;
    shared.counts->counts_operations = simt_launch_now.counts_operations;
    simt_copy_exit(true);
}

void simt_ahead_give_up(void) {
    if (simt_in_copy)
        simt_copy_exit(false);
}

void simt_ahead_spoil(void) {
    if (!simt_ahead_noting)
        return;
    simt_ahead_give_up();
    spoiled = true;
}

void simt_ahead_note(const struct simt_request *request) {
    if (request->kind == RECORD_ATOMIC || request->site->is_volatile)
        simt_ahead_spoil();
    simt_footprint_add(simt_in_copy ? &shared.other : &shared.own, request);
}

bool simt_ahead_join(void) {
    bool good = simt_copy_wait() && !simt_footprints_meet(&shared.own, &shared.other);
    if (good) {
        simt_footprint_bring_in(&shared.other, shared.pages);
        simt_counters_add(&simt_launch_now.record->counters, &shared.counts->counters);
        simt_launch_now.operations += shared.counts->operations;
        simt_launch_now.counts_operations |= shared.counts->counts_operations;
    } else {
        note_hopeless();
    }
    return good;
}

void simt_ahead_end(void) {
    simt_copy_kill();
    unshare();
}
