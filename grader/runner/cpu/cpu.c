// What the jobs of the CPU engine's driver share.
#include "cpu.h"

#include <stdio.h>
#include <string.h>

#include "engine/memory/heap.h"
#include "runner/driver.h"

char *cpu_sentence(const char *text) {
    char *json = NULL;
    if (asprintf(&json, "{\"fatal\":\"%s\"}", text) < 0)
        return NULL;
    return json;
}

void cpu_call(void (*launcher)(void), const uintptr_t arguments[5]) {
    driver_close_mappings(true);
    cpu_run(launcher, arguments);
    driver_close_mappings(false);
}

uintptr_t cpu_make_buffer(const void *from, size_t size) {
    const uintptr_t base = size > 0 ? simt_heap_allocate(size, false, 0) : 0;
    if (base && from)
        memcpy((void *)base, from, size); // NOLINT: device addresses are host addresses
    return base;
}

void cpu_free_buffer(uintptr_t base) {
    if (base)
        simt_heap_free(base, 0);
}
