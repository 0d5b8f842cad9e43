// The table of instrumented code addresses.
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
    return site;
}

/** Without a record the host's machine code is decoded. A guarded block is reached only from the block that
 * guards it, so it is weighed with that one. */
static void weigh(struct simt_site *site) {
    site->weight = simt_block_weight(site->pc);
    if (site->weight.guards) {
        struct simt_site *guarded = simt_block_site(site->weight.guards, NULL);
        guarded->weight.issued = 0;
    }
}

struct simt_site *simt_block_site(uintptr_t pc, const struct simt_code_info *info) {
    struct simt_site *site = simt_site_of(pc);
    if (__builtin_expect(site->is_weighed, 1))
        return site;
    site->is_weighed = true;
    if (info)
        site->weight = simt_weight_of_info(info);
    else
        weigh(site);
    return site;
}

const struct simt_site *simt_site_get(uint16_t id) { return &sites[id]; }

/* The instructions that a GPU would issue for a basic block: from its record, which the compiler plugin
 * wrote. Without the plugin they are estimated from the host's machine code
 * (engine/processor/host_weights.h). */

struct simt_weight simt_weight_of_info(const struct simt_code_info *info) {
    uint32_t issued = info->accesses;
    for (unsigned unit = 0; unit < SIMT_UNITS; unit++) {
        issued += info->skipped.issued[unit];
        for (unsigned i = 0; i <= info->accesses; i++)
            issued += info->segment[i].issued[unit];
    }
    /* Guarded instructions are issued with the preceding block in any case. */
    return (struct simt_weight){.own = info->own, .issued = info->guarded ? 0 : issued};
}
