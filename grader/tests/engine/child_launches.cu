// Kernels that launch kernels: a child sees what its parent's grid stored, and a kernel ends with its
// children.
#include <cstdio>
#include <cuda_runtime.h>

static int failures;

static void expect(const char *what, long long got, long long wanted) {
    if (got == wanted)
        return;
    printf("%s: %lld, not %lld\n", what, got, wanted);
    failures++;
}

// A tree of launches: each node counts itself and has two children.
__global__ void tree(int depth, int *nodes, int *deepest) {
    atomicAdd(nodes, 1);
    atomicMax(deepest, depth);
    if (depth < 5)
        for (int i = 0; i < 2; i++)
            tree<<<1, 1>>>(depth + 1, nodes, deepest);
}

struct range {
    const int *from;
    int count;
    double scale;
};

template <typename T> __global__ void scaled(range r, T *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < r.count)
        out[i] = (T)(r.from[i] * r.scale);
}

// The first thread passes on what all threads of the block have stored.
__global__ void pass_on(int *scratch, int n, double *out) {
    scratch[threadIdx.x] = (int)threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        const dim3 block(32), grid((n + block.x - 1) / block.x);
        scaled<double><<<grid, block>>>(range{scratch, n, 0.5}, out);
    }
}

// Children of one thread run in the order of their launches.
__global__ void append(int value, int *list, int *count) { list[(*count)++] = value; }
__global__ void in_order(int *list, int *count) {
    for (int i = 0; i < 4; i++)
        append<<<1, 1, 0>>>(i, list, count);
}

// A child ends after its own children, and the next one begins only then.
__global__ void append_and_more(int value, int *list, int *count) {
    list[(*count)++] = value;
    append<<<1, 1>>>(value + 100, list, count);
    append<<<1, 1>>>(value + 200, list, count);
}
__global__ void in_depth(int *list, int *count) {
    append_and_more<<<1, 1>>>(1, list, count);
    append_and_more<<<1, 1>>>(2, list, count);
}

// Every lane launches, some with dynamic shared memory.
__global__ void reversed(int *row, int n) {
    extern __shared__ int copy[];
    copy[threadIdx.x] = row[threadIdx.x];
    __syncthreads();
    row[threadIdx.x] = copy[n - 1 - threadIdx.x];
}
__device__ void launch_row(int *rows, int n) {
    reversed<<<1, n, n * sizeof(int)>>>(rows + threadIdx.x * n, n);
}
__global__ void rows(int *all, int n) {
    for (int i = 0; i < n; i++)
        all[threadIdx.x * n + i] = (int)threadIdx.x * n + i;
    if (threadIdx.x % 2)
        launch_row(all, n);
}

// The arguments of a launch may make the lanes wait for each other.
__global__ void store(int *to, int value) { *to = value; }
__global__ void shuffled(int *out) {
    store<<<1, 1>>>(out + threadIdx.x, __shfl_xor_sync(~0u, (int)threadIdx.x, 1));
}

// What the child allocates or what its parent does.
__global__ void fill(int *made, int n) { made[threadIdx.x] = n; }
__global__ void allocate(int **made) {
    *made = (int *)malloc(32 * sizeof **made);
    fill<<<1, 32>>>(*made, 7);
}
__global__ void take_back(int **made, int *sum) {
    for (int i = 0; i < 32; i++)
        *sum += (*made)[i];
    free(*made);
}

int main() {
    int *ints, *more, host[256];
    double *doubles, values[64];
    int **made;
    cudaMalloc(&ints, sizeof host);
    cudaMalloc(&more, 2 * sizeof(int));
    cudaMalloc(&doubles, sizeof values);
    cudaMalloc(&made, sizeof *made);

    cudaMemset(more, 0, 2 * sizeof(int));
    tree<<<1, 1>>>(0, more, more + 1);
    cudaMemcpy(host, more, 2 * sizeof(int), cudaMemcpyDeviceToHost);
    expect("nodes", host[0], 63);
    expect("deepest", host[1], 5);

    pass_on<<<1, 64>>>(ints, 64, doubles);
    cudaMemcpy(values, doubles, sizeof values, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++)
        expect("twice what was scaled", (long long)(2 * values[i]), i);

    cudaMemset(more, 0, sizeof(int));
    in_order<<<1, 1>>>(ints, more);
    cudaMemcpy(host, ints, 4 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4; i++)
        expect("in order", host[i], i);

    cudaMemset(more, 0, sizeof(int));
    in_depth<<<1, 1>>>(ints, more);
    cudaMemcpy(host, ints, 6 * sizeof(int), cudaMemcpyDeviceToHost);
    const int in_depth_order[] = {1, 101, 201, 2, 102, 202};
    for (int i = 0; i < 6; i++)
        expect("in depth", host[i], in_depth_order[i]);

    rows<<<1, 16>>>(ints, 16);
    cudaMemcpy(host, ints, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; i++)
        expect("row", host[i], i / 16 % 2 ? i / 16 * 16 + 15 - i % 16 : i);

    shuffled<<<1, 32>>>(ints);
    cudaMemcpy(host, ints, 32 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        expect("shuffled", host[i], i ^ 1);

    cudaMemset(more, 0, sizeof(int));
    allocate<<<1, 1>>>(made);
    take_back<<<1, 1>>>(made, more);
    cudaMemcpy(host, more, sizeof(int), cudaMemcpyDeviceToHost);
    expect("sum of what a child filled", host[0], 32 * 7);

    expect("error", cudaDeviceSynchronize(), cudaSuccess);
    cudaFree(ints);
    cudaFree(more);
    cudaFree(doubles);
    cudaFree(made);
    return failures != 0;
}
