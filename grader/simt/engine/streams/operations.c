// The operations that the host has not waited for, by segment, with their accesses by place in the code.
#include "engine/streams/operations.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/memory/device_range.h"
#include "engine/memory/variables.h"
#include "engine/report/errors.h"
#include "engine/report/settings.h"

/** Bytes that one place in the code used in one way. */
struct access {
    struct access *next;
    enum simt_use use;
    bool signal;
    bool shared; /**< some byte is memory of host and device */
    bool on_device;
    uintptr_t pc;
    uintptr_t launched_at; /**< of a launch */
    const char *function;  /**< the API function; NULL of a launch or of the host itself */
    struct simt_byte_set bytes;
};

struct unfinished {
    struct unfinished *next;
    struct simt_segment segment;
    bool fenced;
    struct access *accesses;
};

static struct unfinished *unfinished;

extern char simt_streams_aside __attribute__((weak)); /* of runtime/stream_flags_api.c */

static struct {
    bool begun; /* some operation, since the last reset */
    bool running, recorded;
    unsigned nested;
    enum simt_operation_kind kind;
    const char *function;
    uintptr_t at;
    struct simt_segment segment;
    struct access *accesses;
} now;

/** A read of the host that may be a guess, with the access it would be in conflict with. */
static struct {
    bool waits;
    uintptr_t address;
    struct access read, other;
} guess;

static void watch_host(bool watched) {
    __atomic_store_n(&simt_host_span, watched ? UINT64_MAX : simt_device_range_span, __ATOMIC_RELAXED);
}

static void *checked(void *memory) {
    if (!memory) {
        fprintf(stderr, "simt: no memory for the operations that are not finished\n");
        exit(2);
    }
    return memory;
}

static void free_accesses(struct access *list) {
    while (list) {
        struct access *gone = list;
        list = gone->next;
        simt_byte_set_clear(&gone->bytes);
        free(gone);
    }
}

static bool is_write(enum simt_use use) { return use != SIMT_USE_READ; }

static bool is_store(enum simt_use use) {
    return use == SIMT_USE_WRITE || use == SIMT_USE_SAME || use == SIMT_USE_ATOMIC;
}

/** Whether a later use and an earlier one of the same bytes disturb each other if nothing orders them. */
static bool in_conflict(enum simt_use later, bool later_signal, enum simt_use earlier, bool earlier_signal) {
    if (!is_write(later) && !is_write(earlier))
        return false;
    if (later == SIMT_USE_ATOMIC && earlier == SIMT_USE_ATOMIC)
        return false;
    if (later == SIMT_USE_SAME && (earlier == SIMT_USE_WRITE || earlier == SIMT_USE_SAME))
        return false;
    const bool one_reads = !is_write(later) || !is_write(earlier);
    return !(one_reads && later_signal && earlier_signal);
}

static const char *name_of(enum simt_use use) {
    static const char *const names[] = {
        [SIMT_USE_READ] = "Read access",    [SIMT_USE_WRITE] = "Write access",
        [SIMT_USE_SAME] = "Write access",   [SIMT_USE_ATOMIC] = "Atomic access",
        [SIMT_USE_ALLOCATE] = "Allocation", [SIMT_USE_FREE] = "Free",
    };
    return names[use];
}

static const char *who(const struct access *a) {
    return a->on_device ? "a kernel" : a->function ? a->function : "the host";
}

static struct simt_actor actor_of(const struct access *a) {
    return (struct simt_actor){.pc = a->pc, .on_device = a->on_device, .launched_at = a->launched_at};
}

static void report(const struct access *later, const struct access *earlier, bool by_host) {
    const struct simt_actor here = actor_of(later), there = actor_of(earlier);
    simt_error_add(SIMT_RACE, by_host ? SIMT_SPACE_HOST : SIMT_SPACE_GLOBAL, &here, &there,
                   "Race reported between %s by %s and %s by %s: %s", name_of(later->use), who(later),
                   name_of(earlier->use), who(earlier),
                   by_host ? "the host has not waited for it" : "nothing orders their streams");
}

static void report_guess(void) {
    if (guess.waits)
        report(&guess.read, &guess.other, true);
    guess.waits = false;
}

/** Managed variables are shared with the host from the beginning. */
static void share_managed_variables(void) {
    size_t count;
    const struct simt_variable *variables = simt_managed_variables(&count);
    for (size_t i = 0; i < count; i++)
        simt_host_view_share(variables[i].device_address, variables[i].size);
}

void simt_operation_begin(enum simt_operation_kind kind, uint32_t stream, const char *function,
                          uintptr_t at) {
    if (now.running) { /* a callback that calls the API, which CUDA forbids */
        now.nested++;
        return;
    }
    report_guess();
    if (!now.begun)
        share_managed_variables();
    now.begun = now.running = true;
    now.kind = kind;
    now.function = function;
    now.at = at;
    now.segment = simt_stream_enqueue(stream);
    now.recorded = (simt_streams_in_use() || &simt_streams_aside || simt_host_view_exists()) &&
                   simt_check_on(SIMT_CHECK_RACE);
    if (now.recorded && kind != SIMT_OPERATION_CALL)
        simt_host_view_open_all();
    if (kind == SIMT_OPERATION_CALLBACK)
        watch_host(now.recorded);
}

bool simt_operation_is_recorded(void) { return now.running && now.recorded; }

/** The entry for a use at a place, of those in @p list; made if there is none, and then the first. */
static struct access *entry_for(struct access **list, const struct access *like) {
    for (struct access **link = list; *link; link = &(*link)->next) {
        struct access *a = *link;
        if (a->pc != like->pc || a->use != like->use || a->signal != like->signal ||
            a->launched_at != like->launched_at)
            continue;
        *link = a->next; /* what was used last is mostly used next */
        a->next = *list;
        return *list = a;
    }
    struct access *made = checked(malloc(sizeof *made));
    *made = *like;
    made->bytes = (struct simt_byte_set){0};
    made->next = *list;
    return *list = made;
}

void simt_operation_uses(enum simt_use use, bool signal, uintptr_t pc, uintptr_t address, uint64_t size) {
    if (!simt_operation_is_recorded() || size == 0)
        return;
    const bool launch = now.kind == SIMT_OPERATION_LAUNCH;
    const struct access like = {.use = use,
                                .signal = signal,
                                .on_device = launch,
                                .pc = pc,
                                .launched_at = launch ? now.at : 0,
                                .function = now.function};
    const uint64_t offset = address - SIMT_DEVICE_BASE;
    if (now.kind == SIMT_OPERATION_CALL)
        simt_host_view_open(offset, size);
    simt_byte_set_add(&entry_for(&now.accesses, &like)->bytes, offset, size);
}

/** Whether the running operation waited for a flag that an earlier one raised. */
static bool has_acquired(const struct unfinished *from, bool fenced) {
    if (!fenced || !from->fenced)
        return false;
    for (const struct access *a = now.accesses; a; a = a->next)
        for (const struct access *b = from->accesses; b; b = b->next)
            if (a->signal && b->signal && a->use != SIMT_USE_WRITE && is_write(b->use) &&
                simt_byte_sets_meet(&a->bytes, &b->bytes))
                return true;
    return false;
}

static void compare_with(const struct unfinished *earlier, bool fenced) {
    for (const struct access *a = now.accesses; a; a = a->next)
        for (const struct access *b = earlier->accesses; b; b = b->next)
            if (in_conflict(a->use, a->signal, b->use, b->signal) &&
                simt_byte_sets_meet(&a->bytes, &b->bytes)) {
                if (has_acquired(earlier, fenced))
                    return;
                report(a, b, false);
            }
}

static struct unfinished *entry_of_segment(struct simt_segment segment) {
    struct unfinished *u = unfinished;
    while (u && (u->segment.stream != segment.stream || u->segment.number != segment.number))
        u = u->next;
    if (u)
        return u;
    u = checked(malloc(sizeof *u));
    *u = (struct unfinished){.next = unfinished, .segment = segment};
    return unfinished = u;
}

/** Adds what the running operation did to its segment. */
static void keep(struct unfinished *segment) {
    while (now.accesses) {
        struct access *a = now.accesses;
        now.accesses = a->next;
        struct access *kept = entry_for(&segment->accesses, a);
        kept->shared |= a->shared;
        if (kept->bytes.count > 0) {
            simt_byte_set_join(&kept->bytes, &a->bytes);
            simt_byte_set_clear(&a->bytes);
        } else {
            kept->bytes = a->bytes;
        }
        free(a);
    }
}

void simt_operation_end(bool fenced) {
    if (!now.running)
        return;
    if (now.nested > 0) {
        now.nested--;
        return;
    }
    now.running = false;
    if (!now.recorded)
        return;
    for (const struct unfinished *u = unfinished; u; u = u->next)
        if (!simt_stream_is_behind(now.segment.stream, u->segment) && !simt_host_is_behind(u->segment))
            compare_with(u, fenced);
    for (struct access *a = now.accesses; a; a = a->next) {
        a->shared = simt_host_view_has(&a->bytes);
        if (a->shared && is_store(a->use))
            simt_host_view_put_aside(now.segment, &a->bytes);
    }
    simt_host_view_close();
    if (now.accesses) {
        struct unfinished *segment = entry_of_segment(now.segment);
        segment->fenced |= fenced;
        keep(segment);
    }
    if (now.kind == SIMT_OPERATION_CALLBACK)
        simt_host_waits_for_stream(now.segment.stream);
    simt_operations_settle();
}

void simt_operations_settle(void) {
    bool watched = false;
    report_guess();
    for (struct unfinished **link = &unfinished; *link;) {
        struct unfinished *u = *link;
        if (simt_host_is_behind(u->segment)) {
            *link = u->next;
            free_accesses(u->accesses);
            free(u);
            continue;
        }
        for (const struct access *a = u->accesses; a; a = a->next)
            watched |= a->shared;
        link = &u->next;
    }
    watch_host(watched);
    simt_host_view_publish(false);
}

static void report_or_wait(const struct access *host, const struct access *other, uint64_t offset) {
    if (host->use != SIMT_USE_READ || other->use != SIMT_USE_ATOMIC) {
        report(host, other, true);
        return;
    }
    simt_add_last_check(report_guess);
    guess.waits = true;
    guess.address = SIMT_DEVICE_BASE + offset;
    guess.read = *host;
    guess.other = *other;
}

/** Compares an access of the host with what it has not waited for. @return the first operation that wrote the
 * bytes for the host to see, NULL if none did */
static const struct unfinished *compare_host(const struct access *a, uint64_t offset, uint64_t size) {
    const struct unfinished *writer = NULL;
    for (const struct unfinished *u = unfinished; u; u = u->next)
        for (const struct access *b = u->accesses; b; b = b->next) {
            if (simt_host_is_behind(u->segment) || !simt_byte_set_meets(&b->bytes, offset, size))
                continue;
            const bool is_allocation = a->use == SIMT_USE_FREE && b->use == SIMT_USE_ALLOCATE;
            if (!is_allocation && in_conflict(a->use, a->signal, b->use, b->signal))
                report_or_wait(a, b, offset);
            if (b->signal && is_write(b->use))
                writer = u;
        }
    return writer;
}

/** The host reads the same place again and again: it waits for what an operation writes there, and on a GPU
 * would see it at some time. If that comes behind a fence, it may rely on what the operation did before. */
static void note_poll(const struct unfinished *writer, bool signal, uintptr_t address) {
    enum { LOOKS = 2, LOOKS_OF_ORDINARY_CODE = 1000 };
    static uintptr_t polled;
    static unsigned looks;
    looks = address == polled ? looks + 1 : 1;
    polled = address;
    if (looks < (signal ? LOOKS : LOOKS_OF_ORDINARY_CODE))
        return;
    looks = 0;
    if (signal && writer && writer->fenced) {
        simt_host_waits_for_segment(writer->segment);
        simt_operations_settle();
    } else {
        simt_host_view_publish(true);
    }
}

void simt_host_uses(enum simt_use use, bool signal, uintptr_t pc, uintptr_t address, uint64_t size) {
    if (now.running) { /* in a callback */
        simt_operation_uses(use, signal, pc, address, size);
        return;
    }
    if (use == SIMT_USE_ATOMIC && guess.address == address)
        guess.waits = false;
    report_guess();
    const struct access access = {.use = use, .signal = signal, .pc = pc};
    const struct unfinished *writer = compare_host(&access, address - SIMT_DEVICE_BASE, size);
    if (use == SIMT_USE_READ)
        note_poll(writer, signal, address);
    if (use == SIMT_USE_ATOMIC)
        simt_host_view_publish(true); /* both sides' atomics work on one value */
}

void simt_host_frees(const char *function, uintptr_t at, uintptr_t address, uint64_t size) {
    const struct access access = {.use = SIMT_USE_FREE, .pc = at, .function = function};
    if (unfinished)
        compare_host(&access, address - SIMT_DEVICE_BASE, size);
}

void simt_operations_reset(void) {
    simt_streams_reset();
    simt_operations_settle();
    free_accesses(now.accesses);
    now.accesses = NULL;
    now.begun = now.running = now.recorded = false;
    now.nested = 0;
    simt_host_view_reset();
}
