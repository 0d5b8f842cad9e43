// Lab 8: the programs that ./grade lab8 --predict asks about.
// Build: simtcc or nvcc, with -I grader -I labs/include
#include "course/inputs/question_program.h"

// program: global_atomics
__global__ void global_atomics_kernel(const int *in, int *bins, int bins_used) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&bins[in[i] % bins_used], 1);
}

static void global_atomics(int *in, int *out, int n, int block, int bins_used) {
    global_atomics_kernel<<<n / block, block>>>(in, out, bins_used);
}

// program: bytes
__global__ void bytes_kernel(const unsigned char *in, unsigned char *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

static void bytes(int *in, int *out, int n, int block, int) {
    bytes_kernel<<<n / block, block>>>((unsigned char *)in, (unsigned char *)out);
}

// program: four_bytes
__global__ void four_bytes_kernel(const unsigned int *in, unsigned char *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned int word = in[i];
    out[i] = (word & 255) + (word >> 8 & 255) + (word >> 16 & 255) + (word >> 24);
}

static void four_bytes(int *in, int *out, int n, int block, int) {
    four_bytes_kernel<<<n / 4 / block, block>>>((unsigned int *)in, (unsigned char *)out);
}

// program: shared_atomics
__global__ void shared_atomics_kernel(const int *in, int *bins, int n, int step) {
    __shared__ int mine[256];
    mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[in[i] * step % 256], 1);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

static void shared_atomics(int *in, int *out, int n, int grid, int step) {
    shared_atomics_kernel<<<grid, 256>>>(in, out, n, step);
}

QUESTION_PROGRAMS({"global_atomics", global_atomics}, {"bytes", bytes}, {"four_bytes", four_bytes},
                  {"shared_atomics", shared_atomics})
