// The list of launches, and its parts.
#include "engine/model/kernels.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/model/host_calls.h"
#include "engine/model/host_work.h"
#include "engine/model/parts.h"
#include "engine/model/sample.h"
#include "simt/simt.h"

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
        simt_sample_free(records[--count]->sample);
        free(records[count]);
    }
}

enum { MOST_PARTS = 16 };

static struct simt_part parts[MOST_PARTS];
static int part_count;
static unsigned part_now;

unsigned simt_part_now(void) { return part_now; }

const struct simt_part *simt_part_get(int i) { return i >= 0 && i < part_count ? &parts[i] : NULL; }

void simt_parts_clear(void) {
    part_count = 0;
    part_now++;
}

int simt_part_end(double n) {
    part_now++;
    if (part_count == MOST_PARTS)
        return -1;
    const struct simt_part *before = part_count ? &parts[part_count - 1] : &(const struct simt_part){0};
    parts[part_count] = (struct simt_part){.n = n,
                                           .launches = {before->launches.to, simt_kernel_count()},
                                           .first_call = before->end_call,
                                           .end_call = simt_host_call_count(),
                                           .accessed_before = before->accessed,
                                           .accessed = simt_host_work.accessed_bytes};
    return part_count++;
}
