// Graphs made by capturing streams: what they hold runs when they are launched, each time with the memory's
// present values; forks and joins; updates; and mistakes. A wrong result is printed.
#include <cstdio>
#include <cuda_runtime.h>

static int failures;

static void expect(const char *what, long long got, long long wanted) {
    if (got == wanted)
        return;
    printf("%s: %lld, not %lld\n", what, got, wanted);
    failures++;
}

__global__ void add(int *p, int n, int value) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] += value;
}
__global__ void sum(const int *a, const int *b, int *out) { *out = *a + *b; }

static void count_call(void *calls) { ++*static_cast<int *>(calls); }

enum { N = 64 };

static int first_of(const int *p) {
    int value;
    cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost);
    return value;
}

static void replays() {
    int *p, host[N], calls = 0, value = 5;
    size_t nodes = 0;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t all[8];
    cudaGraphNodeType type;
    cudaStreamCaptureStatus status;
    cudaMalloc(&p, sizeof host);
    cudaStreamCreate(&stream);
    for (int i = 0; i < N; i++)
        host[i] = i;
    cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    add<<<1, N, 0, stream>>>(p, N, value);
    value = 1000; // the launch has its own copy
    cudaLaunchHostFunc(stream, count_call, &calls);
    cudaMemcpyAsync(host, p, sizeof host, cudaMemcpyDeviceToHost, stream);
    cudaStreamIsCapturing(stream, &status);
    expect("status", status, cudaStreamCaptureStatusActive);
    cudaStreamEndCapture(stream, &graph);
    expect("nothing ran", calls, 0);
    expect("nothing ran", first_of(p + 1), 1);
    cudaGraphGetNodes(graph, nullptr, &nodes);
    expect("nodes", (long long)nodes, 3);
    cudaGraphGetNodes(graph, all, &nodes);
    cudaGraphNodeGetType(all[0], &type);
    expect("a kernel", type, cudaGraphNodeTypeKernel);
    cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
    cudaGraphDestroy(graph);
    for (int i = 0; i < 3; i++)
        cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    expect("three times", host[1], 16);
    expect("calls", calls, 3);
    cudaMemsetAsync(p, 0, sizeof host, stream);
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    expect("present values", host[1], 5);

    cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
    add<<<1, N, 0, stream>>>(p, N, 7);
    cudaLaunchHostFunc(stream, count_call, &calls);
    cudaMemcpyAsync(host, p, sizeof host, cudaMemcpyDeviceToHost, stream);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphExecUpdateResultInfo info;
    expect("update", cudaGraphExecUpdate(exec, graph, &info), cudaSuccess);
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    expect("updated", host[1], 12);
    cudaGraphDestroy(graph);
    cudaGraphExecDestroy(exec);
    cudaStreamDestroy(stream);
    cudaFree(p);
}

// Another stream joins by an event, and is joined by another.
static void forks() {
    int *p;
    cudaStream_t first, second;
    cudaEvent_t fork, join;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaMalloc(&p, 3 * sizeof *p);
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal);
    cudaMemsetAsync(p, 0, 3 * sizeof *p, first);
    cudaEventRecord(fork, first);
    cudaStreamWaitEvent(second, fork, 0);
    add<<<1, 1, 0, first>>>(p, 1, 1);
    add<<<1, 1, 0, second>>>(p + 1, 1, 2);
    cudaEventRecord(join, second);
    cudaStreamWaitEvent(first, join, 0);
    sum<<<1, 1, 0, first>>>(p, p + 1, p + 2);
    expect("end", cudaStreamEndCapture(first, &graph), cudaSuccess);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, second);
    cudaGraphLaunch(exec, second);
    cudaStreamSynchronize(second);
    expect("sum", first_of(p + 2), 3);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaEventDestroy(fork);
    cudaEventDestroy(join);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaFree(p);
}

__global__ void write_too_far(int *p) {
    p[threadIdx.x] = 1; // expect: out_of_bounds
}

static void mistakes() {
    int *p, *pinned;
    cudaStream_t stream, other;
    cudaEvent_t event;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaMalloc(&p, N * sizeof *p);
    cudaMallocHost(&pinned, N * sizeof *p);
    cudaStreamCreate(&stream);
    cudaStreamCreate(&other);
    cudaEventCreate(&event);
    cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal); // expect: api
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMemsetAsync(p, 0, N * sizeof *p, stream);
    cudaStreamSynchronize(stream);                                // expect: api
    cudaMemcpy(pinned, p, N * sizeof *p, cudaMemcpyDeviceToHost); // expect: api
    cudaMemcpyAsync(pinned, p, N * sizeof *p, cudaMemcpyDeviceToHost, stream);
    write_too_far<<<1, N + 1, 0, stream>>>(p);
    cudaStreamEndCapture(other, &graph); // expect: api
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    pinned[0] = 1;
    cudaGraphLaunch(exec, stream);
    expect("before it is waited for", pinned[0], 1); // expect: race
    cudaStreamSynchronize(stream);
    expect("copied", pinned[0], 0);

    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaEventRecord(event, stream);
    cudaStreamWaitEvent(other, event, 0);
    cudaMemsetAsync(p, 0, 4, other);
    cudaGraph_t unjoined;
    cudaStreamEndCapture(stream, &unjoined); // expect: api
    cudaGetLastError();
    cudaGraphDestroy(graph);
    cudaGraphDestroy(graph); // expect: api
    cudaGetLastError();
    cudaGraphExecDestroy(exec);
    cudaEventDestroy(event);
    cudaStreamDestroy(stream);
    cudaStreamDestroy(other);
    cudaFreeHost(pinned);
    cudaFree(p);
}

int main() {
    replays();
    forks();
    mistakes();
    return failures;
}
