// Counters of each thread at an index that the data decide are in local memory: each count is a load and a
// store of as many sectors as there are lanes. At indices that are constants they are registers.
#include <cassert>
#include <cstdlib>

enum { THREADS = 256, BLOCKS = 264, STEPS = 64, COUNTERS = 64, N = THREADS * BLOCKS * STEPS };

__global__ void local_kernel(const unsigned char *in, int *out) {
    int mine[COUNTERS];
    for (int i = 0; i < COUNTERS; i++)
        mine[i] = 0;
    const int t = blockIdx.x * THREADS + threadIdx.x;
    for (int i = t; i < N; i += THREADS * BLOCKS)
        mine[in[i] % COUNTERS]++;
    int sum = 0;
    for (int i = 0; i < COUNTERS; i++)
        sum += i * mine[i];
    out[t] = sum;
}

// The same index in all lanes: a line for each count.
__global__ void common_kernel(const unsigned char *in, int *out) {
    int mine[COUNTERS];
    for (int i = 0; i < COUNTERS; i++)
        mine[i] = 0;
    const int t = blockIdx.x * THREADS + threadIdx.x;
    for (int i = 0; i < STEPS; i++)
        mine[in[i] % COUNTERS] += in[i * THREADS * BLOCKS + t];
    int sum = 0;
    for (int i = 0; i < COUNTERS; i++)
        sum += i * mine[i];
    out[t] = sum;
}

__global__ void register_kernel(const unsigned char *in, int *out) {
    int mine[4] = {};
    const int t = blockIdx.x * THREADS + threadIdx.x;
    for (int i = 0; i < STEPS; i += 4)
        for (int j = 0; j < 4; j++)
            mine[j] += in[(i + j) * THREADS * BLOCKS + t];
    out[t] = mine[0] + 2 * mine[1] + 3 * mine[2] + 4 * mine[3];
}

int main() {
    unsigned char *host = (unsigned char *)malloc(N), *in;
    int *out;
    cudaEvent_t events[4];
    float local, common, registers;
    unsigned random = 1;
    for (int i = 0; i < N; i++)
        host[i] = (unsigned char)((random = random * 1664525u + 1013904223u) >> 24);
    assert(cudaMalloc((void **)&in, N) == cudaSuccess);
    assert(cudaMalloc((void **)&out, THREADS * BLOCKS * sizeof *out) == cudaSuccess);
    assert(cudaMemcpy(in, host, N, cudaMemcpyHostToDevice) == cudaSuccess);
    for (cudaEvent_t &event : events)
        assert(cudaEventCreate(&event) == cudaSuccess);
    cudaEventRecord(events[0]);
    local_kernel<<<BLOCKS, THREADS>>>(in, out);
    cudaEventRecord(events[1]);
    common_kernel<<<BLOCKS, THREADS>>>(in, out);
    cudaEventRecord(events[2]);
    register_kernel<<<BLOCKS, THREADS>>>(in, out);
    cudaEventRecord(events[3]);
    assert(cudaEventElapsedTime(&local, events[0], events[1]) == cudaSuccess);
    assert(cudaEventElapsedTime(&common, events[1], events[2]) == cudaSuccess);
    assert(cudaEventElapsedTime(&registers, events[2], events[3]) == cudaSuccess);
    assert(registers > 0 && common > 1.5f * registers);
    assert(local > 3 * common);
    for (cudaEvent_t &event : events)
        assert(cudaEventDestroy(event) == cudaSuccess);
    assert(cudaFree(in) == cudaSuccess && cudaFree(out) == cudaSuccess);
    free(host);
}
