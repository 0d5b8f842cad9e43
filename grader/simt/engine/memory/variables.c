// The section of device variables, and its second mapping in the device address range.
#include "engine/memory/variables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "engine/memory/device_range.h"
#include "engine/memory/heap.h"
#include "engine/memory/registered.h"
#include "engine/memory/variable_symbols.h"

enum { PAGE = 4096 };

/* Closes the section: aligned like a page and a page long, and linked after the program's own objects, it
 * leaves the section's pages to the section alone. */
static char closing[PAGE] __attribute__((section("simt_device"), aligned(PAGE), used));

/* The linker's names for the section's bounds. */
extern char __start_simt_device[], __stop_simt_device[];

static struct simt_variable *variables;
static size_t variable_count;

static _Noreturn void fail(const char *why) {
    fprintf(stderr, "simt: cannot make the program's __device__ variables known: %s\n", why);
    exit(2);
}

/** Maps @p size bytes of shared pages at @p from a second time, at @p to. */
static void map_again(void *from, size_t size, void *to) {
    /* An old size of zero asks for a second mapping; the first one stays. */
    if (mremap(from, 0, size, MREMAP_MAYMOVE | MREMAP_FIXED, to) == MAP_FAILED)
        fail("the system refuses the mapping");
}

/** Puts one variable into the device address range, from the shared pages that now hold the section. */
static void map_variable(struct simt_variable *variable, char *pages) {
    size_t offset = variable->address - (uintptr_t)__start_simt_device;
    if (offset % PAGE != 0)
        fail("one does not begin a page");
    variable->device_address = simt_heap_allocate(variable->size, false, 0);
    if (!variable->device_address)
        fail("no memory");
    map_again(pages + offset, (variable->size + PAGE - 1) / PAGE * PAGE, (void *)variable->device_address);
    simt_mark_initialized(variable->device_address, variable->size, true);
}

static void map_variables(void) {
    char *start = __start_simt_device;
    size_t size = (size_t)(__stop_simt_device - start);
    if ((uintptr_t)start % PAGE != 0 || size % PAGE != 0)
        fail("the engine's library has to be linked last");
    variables =
        simt_variable_symbols((uintptr_t)start, (uintptr_t)start + size - sizeof closing, &variable_count);
    if (!variables)
        fail("the program carries no symbols");
    char *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        fail("no memory");
    memcpy(pages, start, size);
    map_again(pages, size, start);
    for (size_t i = 0; i < variable_count; i++)
        map_variable(&variables[i], pages);
    munmap(pages, size);
}

uintptr_t simt_variable_alias(uintptr_t address) {
    uintptr_t start = (uintptr_t)__start_simt_device, size = (uintptr_t)__stop_simt_device - start;
    if (address - start >= size || size == sizeof closing)
        return simt_registered_alias(address);
    if (!variables)
        map_variables();
    size_t i = variable_count - 1;
    while (i > 0 && variables[i].address > address)
        i--;
    return variables[i].device_address + (address - variables[i].address);
}
