// The list of distinct errors. Recording is done inside lanes, on small stacks and often, so it only looks a
// pair of code addresses up; addresses become source lines, and pairs of the same lines one error, when the
// list is read.

#include "engine/report/errors.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/report/lines.h"

// What was recorded, by address, in order of discovery.
static struct {
    struct simt_error *items;
    size_t count, capacity;
    size_t *index; // hash table of positions + 1; 0: free
    size_t index_capacity;
    uint64_t times; // recorded or counted
    size_t latest;
} raw;

// The same, by source line. `settled` of the raw ones are in it, each at `place[i]`; their counts, which may
// still grow, are added up at each reading.
static struct {
    struct simt_error *items;
    size_t *place;
    size_t count, settled, capacity;
} merged;

static void out_of_memory(void) {
    fputs("simt: error: out of memory while recording an error\n", stderr);
    exit(EXIT_FAILURE);
}

static void *grow_array(void *array, size_t count, size_t size) {
    void *grown = realloc(array, count * size);
    if (!grown)
        out_of_memory();
    return grown;
}

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

static uint64_t hash_of(enum simt_error_kind kind, uintptr_t pc, uintptr_t other) {
    return mix(mix(mix(0, (uint64_t)kind + 1), pc), other);
}

// The slot that holds this pair, or the free one where it belongs.
static size_t *slot_of(enum simt_error_kind kind, uintptr_t pc, uintptr_t other) {
    size_t i = hash_of(kind, pc, other) & (raw.index_capacity - 1);
    for (; raw.index[i]; i = (i + 1) & (raw.index_capacity - 1)) {
        const struct simt_error *e = &raw.items[raw.index[i] - 1];
        if (e->actor.pc == pc && e->other.pc == other && e->kind == kind)
            break;
    }
    return &raw.index[i];
}

static void rebuild_index(void) {
    raw.index_capacity = raw.index_capacity ? raw.index_capacity * 2 : 256;
    free(raw.index);
    raw.index = calloc(raw.index_capacity, sizeof *raw.index);
    if (!raw.index)
        out_of_memory();
    for (size_t i = 0; i < raw.count; i++)
        *slot_of(raw.items[i].kind, raw.items[i].actor.pc, raw.items[i].other.pc) = i + 1;
}

static char *format_message(const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *message = malloc((size_t)(length < 0 ? 0 : length) + 1);
    if (!message)
        out_of_memory();
    message[0] = '\0';
    if (length > 0)
        vsnprintf(message, (size_t)length + 1, format, arguments);
    return message;
}

static struct simt_error *new_record(void) {
    if (raw.count == raw.capacity) {
        raw.capacity = raw.capacity ? raw.capacity * 2 : 64;
        raw.items = grow_array(raw.items, raw.capacity, sizeof *raw.items);
    }
    return &raw.items[raw.count++];
}

void simt_error_add(enum simt_error_kind kind, enum simt_space space, const struct simt_actor *actor,
                    const struct simt_actor *other, const char *format, ...) {
    if ((raw.count + 1) * 2 > raw.index_capacity)
        rebuild_index();
    size_t *slot = slot_of(kind, actor->pc, other ? other->pc : 0);
    raw.times++;
    if (*slot) {
        raw.latest = *slot - 1;
        raw.items[raw.latest].count++;
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    char *message = format_message(format, arguments);
    va_end(arguments);
    struct simt_error *record = new_record();
    *record = (struct simt_error){.kind = kind,
                                  .space = space,
                                  .message = message,
                                  .actor = *actor,
                                  .has_other = other != NULL,
                                  .count = 1};
    if (other)
        record->other = *other;
    *slot = raw.count;
    raw.latest = raw.count - 1;
}

void simt_error_set_address(uintptr_t address) {
    struct simt_error *error = &raw.items[raw.latest];
    if (error->count == 1)
        error->address = address;
}

void simt_error_add_pair(enum simt_race_pair pair) { raw.items[raw.latest].pairs |= pair; }

size_t simt_error_numbers(void) { return raw.count; }

// Both lists share a message.
static void lengthen(struct simt_error *error, const char *words) {
    char *const old = error->message;
    const size_t length = strlen(old) + strlen(words) + 1;
    char *message = malloc(length);
    if (!message)
        out_of_memory();
    snprintf(message, length, "%s%s", old, words);
    error->message = message;
    for (size_t i = 0; i < merged.count; i++)
        if (merged.items[i].message == old)
            merged.items[i].message = message;
    free(old);
}

void simt_error_describe(size_t first, enum simt_known (*describe)(const struct simt_error *error,
                                                                   char *words, size_t size)) {
    char words[256];
    for (size_t i = first; i < raw.count; i++) {
        const enum simt_known known = describe(&raw.items[i], words, sizeof words);
        if (known == SIMT_KNOWN_OVERLAP)
            raw.items[i].pairs |= SIMT_OVERLAP;
        if (known != SIMT_KNOWN_NOTHING)
            lengthen(&raw.items[i], words);
    }
}

static bool same_place(uintptr_t a, uintptr_t b) {
    if (a == b)
        return true;
    struct simt_line line_a, line_b;
    return simt_line_of(a, &line_a) && simt_line_of(b, &line_b) && line_a.line == line_b.line &&
           strcmp(line_a.file, line_b.file) == 0;
}

// A race is the same whichever side was seen first.
static bool same_error(const struct simt_error *a, const struct simt_error *b) {
    if (a->kind != b->kind || a->has_other != b->has_other)
        return false;
    return (same_place(a->actor.pc, b->actor.pc) && same_place(a->other.pc, b->other.pc)) ||
           (a->has_other && same_place(a->actor.pc, b->other.pc) && same_place(a->other.pc, b->actor.pc));
}

static size_t place_of(const struct simt_error *error) {
    for (size_t i = 0; i < merged.count; i++) {
        if (same_error(&merged.items[i], error))
            return i;
    }
    merged.items[merged.count] = *error;
    return merged.count++;
}

static void settle(void) {
    if (merged.capacity < raw.count) {
        merged.capacity = raw.capacity;
        merged.items = grow_array(merged.items, merged.capacity, sizeof *merged.items);
        merged.place = grow_array(merged.place, merged.capacity, sizeof *merged.place);
    }
    for (; merged.settled < raw.count; merged.settled++)
        merged.place[merged.settled] = place_of(&raw.items[merged.settled]);
    for (size_t i = 0; i < merged.count; i++)
        merged.items[i].count = 0;
    for (size_t i = 0; i < raw.count; i++) {
        merged.items[merged.place[i]].count += raw.items[i].count;
        merged.items[merged.place[i]].pairs |= raw.items[i].pairs;
    }
}

size_t simt_error_count(void) {
    settle();
    return merged.count;
}

const struct simt_error *simt_error_get(size_t i) {
    settle();
    return i < merged.count ? &merged.items[i] : NULL;
}

uint64_t simt_error_times(void) { return raw.times; }

size_t simt_error_latest(void) { return raw.latest; }

size_t simt_error_place(size_t number) {
    settle();
    return merged.place[number];
}

size_t simt_error_first(size_t place) {
    size_t number = 0;
    settle();
    while (merged.place[number] != place)
        number++;
    return number;
}

static struct {
    struct simt_remark items[64];
    size_t count;
} remarks;

void simt_remark_add(uintptr_t pc, const char *text) {
    for (size_t i = 0; i < remarks.count; i++)
        if (remarks.items[i].pc == pc && remarks.items[i].text == text)
            return;
    if (remarks.count < sizeof remarks.items / sizeof remarks.items[0])
        remarks.items[remarks.count++] = (struct simt_remark){pc, text};
}

size_t simt_remark_count(void) { return remarks.count; }

const struct simt_remark *simt_remark_get(size_t i) { return &remarks.items[i]; }

void simt_errors_clear(void) {
    for (size_t i = 0; i < raw.count; i++)
        free(raw.items[i].message);
    raw.count = merged.count = merged.settled = remarks.count = 0;
    if (raw.index)
        memset(raw.index, 0, raw.index_capacity * sizeof *raw.index);
}

const char *simt_error_kind_name(enum simt_error_kind kind) {
    static const char *const names[] = {
        [SIMT_RACE] = "race",
        [SIMT_OUT_OF_BOUNDS] = "out_of_bounds",
        [SIMT_MISALIGNED] = "misaligned",
        [SIMT_USE_AFTER_FREE] = "use_after_free",
        [SIMT_HOST_POINTER] = "host_pointer",
        [SIMT_UNINITIALIZED] = "uninitialized",
        [SIMT_BARRIER_ERROR] = "barrier",
        [SIMT_DEADLOCK] = "deadlock",
        [SIMT_LEAK] = "leak",
        [SIMT_API] = "api",
        [SIMT_UNSUPPORTED] = "unsupported",
        [SIMT_TAMPERED] = "tampered",
        [SIMT_TIME_IS_UP] = "time",
        [SIMT_NULL_ACCESS] = "out_of_bounds",
        [SIMT_WRAPPED_INDEX] = "out_of_bounds",
        [SIMT_BEFORE_START] = "out_of_bounds",
        [SIMT_FAR_AWAY] = "out_of_bounds",
        [SIMT_STACK_OVERFLOW] = "out_of_bounds",
        [SIMT_BARRIER_PASSED_BY] = "barrier",
        [SIMT_RACE_NOT_ACQUIRED] = "race",
        [SIMT_OVERFLOWED_INDEX] = "out_of_bounds",
        [SIMT_UNSET_SHUFFLE] = "uninitialized",
    };
    return names[kind];
}

const char *simt_error_detail(const struct simt_error *error) {
    switch (error->kind) {
    case SIMT_RACE: // a plain update, at one line, beside an atomic at the other
        return error->pairs & SIMT_OVERLAP                                         ? "overlap"
               : simt_race_is_of_writes(error)                                     ? "two_writes"
               : !(~error->pairs & (SIMT_READ_AND_ATOMIC | SIMT_WRITE_AND_ATOMIC)) ? "update"
                                                                                   : NULL;
    case SIMT_NULL_ACCESS:
        return "null_pointer";
    case SIMT_WRAPPED_INDEX:
        return "wrapped_index";
    case SIMT_OVERFLOWED_INDEX:
        return "overflowed_index";
    case SIMT_BEFORE_START:
        return "before_start";
    case SIMT_FAR_AWAY:
        return "far_away";
    case SIMT_STACK_OVERFLOW:
        return "stack_overflow";
    case SIMT_UNSET_SHUFFLE:
        return "shuffle";
    default:
        return NULL;
    }
}

const char *simt_space_name(enum simt_space space) {
    static const char *const names[] = {"shared", "global", "local", "host"};
    return names[space];
}

enum { MAX_CHECKS = 8 };

static struct {
    void (*list[MAX_CHECKS])(void);
    size_t count;
} last_checks;

void simt_add_last_check(void (*check)(void)) {
    for (size_t i = 0; i < last_checks.count; i++) {
        if (last_checks.list[i] == check)
            return;
    }
    if (last_checks.count < MAX_CHECKS)
        last_checks.list[last_checks.count++] = check;
}

void simt_run_last_checks(void) {
    for (size_t i = 0; i < last_checks.count; i++)
        last_checks.list[i]();
}
