// The list of launches.
#include "engine/model/kernels.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/model/host_calls.h"

const struct simt_kernel_timer *simt_kernel_timer;

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
    simt_host_calls_clear();
    while (count > 0) {
        if (records[--count]->sample)
            simt_kernel_timer->forget(records[count]->sample);
        free(records[count]);
    }
}
