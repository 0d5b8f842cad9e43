// Registered host memory: whole pages, copied into shared ones that take their place.

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "engine/fiber/fiber.h"
#include "engine/memory/closed_memory.h"
#include "engine/memory/device_range.h"
#include "engine/memory/heap.h"
#include "engine/memory/shadow.h"

enum { PAGE = 4096 };

static struct range {
    uintptr_t address, device_address;
    size_t size;
} * ranges;
static size_t count;

static uintptr_t page_of(uintptr_t address) { return address / PAGE * PAGE; }

static struct range *find(uintptr_t address, size_t size) {
    for (size_t i = 0; i < count; i++)
        if (address < ranges[i].address + ranges[i].size && address + size > ranges[i].address)
            return &ranges[i];
    return NULL;
}

/** Puts shared pages with the same bytes in the place of the pages [from, from + size), and maps them at @p
 * to as well. */
static bool share_pages(uintptr_t from, size_t size, uintptr_t to) {
    void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return false;
    memcpy(shared, (const void *)from, size);
    /* An old size of zero asks for a second mapping. */
    bool mapped = mremap(shared, 0, size, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)to) != MAP_FAILED;
    return mapped && mremap(shared, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)from) != MAP_FAILED;
}

/* The pages may be those of the caller's own stack, of which nothing may change while they are copied: so
 * that is done on another one. */
static struct {
    uintptr_t from, to;
    size_t size;
    bool done;
    simt_context caller, own;
} request;

static void share_requested_pages(void) {
    simt_context gone;
    request.done = share_pages(request.from, request.size, request.to);
    simt_switch(&gone, &request.caller);
    abort(); /* never resumed */
}

static bool share_pages_on_own_stack(uintptr_t from, size_t size, uintptr_t to) {
    static char stack[4 * PAGE] __attribute__((aligned(PAGE)));
    request.from = from;
    request.size = size;
    request.to = to;
    simt_context_make(&request.own, (uintptr_t)stack + sizeof stack, sizeof stack, share_requested_pages);
    simt_switch(&request.caller, &request.own);
    return request.done;
}

bool simt_register(uintptr_t address, size_t size, uintptr_t at) {
    uintptr_t first = page_of(address);
    size_t span = page_of(address + size - 1) + PAGE - first;
    struct range *grown = realloc(ranges, (count + 1) * sizeof *grown);
    if (!grown)
        return false;
    ranges = grown;
    uintptr_t device_address = simt_heap_allocate(address - first + size, false, at);
    if (!device_address)
        return false;
    if (!share_pages_on_own_stack(first, span, device_address)) {
        simt_heap_free(device_address, 0);
        return false;
    }
    simt_memory_share(device_address, span);
    simt_mark_initialized(device_address, address - first + size, true);
    ranges[count++] = (struct range){address, device_address + (address - first), size};
    return true;
}

bool simt_unregister(uintptr_t address) {
    struct range *range = find(address, 1);
    if (!range || range->address != address)
        return false;
    simt_memory_share_no_more(page_of(range->device_address));
    simt_heap_free(page_of(range->device_address), 0);
    *range = ranges[--count];
    return true;
}

bool simt_is_registered(uintptr_t address, size_t size) { return find(address, size) != NULL; }

bool simt_is_of_registered_page(uintptr_t device_address) {
    for (size_t i = 0; i < count; i++)
        if (device_address >= page_of(ranges[i].device_address) &&
            device_address < page_of(ranges[i].device_address + ranges[i].size - 1) + PAGE)
            return true;
    return false;
}

bool simt_registered_holds(uintptr_t address, size_t size) {
    const struct range *range = find(address, 1);
    return range && size <= range->size - (address - range->address);
}

uintptr_t simt_registered_alias(uintptr_t address) {
    const struct range *range = count ? find(address, 1) : NULL;
    return range ? range->device_address + (address - range->address) : address;
}
