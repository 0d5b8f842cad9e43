// What the jobs of the CPU engine's driver share.
#include "cpu.h"

#include <stdio.h>
#include <string.h>

#include "engine/memory/closed_memory.h"
#include "engine/memory/device_range.h"
#include "engine/memory/heap.h"
#include "runner/driver.h"

char *cpu_sentence(const char *text) {
    char *json = NULL;
    if (asprintf(&json, "{\"fatal\":\"%s\"}", text) < 0)
        return NULL;
    return json;
}

bool cpu_make_buffers(struct cpu_buffers *buffers, const struct call *call, const void *input,
                      const void *output) {
    *buffers = (struct cpu_buffers){{0}};
    for (uint32_t i = 0; i < call->count; i++) {
        const struct argument *a = &call->of[i];
        const bool given = call_has(CALL_GIVEN, a);
        if (!call_has(CALL_BUFFERS, a) || a->bytes == 0)
            continue;
        const uintptr_t at = buffers->at[i] = simt_heap_allocate(a->bytes, false, 0);
        if (!at)
            return false;
        // NOLINTBEGIN: device addresses are host addresses
        if (given)
            memcpy((void *)at, (const char *)input + call_offset(call, CALL_GIVEN, i), a->bytes);
        else if (call_has(CALL_WRITTEN, a))
            memcpy((void *)at, (const char *)output + call_offset(call, CALL_WRITTEN, i), a->bytes);
        // NOLINTEND
        if (given)
            simt_mark_initialized(at, a->bytes, true);
    }
    return true;
}

void cpu_copy_buffers(const struct cpu_buffers *buffers, const struct call *call, uint32_t set, void *to) {
    for (uint32_t i = 0; i < call->count; i++)
        if (call_has(set, &call->of[i]) && buffers->at[i])
            memcpy((char *)to + call_offset(call, set, i), (const void *)buffers->at[i], // NOLINT: as above
                   call->of[i].bytes);
}

void cpu_free_buffers(const struct cpu_buffers *buffers) {
    for (uint32_t i = 0; i < CALL_WORDS; i++)
        if (buffers->at[i])
            simt_heap_free(buffers->at[i], 0);
}

void cpu_call(void (*launcher)(void), const struct call *call, const struct cpu_buffers *buffers) {
    struct passed passed = {.word_count = 0};
    for (uint32_t i = 0; i < call->count; i++)
        call_pass(&passed, &call->of[i],
                  call->of[i].role == ARGUMENT_VALUE ? call->of[i].bits : buffers->at[i]);
    driver_close_mappings(true);
    simt_memory_close();
    cpu_run(launcher, &passed);
    simt_memory_open_all();
    driver_close_mappings(false);
}
