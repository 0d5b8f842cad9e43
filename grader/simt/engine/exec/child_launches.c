// The queue of kernels that threads of kernels have launched.
#include "engine/exec/child_launches.h"

#include <stdlib.h>
#include <string.h>

#include "engine/exec/launch.h"
#include "engine/exec/machine.h"
#include "engine/memory/device_range.h"
#include "engine/report/errors.h"

enum {
    MOST_DEPTH = 24, /* CUDA C++ Programming Guide, "Dynamic Parallelism", Nesting depth */
    CLOSURE_ALIGNMENT = 64
};

struct waiting {
    struct waiting *next;
    struct simt_child child;
};

/* Those that wait; and the children of the kernel that runs, or ran last, which come before them. */
static struct waiting *first, *added, **last_added = &added;

static _Noreturn void refuse(const struct simt_child *child, enum simt_error_kind kind, const char *message,
                             int cuda_error) {
    const struct simt_actor actor = simt_actor_at(child->configuration.at);
    simt_error_add(kind, SIMT_SPACE_GLOBAL, &actor, NULL, "%s", message);
    simt_abort_launch(cuda_error);
}

/** CUDA C++ Programming Guide, "Dynamic Parallelism", Shared Memory and Local Memory: it is illegal to pass a
 * pointer to either to a child. */
static void check_arguments(const struct simt_child *child) {
    const struct simt_stack *stack = simt_own_stack();
    for (size_t at = 0; at + sizeof(uintptr_t) <= child->bytes; at += sizeof(uintptr_t)) {
        uintptr_t word;
        memcpy(&word, (const char *)child->closure + at, sizeof word);
        if (word - SIMT_DEVICE_BASE < SIMT_SHARED_SPAN)
            refuse(
                child, SIMT_HOST_POINTER,
                "A kernel is given a pointer to shared memory of the block that launches it, which it cannot "
                "use",
                SIMT_CUDA_ILLEGAL_ADDRESS);
        if (word >= (uintptr_t)stack->low && word < (uintptr_t)stack->high)
            refuse(child, SIMT_HOST_POINTER,
                   "A kernel is given a pointer to a local variable of the thread that launches it, which it "
                   "cannot use",
                   SIMT_CUDA_ILLEGAL_ADDRESS);
    }
}

void simt_children_add(const struct simt_child *child) {
    check_arguments(child);
    if (child->configuration.depth > MOST_DEPTH) {
        const struct simt_actor actor = simt_actor_at(child->configuration.at);
        simt_error_add(
            SIMT_API, SIMT_SPACE_GLOBAL, &actor, NULL,
            "Program hit cudaErrorLaunchMaxDepthExceeded (error 65): kernels that launch kernels are "
            "nested more than %d deep, and this one does not run",
            MOST_DEPTH);
        return;
    }
    struct waiting *new = calloc(1, sizeof *new);
    const size_t room = (child->bytes + CLOSURE_ALIGNMENT) / CLOSURE_ALIGNMENT * CLOSURE_ALIGNMENT;
    void *closure = new ? aligned_alloc(CLOSURE_ALIGNMENT, room) : NULL;
    if (!closure) {
        free(new);
        refuse(child, SIMT_API, "There is no memory for another kernel that a kernel launches",
               SIMT_CUDA_LAUNCH_FAILURE);
    }
    memcpy(closure, child->closure, child->bytes);
    new->child = *child;
    simt_launch_now.event.has_children = true;
    new->child.closure = closure;
    *last_added = new;
    last_added = &new->next;
}

static bool take(struct simt_child *out) {
    *last_added = first;
    struct waiting *taken = added;
    added = NULL;
    last_added = &added;
    if (!taken)
        return false;
    *out = taken->child;
    first = taken->next;
    free(taken);
    return true;
}

bool simt_children_next(bool wanted, struct simt_child *out) {
    while (take(out)) {
        if (wanted)
            return true;
        simt_child_free(out);
    }
    return false;
}

void simt_child_free(struct simt_child *child) { free(child->closure); }
