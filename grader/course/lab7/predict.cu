// Lab 7: the programs that ./grade lab7 --predict asks about.
// Build: simtcc or nvcc, with -I grader -I labs/include
#include "course/inputs/question_program.h"

// program: blelloch
__global__ void blelloch_kernel(const int *in, int *out) {
    extern __shared__ int tree[];
    const int t = threadIdx.x, n = 2 * blockDim.x;
    tree[t] = in[t];
    tree[t + n / 2] = in[t + n / 2];
    for (int stride = 1; stride < n; stride *= 2) {
        const int right = 2 * stride * (t + 1) - 1;
        __syncthreads();
        if (right < n)
            tree[right] = wl_add(tree[right], tree[right - stride]);
    }
    if (t == 0)
        tree[n - 1] = 0;
    for (int stride = n / 2; stride > 0; stride /= 2) {
        const int right = 2 * stride * (t + 1) - 1;
        __syncthreads();
        if (right < n) {
            const int left_sum = tree[right - stride], before = tree[right];
            tree[right - stride] = before;
            tree[right] = wl_add(left_sum, before);
        }
    }
    __syncthreads();
    out[t] = tree[t];
    out[t + n / 2] = tree[t + n / 2];
}

static void blelloch(int *in, int *out, int n, int, int) {
    blelloch_kernel<<<1, n / 2, n * sizeof(int)>>>(in, out);
}

// program: up_sweep
__device__ int place(int i, int padding) { return i + i / 32 * padding; }

__global__ void up_sweep_kernel(const int *in, int *out, int padding) {
    extern __shared__ int tree[];
    const int t = threadIdx.x, n = 2 * blockDim.x;
    tree[place(t, padding)] = in[t];
    tree[place(t + n / 2, padding)] = in[t + n / 2];
    for (int stride = 1; stride < n; stride *= 2) {
        const int right = 2 * stride * (t + 1) - 1;
        __syncthreads();
        if (right < n)
            tree[place(right, padding)] += tree[place(right - stride, padding)];
    }
    if (t == 0)
        out[0] = tree[place(n - 1, padding)];
}

static void up_sweep(int *in, int *out, int n, int padding, int) {
    up_sweep_kernel<<<1, n / 2, (n + n / 32 * padding) * sizeof(int)>>>(in, out, padding);
}

QUESTION_PROGRAMS({"blelloch", blelloch}, {"up_sweep", up_sweep})
