// What `make bench-engine` measures memory by: kernels that touch every byte of N elements, in the ways that
// the checkers have to remember differently. The data is made on the device, so that the host adds nothing.
//   build/bin/simtcc grader/tests/bench/touch.cu -o touch && ./touch bytes 1048576
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

constexpr unsigned block_size = 256;

template <typename T> __global__ void increment_kernel(T *data, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = (T)(data[i] + 1);
}

__global__ void atomic_kernel(int *data, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&data[i], 1);
}

// Each byte read by three threads, the first and last of a warp's bytes by two warps.
__global__ void stencil_kernel(const unsigned char *data, unsigned char *out, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i + 1 < n)
        out[i] = (unsigned char)(data[i - 1] + data[i] + data[i + 1]);
}

// Three bytes a thread, each read and written by a line of its own.
__global__ void pixel_kernel(unsigned char *data, unsigned n) {
    unsigned i = 3 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 2 >= n)
        return;
    unsigned char red = data[i], green = data[i + 1], blue = data[i + 2];
    data[i] = blue;
    data[i + 1] = red;
    data[i + 2] = green;
}

static void require(cudaError_t error) {
    if (error != cudaSuccess) {
        std::fprintf(stderr, "touch: %s\n", cudaGetErrorString(error));
        std::exit(2);
    }
}

static void *zeros(size_t bytes) {
    void *data;
    require(cudaMalloc(&data, bytes));
    require(cudaMemset(data, 0, bytes));
    return data;
}

int main(int argc, char **argv) {
    if (argc != 3)
        return 2;
    const char *what = argv[1];
    unsigned n = (unsigned)std::strtoul(argv[2], nullptr, 10), blocks = (n + block_size - 1) / block_size;
    bool ints = !std::strcmp(what, "ints") || !std::strcmp(what, "atomics");
    size_t bytes = ints ? n * sizeof(int) : n;
    void *data = zeros(bytes), *out = nullptr;
    if (!std::strcmp(what, "ints"))
        increment_kernel<<<blocks, block_size>>>((int *)data, n);
    else if (!std::strcmp(what, "atomics"))
        atomic_kernel<<<blocks, block_size>>>((int *)data, n);
    else if (!std::strcmp(what, "bytes"))
        increment_kernel<<<blocks, block_size>>>((unsigned char *)data, n);
    else if (!std::strcmp(what, "stencil"))
        stencil_kernel<<<blocks, block_size>>>((unsigned char *)data, (unsigned char *)(out = zeros(n)), n);
    else if (!std::strcmp(what, "pixels"))
        pixel_kernel<<<blocks / 3 + 1, block_size>>>((unsigned char *)data, n);
    else
        return 2;
    require(cudaGetLastError());
    require(cudaDeviceSynchronize());
    require(cudaFree(data));
    require(cudaFree(out));
    return 0;
}
