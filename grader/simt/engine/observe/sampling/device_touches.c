// The granules of device memory that requests touch, summed for the sample of a launch.
#include "engine/observe/sampling/device_touches.h"

#include "engine/observe/sampling/granules.h"
#include "engine/observe/transactions.h"

enum { GRANULE_LOG2 = 6 };

/** Writes the granules of a request, in equal parts. @return those that the launch writes for the first time
 */
static unsigned write(const struct simt_request *request, const uint64_t *places, uint32_t loaded,
                      unsigned count) {
    const unsigned bytes = (unsigned)__builtin_popcount(request->lanes) * request->size / count;
    unsigned first = 0;
    for (unsigned i = 0; i < count; i++)
        first += simt_granules_write(places[i] << GRANULE_LOG2, bytes, loaded >> i & 1);
    return first;
}

static void add(struct simt_sample *sample, struct simt_device_touches *touches,
                const struct simt_touched *touched) {
    touches->by_other |= touched->by_other;
    switch (touched->last) {
    case SIMT_TOUCH_AGAIN:
        sample->again_distance += (double)touched->distance;
        sample->again_touches++;
        touches->again++;
        break;
    case SIMT_TOUCH_CARRIED:
        sample->carried_distance += (double)touched->distance;
        sample->carried++;
        touches->first++;
        break;
    case SIMT_TOUCH_FIRST:
        touches->first++;
        break;
    case SIMT_TOUCH_RECENT:
        break;
    }
}

struct simt_device_touches simt_device_touch(struct simt_sample *sample, const struct simt_request *request) {
    uint64_t places[SIMT_WARP];
    const unsigned count = simt_places_of(request, GRANULE_LOG2, places);
    struct simt_device_touches touches = {0};
    uint32_t known = 0, untouched = 0;
    int64_t alone = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct simt_touched touched =
            simt_granules_touch(places[i] << GRANULE_LOG2, request->batch->block->number);
        add(sample, &touches, &touched);
        alone += touched.alone;
        untouched += touched.last == SIMT_TOUCH_FIRST;
        known |= (uint32_t)(touched.last == SIMT_TOUCH_RECENT || touched.last == SIMT_TOUCH_AGAIN) << i;
    }
    if (request->kind == LOG_STORE)
        touches.first = write(request, places, known, count);
    else
        sample->first_touches += touches.first;
    if (request->kind != LOG_STORE)
        sample->lone_touches += alone;
    if (request->kind == LOG_LOAD)
        sample->input_touches += untouched;
    return touches;
}

void simt_device_touches_end(struct simt_sample *sample) {
    sample->first_writes = simt_granules_written().all;
    sample->partial_writes = simt_granules_written().partial;
    sample->lone_writes = simt_granules_written().alone;
    if (sample->again_touches)
        sample->again_distance /= (double)sample->again_touches;
    if (sample->carried)
        sample->carried_distance /= (double)sample->carried;
}
