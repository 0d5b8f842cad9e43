// The order of a warp's operations where a compiler runs several iterations of a loop as one.
#include "engine/perf/sm_state.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_TOGETHER = 32, /* iterations: registers hold no more values that are on their way */
    MOST_GUARDED = 6,   /* the same, in turn, under a predicate each: a thread has seven */
    MOST_COPIES = 200,  /* of a block, where such loops are in one another */
    LEAST_TOGETHER = 4  /* of what is left over at the end */
};

/** A basic block that is run, or several copies of it, and what is done in it. */
struct chunk {
    const struct simt_code_info *info;      /* NULL: what comes before the first block */
    const struct simt_warp_operation *code; /* its beginning */
    const struct simt_warp_operation
        *requests;                           /* and what follows, all copies of the first, then of the next */
    uint32_t length;                         /* of that */
    const struct simt_warp_operation *early; /* loads that are asked for before */
    uint32_t early_count;                    /* of them */
    uint32_t copies;                         /* 0: of no such loop */
    uint32_t done;                           /* accesses that it guards, and that were done */
};

/** A warp's blocks, and room for requests that were moved. */
struct order {
    struct chunk *chunks;
    struct chunk *merged; /* those of a pass */
    uint32_t merged_count;
    struct simt_warp_operation *room;
    uint32_t used;
};

/** Twice the operations: each may be asked for early. */
enum { ROOM = 2 };

static const struct simt_code_info *info_of(const struct simt_warp_operation *o) {
    return o->kind == SIMT_DOES_CODE ? (const void *)o->what : NULL;
}

/** Whether several iterations of some loop are run as one. */
static bool has_loops(const struct simt_warp_sample *warp) {
    for (uint32_t i = 0; i < warp->count; i++) {
        const struct simt_code_info *info = info_of(&warp->operations[i]);
        if (info && (info->loops[0].number || info->loops[1].number))
            return true;
    }
    return false;
}

uint32_t simt_accesses_guarded(const struct simt_warp_operation *o, const struct simt_warp_operation *end) {
    uint32_t done = 0;
    for (; o < end; o++) {
        const struct simt_code_info *info = info_of(o);
        if (info && !info->guarded)
            break;
        done += info ? info->accesses : 0;
    }
    return done;
}

static uint32_t cut_into_chunks(const struct simt_warp_sample *warp, struct chunk *chunks) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < warp->count;) {
        struct chunk *c = &chunks[count++];
        *c = (struct chunk){.info = info_of(&warp->operations[i])};
        if (c->info)
            c->code = &warp->operations[i++];
        c->requests = &warp->operations[i];
        for (; i < warp->count && warp->operations[i].kind != SIMT_DOES_CODE; i++)
            c->length++;
        if (c->length == 0)
            c->done = simt_accesses_guarded(&warp->operations[i], &warp->operations[warp->count]);
    }
    return count;
}

/** Of what is left over at the end of a loop, a half and a quarter of as many iterations are run at once if
 * those are 4 or more, and the others one by one. */
static uint32_t count_together(uint32_t left, uint32_t unroll, bool is_guarded) {
    const uint32_t room = is_guarded ? MOST_GUARDED : MOST_TOGETHER;
    const uint32_t most = unroll < room ? unroll : room;
    if (left >= most)
        return most;
    for (uint32_t together = most / 2; together >= LEAST_TOGETHER; together /= 2)
        if (left >= together)
            return together;
    return 1;
}

/** An iteration, as far as it has been merged. */
struct iteration {
    const struct chunk *next, *end;
    uint32_t rounds; /* of loops in it, so far */
};

static uint32_t place_of(const struct chunk *c, int level) { return c->info->loops[level].place; }

/** Whether the iteration's next block comes before that of the other. */
static bool is_before(const struct iteration *a, const struct iteration *b, int level) {
    return a->rounds != b->rounds ? a->rounds < b->rounds
                                  : place_of(a->next, level) < place_of(b->next, level);
}

static const struct iteration *first_of(const struct iteration *all, uint32_t count, int level) {
    const struct iteration *first = NULL;
    for (uint32_t i = 0; i < count; i++)
        if (all[i].next < all[i].end && (!first || is_before(&all[i], first, level)))
            first = &all[i];
    return first;
}

static uint32_t copies_of(const struct chunk *c) { return c->copies ? c->copies : 1; }

static bool are_alike(const struct chunk *a, const struct chunk *b) {
    return a->info == b->info && a->length * copies_of(b) == b->length * copies_of(a);
}

static void advance(struct iteration *i, int level) {
    const uint32_t place = place_of(i->next++, level);
    if (i->next < i->end && place_of(i->next, level) <= place)
        i->rounds++;
}

static void copy_to_room(struct order *order, const struct simt_warp_operation *from, uint32_t count) {
    if (count > 0)
        memcpy(order->room + order->used, from, count * sizeof *from);
    order->used += count;
}

/** What the members ask for early, all of it. */
static void join_early(struct order *order, struct chunk *merged, const struct chunk *const *members,
                       uint32_t count) {
    merged->early = order->room + order->used;
    for (uint32_t m = 0; m < count; m++)
        copy_to_room(order, members[m]->early, members[m]->early_count);
    merged->early_count = (uint32_t)(order->room + order->used - merged->early);
}

/** Takes the block that comes first out of all iterations that have it next. */
static void take_block(struct order *order, struct iteration *all, uint32_t count, int level) {
    const struct iteration first = *first_of(all, count, level);
    const struct chunk *members[MOST_TOGETHER];
    uint32_t taken = 0;
    struct chunk merged = {.info = first.next->info, .code = first.next->code};
    for (uint32_t i = 0; i < count; i++) {
        const struct chunk *c = all[i].next;
        if (c == all[i].end || is_before(&first, &all[i], level) || !are_alike(c, first.next) ||
            merged.copies + copies_of(c) > MOST_COPIES)
            continue;
        merged.copies += copies_of(c);
        merged.length += c->length;
        merged.done += c->done;
        members[taken++] = c;
        advance(&all[i], level);
    }
    join_early(order, &merged, members, taken);
    merged.requests = order->room + order->used;
    const uint32_t positions = first.next->length / copies_of(first.next);
    for (uint32_t p = 0; p < positions; p++)
        for (uint32_t m = 0; m < taken; m++)
            for (uint32_t k = 0; k < copies_of(members[m]); k++)
                order->room[order->used++] = members[m]->requests[p * copies_of(members[m]) + k];
    order->merged[order->merged_count++] = merged;
}

/** Whether a request of the chunk is a load that comes before all iterations. */
static bool comes_early(const struct chunk *c, uint32_t request) {
    const uint32_t access = request / copies_of(c);
    return c->length == c->info->accesses * copies_of(c) && access < SIMT_BLOCK_LOADS &&
           c->info->ahead >> access & 1 && c->requests[request].kind == SIMT_DOES_LOAD;
}

/** The early loads of some iterations, which come before the first of their blocks. */
static void ask_early(struct order *order, const struct chunk *c, const struct chunk *end,
                      struct chunk *first) {
    for (; c < end; c++)
        for (uint32_t i = 0; i < c->length && first->early_count < SIMT_EARLY_LOADS; i++) {
            if (!comes_early(c, i))
                continue;
            copy_to_room(order, &c->requests[i], 1);
            order->room[order->used - 1].kind = SIMT_DOES_EARLY;
            first->early_count++;
        }
}

/** Iterations that follow each other: only their early loads are moved. */
static void take_in_turn(struct order *order, const struct chunk *c, const struct chunk *end) {
    struct chunk *first = &order->merged[order->merged_count];
    struct chunk asked = {.early = order->room + order->used, .early_count = c->early_count};
    copy_to_room(order, c->early, c->early_count);
    ask_early(order, c, end, &asked);
    for (uint32_t left = asked.early_count - c->early_count; c < end; c++) {
        struct chunk *taken = &order->merged[order->merged_count++];
        *taken = *c;
        taken->requests = order->room + order->used;
        copy_to_room(order, c->requests, c->length);
        for (uint32_t i = 0; i < c->length && left > 0; i++)
            if (comes_early(c, i)) {
                order->room[order->used - c->length + i].kind = SIMT_DOES_LOADED;
                left--;
            }
    }
    first->early = asked.early;
    first->early_count = asked.early_count;
}

/** @return the chunk behind those that are of the loop and of one iteration */
static const struct chunk *end_of_iteration(const struct chunk *c, const struct chunk *end, int level) {
    const uint32_t number = c->info->loops[level].number;
    for (c++; c < end && c->info && c->info->loops[level].number == number && place_of(c, level) > 0;)
        c++;
    return c;
}

static bool begins_iteration(const struct chunk *c, int level) {
    return c->info && c->info->loops[level].number && place_of(c, level) == 0;
}

static uint32_t count_iterations(const struct chunk *c, const struct chunk *end, int level) {
    const uint32_t number = c->info->loops[level].number;
    uint32_t count = 0;
    while (c < end && begins_iteration(c, level) && c->info->loops[level].number == number) {
        c = end_of_iteration(c, end, level);
        count++;
    }
    return count;
}

/** Whether loads of an iteration are guarded by a predicate. */
static bool has_guarded_loads(const struct chunk *c, const struct chunk *end) {
    for (; c < end; c++)
        for (uint32_t i = 0; c->info->guarded && i < c->length; i++)
            if (c->requests[i].kind == SIMT_DOES_LOAD)
                return true;
    return false;
}

/** Merges the iterations of a loop. @return what follows them */
static const struct chunk *merge_loop(struct order *order, const struct chunk *c, const struct chunk *end,
                                      int level) {
    for (uint32_t left = count_iterations(c, end, level); left > 0;) {
        struct iteration all[MOST_TOGETHER];
        const struct chunk *begin = c;
        const struct simt_code_loop *loop = &c->info->loops[level];
        const bool guarded = loop->serial && has_guarded_loads(c, end_of_iteration(c, end, level));
        const uint32_t count = count_together(left, loop->together, guarded);
        for (uint32_t i = 0; i < count; i++) {
            all[i] = (struct iteration){.next = c, .end = end_of_iteration(c, end, level)};
            c = all[i].end;
        }
        if (loop->serial)
            take_in_turn(order, begin, c);
        else
            while (first_of(all, count, level))
                take_block(order, all, count, level);
        left -= count;
    }
    return c;
}

/** Merges the iterations of all loops of a level. @return how many chunks there are then */
static uint32_t merge_level(struct order *order, uint32_t count, int level) {
    const struct chunk *c = order->chunks, *end = c + count;
    order->merged_count = 0;
    while (c < end)
        if (begins_iteration(c, level))
            c = merge_loop(order, c, end, level);
        else
            order->merged[order->merged_count++] = *c++;
    struct chunk *merged = order->merged;
    order->merged = order->chunks;
    order->chunks = merged;
    return order->merged_count;
}

static void write_chunk(const struct chunk *c, struct simt_warp_sample *to) {
    if (c->early_count > 0)
        memcpy(to->operations + to->count, c->early, c->early_count * sizeof *c->early);
    to->count += c->early_count;
    if (c->code)
        to->operations[to->count++] = *c->code;
    if (c->copies > 0) {
        to->operations[to->count - 1].passes = simt_byte_of(c->copies);
        to->operations[to->count - 1].beyond = simt_byte_of(c->done);
    }
    for (uint32_t i = 0; i < c->length; i++) {
        to->operations[to->count] = c->requests[i];
        if (c->copies > 0)
            to->operations[to->count].at = (int32_t)(c->copies - i % c->copies);
        to->count++;
    }
}

/** @return false if there is no memory */
static bool order_warp(const struct simt_warp_sample *from, struct simt_warp_sample *to) {
    struct order order = {.chunks = calloc(from->count, sizeof *order.chunks),
                          .merged = calloc(from->count, sizeof *order.merged),
                          .room = calloc((size_t)ROOM * SIMT_CODE_LOOPS * from->count, sizeof *order.room)};
    to->operations = calloc((size_t)ROOM * from->count, sizeof *to->operations);
    to->count = 0;
    const bool good = order.chunks && order.merged && order.room && to->operations;
    if (good) {
        uint32_t count = cut_into_chunks(from, order.chunks);
        for (int level = 0; level < SIMT_CODE_LOOPS; level++)
            count = merge_level(&order, count, level);
        for (uint32_t i = 0; i < count; i++)
            write_chunk(&order.chunks[i], to);
        to->all = (uint64_t)((double)from->all / from->count * to->count);
    }
    free(order.chunks);
    free(order.merged);
    free(order.room);
    return good;
}

static bool order_block(const struct simt_block_sample *from, struct simt_block_sample *to) {
    to->warps = malloc(from->count * sizeof *to->warps);
    if (!to->warps)
        return false;
    memcpy(to->warps, from->warps, from->count * sizeof *to->warps);
    bool good = true;
    for (uint32_t w = 0; w < from->count; w++)
        if (has_loops(&from->warps[w]))
            good &= order_warp(&from->warps[w], &to->warps[w]);
    return good;
}

static bool any_has_loops(const struct simt_sample *sample) {
    for (uint32_t b = 0; sample->described && b < sample->count; b++)
        for (uint32_t w = 0; w < sample->blocks[b].count; w++)
            if (has_loops(&sample->blocks[b].warps[w]))
                return true;
    return false;
}

struct simt_sample *simt_iterations_together(const struct simt_sample *sample) {
    struct simt_sample *together = any_has_loops(sample) ? malloc(sizeof *together) : NULL;
    if (!together)
        return NULL;
    *together = *sample;
    bool good = true;
    for (uint32_t b = 0; b < sample->count; b++)
        good &= order_block(&sample->blocks[b], &together->blocks[b]);
    if (good)
        return together;
    simt_iterations_free(together, sample);
    return NULL;
}

void simt_iterations_free(struct simt_sample *together, const struct simt_sample *sample) {
    for (uint32_t b = 0; together && b < sample->count; b++) {
        struct simt_block_sample *block = &together->blocks[b];
        for (uint32_t w = 0; block->warps && w < block->count; w++)
            if (block->warps[w].operations != sample->blocks[b].warps[w].operations)
                free(block->warps[w].operations);
        free(block->warps);
    }
    free(together);
}
