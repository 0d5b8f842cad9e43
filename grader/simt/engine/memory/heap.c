// Device memory: a table of allocations in order of address, each followed by a guard of unused addresses.
// A guard is large, since a wrong index is often wrong by several blocks. It takes no memory, but addresses,
// and a sandbox may limit those: so once there are many live allocations, later ones have a guard of one
// page.
//
// The device has as much memory as its profile says, but the host lends it at most a quarter of its own: an
// allocation beyond either limit fails as on a full device. SIMT_MEMORY sets another limit, in bytes.
#include "engine/memory/heap.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/memory/closed_memory.h"
#include "engine/memory/device_range.h"
#include "engine/memory/poison.h"
#include "engine/model/host_calls.h"
#include "engine/model/profile.h"
#include "engine/report/settings.h"
#include "engine/report/status.h"

enum {
    PAGE = 4096,
    GUARD = 64 << 10,
    MOST_WITH_GUARD = 64, /* live allocations with a full guard */
    SMALL = 16,           /* in a kernel */
    SMALL_GUARD = 64,
    HOST_SHARE = 4,
    KEPT_FREED = 4 << 20
};

struct heap_record {
    struct simt_allocation allocation;
    uint64_t guard; /* bytes after it */
    bool leak_reported;
    bool kept; /* a static variable points to it */
};

static struct heap_record *records;
static size_t count, capacity, live_count;
static uint64_t used_bytes;
static bool keeps_static;
static uint64_t version; /* atomic */

uint64_t simt_heap_version(void) { return __atomic_load_n(&version, __ATOMIC_RELAXED); }

static void note_change(void) { __atomic_fetch_add(&version, 1, __ATOMIC_RELAXED); }

static uint64_t round_up(uint64_t size, uint64_t unit) { return (size + unit - 1) / unit * unit; }

static bool is_shared(const struct simt_allocation *a) {
    return a->kind == SIMT_MEMORY_MANAGED || a->kind == SIMT_MEMORY_PINNED;
}

/** Bytes of an allocation, without its guard. */
static uint64_t extent_of(const struct simt_allocation *a) {
    return round_up(a->size, a->kind == SIMT_MEMORY_KERNEL ? SMALL : PAGE);
}

static uint64_t guard_of(const struct simt_allocation *a) {
    const uint64_t extent = extent_of(a);
    if (a->kind != SIMT_MEMORY_KERNEL)
        return live_count < MOST_WITH_GUARD ? GUARD : PAGE;
    return extent < SMALL_GUARD ? SMALL_GUARD : extent > PAGE ? PAGE : extent;
}

/** Bytes of addresses that it takes. */
static uint64_t span_of(const struct heap_record *record) {
    return extent_of(&record->allocation) + record->guard;
}

/** The limit of the host's loan: the least that any machine with this profile can count on, unless
 * SIMT_MEMORY sets more. */
static uint64_t host_limit(void) {
    static uint64_t limit;
    const char *wanted = getenv("SIMT_MEMORY");
    if (limit == 0 && wanted)
        limit = strtoull(wanted, NULL, 10);
    if (limit == 0)
        limit = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE) / HOST_SHARE;
    return limit;
}

uint64_t simt_heap_lent(void) {
    const uint64_t device = simt_profile()->memory_bytes, host = host_limit();
    return device < host ? device : host;
}

static bool fits(size_t size) {
    const uint64_t limit = simt_heap_lent();
    return size <= limit && used_bytes <= limit - size;
}

static uintptr_t next_base(enum simt_memory_kind kind) {
    const struct heap_record *last = count ? &records[count - 1] : NULL;
    uintptr_t end = last ? last->allocation.base + span_of(last) : SIMT_HEAP_BASE + GUARD;
    return round_up(end, kind == SIMT_MEMORY_KERNEL ? SMALL : PAGE);
}

static struct heap_record *add_record(void) {
    if (count == capacity) {
        size_t wanted = capacity ? 2 * capacity : 64;
        struct heap_record *grown = realloc(records, wanted * sizeof *grown);
        if (!grown)
            return NULL;
        records = grown;
        capacity = wanted;
    }
    return &records[count++];
}

// After the last allocation; gaps of freed ones are left, so that late uses of them are recognised.
static bool place(struct heap_record *record) {
    record->allocation.base = next_base(record->allocation.kind);
    const uint64_t end = record->allocation.base - SIMT_DEVICE_BASE + span_of(record);
    return end <= simt_device_range_span && simt_device_range_grow(end);
}

static void forget_freed(void) {
    while (count > 0 && !records[count - 1].allocation.live)
        count--;
}

static bool place_somewhere(struct heap_record *record) {
    record->guard = guard_of(&record->allocation);
    if (place(record))
        return true;
    forget_freed();
    if (place(record))
        return true;
    record->guard = record->guard < PAGE ? record->guard : PAGE;
    return place(record);
}

static uintptr_t allocate(struct simt_allocation allocation) {
    struct heap_record made = {.allocation = allocation};
    simt_device_range_init();
    if (allocation.size == 0 || !fits(allocation.size) || !place_somewhere(&made))
        return 0;
    struct heap_record *record = add_record();
    if (!record)
        return 0;
    *record = made;
    record->allocation.live = true;
    used_bytes += allocation.size;
    live_count++;
    simt_memory_open(made.allocation.base, allocation.size);
    simt_poison(made.allocation.base, allocation.size);
    return made.allocation.base;
}

uintptr_t simt_heap_allocate(size_t size, bool user, uintptr_t made_at) {
    return allocate((struct simt_allocation){.size = size, .user = user, .made_at = made_at});
}

uintptr_t simt_heap_allocate_in_kernel(size_t size, const struct simt_actor *maker) {
    return allocate((struct simt_allocation){.size = size,
                                             .kind = SIMT_MEMORY_KERNEL,
                                             .user = true,
                                             .made_at = maker->pc,
                                             .block = maker->block,
                                             .thread = maker->thread});
}

/** The last record that starts at or before @p address; NULL if none. */
static struct heap_record *last_before(uintptr_t address) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (records[middle].allocation.base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &records[low - 1] : NULL;
}

static struct heap_record *live_at(uintptr_t base) {
    struct heap_record *record = last_before(base);
    return record && record->allocation.base == base && record->allocation.live ? record : NULL;
}

bool simt_heap_share_with_host(uintptr_t base, enum simt_memory_kind kind) {
    struct heap_record *record = live_at(base);
    if (!record)
        return false;
    if (!is_shared(&record->allocation))
        simt_memory_share(base, record->allocation.size);
    record->allocation.kind = kind;
    return true;
}

void simt_heap_order_by_stream(uintptr_t base) {
    struct heap_record *record = live_at(base);
    if (record)
        record->allocation.stream_ordered = true;
}

static void release(struct heap_record *record, uintptr_t freed_at) {
    struct simt_allocation *a = &record->allocation;
    note_change();
    a->live = false;
    a->freed_at = freed_at;
    used_bytes -= a->size;
    live_count--;
    if (is_shared(a))
        simt_memory_share_no_more(a->base);
    simt_device_range_release(a->base, extent_of(a));
}

bool simt_heap_free(uintptr_t base, uintptr_t freed_at) {
    struct heap_record *record = live_at(base);
    if (record)
        release(record, freed_at);
    return record != NULL;
}

const struct simt_allocation *simt_heap_find(uintptr_t address) {
    const struct heap_record *record = last_before(address);
    return record && address - record->allocation.base < span_of(record) ? &record->allocation : NULL;
}

const struct simt_allocation *simt_heap_next(uintptr_t address) {
    const struct heap_record *before = last_before(address);
    size_t i = before ? (size_t)(before - records) + 1 : 0;
    return i < count ? &records[i].allocation : NULL;
}

const struct simt_allocation *simt_heap_get(size_t i) { return i < count ? &records[i].allocation : NULL; }

void simt_heap_usage(size_t *used, size_t *total) {
    *used = used_bytes;
    *total = simt_profile()->memory_bytes;
}

/* The program's own variables: the linker's symbols for the start of its data, and the end of all. */
extern char __data_start[], _end[];

void simt_heap_keep_static(void) { keeps_static = true; }

static bool any_left(void) {
    for (size_t i = 0; i < count; i++)
        if (records[i].allocation.live && records[i].allocation.user)
            return true;
    return false;
}

/* Reads past each variable's end, which sanitizers would report. */
__attribute__((no_sanitize("address"))) static void find_kept(void) {
    if (!keeps_static || !any_left())
        return;
    for (size_t i = 0; i < count; i++)
        records[i].kept = false;
    for (const uintptr_t *word = (const void *)__data_start;
         word + 1 <= (const uintptr_t *)(const void *)_end; word++) {
        struct heap_record *record = *word > SIMT_HEAP_BASE ? live_at(*word) : NULL;
        if (record)
            record->kept = true;
    }
}

static bool allocates_kept(const struct simt_host_call *call) {
    const struct heap_record *record = call->kind == SIMT_CALL_ALLOCATE ? live_at(call->address) : NULL;
    return record && record->kept;
}

void simt_heap_leave_out_kept(void) {
    find_kept();
    simt_host_calls_leave_out(allocates_kept);
}

void simt_heap_reset(uintptr_t freed_at) {
    find_kept();
    for (size_t i = 0; i < count; i++)
        if (records[i].allocation.live && records[i].allocation.user && !(records[i].kept && freed_at == 0))
            release(&records[i], freed_at);
}

void simt_heap_reuse_addresses(void) {
    if (next_base(SIMT_MEMORY_DEVICE) - SIMT_HEAP_BASE <= KEPT_FREED)
        return;
    forget_freed();
}

void simt_heap_report_leaks(void) {
    /* After a fault nothing can be freed any more, so remaining allocations are no further error. */
    if (simt_status_sticky() || !simt_check_on(SIMT_CHECK_MEMORY))
        return;
    find_kept();
    for (size_t i = 0; i < count; i++) {
        const struct simt_allocation *a = &records[i].allocation;
        if (!a->live || !a->user || records[i].kept || records[i].leak_reported)
            continue;
        records[i].leak_reported = true;
        struct simt_actor maker = {.pc = a->made_at,
                                   .on_device = a->kind == SIMT_MEMORY_KERNEL,
                                   .block = a->block,
                                   .thread = a->thread};
        simt_error_add(SIMT_LEAK, SIMT_SPACE_GLOBAL, &maker, NULL,
                       "Leaked %zu bytes of %s memory: allocated here and never freed", a->size,
                       a->kind == SIMT_MEMORY_PINNED ? "pinned host" : "device");
    }
}
