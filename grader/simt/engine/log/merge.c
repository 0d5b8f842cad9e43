// Reads a batch in lockstep order and hands each group of lanes on as one instruction of the warp.
#include <string.h>

#include "engine/log/batch.h"
#include "engine/memory/bounds.h"
#include "engine/memory/device_range.h"
#include "engine/memory/shadow.h"

bool simt_shapes_seen = true;

/** True if all addresses are aligned, and in the bounds of what the instruction accessed last: the common
 * case.
 */
static bool all_valid(const struct simt_request *request) {
    const struct simt_bounds *bounds = &request->site->bounds;
    const uint64_t low = bounds->low, room = bounds->high - low, size = request->size;
    const uint64_t span = simt_request_span(request), first = simt_request_low(request);
    bool bad = bounds->validity != simt_bounds_validity || room < size;
    if (span > 0)
        return !bad && (first & (size - 1)) == 0 && span <= room && first - low <= room - span;
    for (uint32_t left = request->lanes; left; left &= left - 1) {
        const uint64_t offset = request->offset[__builtin_ctz(left)];
        bad |= (offset & (size - 1)) != 0 || offset - low > room - size;
    }
    return !bad;
}

/** The lanes whose addresses are aligned and in the bounds of a variable or allocation. */
static uint32_t valid_lanes(const struct simt_request *request) {
    uint32_t valid = 0;
    if (all_valid(request))
        return request->lanes;
    for (uint32_t left = request->lanes; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        uint64_t offset = request->offset[i];
        if (offset % request->size == 0 &&
            simt_in_bounds(&request->site->bounds, offset, request->size, request->shared))
            valid |= left & -left;
    }
    return valid;
}

/** What the lanes store counts as written from now on. */
static void mark_written(const struct simt_request *request) {
    uint8_t *bits = simt_written;
    if (request->shape != SIMT_ANY_ADDRESSES && request->valid == request->lanes) {
        simt_mark_initialized(SIMT_DEVICE_BASE + simt_request_low(request), simt_request_span(request), true);
        return;
    }
    for (uint32_t left = request->valid; left; left &= left - 1) {
        uint64_t offset = request->offset[__builtin_ctz(left)];
        if (request->size == 16)
            bits[offset / 8] = bits[offset / 8 + 1] = 0xff;
        else
            simt_set_initialized_bits(bits, offset, request->size, true);
    }
}

/** True if the lanes are a run without gaps. */
static bool is_run(uint32_t lanes) {
    const uint32_t run = lanes >> __builtin_ctz(lanes);
    return (run & (run + 1)) == 0;
}

enum simt_address_shape simt_shape_of(const struct simt_request *request) {
    const unsigned first = (unsigned)__builtin_ctz(request->lanes);
    const uint64_t low = request->offset[first], size = request->size;
    uint64_t apart = 0, moved = 0;
    if (request->lanes == UINT32_MAX) {
        for (unsigned i = 0; i < SIMT_WARP; i++) {
            apart |= request->offset[i] ^ (low + i * size);
            moved |= request->offset[i] ^ low;
        }
    } else {
        apart = !is_run(request->lanes);
        for (uint32_t left = request->lanes; left; left &= left - 1) {
            const unsigned i = (unsigned)__builtin_ctz(left);
            apart |= request->offset[i] ^ (low + (i - first) * size);
            moved |= request->offset[i] ^ low;
        }
    }
    return !simt_shapes_seen ? SIMT_ANY_ADDRESSES
           : !apart          ? SIMT_CONSECUTIVE
           : !moved          ? SIMT_ONE_ADDRESS
                             : SIMT_ANY_ADDRESSES;
}

static void read_local(struct simt_request *request, const struct simt_log_reader *reader) {
    request->local = true;
    request->valid = request->lanes;
    request->shape = SIMT_ANY_ADDRESSES; /* each lane's place is in its own stack */
    for (unsigned i = 0; i < SIMT_WARP; i++)
        request->offset[i] += SIMT_DEVICE_BASE;
    reader->local(request);
}

/** Takes the addresses from the log, and what belongs to them; in step, all of them are in one row. */
static void gather(struct simt_request *request, bool in_step) {
    uint64_t(*address)[SIMT_WARP] = simt_batch_address(request->batch),
    (*before)[SIMT_WARP] = simt_batch_before(request->batch);
    const uint32_t *row = request->row, only = row[__builtin_ctz(request->lanes)];
    if (in_step) {
        for (unsigned i = 0; i < SIMT_WARP; i++)
            request->offset[i] = address[only][i] - SIMT_DEVICE_BASE;
        if (request->kind != LOG_LOAD)
            memcpy(request->before, before[only], sizeof request->before);
        return;
    }
    for (uint32_t left = request->lanes; left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctz(left);
        request->offset[i] = address[row[i]][i] - SIMT_DEVICE_BASE;
        request->before[i] = before[row[i]][i];
    }
}

/** The lanes that access shared memory. */
static uint32_t lanes_in_shared(const struct simt_request *request) {
    const uint64_t low = simt_request_low(request);
    const unsigned span = simt_request_span(request);
    uint32_t shared = 0;
    if (span > 0 && (low < SIMT_SHARED_SPAN) == (low + span <= SIMT_SHARED_SPAN))
        return low < SIMT_SHARED_SPAN ? request->lanes : 0;
    for (uint32_t left = request->lanes; left; left &= left - 1)
        shared |= (uint32_t)(request->offset[__builtin_ctz(left)] < SIMT_SHARED_SPAN) << __builtin_ctz(left);
    return shared;
}

/** A request to one of the memories. */
static void read_part(struct simt_request *request, uint32_t lanes, bool shared,
                      const struct simt_log_reader *reader) {
    if (request->lanes != lanes)
        request->shape = SIMT_ANY_ADDRESSES;
    request->lanes = lanes;
    request->shared = shared;
    request->valid = valid_lanes(request);
    reader->request(request);
    if (request->kind != LOG_LOAD)
        mark_written(request);
}

/** One memory instruction: a request to each of the memories that its lanes access. @p row gives each lane's
 * row. */
static void read_access(uint64_t key, uint32_t lanes, const uint32_t *row, bool in_step,
                        const struct simt_batch *batch, const struct simt_log_reader *reader) {
    struct simt_request request; /* not cleared as a whole: its arrays are large */
    request.batch = batch;
    request.site = simt_site_of(simt_key_pc(key));
    request.kind = simt_key_kind(key);
    request.size = simt_key_size(key);
    request.loose = simt_key_is_loose(key);
    request.overwrites = simt_key_overwrites(key);
    request.shared = request.local = false;
    request.lanes = lanes;
    request.row = row;
    gather(&request, in_step);
    request.shape = simt_shape_of(&request);
    if (!simt_is_device_address(SIMT_DEVICE_BASE + simt_request_low(&request))) {
        read_local(&request, reader);
        return;
    }
    request.site->is_volatile = simt_key_is_volatile(key);
    request.site->is_atomic = simt_key_is_atomic(key);
    request.site->of_block = simt_key_is_of_block(key);
    const uint32_t shared = lanes_in_shared(&request);
    if (shared)
        read_part(&request, shared, true, reader);
    if (lanes & ~shared)
        read_part(&request, lanes & ~shared, false, reader);
}

/** A basic block. @p row gives the first lane's row */
static void read_block(uint64_t key, uint32_t lanes, const uint32_t *row, const struct simt_batch *batch,
                       const struct simt_log_reader *reader) {
    const unsigned first = (unsigned)__builtin_ctz(lanes);
    const struct simt_code_info *info =
        (const struct simt_code_info *)(uintptr_t)simt_batch_address(batch)[row[first]][first];
    const struct simt_code_event event = {
        .batch = batch, .site = simt_block_site(simt_key_pc(key), info), .lanes = lanes, .info = info};
    reader->code(&event);
}

static void read_entry(uint64_t key, uint32_t lanes, const uint32_t *row, bool in_step,
                       const struct simt_batch *batch, const struct simt_log_reader *reader) {
    if (simt_key_kind(key) != LOG_BLOCK && !simt_key_is_fence(key)) {
        read_access(key, lanes, row, in_step, batch, reader);
        return;
    }
    if (simt_key_kind(key) == LOG_BLOCK)
        read_block(key, lanes, row, batch, reader);
    else
        reader->fence(&(struct simt_code_event){.batch = batch,
                                                .site = simt_site_of(simt_key_pc(key)),
                                                .lanes = lanes,
                                                .device = simt_key_size(key) == 1u << FENCE_DEVICE});
}

/** Two keys at once. */
typedef uint64_t key_pair __attribute__((vector_size(16), may_alias));

/** True if all lanes of a whole warp have the same key in a row. */
static inline bool same_key_of_all(const uint64_t *row, uint64_t key) {
    const key_pair *keys = (const key_pair *)row, wanted = {key, key};
    key_pair difference = {0, 0};
    for (unsigned i = 0; i < SIMT_WARP / 2; i++)
        difference |= keys[i] ^ wanted;
    return (difference[0] | difference[1]) == 0;
}

/** True if all lanes of @p lanes have the same key in a row. */
static inline bool same_key(const uint64_t *row, uint32_t lanes, uint64_t key) {
    if (lanes == UINT32_MAX)
        return same_key_of_all(row, key);
    uint64_t difference = 0;
    for (uint32_t left = lanes; left; left &= left - 1)
        difference |= row[__builtin_ctz(left)] ^ key;
    return difference == 0;
}

/** Lanes with entries. */
static uint32_t lanes_with_entries(const struct simt_batch *batch) {
    uint32_t lanes = 0;
    for (uint32_t left = batch->lanes; left; left &= left - 1)
        lanes |= (uint32_t)(batch->written[__builtin_ctz(left)] > 0) << __builtin_ctz(left);
    return lanes;
}

/** Lanes with entries left to read, of some. */
static uint32_t unread(const struct simt_batch *batch, uint32_t lanes) {
    uint32_t left_over = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        left_over |= (uint32_t)(batch->read[i] < batch->written[i]) << i;
    }
    return left_over;
}

/** Rows that each of the lanes has written. */
static uint32_t common_rows(const struct simt_batch *batch, uint32_t lanes) {
    uint32_t least = LOG_ROWS;
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t written = batch->written[__builtin_ctz(left)];
        least = written < least ? written : least;
    }
    return least;
}

/** The common case: lanes in step, row by row from the start, until they branch apart or one has no more. */
static uint32_t merge_in_step(struct simt_batch *batch, uint32_t lanes,
                              const struct simt_log_reader *reader) {
    uint32_t row[SIMT_WARP], end = common_rows(batch, lanes), r = 0;
    if (!lanes)
        return 0;
    unsigned first = (unsigned)__builtin_ctz(lanes);
    for (; r < end; r++) {
        uint64_t key = batch->key[r][first];
        if (!same_key(batch->key[r], lanes, key))
            break;
        row[first] = r;
        if (simt_key_kind(key) != LOG_BLOCK)
            for (unsigned i = 0; i < SIMT_WARP; i++)
                row[i] = r;
        read_entry(key, lanes, row, true, batch, reader);
    }
    for (uint32_t left = lanes; left; left &= left - 1)
        batch->read[__builtin_ctz(left)] = r;
    return unread(batch, lanes);
}

/** The lowest key among the next entries, and the lanes that share it. */
static uint32_t front(const struct simt_batch *batch, uint32_t lanes_left, uint64_t *key) {
    uint64_t lowest = UINT64_MAX;
    uint32_t lanes = 0;
    for (uint32_t left = lanes_left; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        uint64_t k = batch->key[batch->read[i]][i];
        if (k < lowest) {
            lowest = k;
            lanes = 0;
        }
        if (k == lowest)
            lanes |= 1u << i;
    }
    *key = lowest;
    return lanes;
}

static void merge_apart(struct simt_batch *batch, uint32_t lanes_left, const struct simt_log_reader *reader) {
    while (lanes_left && !(batch->open & ~lanes_left)) {
        uint64_t key;
        uint32_t lanes = front(batch, lanes_left, &key);
        read_entry(key, lanes, batch->read, false, batch, reader);
        for (uint32_t left = lanes; left; left &= left - 1) {
            unsigned i = (unsigned)__builtin_ctz(left);
            if (++batch->read[i] == batch->written[i])
                lanes_left &= ~(1u << i);
        }
    }
}

void simt_log_merge(struct simt_batch *batch, const struct simt_log_reader *reader) {
    memset(batch->read, 0, sizeof batch->read);
    uint32_t lanes_left = merge_in_step(batch, lanes_with_entries(batch), reader);
    merge_apart(batch, lanes_left, reader);
}
