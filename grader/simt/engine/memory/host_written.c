// Words come in pairs: that a program writes the pattern of both by chance is as good as impossible.
#include "engine/memory/host_written.h"

#include <stdbool.h>

#include "engine/memory/device_range.h"
#include "engine/memory/heap.h"
#include "engine/memory/poison.h"
#include "engine/memory/shadow.h"
#include "engine/report/settings.h"

enum { PAIR = 2 * sizeof(uint32_t), SEEN_WHOLE = 0xff };

static bool is_poison(const uint32_t *words, size_t i, size_t count) {
    return i >= count || words[i] == simt_poison_word(i);
}

// Most of what the host writes it writes as a whole: a pair is a byte of the bits that say so.
static bool is_written_whole(const uint32_t *words, size_t i, size_t count) {
    return i + 1 < count && words[i] != simt_poison_word(i) && words[i + 1] != simt_poison_word(i + 1);
}

// Of a pair that was seen to be written in part, the words speak for themselves.
static void note_pair(uintptr_t base, size_t i, size_t count, uint8_t seen) {
    const uint32_t *words = (const uint32_t *)base;
    const bool first = !is_poison(words, i, count), second = !is_poison(words, i + 1, count);
    if (first || (second && !seen))
        simt_mark_initialized(base + 4 * i, 4, true);
    if (i + 1 < count && (second || (first && !seen)))
        simt_mark_initialized(base + 4 * (i + 1), 4, true);
}

static void note_tail(uintptr_t base, size_t from, size_t to) {
    for (size_t i = from; i < to; i++)
        if (*(const uint8_t *)(base + i) != SIMT_POISON_BYTE)
            simt_mark_initialized(base + i, 1, true);
}

// The bytes [from, to) of an allocation, and what else is in the pairs at both ends.
static void note(const struct simt_allocation *a, size_t from, size_t to) {
    const size_t count = a->size / sizeof(uint32_t);
    uint8_t *seen = simt_written + (a->base - SIMT_DEVICE_BASE) / PAIR;
    for (size_t pair = from / PAIR; pair * PAIR < to && 2 * pair < count; pair++) {
        if (seen[pair] == SEEN_WHOLE)
            continue;
        if (is_written_whole((const uint32_t *)a->base, 2 * pair, count))
            seen[pair] = SEEN_WHOLE;
        else
            note_pair(a->base, 2 * pair, count, seen[pair]);
    }
    note_tail(a->base, count * sizeof(uint32_t), a->size);
}

static bool is_shared(const struct simt_allocation *a) {
    return a->live && (a->kind == SIMT_MEMORY_MANAGED || a->kind == SIMT_MEMORY_PINNED);
}

void simt_host_written_note(void) {
    const struct simt_allocation *a;
    if (!simt_check_on(SIMT_CHECK_INIT))
        return;
    for (size_t i = 0; (a = simt_heap_get(i)) != NULL; i++)
        if (is_shared(a))
            note(a, 0, a->size);
}

void simt_host_written_note_range(uintptr_t address, size_t size) {
    const struct simt_allocation *a = simt_heap_find(address);
    if (a && is_shared(a) && address < a->base + a->size && simt_check_on(SIMT_CHECK_INIT)) {
        const size_t from = address - a->base, rest = a->size - from;
        note(a, from, from + (size < rest ? size : rest));
    }
}
