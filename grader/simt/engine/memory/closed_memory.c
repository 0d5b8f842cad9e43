// The access rights of device memory, by mprotect. A change of rights costs time for each page that has
// memory, and next to nothing for pages that have the rights already. So memory that was opened alone is
// closed alone, and if there is much memory, a launch opens only the pieces it accesses.
#include "engine/memory/closed_memory.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/memory/device_range.h"
#include "engine/memory/heap.h"

enum {
    PAGE = 4096,
    OPEN = PROT_READ | PROT_WRITE,
    SHUT = PROT_NONE,
    MUCH = 512 << 10,  /* bytes in use from which a launch opens pieces */
    PIECE = 256 << 10, /* bytes of one */
    MOST_PIECES = 64   /* of a launch; if it touches more, all of it is opened */
};

/* The linker's names for the sections of variables, each of which ends with a page of the engine's own. */
extern char __start_simt_device[], __stop_simt_device[], __start_simt_constant[], __stop_simt_constant[];

/** A range of addresses, of whole pages. */
struct span {
    uintptr_t from, to;
};

/** The open memory, if not all of it is open. */
static struct span opened;
static bool all_open = true, variables_open = true;

/** The host's shared memory, in order of address. */
static struct span *shared;
static size_t shared_count, shared_capacity;

/** A launch of this thread opens pieces; the last one, and their number. */
static _Thread_local struct {
    bool on;
    uintptr_t last;
    unsigned count;
} pieces;
static void (*fault_handler)(int, siginfo_t *, void *);

static uintptr_t page_down(uintptr_t address) { return address / PAGE * PAGE; }
static uintptr_t page_up(uintptr_t address) { return page_down(address + PAGE - 1); }

/** @return false if the system has no room for another mapping */
static bool set_rights(struct span span, int rights) {
    return span.from >= span.to || mprotect((void *)span.from, span.to - span.from, rights) == 0;
}

static const struct span *variable_sections(void) {
    static struct span sections[2];
    sections[0] = (struct span){(uintptr_t)__start_simt_device, (uintptr_t)__stop_simt_device};
    sections[1] = (struct span){(uintptr_t)__start_simt_constant, (uintptr_t)__stop_simt_constant};
    return sections;
}

static bool is_variable(uintptr_t address) {
    const struct span *sections = variable_sections();
    return address - sections[0].from < sections[0].to - sections[0].from ||
           address - sections[1].from < sections[1].to - sections[1].from;
}

static void open_variables(bool open) {
    if (variables_open == open)
        return;
    variables_open = open;
    for (int i = 0; i < 2; i++)
        if (variable_sections()[i].to - variable_sections()[i].from > PAGE)
            set_rights(variable_sections()[i], open ? OPEN : SHUT);
}

/** The index of the first shared span that ends after @p address. */
static size_t first_shared(uintptr_t address) {
    size_t low = 0, high = shared_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (shared[middle].to <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/** True if there is only a guard between two spans that the host shares. */
static bool is_guard(uintptr_t from, uintptr_t to) {
    const struct simt_allocation *next = simt_heap_next(from - 1);
    return next && next->base >= to;
}

/** Closes a span except the memory that the host shares. */
static void close_span(struct span span) {
    uintptr_t from = span.from;
    for (size_t i = first_shared(from); i < shared_count && shared[i].from < span.to; i++) {
        if (i == 0 || from != shared[i - 1].to || !is_guard(from, shared[i].from))
            set_rights((struct span){from, shared[i].from}, SHUT);
        from = shared[i].to;
    }
    set_rights((struct span){from, span.to}, SHUT);
}

void simt_memory_open_all(void) {
    if (all_open)
        return;
    set_rights((struct span){SIMT_DEVICE_BASE, SIMT_DEVICE_BASE + simt_device_range_size}, OPEN);
    open_variables(true);
    all_open = true;
}

void simt_memory_set_handler(void (*handler)(int, siginfo_t *, void *)) { fault_handler = handler; }

/** A debugger stops at every fault. */
static bool is_traced(void) {
    static bool known, traced;
    char status[4096] = "";
    if (known)
        return traced;
    const int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    if (file >= 0 && read(file, status, sizeof status - 1) > 0) {
        const char *at = strstr(status, "TracerPid:");
        traced = at && strtol(at + sizeof "TracerPid:" - 1, NULL, 10) != 0;
    }
    if (file >= 0)
        close(file);
    known = true;
    return traced;
}

bool simt_signal_comes(int number, void (*handler)(int, siginfo_t *, void *)) {
    struct sigaction now;
    stack_t stack;
    sigset_t blocked;
    return handler && sigaction(number, NULL, &now) == 0 && (now.sa_flags & SA_SIGINFO) &&
           now.sa_sigaction == handler && sigaltstack(NULL, &stack) == 0 && !(stack.ss_flags & SS_DISABLE) &&
           pthread_sigmask(SIG_BLOCK, NULL, &blocked) == 0 && !sigismember(&blocked, number) && !is_traced();
}

void simt_memory_open_for_launch(void) {
    size_t used, total;
    simt_heap_usage(&used, &total);
    if (used < MUCH || all_open || !simt_signal_comes(SIGSEGV, fault_handler)) {
        simt_memory_open_all();
        return;
    }
    open_variables(true);
    pieces.on = true;
    pieces.last = pieces.count = 0;
}

bool simt_memory_open_piece(uintptr_t address) {
    const uintptr_t end = SIMT_DEVICE_BASE + simt_device_range_size, from = address / PIECE * PIECE;
    if (!pieces.on || address < SIMT_DEVICE_BASE || address >= end || from == pieces.last)
        return false;
    pieces.last = from;
    if (++pieces.count > MOST_PIECES)
        simt_memory_open_all();
    else
        simt_memory_open(from, end - from < PIECE ? end - from : PIECE);
    return true;
}

void simt_memory_was_opened(uintptr_t address, size_t size) {
    const struct span span = {page_down(address), page_up(address + size)};
    const bool first = opened.from == opened.to;
    if (first || span.from < opened.from)
        opened.from = span.from;
    if (first || span.to > opened.to)
        opened.to = span.to;
}

void simt_memory_open(uintptr_t address, size_t size) {
    if (all_open || size == 0)
        return;
    if (is_variable(address)) {
        open_variables(true);
    } else if (simt_is_device_address(address)) {
        simt_memory_was_opened(address, size);
        if (!set_rights((struct span){page_down(address), page_up(address + size)}, OPEN))
            simt_memory_open_all();
    }
}

void simt_memory_close(void) {
    if (all_open)
        opened = (struct span){SIMT_DEVICE_BASE, SIMT_DEVICE_BASE + simt_device_range_size};
    close_span(opened);
    open_variables(false);
    opened = (struct span){0, 0};
    all_open = false;
    pieces.on = false;
}

bool simt_memory_is_closed(void) { return !all_open && !variables_open && opened.from == opened.to; }

enum simt_closed_kind simt_memory_closed_at(uintptr_t address) {
    if (is_variable(address))
        return variables_open ? SIMT_CLOSED_NOT : SIMT_CLOSED_VARIABLES;
    return all_open || !simt_is_device_address(address) ? SIMT_CLOSED_NOT : SIMT_CLOSED_MEMORY;
}

void simt_memory_share(uintptr_t address, size_t size) {
    const size_t at = first_shared(address);
    if (shared_count == shared_capacity) {
        const size_t wanted = shared_capacity ? 2 * shared_capacity : 16;
        struct span *grown = realloc(shared, wanted * sizeof *grown);
        if (!grown) {
            fprintf(stderr, "simt: no memory for what the host shares with the device\n");
            exit(2);
        }
        shared = grown;
        shared_capacity = wanted;
    }
    memmove(&shared[at + 1], &shared[at], (shared_count++ - at) * sizeof *shared);
    shared[at] = (struct span){address, page_up(address + size)};
    simt_memory_open(address, size);
}

void simt_memory_share_no_more(uintptr_t address) {
    const size_t at = first_shared(address);
    if (at < shared_count && shared[at].from == address)
        memmove(&shared[at], &shared[at + 1], (--shared_count - at) * sizeof *shared);
}
