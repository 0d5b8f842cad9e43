// Bad addresses and uninitialised memory, and their correct counterparts. A line to blame is marked at its
// end.
#include <cstdio>
#include <cstdlib>
#include <cuda/atomic>
#include <cuda_runtime.h>

__global__ void past_the_end(const int *in, int *out, int n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + n; // expect: out_of_bounds
}

__global__ void guarded(const int *in, int *out, int n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < (unsigned)n)
        out[i] = in[i];
}

// The memory after a shared variable is another variable, not spare room.
__global__ void past_a_shared_array(int *out) {
    __shared__ int a[32];
    __shared__ int b[32];
    a[threadIdx.x] = 1;
    b[threadIdx.x + 1] = 2; // expect: out_of_bounds
    __syncthreads();
    out[threadIdx.x] = a[threadIdx.x];
}

__global__ void past_dynamic_shared(int *out) {
    extern __shared__ int s[];
    s[threadIdx.x + 1] = 1; // expect: out_of_bounds
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x == 0 ? 1 : threadIdx.x];
}

// Launched without shared bytes: values stored there are lost, and the neighbour does not find them.
__global__ void no_dynamic_shared(int *out) {
    extern __shared__ int s[];
    s[threadIdx.x] = 7; // expect: out_of_bounds
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x ^ 1]; // expect: out_of_bounds
}

__global__ void misaligned(char *p) {
    *(int *)(p + 2 * threadIdx.x + 1) = 1; // expect: misaligned
}

// The compiler can see that this address is odd.
__device__ int word;
__global__ void misaligned_by_construction() {
    *(int *)((char *)&word + 1) = 1; // expect: misaligned
}

__global__ void misaligned_vector(const float *p, float *out) {
    float4 v = *reinterpret_cast<const float4 *>(p + 1); // expect: misaligned
    out[0] = v.x;
}

// A copy of a class also copies the gaps between its members, which are never written.
struct with_gap {
    char c;
    int x;
};

struct with_wide_gap {
    char c;
    double x;
};

__global__ void copies_gaps(with_gap *narrow, with_wide_gap *wide) {
    __shared__ with_gap a[32];
    __shared__ with_wide_gap b[32];
    __shared__ float4 c[32];
    unsigned t = threadIdx.x;
    a[t].c = b[t].c = 1;
    a[t].x = 2;
    b[t].x = 3;
    c[t].x = 4;
    narrow[t] = a[t];
    wide[t] = b[t];
    c[t] = c[t];
}

__global__ void copies_nothing(with_gap *narrow) {
    __shared__ with_gap a[32];
    narrow[threadIdx.x] = a[threadIdx.x]; // expect: uninitialized
}

__global__ void shared_nobody_wrote(int *out) {
    __shared__ int s[64];
    if (threadIdx.x < 32)
        s[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x]; // expect: uninitialized
}

__global__ void global_nobody_wrote(const int *in, int *out) {
    out[threadIdx.x] = in[threadIdx.x]; // expect: uninitialized
}

// A bad address is the mistake: for the other lanes of its request no race is reported.
__global__ void past_the_end_beside_others(int *out, int n) {
    out[threadIdx.x == 31 ? n : 0] = threadIdx.x; // expect: out_of_bounds
}

// An atomic write of memory is not a read of it, unless the old value affects the new one.
__global__ void written_by_atomics(int *fresh, int *out) {
    cuda::atomic_ref<int> word(fresh[threadIdx.x]);
    if (threadIdx.x < 8)
        atomicExch(&fresh[threadIdx.x], 1);
    else if (threadIdx.x < 16)
        word.store(1, cuda::memory_order_relaxed);
    else if (threadIdx.x < 24)
        out[threadIdx.x] = word.load(cuda::memory_order_relaxed); // expect: uninitialized
    else
        atomicAdd(&fresh[threadIdx.x], 1); // expect: uninitialized
    __syncwarp();
    out[threadIdx.x] = fresh[threadIdx.x];
}

__global__ void after_free(int *p) {
    p[threadIdx.x] = 1; // expect: use_after_free
}

// A signed byte as an index: the kernel goes on, up to the existing bins.
__global__ void before_a_shared_array(const signed char *in, int *out) {
    __shared__ int bins[128];
    bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[in[threadIdx.x % 2]], 1); // expect: out_of_bounds
    __syncthreads();
    out[threadIdx.x] = bins[threadIdx.x];
}

int main() {
    int *in, *out, *fresh, *gone, *unwritten;
    cudaMalloc(&in, 100 * sizeof(int));
    cudaMalloc(&out, 128 * sizeof(int));
    cudaMalloc(&fresh, 64 * sizeof(int));
    cudaMalloc(&gone, 64 * sizeof(int));
    cudaMalloc(&unwritten, 64 * sizeof(int));
    cudaMemset(in, 0, 100 * sizeof(int));
    cudaMemset(out, 0, 128 * sizeof(int));
    past_the_end<<<2, 64>>>(in, out, 100);
    guarded<<<2, 64>>>(in, out, 100);
    past_a_shared_array<<<1, 32>>>(out);
    past_dynamic_shared<<<1, 32, 32 * sizeof(int)>>>(out);
    int found[32];
    no_dynamic_shared<<<1, 32>>>(out);
    cudaMemcpy(found, out, sizeof found, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        if (found[i] == 7)
            abort();
    const signed char bytes[] = {5, -120};
    cudaMemcpy(in, bytes, sizeof bytes, cudaMemcpyHostToDevice);
    before_a_shared_array<<<1, 128>>>((signed char *)in, out);
    cudaMemcpy(found, out, sizeof found, cudaMemcpyDeviceToHost);
    if (found[5] != 64)
        printf("the kernel did not go on behind a bad index\n");
    misaligned<<<1, 4>>>((char *)out);
    misaligned_by_construction<<<1, 1>>>();
    misaligned_vector<<<1, 1>>>((float *)in, (float *)out);
    copies_gaps<<<1, 16>>>((with_gap *)out, (with_wide_gap *)out + 16);
    copies_nothing<<<1, 16>>>((with_gap *)out);
    shared_nobody_wrote<<<1, 64>>>(out);
    global_nobody_wrote<<<1, 64>>>(fresh, out);
    past_the_end_beside_others<<<1, 32>>>(out, 128);
    written_by_atomics<<<1, 32>>>(unwritten, out);
    cudaFree(gone);
    after_free<<<1, 64>>>(gone);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    cudaFree(fresh);
    cudaFree(unwritten);
}
