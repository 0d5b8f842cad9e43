// Groups by complete linkage: from the most alike pair on, two groups are joined where all of their pairs
// were found.
#include "class/similar/groups.h"

#include <stdlib.h>

// Files in rings, one for each group, and a table of the pairs that were found.
struct grouping {
    const struct similar *similar;
    size_t *next;    // file of the same ring
    size_t *group;   // the ring's number: one of its files
    uint64_t *pairs; // hash table of both files' numbers, and 1 added
    size_t room;     // of `pairs`, a power of two
};

static uint64_t key_of(size_t a, size_t b) { return ((uint64_t)(a < b ? a : b) << 32 | (a < b ? b : a)) + 1; }

static uint64_t *slot_of(const struct grouping *grouping, uint64_t key) {
    size_t at = (size_t)(key * 0x9e3779b97f4a7c15u >> 20) & (grouping->room - 1);
    while (grouping->pairs[at] != 0 && grouping->pairs[at] != key)
        at = (at + 1) & (grouping->room - 1);
    return &grouping->pairs[at];
}

static bool are_alike(const struct grouping *grouping, size_t a, size_t b) {
    const struct similar_file *files = grouping->similar->files;
    return (files[a].earlier && files[b].earlier) || *slot_of(grouping, key_of(a, b)) != 0;
}

static bool can_join(const struct grouping *grouping, size_t a, size_t b) {
    size_t i = a;
    do {
        size_t k = b;
        do {
            if (!are_alike(grouping, i, k))
                return false;
            k = grouping->next[k];
        } while (k != b);
        i = grouping->next[i];
    } while (i != a);
    return true;
}

static void join(struct grouping *grouping, size_t a, size_t b) {
    size_t i = b;
    do {
        grouping->group[i] = grouping->group[a];
        i = grouping->next[i];
    } while (i != b);
    const size_t next = grouping->next[a];
    grouping->next[a] = grouping->next[b];
    grouping->next[b] = next;
}

static bool begin(struct grouping *grouping, const struct similar *similar) {
    *grouping = (struct grouping){.similar = similar, .room = 16};
    while (grouping->room < 2 * similar->pair_count)
        grouping->room *= 2;
    grouping->next = calloc(similar->file_count + 1, sizeof *grouping->next);
    grouping->group = calloc(similar->file_count + 1, sizeof *grouping->group);
    grouping->pairs = calloc(grouping->room, sizeof *grouping->pairs);
    if (!grouping->next || !grouping->group || !grouping->pairs)
        return false;
    for (size_t i = 0; i < similar->file_count; i++)
        grouping->next[i] = grouping->group[i] = i;
    for (size_t i = 0; i < similar->pair_count; i++) {
        const uint64_t key = key_of(similar->pairs[i].file[0], similar->pairs[i].file[1]);
        *slot_of(grouping, key) = key;
    }
    return true;
}

static void end(struct grouping *grouping) {
    free(grouping->next);
    free(grouping->group);
    free(grouping->pairs);
}

static void join_all(struct grouping *grouping) {
    for (size_t i = 0; i < grouping->similar->pair_count; i++) {
        const size_t *file = grouping->similar->pairs[i].file;
        if (grouping->group[file[0]] != grouping->group[file[1]] && can_join(grouping, file[0], file[1]))
            join(grouping, file[0], file[1]);
    }
}

// Pairs come most alike first: the first pair of a group is its most alike one.
static void take_shares(struct similar_groups *groups, const size_t *of_file, const struct similar *similar) {
    for (size_t i = 0; i < similar->pair_count; i++) {
        const struct similar_pair *pair = &similar->pairs[i];
        if (of_file[pair->file[0]] != of_file[pair->file[1]] || of_file[pair->file[0]] == 0)
            continue;
        struct similar_group *group = &groups->items[of_file[pair->file[0]] - 1];
        group->least = pair->share;
        group->most = group->most > pair->share ? group->most : pair->share;
    }
}

static int largest_first(const void *left, const void *right) {
    const struct similar_group *a = left, *b = right;
    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    if (a->least != b->least)
        return a->least > b->least ? -1 : 1;
    return a->files[0] < b->files[0] ? -1 : 1;
}

// The ring of `first`, which is the lowest of its files, as a group.
static bool take_ring(struct similar_groups *groups, const struct grouping *grouping, size_t first,
                      size_t *of_file) {
    struct similar_group *group = &groups->items[groups->count];
    *group = (struct similar_group){.files = NULL};
    for (size_t i = first; i < grouping->similar->file_count; i++)
        group->count += grouping->group[i] == grouping->group[first];
    group->files = malloc(group->count * sizeof *group->files);
    if (!group->files)
        return false;
    groups->count++;
    size_t count = 0;
    for (size_t i = first; i < grouping->similar->file_count; i++)
        if (grouping->group[i] == grouping->group[first]) {
            group->files[count++] = i;
            of_file[i] = groups->count;
        }
    return true;
}

bool groups_find(struct similar_groups *groups, const struct similar *similar) {
    struct grouping grouping;
    size_t *of_file =
        calloc(similar->file_count + 1, sizeof *of_file); // number of the group and 1, 0 if none
    bool good = begin(&grouping, similar) && of_file;
    *groups = (struct similar_groups){.items = calloc(similar->file_count / 2 + 1, sizeof *groups->items)};
    good = good && groups->items;
    if (good)
        join_all(&grouping);
    for (size_t i = 0; good && i < similar->file_count; i++)
        if (of_file[i] == 0 && grouping.next[i] != i)
            good = take_ring(groups, &grouping, i, of_file);
    if (good)
        take_shares(groups, of_file, similar);
    if (good && groups->count > 1)
        qsort(groups->items, groups->count, sizeof *groups->items, largest_first);
    free(of_file);
    end(&grouping);
    return good;
}

void groups_free(struct similar_groups *groups) {
    for (size_t i = 0; i < groups->count; i++)
        free(groups->items[i].files);
    free(groups->items);
    *groups = (struct similar_groups){.count = 0};
}
