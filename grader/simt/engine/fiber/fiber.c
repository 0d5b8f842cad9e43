// The stacks of lanes, in sets for each place that a resident block can have.
#include "engine/fiber/fiber.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102 /* since Linux 6.13; of shared memory since 6.15 */
#endif

enum { PAGE = 4096, SET = 32, SETS = 1024 / SET, STRIDE = SIMT_STACK_BYTES + PAGE };
/* What is not reserved but left to the heap, which would be the next to find no addresses. */
enum { SPARE = 8 };
static const size_t SET_BYTES = (size_t)SET * STRIDE;

/** The stacks of one warp at one place: reserved at once, those before @c ready guarded. */
struct set {
    char *base;
    unsigned ready;
};

struct place {
    struct set set[SETS];
};

static struct place *places;
static unsigned place_count;

static _Noreturn void no_memory(void) {
    fprintf(stderr, "simt: no memory for the stacks of a block's threads\n");
    exit(2);
}

/* Shared, though with no other process: what is private counts against a sandbox's limit on data in full, and
 * stacks are large and hardly ever full. What is used of them counts as memory all the same. */
static char *map(size_t bytes) {
    char *base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return base == MAP_FAILED ? NULL : base;
}

static struct place *at(unsigned place) {
    if (place >= place_count) {
        unsigned count = place_count ? 2 * place_count : 1;
        while (place >= count)
            count *= 2;
        places = realloc(places, count * sizeof *places);
        if (!places)
            no_memory();
        memset(places + place_count, 0, (count - place_count) * sizeof *places);
        place_count = count;
    }
    return &places[place];
}

bool simt_stacks_reserve(unsigned place, unsigned threads) {
    struct set *set = at(place)->set;
    unsigned sets = (threads + SET - 1) / SET, wanted = 0;
    for (unsigned i = 0; i < sets; i++)
        wanted += !set[i].base;
    if (wanted == 0)
        return true;
    char *base = map((wanted + SPARE) * SET_BYTES);
    if (!base)
        return false;
    munmap(base + wanted * SET_BYTES, SPARE * SET_BYTES);
    for (unsigned i = 0; i < sets; i++)
        if (!set[i].base) {
            set[i].base = base;
            base += SET_BYTES;
        }
    return true;
}

/** Makes a page one without access. */
static bool make_guard(char *page) {
    return madvise(page, PAGE, MADV_GUARD_INSTALL) == 0 || mprotect(page, PAGE, PROT_NONE) == 0;
}

static bool guard(const struct set *set, unsigned place, unsigned thread) {
    bool guarded = place == 0 || thread == 0;
    return !guarded || make_guard(set->base + (size_t)thread * STRIDE);
}

struct simt_stack simt_stack_get(unsigned place, unsigned thread) {
    struct set *set = &at(place)->set[thread / SET];
    unsigned in_set = thread % SET;
    if (!set->base && !(set->base = map(SET_BYTES)))
        no_memory();
    for (; set->ready <= in_set; set->ready++)
        if (!guard(set, place, set->ready))
            no_memory();
    /* Stacks whose tops fell on the same cache sets would evict each other at every switch: stagger them. */
    uintptr_t low = (uintptr_t)set->base + (size_t)in_set * STRIDE + PAGE;
    return (struct simt_stack){low, low + SIMT_STACK_BYTES - thread % 16 * 448};
}
