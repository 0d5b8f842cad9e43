// The operations of captured streams.
#include "engine/streams/capture.h"

#include <stdlib.h>
#include <string.h>

/** A stream that takes part in a capture. */
struct member {
    struct member *next;
    const void *stream;
    struct capture *capture;
    uint64_t operations; /**< given to it */
    uint64_t waited_for; /**< of those, before a point for which another stream has waited */
};

struct capture {
    const void *first; /**< the stream with which it began */
    bool blocking;     /**< it waits for the default stream */
    uint64_t number;   /**< from 1 */
    struct simt_captured_list *list;
};

bool simt_capture_is_on;
static struct member *members;
static uint64_t captures; /**< how many have begun */

static struct member *find(const void *stream) {
    struct member *m = simt_capture_is_on ? members : NULL;
    while (m && m->stream != stream)
        m = m->next;
    return m;
}

static void *allocate(size_t size) {
    void *memory = aligned_alloc(_Alignof(struct simt_captured), (size + 127) / 64 * 64);
    if (!memory)
        abort();
    memset(memory, 0, size);
    return memory;
}

static struct member *add_member(const void *stream, struct capture *capture) {
    struct member *m = allocate(sizeof *m);
    *m = (struct member){.next = members, .stream = stream, .capture = capture};
    members = m;
    return m;
}

bool simt_is_captured(const void *stream) { return find(stream) != NULL; }

bool simt_capture_takes(const void *stream, enum simt_captured_kind kind, simt_captured_operation *run,
                        const void *data, size_t bytes) {
    struct member *m = find(stream);
    if (!m)
        return false;
    struct simt_captured_list *list = m->capture->list;
    struct simt_captured *new = allocate(sizeof *new + bytes);
    new->kind = kind;
    new->run = run;
    memcpy(new->data, data, bytes);
    *list->last = new;
    list->last = &new->next;
    list->count++;
    m->operations++;
    return true;
}

struct simt_captured_list *simt_captured_none(void) {
    struct simt_captured_list *list = allocate(sizeof *list);
    list->holders = 1;
    list->last = &list->first;
    return list;
}

bool simt_capture_forbids_default(void) {
    const struct member *m = simt_capture_is_on ? members : NULL;
    while (m && !m->capture->blocking)
        m = m->next;
    return m != NULL;
}

bool simt_capture_begin(const void *stream, bool blocking) {
    if (find(stream))
        return false;
    struct capture *capture = allocate(sizeof *capture);
    *capture = (struct capture){
        .first = stream, .blocking = blocking, .number = ++captures, .list = simt_captured_none()};
    add_member(stream, capture);
    simt_capture_is_on = true;
    return true;
}

struct simt_captured_list *simt_capture_end(const void *stream, bool *unjoined) {
    const struct member *begun = find(stream);
    struct capture *capture = begun ? begun->capture : NULL;
    *unjoined = false;
    if (!capture || capture->first != stream)
        return NULL;
    for (struct member **link = &members; *link;) {
        struct member *m = *link;
        if (m->capture != capture) {
            link = &m->next;
            continue;
        }
        *unjoined |= m->stream != stream && m->waited_for < m->operations;
        *link = m->next;
        free(m);
    }
    simt_capture_is_on = members != NULL;
    struct simt_captured_list *list = capture->list;
    free(capture);
    return list;
}

void simt_captured_release(struct simt_captured_list *list) {
    if (--list->holders > 0)
        return;
    while (list->first) {
        struct simt_captured *next = list->first->next;
        free(list->first);
        list->first = next;
    }
    free(list);
}

struct simt_captured_place simt_capture_place(const void *stream) {
    const struct member *m = find(stream);
    return m ? (struct simt_captured_place){stream, m->capture->number, m->operations}
             : (struct simt_captured_place){0};
}

bool simt_capture_join(const void *stream, const struct simt_captured_place *place) {
    struct member *of = find(place->stream);
    if (!of || of->capture->number != place->capture)
        return false;
    if (!find(stream))
        add_member(stream, of->capture);
    if (stream != place->stream && of->waited_for < place->operations)
        of->waited_for = place->operations;
    return true;
}
