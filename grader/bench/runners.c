// The participants: the tasks of the specs, and the table of library routines.
#include "bench/bench.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

// Tasks with one of a ladder's signatures; lab 1 also has some that only show a thread's indices.
static bool is_rung(const struct spec_task *task) {
    const bool each = signature_first(task->parameters, CALL_WRITTEN)->extent.n > 0;
    return task->reference && !signature_has_records(task->parameters) &&
           !(each && signature_has(task->parameters, SCALAR_OPTION));
}

// A spec's name as a number to sort by: lab2 before lab10, the challenges last.
static int order(const struct spec *spec) {
    return strncmp(spec->name, "lab", 3) == 0 ? atoi(spec->name + 3)
                                              : 1000 + spec->name[strlen("challenge-")];
}

static int by_order(const void *a, const void *b) {
    const struct spec *const *first = a, *const *second = b;
    return order(*first) - order(*second);
}

// A launcher of the program's own, as @p symbol; @return whether there is one.
static bool find(struct runner *runner, const char *symbol) {
    void *found = dlsym(RTLD_DEFAULT, symbol);
    // ISO C has no conversion from an object's address to a function's; POSIX promises that this works.
    memcpy(&runner->launcher, &found, sizeof found);
    return found != NULL;
}

// A lab's rungs, and solutions to the same problem beyond the lab.
static size_t add_rungs(struct runner *runners, size_t capacity, const struct spec *spec) {
    size_t count = 0;
    for (size_t t = 0; t < spec->task_count && count + 1 < capacity; t++) {
        const struct spec_task *task = &spec->tasks[t];
        char beyond[128];
        snprintf(beyond, sizeof beyond, "%s_beyond", task->name);
        if (!is_rung(task))
            continue;
        runners[count] = (struct runner){.group = spec->name, .name = task->name, .task = task};
        count += find(&runners[count], task->name);
        runners[count] = (struct runner){.group = "beyond", .name = task->name, .task = task};
        count += find(&runners[count], beyond);
    }
    return count;
}

static const struct spec_task *task_called(const struct runner *runners, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(runners[i].name, name) == 0)
            return runners[i].task;
    return NULL;
}

size_t runners_find(struct runner *runners, size_t capacity) {
    const struct spec *specs[BENCH_MAX_RUNNERS];
    const size_t spec_total = spec_count() < BENCH_MAX_RUNNERS ? spec_count() : BENCH_MAX_RUNNERS;
    for (size_t i = 0; i < spec_total; i++)
        specs[i] = spec_get(i);
    qsort(specs, spec_total, sizeof *specs, by_order);
    size_t count = 0;
    for (size_t i = 0; i < spec_total; i++)
        count += add_rungs(runners + count, capacity - count, specs[i]);
    const size_t rungs = count;
    for (const struct vendor *v = vendors; v->name && count < capacity; v++) {
        const struct spec_task *task = task_called(runners, rungs, v->task);
        if (task)
            runners[count++] =
                (struct runner){.group = v->library, .name = v->name, .task = task, .vendor = v};
    }
    return count;
}

bool runner_is_named(const struct runner *runner, const char *list) {
    if (list[0] == '\0')
        return true;
    for (const char *part = list; part; part = strchr(part, ',') ? strchr(part, ',') + 1 : NULL) {
        char name[128];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(part, ","), part);
        if (strstr(runner->name, name) || strstr(runner->group, name))
            return true;
    }
    return false;
}
