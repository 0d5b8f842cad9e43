// What the host asked of the device, and what it did itself.
#include "engine/model/host_calls.h"

#include <stdio.h>
#include <stdlib.h>

uint64_t simt_host_bytes;
struct simt_host_work simt_host_work = {.steps_then = SIMT_HOST_STEPS};

static struct simt_host_call *calls;
static size_t count, capacity;

void simt_host_call_add(struct simt_host_call call) {
    if (count == capacity) {
        const size_t more = capacity ? 2 * capacity : 64;
        struct simt_host_call *grown = realloc(calls, more * sizeof *calls);
        if (!grown) {
            fprintf(stderr, "simt: no memory for another call of the host\n");
            exit(2);
        }
        calls = grown;
        capacity = more;
    }
    call.accessed = simt_host_bytes;
    call.instructions = simt_host_instructions();
    calls[count++] = call;
}

size_t simt_host_call_count(void) { return count; }
const struct simt_host_call *simt_host_call_get(size_t i) { return i < count ? &calls[i] : NULL; }

void simt_host_calls_leave_out(bool (*is_left_out)(const struct simt_host_call *call)) {
    size_t left = 0;
    for (size_t i = 0; i < count; i++)
        if (!is_left_out(&calls[i]))
            calls[left++] = calls[i];
    count = left;
}

void simt_host_calls_clear(void) { count = 0; }
