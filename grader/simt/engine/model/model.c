// How long a launch would take on a device, from what the engine counted.

#include "engine/model/model.h"

#include <math.h>

enum { WARP = 32, SECTOR_BYTES = 32, WAVEFRONT_BYTES = 128 };

// How the launch lies on the device.
struct layout {
    double blocks, warps_per_block;
    double resident_blocks; // on a busy multiprocessor, at a time
    double share;           // of all blocks, those the busiest multiprocessor runs
    double rounds;          // how often it runs a full set of resident blocks, one after the other
};

static double volume(struct simt_dim3 d) { return (double)d.x * d.y * d.z; }

// Blocks a multiprocessor holds: the CUDA programming guide's occupancy rule, less registers, which the
// engine does not know.
static double blocks_that_fit(const struct simt_kernel_record *record, const struct simt_profile *profile,
                              double warps_per_block) {
    double by_threads = floor(profile->threads_per_multiprocessor / (WARP * warps_per_block));
    double shared = (double)(record->shared_bytes + profile->shared_reserved_per_block);
    double by_shared = shared > 0 ? floor((double)profile->shared_per_multiprocessor / shared) : by_threads;
    return fmax(1, fmin(profile->blocks_per_multiprocessor, fmin(by_threads, by_shared)));
}

static struct layout lay_out(const struct simt_kernel_record *record, const struct simt_profile *profile) {
    struct layout l = {.blocks = volume(record->grid)};
    l.warps_per_block = ceil(volume(record->block) / WARP);
    double busiest = ceil(l.blocks / profile->multiprocessors);
    l.resident_blocks = fmin(busiest, blocks_that_fit(record, profile, l.warps_per_block));
    l.share = busiest / l.blocks;
    l.rounds = busiest / l.resident_blocks;
    return l;
}

// Bytes between the device's memory and its caches. A sector that is asked for again may come from a cache or
// not; but there are no more sectors to fetch than memory is allocated.
static double memory_bytes(const struct simt_traffic *traffic, const struct simt_kernel_record *record) {
    double bytes = (double)traffic->transactions * SECTOR_BYTES;
    return record->device_bytes ? fmin(bytes, (double)record->device_bytes) : bytes;
}

// The roofline's slanted part. A copy's time is a read's and a write's, which gives the write bandwidth.
static double memory_seconds(const struct simt_kernel_record *record, const struct simt_profile *profile) {
    const struct simt_counters *c = &record->counters;
    double per_read = 1 / profile->read_bandwidth;
    double per_write = fmax(2 / profile->copy_bandwidth - per_read, per_read);
    return memory_bytes(&c->global_load, record) * per_read +
           memory_bytes(&c->global_store, record) * per_write;
}

// Every sector comes to its multiprocessor, from a cache or not; and a grid of few blocks uses few of them,
// however much bandwidth the device has.
static double port_cycles(const struct simt_counters *c, const struct simt_profile *profile) {
    double sectors = (double)(c->global_load.transactions + c->global_store.transactions);
    return sectors * SECTOR_BYTES / profile->bytes_per_cycle;
}

// Wavefronts that a request needs beyond the least for its bytes.
static double conflicts_of(const struct simt_traffic *shared) {
    double least = fmax((double)shared->requests, (double)shared->bytes / WAVEFRONT_BYTES);
    return fmax(0, (double)shared->transactions - least);
}

// Bank conflicts hold up whoever comes after: a warp in conflict with itself keeps the path to shared memory
// busy, and in a tree or a scan the others of its block wait for it at the next barrier.
static double conflict_cycles(const struct simt_counters *c, const struct simt_profile *profile) {
    return conflicts_of(&c->shared_load) + conflicts_of(&c->shared_store) +
           conflicts_of(&c->shared_atomic) * profile->shared_atomic_cycles;
}

// Schedulers start issue_per_cycle instructions at best, and a warp none before its last one's result is
// there.
static double issue_cycles(const struct simt_counters *c, const struct simt_profile *profile,
                           const struct layout *l) {
    double schedulers = profile->issue_per_cycle * profile->issue_efficiency;
    double warps = l->resident_blocks * l->warps_per_block / profile->instruction_latency;
    return (double)c->warp_instructions / fmin(schedulers, warps) + conflict_cycles(c, profile);
}

// Shared memory serves one wavefront a cycle.
static double shared_cycles(const struct simt_counters *c, const struct simt_profile *profile) {
    return (double)(c->shared_load.transactions + c->shared_store.transactions) +
           (double)c->shared_atomic.transactions * profile->shared_atomic_cycles;
}

// Atomics on addresses far apart run side by side; on few addresses they take turns. How few there are shows
// in how many lanes of a request share one: with random data 1.006 of 32 lanes on 2^16 addresses, 1.11 on
// 2^12, 1.93 on 2^8, 7.0 on 8. The curve meets what was measured there within a factor of 1.1, but for 2^8:
// the bytes of a histogram fell on one part of the cache in one run and on two in another, 68 and 33 ms.
static double atomic_seconds(const struct simt_counters *c, const struct simt_profile *profile) {
    if (c->global_atomic.requests == 0)
        return 0;
    double sharing =
        (double)c->atomic_serialization / (double)(c->global_atomic.requests + c->shared_atomic.requests);
    double rate = profile->atomic_rate / (1 + profile->atomic_contention * (sharing - 1));
    return (double)c->global_atomic.transactions / fmax(rate, profile->same_address_rate);
}

// The time an average warp needs alone. Resident warps overlap; rounds do not. Atomics whose result nobody
// uses are not waited for, and loads one right behind the other are waited for together.
static double latency_seconds(const struct simt_counters *c, const struct simt_profile *profile,
                              const struct layout *l) {
    double warps = l->blocks * l->warps_per_block;
    double loads = (double)c->load_waits / warps / profile->requests_in_flight;
    double barriers = (double)c->barriers / l->blocks;
    double cycles = barriers * (profile->barrier_latency + profile->shared_latency) +
                    (double)c->warp_instructions / warps * profile->instruction_latency;
    return l->rounds * (loads * profile->memory_latency + cycles / profile->clock_hz);
}

static void consider(struct simt_model *model, double us, const char *name) {
    if (us > model->total) {
        model->total = us;
        model->bound_by = name;
    }
}

struct simt_model simt_model(const struct simt_kernel_record *record, const struct simt_profile *profile) {
    struct simt_model m = {.bound_by = "nothing"};
    if (!(volume(record->grid) > 0 && volume(record->block) > 0))
        return m;
    const struct simt_counters *c = &record->counters;
    struct layout l = lay_out(record, profile);
    double busiest_us =
        l.share * 1e6 / profile->clock_hz; // per cycle of work, all of it on one multiprocessor
    m.occupancy = l.resident_blocks * l.warps_per_block * WARP / profile->threads_per_multiprocessor;
    m.memory = memory_seconds(record, profile) * 1e6;
    m.port = port_cycles(c, profile) * busiest_us;
    m.issue = issue_cycles(c, profile, &l) * busiest_us;
    m.shared = shared_cycles(c, profile) * busiest_us;
    m.atomics = atomic_seconds(c, profile) * 1e6;
    m.blocks = l.blocks / profile->block_rate * 1e6;
    m.latency = latency_seconds(c, profile, &l) * 1e6;
    consider(&m, m.memory, "memory");
    consider(&m, m.port, "port");
    consider(&m, m.issue, "issue");
    consider(&m, m.shared, "shared");
    consider(&m, m.atomics, "atomics");
    consider(&m, m.blocks, "blocks");
    consider(&m, m.latency, "latency");
    return m;
}

double simt_model_us(const struct simt_kernel_record *record, const struct simt_profile *profile) {
    return simt_model(record, profile).total;
}
