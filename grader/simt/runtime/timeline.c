// The device's modelled clock: kernels as the model says, copies by the rate of what they go through.
#include "api.h"
#include "engine/model/profile.h"
#include "engine/model/kernels.h"

/* Bytes a second between host and device: what a PCI Express 4.0 link of 16 lanes carries in practice. */
static const double LINK_BANDWIDTH = 25e9;

static double elapsed_us;
static size_t kernels_seen;

double simt_timeline_now(void) {
    if (kernels_seen > simt_kernel_count()) /* the list was cleared */
        kernels_seen = 0;
    while (kernels_seen < simt_kernel_count())
        elapsed_us += simt_kernel_get(kernels_seen++)->modelled_us;
    return elapsed_us;
}

void simt_timeline_add_copy(uint64_t size, int inside_device) {
    /* A copy inside the device reads and writes each byte. */
    double rate = inside_device ? simt_profile()->copy_bandwidth / 2 : LINK_BANDWIDTH;
    elapsed_us = simt_timeline_now() + (double)size / rate * 1e6;
}
