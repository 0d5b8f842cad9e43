// The table of instrumented places.
#include "engine/log/sites.h"

#include <stdio.h>
#include <stdlib.h>

enum { SLOTS = 1 << 17, MAX_SITES = 65535 };

static struct simt_site *sites;
static uint32_t *slots; /* index into sites, 0: empty */
static uint32_t site_count;

static void init(void) {
    sites = calloc(MAX_SITES + 1, sizeof *sites);
    slots = calloc(SLOTS, sizeof *slots);
    if (!sites || !slots) {
        fprintf(stderr, "simt: no memory for the table of instrumented places\n");
        exit(2);
    }
}

struct simt_site *simt_site_of(uintptr_t pc) {
    if (!sites)
        init();
    uint32_t i = (uint32_t)(pc * UINT64_C(0x9e3779b97f4a7c15) >> 47);
    for (; slots[i]; i = (i + 1) % SLOTS)
        if (sites[slots[i]].pc == pc)
            return &sites[slots[i]];
    if (site_count == MAX_SITES)
        return &sites[MAX_SITES];
    struct simt_site *site = &sites[++site_count];
    slots[i] = site_count;
    site->pc = pc;
    site->id = (uint16_t)site_count;
    site->weight = simt_block_weight(pc);
    if (site->weight.guards) {
        /* Nobody comes to a guarded block but through the one that guards it, so its record is made here. */
        uint16_t id = site->id;
        simt_site_of(site->weight.guards)->weight.issued = 0;
        site = &sites[id];
    }
    return site;
}

const struct simt_site *simt_site_get(uint16_t id) { return &sites[id]; }
