// Loads of neighbouring words that are one wide load on a GPU.
#include "engine/observe/sampling/wide_loads.h"

#include <string.h>

#include "engine/observe/transactions.h"

enum { WIDEST = 16, WORDS = 4 };

/** The loop around the block whose iterations follow each other without a branch: all of them, or as many as
 * the widest load has words. */
static uint32_t straight_code_of(const struct simt_code_info *info) {
    uint32_t number = 0;
    for (int i = 0; info && i < SIMT_CODE_LOOPS; i++)
        if (info->loops[i].number && (info->loops[i].entire || info->loops[i].together >= WORDS))
            number = info->loops[i].number;
    return number;
}

void simt_wide_loads_code(struct simt_wide_loads *wide, const struct simt_code_info *info) {
    const uint32_t code = straight_code_of(info);
    if (code == 0 || code != wide->code)
        simt_wide_loads_forget(wide);
    wide->code = code;
}

void simt_wide_loads_forget(struct simt_wide_loads *wide) {
    for (int i = 0; i < SIMT_WIDE_LOADS; i++)
        wide->loads[i].lanes = 0;
}

/** The least power of two that is not below. */
static uint32_t width_of(uint32_t bytes) {
    uint32_t width = 1;
    while (width < bytes)
        width *= 2;
    return width;
}

/** Whether the request loads, in each lane, what follows the wide load, and the wider one is aligned. */
static bool follows(const struct simt_wide_load *load, const struct simt_request *request) {
    const uint32_t bytes = load->bytes + request->size;
    const uint64_t width = width_of(bytes);
    if (load->lanes != request->lanes || bytes > WIDEST)
        return false;
    for (uint32_t left = load->lanes; left; left &= left - 1) {
        const int lane = __builtin_ctz(left);
        if (request->offset[lane] != load->offset[lane] + load->bytes || load->offset[lane] % width)
            return false;
    }
    return true;
}

const struct simt_wide_load *simt_wide_loads_join(struct simt_wide_loads *wide,
                                                  const struct simt_request *request, uint64_t *passes) {
    for (struct simt_wide_load *load = wide->loads; load < wide->loads + SIMT_WIDE_LOADS; load++) {
        if (!load->lanes || !follows(load, request))
            continue;
        load->bytes += request->size;
        struct simt_request whole = *request;
        whole.size = width_of(load->bytes);
        memcpy(whole.offset, load->offset, sizeof whole.offset);
        *passes = simt_transactions_of(&whole);
        return load;
    }
    return NULL;
}

void simt_wide_loads_add(struct simt_wide_loads *wide, const struct simt_request *request,
                         uint32_t operation) {
    struct simt_wide_load *load = &wide->loads[wide->next++ % SIMT_WIDE_LOADS];
    *load = (struct simt_wide_load){
        .lanes = request->lanes, .bytes = request->size, .operation = operation, .what = request->site->pc};
    memcpy(load->offset, request->offset, sizeof load->offset);
}
