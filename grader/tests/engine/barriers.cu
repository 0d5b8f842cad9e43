// Barriers that threads reach differently, and correct uses. A line that must be blamed is marked at its
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

// A thread that has returned does not count.
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

// The same barrier, reached by two calls, is one barrier.
__global__ void in_a_function(int *out) {
    out[threadIdx.x] = 0;
    meet();
    out[63 - threadIdx.x] = 1;
}

// Some threads have one element less, skip the last barrier, and end.
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

// A thread may leave a loop after its barrier, and end.
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

// Threads leave after a round's second barrier, and the others begin a new round.
__global__ void out_behind_the_second(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    for (int left = 64; left > 4; left /= 2) {
        if (t < left / 2)
            s[t] += s[t + left / 2];
        __syncthreads();
        if (t == 1)
            s[0] += 1;
        __syncthreads();
        if (t >= left / 2) {
            out[t] = s[t];
            return;
        }
    }
    out[t] = s[t];
}

__device__ int of_all(int value, int *s) {
    s[threadIdx.x] = value;
    __syncthreads();
    int sum = s[0] + s[63];
    __syncthreads();
    return sum;
}

// The same, where the second barriers are in a function; the last round has been made by the last thread
// alone.
__global__ void out_behind_a_function(int *out) {
    __shared__ int s[64], sums[64];
    int t = threadIdx.x, sum = 0;
    for (int left = 32; left > 0; left /= 2) {
        sum += of_all(t, s);
        __syncthreads();
        sums[t] = sum;
        if (t < left) {
            out[t] = sum;
            return;
        }
    }
    if (sums[t] == 0)
        out[t] = 1;
}

// Threads search for something, and return before the barrier if they did not find it.
__global__ void out_of_a_search(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x, found = 0;
    s[t] = t;
    __syncthreads();
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 4; i++)
            found += s[i] == t % 8 + round;
        if (!found) {
            out[t] = -1;
            return;
        }
        __syncthreads();
        s[t] = s[t] + 1;
        __syncthreads();
    }
    out[t] = found;
}

// Each step's barriers are in the condition of the step; the store after the loop is its end, too.
__global__ void scan_in_if(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    for (int offset = 1; offset < 64; offset *= 2) {
        if (t >= offset) {
            int left = s[t - offset];
            __syncthreads(); // expect: barrier
            s[t] += left;
            __syncthreads();
        }
    }
    out[t] = s[t];
}

int main() {
    int *out, host[64];
    cudaMalloc(&out, 2 * sizeof host);
    cudaMemset(out, 0, 2 * sizeof host);
    two_barriers_at_once<<<1, 64>>>(out);
    around_the_last<<<1, 64>>>(out);
    out_of_the_loop<<<1, 64>>>(out);
    out_behind_the_second<<<1, 64>>>(out);
    out_behind_a_function<<<1, 64>>>(out);
    out_of_a_search<<<1, 64>>>(out);
    scan_in_if<<<1, 64>>>(out);
    early_return<<<1, 64>>>(out);
    in_a_function<<<1, 64>>>(out);
    reductions<<<1, 64>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(out);
    for (int i = 0; i < 64; i++)
        if (host[i] != 3211)
            printf("thread %d: %d, expected 3211\n", i, host[i]);
}
