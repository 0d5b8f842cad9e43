// The list of launches.
#include "engine/report/kernels.h"

#include <stdio.h>
#include <stdlib.h>

static struct simt_kernel_record **records;
static size_t count, capacity;

struct simt_kernel_record *simt_kernel_add(void) {
    if (count == capacity) {
        capacity = capacity ? 2 * capacity : 64;
        records = realloc(records, capacity * sizeof *records);
    }
    struct simt_kernel_record *record = records ? calloc(1, sizeof *record) : NULL;
    if (!record) {
        fprintf(stderr, "simt: no memory for another launch's counters\n");
        exit(2);
    }
    return records[count++] = record;
}

size_t simt_kernel_count(void) { return count; }
const struct simt_kernel_record *simt_kernel_get(size_t i) { return i < count ? records[i] : NULL; }

void simt_kernels_clear(void) {
    while (count > 0)
        free(records[--count]);
}

static void add_traffic(struct simt_traffic *to, const struct simt_traffic *more) {
    to->requests += more->requests;
    to->bytes += more->bytes;
    to->transactions += more->transactions;
}

_Static_assert(sizeof(struct simt_counters) == 28 * sizeof(uint64_t), "a new counter is added up, too");

void simt_counters_add(struct simt_counters *to, const struct simt_counters *more) {
    add_traffic(&to->global_load, &more->global_load);
    add_traffic(&to->global_store, &more->global_store);
    add_traffic(&to->global_atomic, &more->global_atomic);
    add_traffic(&to->shared_load, &more->shared_load);
    add_traffic(&to->shared_store, &more->shared_store);
    add_traffic(&to->shared_atomic, &more->shared_atomic);
    to->load_waits += more->load_waits;
    to->barriers += more->barriers;
    to->warp_instructions += more->warp_instructions;
    to->active_instructions += more->active_instructions;
    to->lane_instructions += more->lane_instructions;
    to->atomic_serialization += more->atomic_serialization;
    to->steps = more->steps > to->steps ? more->steps : to->steps;
    to->shuffles += more->shuffles;
    to->work += more->work;
}
