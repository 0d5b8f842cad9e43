// Undefined operations give wrong results: each kernel computes something that would be right if the values
// that it must not read were zero, or the value that it stored there itself. The host prints results that are
// right by luck. A read whose line is not blamed gives a wrong result, too.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

enum { N = 100, BLOCK = 128 };

// The classic: all threads of a block add, though the array ends before the block does.
__global__ void past_the_end(const int *in, int *out) {
    atomicAdd(out, in[threadIdx.x]); // expect: out_of_bounds
}

// Several blocks' worth of elements at once, as unrolled kernels read them.
__global__ void far_past_the_end(const int *in, int *out) {
    int sum = 0;
    for (int i = 0; i < 8; i++)
        sum += in[threadIdx.x + i * 1024]; // expect: out_of_bounds
    out[threadIdx.x] = sum;
}

__global__ void before_the_start(const int *in, int *out) {
    out[threadIdx.x] = in[(int)threadIdx.x - BLOCK]; // expect: out_of_bounds
}

// The last vector has some of its elements.
__global__ void vector_past_the_end(const int *in, int *out) {
    int4 v = reinterpret_cast<const int4 *>(in)[threadIdx.x]; // expect: out_of_bounds
    out[threadIdx.x] = v.x + v.y + v.z + v.w;
}

__global__ void bytes_past_the_end(const unsigned char *in, int *out) {
    atomicAdd(&out[in[threadIdx.x] & 127], 1); // expect: out_of_bounds
}

// The value that it stored there itself is gone.
__global__ void stored_past_the_end(int *a, int *out, int zero) {
    a[N + threadIdx.x] = 7;                       // expect: out_of_bounds
    out[threadIdx.x] = a[N + zero + threadIdx.x]; // expect: out_of_bounds
}

// Sixteen KiB after the array: no other array is there.
__global__ void stored_far_past_the_end(int *a) {
    a[4096 + threadIdx.x] = 7; // expect: out_of_bounds
}

__global__ void counted_past_the_end(int *a, int *out) {
    atomicExch(&a[N], 0);         // expect: out_of_bounds
    atomicAdd(&a[N], 1);          // expect: out_of_bounds
    out[0] = atomicAdd(&a[N], 1); // expect: out_of_bounds
}

__global__ void past_a_shared_array(int *out) {
    __shared__ int before[BLOCK], s[BLOCK], behind[BLOCK];
    before[threadIdx.x] = behind[threadIdx.x] = s[threadIdx.x] = 0;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x + 1] + before[0] + behind[0]; // expect: out_of_bounds
}

__global__ void past_dynamic_shared(int *out, int zero) {
    extern __shared__ int s[];
    s[threadIdx.x + BLOCK] = 7;                       // expect: out_of_bounds
    out[threadIdx.x] = s[threadIdx.x + BLOCK + zero]; // expect: out_of_bounds
}

// The previous launch had more of it, and wrote zeros.
__global__ void fill_dynamic_shared() {
    extern __shared__ int s[];
    s[threadIdx.x] = 0;
}

__global__ void less_dynamic_shared(int *out) {
    extern __shared__ int s[];
    out[threadIdx.x] = s[threadIdx.x + 1]; // expect: out_of_bounds
}

// Reduction in which the end of the last block contributes nothing. Small garbage would vanish in floats.
__global__ void no_identity_at_the_tail(float *out) {
    __shared__ float s[BLOCK];
    if (threadIdx.x < N)
        s[threadIdx.x] = 1;
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (threadIdx.x < stride)
            s[threadIdx.x] += s[threadIdx.x + stride]; // expect: uninitialized
        __syncthreads();
    }
    *out = s[0];
}

__global__ void greatest_without_identity(int *out) {
    __shared__ int s[2];
    if (threadIdx.x == 0) {
        s[0] = 5;
        out[0] = max(s[0], s[1]); // expect: uninitialized
        out[1] = min(s[0], s[1]);
    }
}

__global__ void own_array_unwritten(int *out) {
    int counts[8];
    for (int i = 0; i < 8; i++)
        counts[(i + threadIdx.x) % 8]++; // expect: uninitialized
    out[threadIdx.x] = counts[threadIdx.x % 8];
}

__global__ void past_the_own_array(int *out, int zero) {
    int a[4] = {};
    a[4 + threadIdx.x % 2] = 7;                       // expect: out_of_bounds
    out[threadIdx.x] = a[4 + zero + threadIdx.x % 2]; // expect: out_of_bounds
}

struct with_gap {
    char c;
    int x;
};

__global__ void gap_of_a_structure(int *out) {
    __shared__ with_gap s;
    s.c = 0;
    s.x = 0;
    out[0] = reinterpret_cast<char *>(&s)[1]; // expect: uninitialized
}

__global__ void partly_cleared(const int *a, int *out) {
    out[threadIdx.x] = a[threadIdx.x]; // expect: uninitialized
}

// Data that the host has not written is not reported, but it is not zero either.
__global__ void copies(const int *a, int *out) { out[threadIdx.x] = a[threadIdx.x]; }

__global__ void after_free(const int *gone, int *out) {
    out[threadIdx.x] = gone[threadIdx.x]; // expect: use_after_free
}

__global__ void heap_of_the_kernel(int *out) {
    int *a = (int *)malloc(4 * sizeof(int));
    a[0] = a[1] = a[2] = a[3] = 0;
    out[0] = a[4]; // expect: out_of_bounds
    free(a);
    out[1] = a[0]; // expect: use_after_free
}

__device__ int numbers[4];
__constant__ int constants[4];

__global__ void past_a_variable(int *out) {
    out[threadIdx.x] = numbers[threadIdx.x + 4]; // expect: out_of_bounds
}

__global__ void past_a_constant(int *out) {
    out[threadIdx.x] = constants[threadIdx.x + 4]; // expect: out_of_bounds
}

static void expect_none(const char *kernel, const int *out, int count, int lucky) {
    static int found[1024];
    cudaMemcpy(found, out, count * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < count; i++)
        if (found[i] == lucky)
            printf("%s: the result %d of thread %d is right by luck\n", kernel, lucky, i);
}

template <class T> static T *allocate(size_t count, bool zero) {
    T *memory;
    cudaMalloc(&memory, count * sizeof(T));
    if (zero)
        cudaMemset(memory, 0, count * sizeof(T));
    return memory;
}

static bool reads_give_zeros() {
    const char *order = getenv("SIMT_SCHEDULE");
    return order && strcmp(order, "lockstep") == 0;
}

int main() {
    int *out = allocate<int>(BLOCK, true), *in = allocate<int>(N, true);
    unsigned char *bytes = allocate<unsigned char>(N, true);
    const int bad = reads_give_zeros() ? 7 : 0; // what would be right by luck
    past_the_end<<<1, BLOCK>>>(in, out);
    expect_none("past_the_end", out, 1, bad);
    far_past_the_end<<<1, BLOCK>>>(in, out);
    expect_none("far_past_the_end", out, BLOCK, bad);
    before_the_start<<<1, BLOCK>>>(in, out);
    expect_none("before_the_start", out, BLOCK, bad);
    vector_past_the_end<<<1, BLOCK / 4>>>(in, out);
    expect_none("vector_past_the_end", out + N / 4, BLOCK / 4 - N / 4, bad);
    cudaMemset(out, 0, sizeof(int));
    bytes_past_the_end<<<1, BLOCK>>>(bytes, out);
    expect_none("bytes_past_the_end", out, 1, reads_give_zeros() ? N : BLOCK);
    stored_past_the_end<<<1, BLOCK>>>(in, out, 0);
    expect_none("stored_past_the_end", out, BLOCK, 7);
    counted_past_the_end<<<1, 1>>>(in, out);
    expect_none("counted_past_the_end", out, 1, 1);
    int *page = allocate<int>(1024, true), *neighbour = allocate<int>(16384, true);
    stored_far_past_the_end<<<1, BLOCK>>>(page);
    for (int i = 0; i < 16384; i += 1024)
        expect_none("stored_far_past_the_end", neighbour + i, 1024, 7);
    cudaFree(page);
    cudaFree(neighbour);
    past_a_shared_array<<<1, BLOCK>>>(out);
    expect_none("past_a_shared_array", out + BLOCK - 1, 1, bad);
    past_dynamic_shared<<<1, BLOCK, BLOCK * sizeof(int)>>>(out, 0);
    expect_none("past_dynamic_shared", out, BLOCK, 7);
    fill_dynamic_shared<<<1, BLOCK, BLOCK * sizeof(int)>>>();
    less_dynamic_shared<<<1, 1, sizeof(int)>>>(out);
    expect_none("less_dynamic_shared", out, 1, bad);
    no_identity_at_the_tail<<<1, BLOCK>>>((float *)out);
    float sum;
    cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
    if (sum > N - 1e-3f && sum < N + 1e-3f)
        printf("no_identity_at_the_tail: the sum is right by luck\n");
    greatest_without_identity<<<1, 1>>>(out);
    int extremes[2];
    cudaMemcpy(extremes, out, sizeof extremes, cudaMemcpyDeviceToHost);
    if (extremes[0] == 5 && extremes[1] == 5)
        printf("greatest_without_identity: both are right by luck\n");
    own_array_unwritten<<<1, BLOCK>>>(out);
    expect_none("own_array_unwritten", out, BLOCK, 1);
    past_the_own_array<<<1, BLOCK>>>(out, 0);
    expect_none("past_the_own_array", out, BLOCK, 7);
    gap_of_a_structure<<<1, 1>>>(out);
    expect_none("gap_of_a_structure", out, 1, 0);
    int *partly = allocate<int>(BLOCK, false);
    cudaMemset(partly, 0, BLOCK);
    partly_cleared<<<1, BLOCK>>>(partly, out);
    expect_none("partly_cleared", out + BLOCK / 4, BLOCK - BLOCK / 4, 0);
    cudaFree(partly);
    int *host = (int *)malloc(1 << 20), *of_new = new int[1 << 18];
    cudaMemcpy(in, host, N * sizeof(int), cudaMemcpyHostToDevice);
    copies<<<1, N>>>(in, out);
    expect_none("copies, of malloc", out, N, 0);
    cudaMemcpy(in, of_new, N * sizeof(int), cudaMemcpyHostToDevice);
    copies<<<1, N>>>(in, out);
    expect_none("copies, of new", out, N, 0);
    free(host);
    delete[] of_new;
    int *gone = allocate<int>(BLOCK, true);
    cudaFree(gone);
    after_free<<<1, BLOCK>>>(gone, out);
    expect_none("after_free", out, BLOCK, bad);
    heap_of_the_kernel<<<1, 1>>>(out);
    expect_none("heap_of_the_kernel", out, 2, bad);
    past_a_variable<<<1, BLOCK>>>(out);
    expect_none("past_a_variable", out, BLOCK, bad);
    past_a_constant<<<1, BLOCK>>>(out);
    expect_none("past_a_constant", out, BLOCK, bad);
    cudaFree(in);
    cudaFree(bytes);
    cudaFree(out);
}
