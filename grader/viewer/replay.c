// Replays a launch of a recording.
//
// The computations of a thread are not recorded. As on the page (trace_page/state.js), a store is assumed to
// depend on everything that its thread has read since its previous store; without such reads, on the last
// value read that equals the stored one, or else on nothing.
#include "viewer/replay.h"

#include <stdlib.h>
#include <string.h>

enum { ARRAYS = 32, THREADS = 64, READS = 64, REMEMBERED = 8, PENDING = 2048 };

/** A value that a thread has read. */
struct source {
    int array, cell, row; /**< the row that shows it, -1: none */
    const cJSON *value;
    bool overwritten; /**< earlier in this interval, so no row shows it */
};

struct reader {
    struct source fresh[READS], before[REMEMBERED];
    int fresh_count, before_count;
    bool stored; /**< by the present event */
};

struct array {
    bool shared;
    int shown, row, file, line; /**< row: the newest, -1: none */
    const cJSON *value[REPLAY_CELLS];
    struct {
        bool written[REPLAY_CELLS], wrong[REPLAY_CELLS];
        bool plainly[REPLAY_CELLS]; /**< written by a store that is not atomic */
    } now;                          /**< in this interval */
    bool touched[REPLAY_CELLS];
};

struct arrow {
    int row, array, cell, to_array, to, thread;
};

struct machine {
    const cJSON *trace, *launch;
    struct simt_replay *out;
    int block, interval;
    bool by_step; /**< rows are made only for a single event */
    struct array array[ARRAYS];
    int array_count;
    struct reader thread[THREADS];
    struct arrow arrow[PENDING];
    int arrow_count;
    bool barrier; /**< was passed since the last row */
};

/* ---- rows ---- */

static int add_row(struct machine *m, int number, bool is_start) {
    struct array *array = &m->array[number];
    if (m->out->row_count == REPLAY_ROWS) {
        m->out->cut = true;
        return -1;
    }
    struct simt_replay_row *row = &m->out->row[m->out->row_count];
    *row = (struct simt_replay_row){.array = number,
                                    .interval = m->interval,
                                    .file = array->file,
                                    .line = is_start ? 0 : array->line,
                                    .is_start = is_start,
                                    .after_barrier = !is_start && m->barrier};
    m->barrier = m->barrier && is_start;
    for (int c = 0; c < array->shown; c++) {
        row->value[c] = array->value[c];
        row->mark[c] = (unsigned char)(is_start                ? REPLAY_STILL
                                       : array->now.wrong[c]   ? REPLAY_WRONG
                                       : array->now.written[c] ? REPLAY_WRITTEN
                                                               : REPLAY_STILL);
    }
    return array->row = m->out->row_count++;
}

static void add_arrow(struct machine *m, const struct arrow *arrow) {
    const struct simt_replay_arrow new = {arrow->row, arrow->cell, m->array[arrow->to_array].row, arrow->to,
                                          arrow->thread};
    struct simt_replay *out = m->out;
    if (new.from_row < 0 || new.to_row <= new.from_row)
        return;
    unsigned char *mark = &out->row[new.from_row].mark[new.from];
    if (*mark == REPLAY_STILL)
        *mark = REPLAY_READ;
    for (int i = 0; i < out->arrow_count; i++)
        if (memcmp(&out->arrow[i], &new, sizeof new) == 0)
            return;
    if (out->arrow_count < REPLAY_ARROWS)
        out->arrow[out->arrow_count++] = new;
    else
        out->cut = true;
}

/** Turns what was written so far into rows: at a barrier, after the one event, or if an event needs it. */
static void close_rows(struct machine *m) {
    for (int a = 0; a < m->array_count; a++) {
        struct array *array = &m->array[a];
        bool written = false;
        for (int c = 0; c < array->shown; c++)
            written |= array->now.written[c];
        if (written)
            add_row(m, a, false);
    }
    for (int i = 0; i < m->arrow_count; i++)
        add_arrow(m, &m->arrow[i]);
    m->arrow_count = 0;
    for (int a = 0; a < m->array_count; a++)
        memset(&m->array[a].now, 0, sizeof m->array[a].now);
}

/* ---- events ---- */

/** The row that held the value read: in a race, it may precede the store that is recorded before the read. */
static int row_read(const struct machine *m, int number, int cell, const cJSON *value) {
    const struct simt_replay *out = m->out;
    for (int r = m->array[number].row; r >= 0; r--)
        if (out->row[r].array == number && out->row[r].value[cell] && value &&
            cJSON_Compare(out->row[r].value[cell], value, true))
            return r;
    return m->array[number].row;
}

static void note_read(struct machine *m, struct reader *reader, int number, int cell, const cJSON *value) {
    struct array *array = &m->array[number];
    if (!m->by_step && array->row < 0 && !array->now.written[cell])
        add_row(m, number, true);
    if (reader->fresh_count < READS)
        reader->fresh[reader->fresh_count++] =
            (struct source){number, cell, row_read(m, number, cell, value), value, array->now.written[cell]};
}

static void add_source(struct machine *m, const struct source *source, int to_array, int to, int thread) {
    const struct array *array = &m->array[source->array];
    if (!m->by_step && (source->overwritten || source->row < 0))
        return;
    if (m->arrow_count < PENDING)
        m->arrow[m->arrow_count++] = (struct arrow){
            m->by_step ? array->row : source->row, source->array, source->cell, to_array, to, thread};
}

/** The last value read that equals the stored one; other cells are preferred to the cell itself. */
static const struct source *find_copied(const struct reader *reader, int number, int cell,
                                        const cJSON *value) {
    const struct source *itself = NULL;
    for (int i = reader->before_count; i-- > 0;) {
        const struct source *source = &reader->before[i];
        if (!cJSON_Compare(source->value, value, true))
            continue;
        if (source->array != number || source->cell != cell)
            return source;
        itself = itself ? itself : source;
    }
    return itself;
}

static void note_store(struct machine *m, struct reader *reader, int number, int cell, const cJSON *value,
                       bool is_plain) {
    const int thread = (int)(reader - m->thread);
    for (int i = 0; i < reader->fresh_count; i++)
        add_source(m, &reader->fresh[i], number, cell, thread);
    const struct source *copied = reader->fresh_count ? NULL : find_copied(reader, number, cell, value);
    if (copied)
        add_source(m, copied, number, cell, thread);
    m->array[number].value[cell] = value;
    m->array[number].now.written[cell] = true;
    m->array[number].now.plainly[cell] |= is_plain;
    reader->stored = true;
}

/** A store consumes what was read, except the newest values. */
static void settle(struct reader *reader) {
    if (!reader->stored)
        return;
    reader->stored = false;
    if (reader->fresh_count == 0)
        return;
    const int keep = reader->fresh_count < REMEMBERED ? reader->fresh_count : REMEMBERED;
    memcpy(reader->before, reader->fresh + reader->fresh_count - keep, (size_t)keep * sizeof *reader->fresh);
    reader->before_count = keep;
    reader->fresh_count = 0;
}

static bool is_actor(const struct machine *m, const cJSON *event, int thread) {
    const cJSON *error = simt_replay_item(m->trace, "errors", simt_replay_number(event, "e", -1));
    const cJSON *actor = error ? cJSON_GetObjectItemCaseSensitive(error, "actor") : NULL;
    int linear = 0;
    for (int d = 2; d >= 0; d--) {
        const cJSON *at = simt_replay_item(actor, "thread", d),
                    *size = simt_replay_item(m->launch, "block", d);
        linear =
            linear * (cJSON_IsNumber(size) ? size->valueint : 1) + (cJSON_IsNumber(at) ? at->valueint : 0);
    }
    return actor && linear == thread;
}

/** True if the event left a value in the cell that is wrong in the end. */
static bool is_wrong_in_the_end(const cJSON *event, int cell) {
    const cJSON *wrong;
    cJSON_ArrayForEach(wrong, cJSON_GetObjectItemCaseSensitive(event, "y")) {
        if (cJSON_IsNumber(wrong) && wrong->valueint == cell)
            return true;
    }
    return false;
}

/** One cell of one lane. */
static void touch(struct machine *m, const cJSON *event, int thread, int cell, const cJSON *value,
                  const cJSON *before) {
    const int number = simt_replay_number(event, "a", -1);
    struct array *array = &m->array[number];
    const bool own = simt_replay_number(event, "b", -1) == m->block;
    if (cell < 0 || cell >= array->shown || (!own && array->shared))
        return;
    if (!own) { // other blocks' stores are visible, but only this block's make rows
        if (!simt_replay_is(event, "load"))
            array->value[cell] = value;
        return;
    }
    array->now.wrong[cell] |= is_actor(m, event, thread) || is_wrong_in_the_end(event, cell);
    if (!simt_replay_is(event, "store"))
        note_read(m, &m->thread[thread], number, cell, simt_replay_is(event, "load") ? value : before);
    if (!simt_replay_is(event, "load")) {
        note_store(m, &m->thread[thread], number, cell, value, simt_replay_is(event, "store"));
        array->file = (int)cJSON_GetNumberValue(simt_replay_item(event, "l", 0));
        array->line = (int)cJSON_GetNumberValue(simt_replay_item(event, "l", 1));
    } else if (array->row >= 0 && (m->by_step || array->now.wrong[cell])) {
        m->out->row[array->row].mark[cell] = array->now.wrong[cell] ? REPLAY_WRONG : REPLAY_READ;
    }
}

/** Whether the event accesses a cell that was stored to since the last row. Atomic operations do not depend
 * on one another: they form one step. */
static bool needs_rows(const struct machine *m, const cJSON *event) {
    const int number = simt_replay_number(event, "a", -1), width = simt_replay_number(event, "n", 1);
    const cJSON *cell;
    if (number < 0 || number >= m->array_count || simt_replay_number(event, "b", -1) != m->block)
        return false;
    const struct array *array = &m->array[number];
    const bool *written = simt_replay_is(event, "atomic") ? array->now.plainly : array->now.written;
    cJSON_ArrayForEach(cell, cJSON_GetObjectItemCaseSensitive(event, "c")) {
        for (int c = cell->valueint; c >= 0 && c < REPLAY_CELLS && c - cell->valueint < width; c++)
            if (written[c])
                return true;
    }
    return false;
}

static void access_memory(struct machine *m, const cJSON *event) {
    const int array = simt_replay_number(event, "a", -1), warp = simt_replay_number(event, "w", 0);
    const int width = simt_replay_number(event, "n", 1);
    const uint32_t mask = simt_replay_mask(event);
    if (array < 0 || array >= m->array_count || warp < 0 || warp >= THREADS / 32 || width < 1)
        return;
    const cJSON *cell = cJSON_GetObjectItemCaseSensitive(event, "c"),
                *value = cJSON_GetObjectItemCaseSensitive(event, "v"),
                *before = cJSON_GetObjectItemCaseSensitive(event, "o");
    cell = cell ? cell->child : NULL, value = value ? value->child : NULL,
    before = before ? before->child : NULL;
    for (int lane = 0; lane < 32 && cell && value; lane++) {
        if (!(mask >> lane & 1))
            continue;
        for (int k = 0; k < width && k < REPLAY_CELLS && cell->valuedouble >= 0; k++)
            touch(m, event, 32 * warp + lane, cell->valueint < REPLAY_CELLS ? cell->valueint + k : -1,
                  width > 1 ? cJSON_GetArrayItem(value, k) : value,
                  width > 1 ? cJSON_GetArrayItem(before, k) : before);
        cell = cell->next, value = value->next, before = before ? before->next : NULL;
    }
    for (int t = 0; t < THREADS; t++)
        settle(&m->thread[t]);
}

/** A value that a lane receives in a shuffle depends on what the other lane has read. */
static void shuffle(struct machine *m, const cJSON *event) {
    static struct reader given[32];
    const int warp = simt_replay_number(event, "w", 0);
    if (warp < 0 || warp >= THREADS / 32 || simt_replay_number(event, "b", -1) != m->block)
        return;
    const uint32_t mask = simt_replay_mask(event);
    struct reader *thread = &m->thread[32 * warp];
    memcpy(given, thread, sizeof given);
    const cJSON *from = cJSON_GetObjectItemCaseSensitive(event, "c");
    from = from ? from->child : NULL;
    for (int lane = 0; lane < 32 && from; lane++) {
        if (!(mask >> lane & 1))
            continue;
        const int source = from->valueint;
        for (int i = 0; source >= 0 && source < 32 && source != lane && i < given[source].fresh_count; i++)
            if (thread[lane].fresh_count < READS)
                thread[lane].fresh[thread[lane].fresh_count++] = given[source].fresh[i];
        from = from->next;
    }
}

static void apply(struct machine *m, const cJSON *event) {
    if (simt_replay_is(event, "shuffle"))
        shuffle(m, event);
    else if (simt_replay_is(event, "load") || simt_replay_is(event, "store") ||
             simt_replay_is(event, "atomic")) {
        if (!m->by_step && needs_rows(m, event))
            close_rows(m);
        access_memory(m, event);
    }
}

/* ---- the whole ---- */

static void begin(struct machine *m) {
    const cJSON *array;
    cJSON_ArrayForEach(array, cJSON_GetObjectItemCaseSensitive(m->launch, "arrays")) {
        if (m->array_count == ARRAYS)
            return;
        struct array *to = &m->array[m->array_count++];
        const cJSON *cells = cJSON_GetObjectItemCaseSensitive(array, "cells");
        const int shown = simt_replay_number(array, "shown", 0);
        to->shared = cells == NULL;
        to->row = -1;
        to->shown = shown < 0 ? 0 : shown < REPLAY_CELLS ? shown : REPLAY_CELLS;
        const cJSON *value = cells ? cells->child : NULL;
        for (int c = 0; c < to->shown && value; c++, value = value->next)
            to->value[c] = cJSON_IsNull(value) ? NULL : value;
    }
}

/** Removes rows without any use, and from the others the cells after the last one that is accessed. */
static void tidy(struct machine *m) {
    struct simt_replay *out = m->out;
    int moved[REPLAY_ROWS], kept = 0;
    for (int r = 0; r < out->row_count; r++) {
        bool used = !out->row[r].is_start;
        for (int c = 0; c < REPLAY_CELLS; c++)
            used |= out->row[r].mark[c] != REPLAY_STILL;
        moved[r] = used ? kept : -1;
        if (used)
            out->row[kept++] = out->row[r];
    }
    out->row_count = kept;
    for (int i = 0; i < out->arrow_count; i++) {
        out->arrow[i].from_row = moved[out->arrow[i].from_row];
        out->arrow[i].to_row = moved[out->arrow[i].to_row];
    }
    for (int r = 0; r < kept; r++) {
        const struct array *array = &m->array[out->row[r].array];
        for (int c = 0; c < array->shown; c++)
            if (array->touched[c])
                out->row[r].count = c + 1;
    }
}

/** Finds the cells that the block ever accesses: a row is equally long in every picture of the launch. */
static void find_touched(struct machine *m) {
    const cJSON *event, *cell;
    cJSON_ArrayForEach(event, cJSON_GetObjectItemCaseSensitive(m->launch, "events")) {
        const int number = simt_replay_number(event, "a", -1), width = simt_replay_number(event, "n", 1);
        if (number < 0 || number >= m->array_count || simt_replay_number(event, "b", -1) != m->block)
            continue;
        cJSON_ArrayForEach(cell, cJSON_GetObjectItemCaseSensitive(event, "c")) {
            for (int c = cell->valueint; c >= 0 && c < REPLAY_CELLS && c - cell->valueint < width; c++)
                m->array[number].touched[c] = true;
        }
    }
}

static struct machine *machine_new(const cJSON *trace, const cJSON *launch, int block,
                                   struct simt_replay *out) {
    struct machine *m = calloc(1, sizeof *m);
    memset(out, 0, sizeof *out);
    if (!m)
        return NULL;
    m->trace = trace;
    m->launch = launch;
    m->out = out;
    m->block = block;
    begin(m);
    find_touched(m);
    return m;
}

void simt_replay_block(const cJSON *trace, const cJSON *launch, int block, struct simt_replay *out) {
    struct machine *m = machine_new(trace, launch, block, out);
    const cJSON *event;
    if (!m)
        return;
    cJSON_ArrayForEach(event, cJSON_GetObjectItemCaseSensitive(launch, "events")) {
        if (simt_replay_is(event, "barrier") && simt_replay_number(event, "b", -1) == block) {
            close_rows(m);
            m->barrier = true;
            m->interval = simt_replay_number(event, "i", m->interval) + 1;
        } else {
            apply(m, event);
        }
    }
    close_rows(m);
    tidy(m);
    out->cut |= cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(launch, "cut"));
    free(m);
}

void simt_replay_step(const cJSON *trace, const cJSON *launch, int event, struct simt_replay *out) {
    const cJSON *at = cJSON_GetObjectItemCaseSensitive(launch, "events");
    const cJSON *now = cJSON_GetArrayItem(at, event);
    struct machine *m = machine_new(trace, launch, simt_replay_number(now, "b", 0), out);
    if (m && now) {
        m->by_step = true;
        for (at = at->child; at != now; at = at->next)
            apply(m, at);
        m->arrow_count = 0;
        m->interval = simt_replay_number(now, "i", 0);
        for (int a = 0; a < m->array_count; a++) {
            memset(&m->array[a].now, 0, sizeof m->array[a].now);
            add_row(m, a, true);
        }
        apply(m, now);
        close_rows(m);
        tidy(m);
    }
    free(m);
}
