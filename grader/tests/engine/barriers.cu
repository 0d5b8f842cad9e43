// Barriers that threads reach differently, and uses that are right. A line that must be blamed says so at its
// end.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void two_barriers_at_once(int *out) {
    if (threadIdx.x < 16) {
        out[threadIdx.x] = 1;
        __syncthreads(); // expect: barrier
    } else {
        __syncthreads();
    }
}

// A thread that has left does not count.
__global__ void early_return(int *out) {
    if (threadIdx.x >= 40)
        return;
    out[threadIdx.x] = 1;
    __syncthreads();
    out[64 + threadIdx.x] = out[39 - threadIdx.x];
}

__global__ void reductions(int *out) {
    int even = __syncthreads_count(threadIdx.x % 2 == 0);
    int all = __syncthreads_and(threadIdx.x < 64);
    int any = __syncthreads_or(threadIdx.x == 7);
    out[threadIdx.x] = even * 100 + all * 10 + any;
}

__device__ void meet() { __syncthreads(); }

// The same barrier reached by two calls is one barrier.
__global__ void in_a_function(int *out) {
    out[threadIdx.x] = 0;
    meet();
    out[63 - threadIdx.x] = 1;
}

// Some threads have an element less, and go around the last barrier; then they end.
__global__ void around_the_last(int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = 0;
    __syncthreads();
    for (int round = 0; round < 3; round++) {
        if (round * 64 + threadIdx.x < 150) {
            s[threadIdx.x] += round;
            __syncthreads(); // expect: barrier
        }
    }
    if (threadIdx.x == 0)
        out[0] = s[0] + s[1];
}

// A thread may leave a loop behind its barrier, and end.
__global__ void out_of_the_loop(int *out) {
    __shared__ int left;
    for (int round = 0; round < 4; round++) {
        if (threadIdx.x == 0)
            left = 64 - 16 * round;
        __syncthreads();
        if (threadIdx.x >= left - 16)
            break;
        __syncthreads();
    }
    out[threadIdx.x] = threadIdx.x;
}

int main() {
    int *out, host[64];
    cudaMalloc(&out, 2 * sizeof host);
    cudaMemset(out, 0, 2 * sizeof host);
    two_barriers_at_once<<<1, 64>>>(out);
    around_the_last<<<1, 64>>>(out);
    out_of_the_loop<<<1, 64>>>(out);
    early_return<<<1, 64>>>(out);
    in_a_function<<<1, 64>>>(out);
    reductions<<<1, 64>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(out);
    for (int i = 0; i < 64; i++)
        if (host[i] != 3211)
            printf("thread %d: %d, expected 3211\n", i, host[i]);
}
