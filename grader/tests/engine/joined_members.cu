// Members of what is aligned as a whole are loaded and stored by one instruction, wherever the source has
// them one by one. Those of a structure that is aligned to one of them are not.
#include <cassert>

enum { THREADS = 256, BLOCKS = 2048 };

struct quad {
    float x, y, z, w;
};

__global__ void whole_kernel(const float4 *in, float4 *out) {
    const int i = blockIdx.x * THREADS + threadIdx.x;
    const float4 v = in[i];
    out[i] = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
}

template <class T> __global__ void members_kernel(const T *in, T *out) {
    const int i = blockIdx.x * THREADS + threadIdx.x;
    out[i].x = 2 * in[i].x;
    out[i].y = 2 * in[i].y;
    out[i].z = 2 * in[i].z;
    out[i].w = 2 * in[i].w;
}

int main() {
    float4 *in, *out;
    cudaEvent_t events[4];
    float whole, joined, apart;
    assert(cudaMalloc((void **)&in, BLOCKS * THREADS * sizeof *in) == cudaSuccess);
    assert(cudaMalloc((void **)&out, BLOCKS * THREADS * sizeof *out) == cudaSuccess);
    assert(cudaMemset(in, 0, BLOCKS * THREADS * sizeof *in) == cudaSuccess);
    for (cudaEvent_t &event : events)
        assert(cudaEventCreate(&event) == cudaSuccess);
    whole_kernel<<<BLOCKS, THREADS>>>(in, out); // from here on it is all in the second-level cache
    cudaEventRecord(events[0]);
    whole_kernel<<<BLOCKS, THREADS>>>(in, out);
    cudaEventRecord(events[1]);
    members_kernel<<<BLOCKS, THREADS>>>(in, out);
    cudaEventRecord(events[2]);
    members_kernel<<<BLOCKS, THREADS>>>((const quad *)in, (quad *)out);
    cudaEventRecord(events[3]);
    assert(cudaEventElapsedTime(&whole, events[0], events[1]) == cudaSuccess);
    assert(cudaEventElapsedTime(&joined, events[1], events[2]) == cudaSuccess);
    assert(cudaEventElapsedTime(&apart, events[2], events[3]) == cudaSuccess);
    assert(whole > 0 && joined < 1.1f * whole);
    assert(apart > 1.5f * whole);
    for (cudaEvent_t &event : events)
        assert(cudaEventDestroy(event) == cudaSuccess);
    assert(cudaFree(in) == cudaSuccess && cudaFree(out) == cudaSuccess);
}
