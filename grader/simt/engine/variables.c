// The section of device variables, and its second mapping in the device window.
#include "variables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "heap.h"
#include "window.h"

enum { PAGE = 4096 };

/* Closes the section: aligned like a page and a page long, and linked after the program's own objects, it
 * leaves the section's pages to the section alone. */
static char closing[PAGE] __attribute__((section("simt_device"), aligned(PAGE), used));

/* The linker's names for the section's bounds. */
extern char __start_simt_device[], __stop_simt_device[];

static uintptr_t mapped_at;

static _Noreturn void fail(const char *why) {
    fprintf(stderr, "simt: %s\n", why);
    exit(2);
}

void simt_variables_init(void) {
    char *start = __start_simt_device;
    size_t size = (size_t)(__stop_simt_device - start), used = size - sizeof closing;
    if (mapped_at || size == sizeof closing)
        return;
    if ((uintptr_t)start % PAGE != 0 || size % PAGE != 0)
        fail("the program must be linked with the engine's library last, for its __device__ variables");
    uintptr_t base = simt_heap_allocate(size, false, 0);
    if (!base || mmap((void *)base, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1,
                      0) == MAP_FAILED)
        fail("no memory for the program's __device__ variables");
    memcpy((void *)base, start, size);
    simt_mark_initialized(base, used, true);
    /* An old size of zero makes mremap a second mapping of the same shared memory. */
    if (mremap((void *)base, 0, size, MREMAP_MAYMOVE | MREMAP_FIXED, start) == MAP_FAILED)
        fail("cannot map the program's __device__ variables");
    mapped_at = base;
}

uintptr_t simt_variable_alias(uintptr_t address) {
    uintptr_t offset = address - (uintptr_t)__start_simt_device;
    if (offset >= (uintptr_t)(__stop_simt_device - __start_simt_device) - sizeof closing)
        return address;
    simt_variables_init();
    return mapped_at + offset;
}
