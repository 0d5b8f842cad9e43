// Launches of the same kind, added up.
#include "engine/report/report.h"

#include <stdio.h>
#include <string.h>

static bool is_same(struct simt_dim3 a, struct simt_dim3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

static bool are_alike(const struct simt_kernel_record *a, const struct simt_kernel_record *b) {
    return is_same(a->grid, b->grid) && is_same(a->block, b->block) &&
           (a->name == b->name || strcmp(a->name, b->name) == 0);
}

static void add_traffic(struct simt_traffic *sum, const struct simt_traffic *other) {
    sum->requests += other->requests;
    sum->bytes += other->bytes;
    sum->transactions += other->transactions;
}

static void add_counters(struct simt_counters *sum, const struct simt_counters *other) {
    add_traffic(&sum->global_load, &other->global_load);
    add_traffic(&sum->global_store, &other->global_store);
    add_traffic(&sum->global_atomic, &other->global_atomic);
    add_traffic(&sum->shared_load, &other->shared_load);
    add_traffic(&sum->shared_store, &other->shared_store);
    add_traffic(&sum->shared_atomic, &other->shared_atomic);
    sum->barriers += other->barriers;
    sum->warp_instructions += other->warp_instructions;
    sum->longest_warp = other->longest_warp > sum->longest_warp ? other->longest_warp : sum->longest_warp;
    sum->active_instructions += other->active_instructions;
    sum->lane_instructions += other->lane_instructions;
    sum->atomic_serialization += other->atomic_serialization;
    sum->global_broadcast_bytes += other->global_broadcast_bytes;
    sum->shared_atomic_words += other->shared_atomic_words;
    sum->steps += other->steps;
    sum->shuffles += other->shuffles;
    sum->work += other->work;
    sum->work_is_stores |= other->work_is_stores;
}

// The latest group is tried first: most programs launch one kernel again and again.
static size_t group_of(const struct launch_group *groups, size_t count, size_t latest,
                       const struct simt_kernel_record *record) {
    if (latest < count && are_alike(simt_kernel_get(groups[latest].first), record))
        return latest;
    size_t i = 0;
    while (i < count && !are_alike(simt_kernel_get(groups[i].first), record))
        i++;
    return i;
}

size_t launches_group(struct launch_group *groups, size_t from) {
    size_t count = 0, latest = 0;
    for (size_t i = from; i < simt_kernel_count(); i++) {
        const struct simt_kernel_record *record = simt_kernel_get(i);
        latest = group_of(groups, count, latest, record);
        if (latest == count && count == LAUNCH_GROUPS)
            latest = LAUNCH_GROUPS - 1;
        else if (latest == count)
            groups[count++] = (struct launch_group){.first = i};
        groups[latest].launches++;
        add_counters(&groups[latest].sum, &record->counters);
    }
    return count;
}

/* A kernel's display name, derived from the compiler's. */

// The parenthesis that opens the one at `close`; NULL if there is none.
static const char *opening(const char *text, const char *close) {
    int depth = 0;
    for (const char *p = close;; p--) {
        depth += (*p == ')') - (*p == '(');
        if (depth == 0)
            return p;
        if (p == text)
            return NULL;
    }
}

void simt_kernel_name(const char *pretty, char *out, size_t size) {
    const char *name = strncmp(pretty, "void ", 5) == 0 ? pretty + 5 : pretty;
    const char *with = strstr(name, " [with ");
    const char *close = with ? with - 1 : name + strlen(name) - 1;
    const char *open = close > name && *close == ')' ? opening(name, close) : NULL;
    if (!open || open == name)
        snprintf(out, size, "%s", name);
    else
        snprintf(out, size, "%.*s%s", (int)(open - name), name, with ? with : "");
}
