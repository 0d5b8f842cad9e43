// Consecutive loads are in flight together and cost one wait. Loads in a loop cost one wait each, and fewer
// if nvcc runs several iterations as one.
#include <cassert>

enum { THREADS = 256, EACH = 128 };

__global__ void side_by_side_kernel(const int *in, int *out) {
    const int *at = in + threadIdx.x;
    out[threadIdx.x] = at[0] + at[THREADS] + at[2 * THREADS] + at[3 * THREADS] + at[4 * THREADS] +
                       at[5 * THREADS] + at[6 * THREADS] + at[7 * THREADS];
}

__global__ void loop_kernel(const int *in, int *out, int count) {
    int sum = 0;
#pragma unroll 1
    for (int k = 0; k < count; k++)
        sum += in[threadIdx.x + k * THREADS];
    out[threadIdx.x] = sum;
}

__global__ void unrolled_kernel(const int *in, int *out, int count) {
    int sum = 0;
    for (int k = 0; k < count; k++)
        sum += in[threadIdx.x + k * THREADS];
    out[threadIdx.x] = sum;
}

int main() {
    int *in, *out;
    cudaEvent_t events[4];
    float together, in_turn, by_turns;
    assert(cudaMalloc((void **)&in, EACH * THREADS * sizeof(int)) == cudaSuccess);
    assert(cudaMalloc((void **)&out, THREADS * sizeof(int)) == cudaSuccess);
    assert(cudaMemset(in, 0, EACH * THREADS * sizeof(int)) == cudaSuccess);
    for (cudaEvent_t &event : events)
        assert(cudaEventCreate(&event) == cudaSuccess);
    cudaEventRecord(events[0]);
    side_by_side_kernel<<<1, THREADS>>>(in, out);
    cudaEventRecord(events[1]);
    loop_kernel<<<1, THREADS>>>(in, out, EACH);
    cudaEventRecord(events[2]);
    unrolled_kernel<<<1, THREADS>>>(in, out, EACH);
    cudaEventRecord(events[3]);
    assert(cudaEventElapsedTime(&together, events[0], events[1]) == cudaSuccess);
    assert(cudaEventElapsedTime(&in_turn, events[1], events[2]) == cudaSuccess);
    assert(cudaEventElapsedTime(&by_turns, events[2], events[3]) == cudaSuccess);
    assert(together > 0 && in_turn > 4 * together);
    assert(by_turns > 0 && by_turns < 0.6 * in_turn);
    for (cudaEvent_t &event : events)
        assert(cudaEventDestroy(event) == cudaSuccess);
    assert(cudaFree(in) == cudaSuccess && cudaFree(out) == cudaSuccess);
}
