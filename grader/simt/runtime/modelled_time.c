// The modelled time of the program so far, which its events show.
#include "api.h"
#include "engine/model/host_work.h"
#include "engine/model/kernels.h"
#include "engine/model/profile.h"
#include "engine/timing/timeline.h"

static struct simt_timeline timeline;
static size_t calls_seen;

/** The list of calls, and what the host did, began anew since time was asked for last. */
static bool began_anew(void) {
    return calls_seen > simt_host_call_count() || timeline.accessed > simt_host_work.accessed_bytes;
}

double simt_api_now_us(void) {
    if (began_anew()) {
        calls_seen = 0;
        timeline = (struct simt_timeline){0};
    }
    for (const struct simt_host_call *call; (call = simt_host_call_get(calls_seen)) != NULL; calls_seen++)
        simt_timeline_call(&timeline, call,
                           call->kind == SIMT_CALL_LAUNCH ? simt_kernel_get(call->kernel)->modelled_us : 0,
                           simt_profile());
    simt_timeline_host_work(&timeline, simt_host_work.accessed_bytes, simt_host_instructions(),
                            simt_profile());
    return simt_timeline_us(&timeline);
}
