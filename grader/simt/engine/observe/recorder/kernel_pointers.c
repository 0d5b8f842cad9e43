// By which of a kernel's pointers it came to an error: the array of an address, and races in which two
// pointers meet because the parts of one allocation that they point to overlap.
//
// Nothing says by which pointer an element was reached. But over a whole launch most places of the code come
// to the first element of their array. So a place belongs to the one pointer of the kernel that is not behind
// the lowest address it came to, or to those that are just there. Where that tells nothing, nothing is said.
#include <stdio.h>

#include "engine/memory/device_range.h"
#include "engine/memory/heap.h"
#include "engine/observe/observers.h"
#include "engine/observe/recorder/scope.h"
#include "engine/report/errors.h"
#include "engine/report/settings.h"

enum { MOST_ARGUMENTS = 32 };

static struct trace_argument arguments[MOST_ARGUMENTS];
static size_t argument_count;
static const struct simt_launch_event *launch;
static size_t first_error; /* of the launch */

static bool in_one_allocation(uintptr_t a, uintptr_t b) {
    const struct simt_allocation *of_a = simt_heap_find(a);
    const uintptr_t base = of_a ? of_a->base : 0;
    const struct simt_allocation *of_b = simt_heap_find(b);
    return of_a && of_b && base == of_b->base;
}

/** The address that the pointer of a place of the code has; 0 if that is not known. */
static uintptr_t pointer_of(uintptr_t pc) {
    const struct simt_site *site = simt_site_of(pc);
    const uintptr_t lowest = SIMT_DEVICE_BASE + site->lowest;
    uintptr_t before = 0;
    bool several = false;
    if (site->lowest_in != launch->serial)
        return 0;
    for (size_t i = 0; i < argument_count; i++) {
        const struct trace_argument *argument = &arguments[i];
        if (!argument->is_pointer || argument->value > lowest || !in_one_allocation(argument->value, lowest))
            continue;
        if (argument->value == lowest)
            return lowest;
        several |= before != 0 && before != argument->value;
        before = argument->value;
    }
    return several ? 0 : before;
}

/** Pointers of the kernel that have one value. */
struct names {
    size_t count;
    char text[160]; /**< "`a`, `b` and `c`" */
};

/** @param written whether it is stored to, which a pointer to const is not used for */
static bool has_value(const struct trace_argument *argument, uintptr_t value, bool written) {
    return argument->is_pointer && argument->value == value && !(written && argument->is_const);
}

static void name_pointers(struct names *names, uintptr_t value, bool written, const char *last) {
    size_t count = 0, used = 0;
    for (size_t i = 0; i < argument_count; i++)
        count += has_value(&arguments[i], value, written);
    *names = (struct names){.count = count};
    for (size_t i = 0, left = count; i < argument_count && used < sizeof names->text; i++) {
        if (!has_value(&arguments[i], value, written))
            continue;
        left--;
        used += (size_t)snprintf(names->text + used, sizeof names->text - used, "`%s`%s", arguments[i].name,
                                 left > 1    ? ", "
                                 : left == 1 ? last
                                             : "");
    }
}

static bool of_two_blocks(const struct simt_error *error) {
    const struct simt_dim3 *a = &error->actor.block, *b = &error->other.block;
    return a->x != b->x || a->y != b->y || a->z != b->z;
}

/** Pointers with one value, from which both places go on: which of them they use is not known. In place it
 * may be meant; two blocks, or two stores of a block at different places, hardly mean it. */
static bool describe_one(const struct simt_error *error, uintptr_t value, bool writes, char *words,
                         size_t size) {
    struct names names;
    if (!of_two_blocks(error) && !(writes && error->actor.pc != error->other.pc))
        return false;
    name_pointers(&names, value, writes, " and ");
    if (names.count < 2)
        return false;
    snprintf(words, size, " (%s point to the same memory)", names.text);
    return true;
}

/** The only address that pointers of the kernel have in that allocation; 0 if there are several, or none. */
static uintptr_t only_pointer(uintptr_t address) {
    uintptr_t found = 0;
    for (size_t i = 0; i < argument_count; i++) {
        if (!arguments[i].is_pointer || !in_one_allocation(arguments[i].value, address))
            continue;
        if (found != 0 && found != arguments[i].value)
            return 0;
        found = arguments[i].value;
    }
    return found;
}

/** Where the array of an address begins; 0 if that is not known. */
static uintptr_t array_of(const struct simt_error *error) {
    if (error->kind == SIMT_BEFORE_START) {
        const struct simt_allocation *behind = simt_heap_next(error->address);
        return behind ? behind->base : 0;
    }
    const uintptr_t known = pointer_of(error->actor.pc);
    return known && in_one_allocation(known, error->address) ? known : only_pointer(error->address);
}

/** "`in[16]`", where it is known which pointer led there; of several with one value, all. */
static bool describe_address(const struct simt_error *error, char *words, size_t size) {
    const uintptr_t value = array_of(error);
    const struct trace_argument *array = NULL;
    struct names names;
    for (size_t i = 0; i < argument_count && !array; i++)
        if (has_value(&arguments[i], value, false))
            array = &arguments[i];
    const int64_t bytes = (int64_t)(error->address - value);
    if (value == 0 || !array || bytes % simt_recorder_stride(&array->type) != 0)
        return false;
    const long long element = (long long)(bytes / simt_recorder_stride(&array->type));
    name_pointers(&names, value, false, " or ");
    if (names.count == 1)
        snprintf(words, size, " (`%s[%lld]`)", array->name, element);
    else
        snprintf(words, size, " (element %lld of %s)", element, names.text);
    return true;
}

static enum simt_known describe_race(const struct simt_error *error, char *words, size_t size) {
    const bool writes = simt_race_is_of_writes(error);
    struct names a, b;
    const uintptr_t here = pointer_of(error->actor.pc), there = pointer_of(error->other.pc);
    if (here == 0 || there == 0)
        return SIMT_KNOWN_NOTHING;
    if (here == there)
        return describe_one(error, here, writes, words, size) ? SIMT_KNOWN_WORDS : SIMT_KNOWN_NOTHING;
    name_pointers(&a, here, writes, " or ");
    name_pointers(&b, there, writes, " or ");
    if (a.count == 0 || b.count == 0)
        return SIMT_KNOWN_NOTHING;
    snprintf(words, size, ": %s and %s overlap, one is used here and the other there", a.text, b.text);
    return SIMT_KNOWN_OVERLAP;
}

static enum simt_known describe(const struct simt_error *error, char *words, size_t size) {
    const bool is_race = error->kind == SIMT_RACE && error->space == SIMT_SPACE_GLOBAL && error->has_other &&
                         error->actor.on_device && error->other.on_device;
    if (!is_race && error->address == 0)
        return SIMT_KNOWN_NOTHING;
    if (argument_count == 0)
        argument_count = simt_recorder_arguments(launch->body, launch->closure, arguments, MOST_ARGUMENTS);
    if (is_race)
        return describe_race(error, words, size);
    return describe_address(error, words, size) ? SIMT_KNOWN_WORDS : SIMT_KNOWN_NOTHING;
}

static bool wanted(void) {
    return simt_check_on(SIMT_CHECK_RACE) || simt_check_on(SIMT_CHECK_MEMORY) ||
           simt_check_on(SIMT_CHECK_INIT);
}

static void begin_launch(const struct simt_launch_event *event) {
    launch = event;
    argument_count = 0;
    first_error = simt_error_numbers();
}

static void end_launch(const struct simt_launch_event *event) {
    (void)event;
    simt_error_describe(first_error, describe);
}

const struct simt_observer simt_pointer_observer = {
    .name = "kernel_pointers", .wanted = wanted, .launch_begin = begin_launch, .launch_end = end_launch};
