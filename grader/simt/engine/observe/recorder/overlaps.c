// Races in which two of a kernel's pointers meet: the parts of one allocation that they point to overlap.
//
// Nothing says by which pointer an element was reached. But over a whole launch most places of the code come
// to the first element of their array. So a place belongs to the one pointer of the kernel that is not behind
// the lowest address it came to, or to the one that is just there. Where that tells nothing, nothing is said.
#include <stdio.h>

#include "engine/memory/device_range.h"
#include "engine/memory/heap.h"
#include "engine/observe/built_in.h"
#include "engine/observe/observers.h"
#include "engine/observe/recorder/names.h"
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

/** The pointer that a place of the code uses; NULL if that is not known. */
static const struct trace_argument *pointer_of(uintptr_t pc) {
    const struct simt_site *site = simt_site_of(pc);
    const struct trace_argument *before = NULL, *there = NULL;
    const uintptr_t lowest = SIMT_DEVICE_BASE + site->lowest;
    unsigned all_before = 0, all_there = 0;
    if (site->lowest_in != launch->serial)
        return NULL;
    for (size_t i = 0; i < argument_count; i++) {
        const struct trace_argument *argument = &arguments[i];
        if (!argument->is_pointer || argument->value > lowest || !in_one_allocation(argument->value, lowest))
            continue;
        before = argument;
        all_before++;
        if (argument->value != lowest)
            continue;
        there = argument;
        all_there++;
    }
    return all_there == 1 ? there : all_there == 0 && all_before == 1 ? before : NULL;
}

static bool of_two_blocks(const struct simt_error *error) {
    const struct simt_dim3 *a = &error->actor.block, *b = &error->other.block;
    return a->x != b->x || a->y != b->y || a->z != b->z;
}

/** Two pointers with one value, from which both places go on: which of them they use is not known, and in
 * place it may be meant. */
static bool describe_one(const struct simt_error *error, char *words, size_t size) {
    const struct simt_site *here = simt_site_of(error->actor.pc), *there = simt_site_of(error->other.pc);
    const struct trace_argument *first = NULL, *second = NULL;
    if (here->lowest_in != launch->serial || there->lowest_in != launch->serial ||
        here->lowest != there->lowest || !of_two_blocks(error))
        return false;
    for (size_t i = 0; i < argument_count; i++) {
        if (!arguments[i].is_pointer || arguments[i].value != SIMT_DEVICE_BASE + here->lowest)
            continue;
        second = first && !second ? &arguments[i] : second;
        first = first ? first : &arguments[i];
    }
    if (second)
        snprintf(words, size, " (`%s` and `%s` point to the same memory)", first->name, second->name);
    return second != NULL;
}

static enum simt_overlap describe(const struct simt_error *error, char *words, size_t size) {
    if (error->kind != SIMT_RACE || error->space != SIMT_SPACE_GLOBAL || !error->has_other ||
        !error->actor.on_device || !error->other.on_device)
        return SIMT_NO_OVERLAP;
    if (argument_count == 0)
        argument_count = simt_recorder_arguments(launch->body, launch->closure, arguments, MOST_ARGUMENTS);
    const struct trace_argument *here = pointer_of(error->actor.pc), *there = pointer_of(error->other.pc);
    if (describe_one(error, words, size))
        return SIMT_SAME_POINTER;
    if (!here || !there || here->value == there->value)
        return SIMT_NO_OVERLAP;
    snprintf(words, size, ": `%s` and `%s` overlap, one is used here and the other there", here->name,
             there->name);
    return SIMT_POINTERS_OVERLAP;
}

static bool wanted(void) { return simt_check_on(SIMT_CHECK_RACE); }

static void begin_launch(const struct simt_launch_event *event) {
    launch = event;
    argument_count = 0;
    first_error = simt_error_numbers();
}

static void end_launch(const struct simt_launch_event *event) {
    (void)event;
    simt_error_overlap(first_error, describe);
}

const struct simt_observer simt_overlap_observer = {
    .name = "overlaps", .wanted = wanted, .launch_begin = begin_launch, .launch_end = end_launch};
