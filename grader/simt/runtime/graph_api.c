// The capture of streams, and the resulting graphs.
#include "simt/graphs.h"

#include <stdlib.h>

#include "api.h"
#include "engine/exec/exit.h"
#include "engine/report/status.h"
#include "engine/streams/capture.h"

/** A graph, or an executable one. */
struct graph {
    struct graph *next; /**< of all graphs */
    bool executable;
    struct simt_captured_list *list;
};

static struct graph *graphs;

static struct graph *find(const void *handle, bool executable) {
    struct graph *g = graphs;
    while (g && (g != handle || g->executable != executable))
        g = g->next;
    return g;
}

static cudaError_t refuse(void) { return simt_api_misuse(cudaErrorInvalidValue, ": there is no such graph"); }

/** Begins a function that has the graph of a handle. */
#define BEGIN_WITH(found, handle, executable)                                                                \
    SIMT_API_BEGIN();                                                                                        \
    struct graph *found = find(handle, executable);                                                          \
    if (!found)                                                                                              \
    return refuse()

/** Makes a handle that holds the captured operations. */
static cudaError_t create(void **out, struct simt_captured_list *list, bool executable) {
    struct graph *g = calloc(1, sizeof *g);
    if (!g)
        return (cudaError_t)simt_status_note(cudaErrorMemoryAllocation);
    *g = (struct graph){.next = graphs, .executable = executable, .list = list};
    graphs = g;
    list->holders++;
    SIMT_API_STORE(out, (void *)g);
    return cudaSuccess;
}

static void destroy(struct graph *g) {
    struct graph **link = &graphs;
    while (*link != g)
        link = &(*link)->next;
    *link = g->next;
    simt_captured_release(g->list);
    free(g);
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode) {
    SIMT_API_BEGIN();
    if ((unsigned)mode > cudaStreamCaptureModeRelaxed)
        return simt_api_misuse(cudaErrorInvalidValue, " with a mode of %d", (int)mode);
    if (!stream || stream == cudaStreamLegacy)
        return simt_api_misuse(cudaErrorStreamCaptureUnsupported,
                               " of the default stream, which cannot be captured");
    if (!simt_capture_begin(stream, simt_api_is_blocking(stream)))
        return simt_api_misuse(cudaErrorIllegalState, " of a stream that is captured already");
    return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
    bool unjoined;
    SIMT_API_BEGIN();
    if (!graph)
        return simt_api_null();
    struct simt_captured_list *list = simt_capture_end(stream, &unjoined);
    if (!list)
        return simt_api_misuse(cudaErrorStreamCaptureUnmatched, " of a stream with which no capture began");
    const cudaError_t error = unjoined
                                  ? simt_api_misuse(cudaErrorStreamCaptureUnjoined,
                                                    ": the first stream did not wait for all that joined")
                                  : create((void **)graph, list, false);
    simt_captured_release(list);
    return error;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status) {
    SIMT_API_BEGIN();
    SIMT_API_GIVE(status,
                  simt_is_captured(stream) ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone);
}

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags) {
    SIMT_API_BEGIN();
    if (!graph || flags)
        return simt_api_misuse(cudaErrorInvalidValue, " was given no place for the graph, or flags");
    struct simt_captured_list *none = simt_captured_none();
    const cudaError_t error = create((void **)graph, none, false);
    simt_captured_release(none);
    return error;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    BEGIN_WITH(g, graph, false);
    destroy(g);
    return cudaSuccess;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
    BEGIN_WITH(g, exec, true);
    destroy(g);
    return cudaSuccess;
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph) {
    BEGIN_WITH(g, graph, false);
    if (!clone)
        return refuse();
    return create((void **)clone, g->list, false);
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                          unsigned long long flags) {
    SIMT_API_BEGIN();
    (void)flags; /* they concern memory and priorities */
    const struct graph *g = find(graph, false);
    if (!g || !exec)
        return refuse();
    return create((void **)exec, g->list, true);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
    BEGIN_WITH(g, graph, false);
    if (!count)
        return refuse();
    size_t i = 0;
    const size_t room = *count;
    for (struct simt_captured *c = nodes ? g->list->first : NULL; c && i < room; c = c->next, i++)
        SIMT_API_STORE(&nodes[i], c);
    SIMT_API_STORE(count, nodes ? i : g->list->count);
    return cudaSuccess;
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type) {
    static const enum cudaGraphNodeType types[] = {
        [SIMT_CAPTURED_LAUNCH] = cudaGraphNodeTypeKernel,
        [SIMT_CAPTURED_COPY] = cudaGraphNodeTypeMemcpy,
        [SIMT_CAPTURED_FILL] = cudaGraphNodeTypeMemset,
        [SIMT_CAPTURED_CALLBACK] = cudaGraphNodeTypeHost,
    };
    SIMT_API_BEGIN();
    for (const struct graph *g = graphs; g; g = g->next)
        for (const struct simt_captured *c = g->list->first; c; c = c->next)
            if (c == node)
                SIMT_API_GIVE(type, types[c->kind]);
    return simt_api_misuse(cudaErrorInvalidValue, ": there is no such node");
}

/** Whether two graphs have the same kinds of operations, in the same order. */
static bool are_alike(const struct simt_captured_list *a, const struct simt_captured_list *b) {
    const struct simt_captured *x = a->first, *y = b->first;
    for (; x && y && x->kind == y->kind; x = x->next)
        y = y->next;
    return !x && !y;
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo *info) {
    SIMT_API_BEGIN();
    struct graph *to = find(exec, true);
    const struct graph *from = find(graph, false);
    if (!to || !from)
        return refuse();
    const bool alike = are_alike(to->list, from->list);
    if (info)
        SIMT_API_STORE(&info->result, alike ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateError);
    if (!alike)
        return (cudaError_t)simt_status_note(cudaErrorGraphExecUpdateFailure);
    simt_captured_release(to->list);
    to->list = from->list;
    to->list->holders++;
    return cudaSuccess;
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
    SIMT_API_BEGIN();
    (void)stream;
    return find(exec, true) ? cudaSuccess : refuse();
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
    BEGIN_WITH(g, exec, true);
    if (simt_is_captured(stream))
        simt_unsupported_at("a graph that is launched while its stream is captured", SIMT_API_CALLER);
    for (struct simt_captured *c = g->list->first; c; c = c->next)
        c->run(c->data, stream);
    return (cudaError_t)simt_status_sticky_error();
}
