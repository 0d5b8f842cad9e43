// Small allocations are filled. Over a large one a file that holds the pattern once is mapped again and
// again, privately: so the system copies a page of it at the first write to it. Where there can be no
// such file, as in a sandbox, everything is filled.
#include "engine/memory/poison.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "engine/memory/bounds.h"
#include "engine/memory/heap.h"

/* SHORT: of a pattern that is copied; LARGE: for less a file would take longer than it saves */
enum {
    PAGE = 4096,
    PERIOD = 4 * SIMT_POISON_WORDS,
    SHORT = 4 * PAGE,
    LARGE = 4 * PERIOD,
    LARGE_PAGE = 2 << 20
};

size_t simt_poison_shift;
static bool reads_are_zero;

void simt_garbage_choose(enum simt_garbage kind) {
    simt_poison_shift = kind == SIMT_GARBAGE_REVERSE;
    reads_are_zero = kind == SIMT_GARBAGE_ZEROS;
}

uint8_t simt_garbage_byte(size_t i) {
    if (reads_are_zero)
        return 0;
    return (uint8_t)(simt_poison_word(i / 4) >> i % 4 * 8);
}

/** What is filled at once takes large pages, of which there are fewer to fault in. */
static void advise(uintptr_t base, size_t size) {
    const uintptr_t first = (base + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE,
                    end = (base + size) / LARGE_PAGE * LARGE_PAGE;
    if (first < end)
        madvise((void *)first, end - first, MADV_HUGEPAGE); /* it may be refused: they are small then */
}

static void fill(uintptr_t base, size_t size) {
    uint32_t *words = (uint32_t *)base;
    advise(base, size);
    const size_t whole = size / 4;
    for (size_t i = 0; i < whole; i++)
        words[i] = simt_poison_word(i);
    memset((void *)(base + whole * 4), SIMT_POISON_BYTE, size % 4);
}

/** Writing beyond a limit on files' sizes would end the program. */
static bool may_write_files(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur >= PERIOD;
}

/** A file with the pattern of the first PERIOD bytes at @p base, where they are left; -1 if there can be
 * none. */
static int file_of(uintptr_t base) {
    const int file = may_write_files() ? memfd_create("poison", MFD_CLOEXEC) : -1;
    if (file < 0)
        return -1;
    fill(base, PERIOD);
    if (write(file, (const void *)base, PERIOD) == PERIOD)
        return file;
    close(file);
    return -1;
}

static bool map(uintptr_t at, int file) {
    const int flags = MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE;
    return mmap((void *)at, PERIOD, PROT_READ | PROT_WRITE, flags, file, 0) != MAP_FAILED;
}

void simt_poison(uintptr_t base, size_t size) {
    const int file = size >= LARGE && base % PAGE == 0 ? file_of(base) : -1;
    size_t done = 0;
    if (file >= 0) {
        while (size - done >= PERIOD && map(base + done, file))
            done += PERIOD;
        close(file);
    }
    fill(base + done, size - done);
}

void simt_poison_again(void *base, size_t size) {
    static uint32_t pattern[2][SHORT / 4];
    uint32_t *words = pattern[simt_poison_shift];
    if (!words[0])
        fill((uintptr_t)words, SHORT);
    for (size_t done = 0; done < size; done += SHORT)
        memcpy((char *)base + done, words, size - done < SHORT ? size - done : SHORT);
}

/* Finds the bytes of a read that are in no allocation. What depends on the addresses of allocations differs
 * with the jobs that a process did before, so the garbage does not. */

static uint8_t garbage_at(uint64_t offset, bool shared) {
    const struct simt_allocation *a = shared ? NULL : simt_heap_find(SIMT_DEVICE_BASE + offset);
    return simt_garbage_byte(a ? SIMT_DEVICE_BASE + offset - a->base : offset % PAGE);
}

void simt_bad_read_garble(uint64_t offset, unsigned size) {
    static struct simt_bounds last[2];
    const bool shared = offset < SIMT_SHARED_SPAN;
    if (simt_in_bounds(&last[shared], offset, size, shared))
        return;
    for (uint64_t byte = offset; byte < offset + size; byte++)
        if (!simt_bounds_find(&last[shared], byte, 1, shared) &&
            !simt_is_of_registered_page(SIMT_DEVICE_BASE + byte))
            *(uint8_t *)(SIMT_DEVICE_BASE + byte) = garbage_at(byte, shared);
}
