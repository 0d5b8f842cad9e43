// An observer of one's own: names the lines whose requests to global memory take more sectors than necessary.
// Linked with a program, it watches each launch (docs/engine.md explains how):
//   gcc -std=c11 -Igrader -Igrader/simt -idirafter grader/simt/include -c
//   grader/tests/observers/uncoalesced.c -o build/uncoalesced.o build/bin/simtcc prog.cu build/uncoalesced.o
//   -o prog && ./prog
#include <stdio.h>

#include "engine/observe/observer.h"
#include "engine/report/lines.h"

enum { SECTOR = 32, MOST_PLACES = 256 };

/** The counts of one code address. */
static struct place {
    uintptr_t pc;
    uint64_t sectors; /**< of its requests */
    uint64_t needed;  /**< that the same bytes would take if contiguous */
} places[MOST_PLACES];
static unsigned place_count;

static unsigned place_of(uintptr_t pc) {
    unsigned i = 0;
    while (i < place_count && places[i].pc != pc)
        i++;
    if (i == place_count && place_count < MOST_PLACES)
        places[place_count++] = (struct place){.pc = pc};
    return i;
}

/** Sectors that the lanes of a request access; an access is within one, because it is aligned. */
static unsigned sectors_of(const struct simt_request *request) {
    uint64_t seen[SIMT_WARP];
    unsigned count = 0;
    for (unsigned lane = 0; lane < SIMT_WARP; lane++) {
        const uint64_t sector = request->offset[lane] / SECTOR;
        unsigned i = 0;
        if (!(request->valid >> lane & 1))
            continue;
        while (i < count && seen[i] != sector)
            i++;
        if (i == count)
            seen[count++] = sector;
    }
    return count;
}

static void count(const struct simt_request *request) {
    const unsigned place = place_of(request->site->pc);
    const unsigned bytes = (unsigned)__builtin_popcount(request->valid) * request->size;
    if (request->shared || place == MOST_PLACES)
        return;
    places[place].sectors += sectors_of(request);
    places[place].needed += (bytes + SECTOR - 1) / SECTOR;
}

static void report(const struct simt_launch_event *launch) {
    struct simt_line line;
    for (unsigned i = 0; i < place_count; i++)
        if (places[i].sectors > places[i].needed && simt_line_of(places[i].pc, &line))
            fprintf(stderr, "%s:%d: uncoalesced: %llu sectors where %llu would do, in launch %u\n", line.file,
                    line.line, (unsigned long long)places[i].sectors, (unsigned long long)places[i].needed,
                    launch->serial);
    place_count = 0;
}

static const struct simt_observer uncoalesced = {
    .name = "uncoalesced", .launch_end = report, .request = count};

__attribute__((constructor)) static void watch(void) { simt_observer_add(&uncoalesced); }
