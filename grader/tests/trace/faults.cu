// Whatever is found wrong stands at the step where it happens, with its line; one kernel each.
#include <cuda_runtime.h>

__global__ void race(int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = s[63 - threadIdx.x]; // trace-error: race
}

__global__ void unwritten(int *out) {
    __shared__ int s[64];
    out[threadIdx.x] = s[threadIdx.x]; // trace-error: uninitialized
}

__global__ void past_the_end(int *out) {
    if (threadIdx.x == 63)
        out[threadIdx.x + 1] = 1; // trace-error: out_of_bounds
}

__global__ void apart(int *out) {
    if (threadIdx.x < 32)
        __syncthreads();
    else
        __syncthreads(); // trace-error: barrier
    out[threadIdx.x] = 1;
}

__global__ void null_pointer(int *out) {
    out[threadIdx.x] = 2; // trace-error: out_of_bounds
}

int main() {
    int *d_out;
    cudaMalloc(&d_out, 64 * sizeof(int));
    race<<<1, 64>>>(d_out);
    unwritten<<<1, 64>>>(d_out);
    past_the_end<<<1, 64>>>(d_out);
    apart<<<1, 64>>>(d_out);
    null_pointer<<<1, 64>>>(nullptr);
}
