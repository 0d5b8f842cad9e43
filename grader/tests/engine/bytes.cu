// Races byte by byte, and between atomics and plain accesses, each with its correct twin. A line that must be
// blamed says so at its end.
#include <cuda_runtime.h>

// Neighbours in one word do not disturb each other, nor do those of two warps.
__global__ void a_byte_each(unsigned char *out) { out[threadIdx.x] = (unsigned char)threadIdx.x; }

__global__ void a_byte_each_across_warps(unsigned char *out) {
    unsigned t = threadIdx.x;
    out[t % 2 * 32 + t / 2] = (unsigned char)t; // a word's bytes come from lanes of one warp, or of two
    __syncthreads();
    out[t] = (unsigned char)(out[t] + 1);
}

__global__ void one_byte_too_far(unsigned char *out) {
    __shared__ unsigned char s[65];
    s[threadIdx.x] = (unsigned char)threadIdx.x;
    out[threadIdx.x] = threadIdx.x ? s[threadIdx.x - 1] : 0; // expect: race
}

__global__ void one_byte_back_after_a_barrier(unsigned char *out) {
    __shared__ unsigned char s[65];
    s[threadIdx.x] = (unsigned char)threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = threadIdx.x ? s[threadIdx.x - 1] : 0;
}

// Every byte of a word read by another line of code and by two warps, and then one of them overwritten.
__global__ void four_readers_and_a_writer(unsigned char *data, int *out, bool wait) {
    unsigned word = threadIdx.x % 32 * 4;
    int sum = data[word];
    sum += 2 * data[word + 1];
    if (threadIdx.x > 40)
        sum += 3 * data[word + 2];
    sum += 4 * data[word + 3];
    out[threadIdx.x] = sum;
    if (wait)
        __syncthreads();
    if (threadIdx.x == 63) {
        data[4 * 5 + 2] = 1;  // no thread has read this one
        data[4 * 13 + 2] = 1; // expect: race
    }
}

// Halves: a 2-byte store next to a neighbour's, and a 4-byte read of both.
__global__ void halves(unsigned short *data, unsigned *out) {
    data[threadIdx.x] = (unsigned short)threadIdx.x;
    __syncthreads();
    if (threadIdx.x < 32)
        out[threadIdx.x] = ((unsigned *)data)[threadIdx.x];
}

__global__ void halves_without_barrier(unsigned short *data, unsigned *out) {
    data[threadIdx.x] = (unsigned short)threadIdx.x;
    if (threadIdx.x < 32)
        out[threadIdx.x] = ((unsigned *)data)[threadIdx.x]; // expect: race
}

// Atomics first, then a plain read by another block.
__global__ void atomics_then_a_read(int *sum, int *out) {
    atomicAdd(sum, 1);
    if (threadIdx.x == 0)
        out[blockIdx.x] = *sum; // expect: race
}

__global__ void a_read_then_atomics(int *sum, int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *out = *sum;
    if (blockIdx.x == 1)
        atomicAdd(sum, 1); // expect: race
}

// A block may read its own word between its atomics, with barriers.
__global__ void atomics_reads_atomics(int *sums, int *out) {
    int *mine = &sums[blockIdx.x];
    atomicAdd(mine, 1);
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = *mine;
    __syncthreads();
    atomicAdd(mine, 1);
}

__global__ void a_read_between_atomics(int *sums, int *out) {
    int *mine = &sums[blockIdx.x];
    atomicAdd(mine, 1);
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = *mine;
    atomicAdd(mine, 1); // expect: race
}

int main() {
    unsigned char *bytes, *more;
    int *out, *sums;
    cudaMalloc(&bytes, 4096);
    cudaMalloc(&more, 4096);
    cudaMalloc(&out, 4096);
    cudaMalloc(&sums, 4096);
    cudaMemset(bytes, 0, 4096);
    cudaMemset(sums, 0, 4096);
    a_byte_each<<<1, 64>>>(bytes);
    a_byte_each_across_warps<<<1, 64>>>(bytes);
    one_byte_too_far<<<1, 64>>>(more);
    one_byte_back_after_a_barrier<<<1, 64>>>(more);
    four_readers_and_a_writer<<<1, 64>>>(bytes, out, true);
    four_readers_and_a_writer<<<1, 64>>>(bytes, out, false);
    halves<<<1, 64>>>((unsigned short *)more, (unsigned *)out);
    halves_without_barrier<<<1, 64>>>((unsigned short *)more, (unsigned *)out);
    atomics_then_a_read<<<4, 64>>>(sums, out);
    a_read_then_atomics<<<2, 64>>>(sums, out);
    atomics_reads_atomics<<<4, 64>>>(sums, out);
    a_read_between_atomics<<<4, 64>>>(sums, out);
    cudaDeviceSynchronize();
    cudaFree(bytes);
    cudaFree(more);
    cudaFree(out);
    cudaFree(sums);
}
