// Packs and unpacks the cells of four bytes.
#include "engine/memory/packed.h"

#include <string.h>

enum { WARP = 32 };
enum {
    OTHER_SHIFT = 4,
    ATOMICS_SHIFT = 8,
    LANE_BITS = 5,
    MOST_WRITE_DELTA = (1 << (8 - LANE_BITS)) - 1,
    MOST_READ_DELTA = UINT8_MAX
};

static bool pack_writers(const struct simt_bytes *in, struct simt_packed *p) {
    const struct simt_cell *first = NULL;
    for (unsigned i = 0; i < 4; i++) {
        const struct simt_cell *c = &in->cell[i];
        if (!c->write_site)
            continue;
        if (!first)
            first = c;
        if (c->writer / WARP != first->writer / WARP || c->write_timestamp != first->write_timestamp)
            return false;
        if (!p->write_site || c->write_site < p->write_site)
            p->write_site = c->write_site;
        p->flags = (uint16_t)(p->flags | 1u << i);
    }
    if (!first)
        return true;
    p->write_warp = first->writer / WARP;
    p->write_timestamp = first->write_timestamp;
    for (unsigned i = 0; i < 4; i++) {
        unsigned delta = (unsigned)in->cell[i].write_site - p->write_site;
        if (!in->cell[i].write_site)
            continue;
        if (delta > MOST_WRITE_DELTA)
            return false;
        p->writer[i] = (uint8_t)(in->cell[i].writer % WARP | delta << LANE_BITS);
    }
    return true;
}

static bool pack_readers(const struct simt_bytes *in, struct simt_packed *p) {
    const struct simt_access_summary *first = NULL;
    for (unsigned i = 0; i < 4; i++) {
        const struct simt_access_summary *r = &in->cell[i].readers;
        if (!r->mask)
            continue;
        if (!first)
            first = r;
        if (r->warp != first->warp || r->timestamp != first->timestamp)
            return false;
        if (!p->site || r->site < p->site)
            p->site = r->site;
    }
    if (!first)
        return true;
    p->warp = first->warp;
    p->timestamp = first->timestamp;
    for (unsigned i = 0; i < 4; i++) {
        const struct simt_access_summary *r = &in->cell[i].readers;
        unsigned delta = (unsigned)r->site - p->site;
        if (!r->mask)
            continue;
        if (delta > MOST_READ_DELTA)
            return false;
        p->mask[i] = r->mask;
        p->site_delta[i] = (uint8_t)delta;
    }
    return true;
}

static bool pack_others(const struct simt_bytes *in, struct simt_packed *p) {
    for (unsigned i = 0; i < 4; i++) {
        const struct simt_access_summary *r = &in->cell[i].readers;
        if (!r->other_site)
            continue;
        if (p->other_site && (r->other != p->other || r->other_timestamp != p->other_timestamp ||
                              r->other_site != p->other_site))
            return false;
        p->other = r->other;
        p->other_timestamp = r->other_timestamp;
        p->other_site = r->other_site;
        p->flags = (uint16_t)(p->flags | 1u << (OTHER_SHIFT + i));
    }
    return true;
}

static bool pack_atomics(const struct simt_bytes *in, struct simt_packed *p,
                         const struct simt_access_summary **beside) {
    *beside = NULL;
    for (unsigned i = 0; i < 4; i++) {
        p->flags = (uint16_t)(p->flags | (unsigned)in->cell[i].atomics << (ATOMICS_SHIFT + 2 * i));
        if (in->cell[i].atomics != SIMT_ATOMICS_BESIDE)
            continue;
        if (*beside && memcmp(*beside, &in->atomics[i], sizeof **beside) != 0)
            return false;
        *beside = &in->atomics[i];
    }
    return true;
}

bool simt_pack(const struct simt_bytes *in, struct simt_packed *out,
               const struct simt_access_summary **beside) {
    *out = (struct simt_packed){0};
    return pack_writers(in, out) && pack_readers(in, out) && pack_others(in, out) &&
           pack_atomics(in, out, beside);
}

void simt_unpack(const struct simt_packed *p, unsigned i, struct simt_cell *cell) {
    struct simt_access_summary *r = &cell->readers;
    if (p->flags >> i & 1) {
        cell->writer = p->write_warp * WARP + p->writer[i] % WARP;
        cell->write_timestamp = p->write_timestamp;
        cell->write_site = (uint16_t)(p->write_site + (p->writer[i] >> LANE_BITS));
    }
    if (p->mask[i]) {
        r->mask = p->mask[i];
        r->warp = p->warp;
        r->timestamp = p->timestamp;
        r->site = (uint16_t)(p->site + p->site_delta[i]);
    }
    if (p->flags >> (OTHER_SHIFT + i) & 1) {
        r->other = p->other;
        r->other_timestamp = p->other_timestamp;
        r->other_site = p->other_site;
    }
    cell->atomics = p->flags >> (ATOMICS_SHIFT + 2 * i) & 3;
}
