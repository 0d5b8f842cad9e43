// The kernel that `make bench-engine` times on the CPU engine: an interleaved reduce in shared memory,
// blocks of 512 unless the second argument says otherwise. reduce.cl is its twin for Oclgrind.
//   build/bin/simtcc grader/tests/bench/reduce.cu -o reduce && ./reduce 1048576
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void reduce_interleaved_kernel(const int *in, int *out, unsigned n) {
    extern __shared__ int s[];
    unsigned t = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned stride = blockDim.x / 2; stride > 0; stride >>= 1) {
        if (t < stride)
            s[t] += s[t + stride];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

static void require(cudaError_t error) {
    if (error != cudaSuccess) {
        std::fprintf(stderr, "reduce: %s\n", cudaGetErrorString(error));
        std::exit(2);
    }
}

int main(int argc, char **argv) {
    unsigned n = argc > 1 ? (unsigned)std::strtoul(argv[1], nullptr, 10) : 1u << 20;
    unsigned block_size = argc > 2 ? (unsigned)std::strtoul(argv[2], nullptr, 10) : 512;
    if (block_size == 0)
        return 2;
    unsigned blocks = (n + block_size - 1) / block_size;
    int *in = (int *)std::malloc(n * sizeof(int));
    int *out = (int *)std::malloc(blocks * sizeof(int));
    if (!in || !out)
        return 2;
    int expected = 0;
    for (unsigned i = 0; i < n; i++)
        expected += in[i] = (int)(i * 7919u % 1000u) - 400;

    int *d_in, *d_out;
    require(cudaMalloc((void **)&d_in, n * sizeof(int)));
    require(cudaMalloc((void **)&d_out, blocks * sizeof(int)));
    require(cudaMemcpy(d_in, in, n * sizeof(int), cudaMemcpyHostToDevice));
    reduce_interleaved_kernel<<<blocks, block_size, block_size * sizeof(int)>>>(d_in, d_out, n);
    require(cudaGetLastError());
    require(cudaMemcpy(out, d_out, blocks * sizeof(int), cudaMemcpyDeviceToHost));

    int sum = 0;
    for (unsigned b = 0; b < blocks; b++)
        sum += out[b];
    require(cudaFree(d_in));
    require(cudaFree(d_out));
    std::free(in);
    std::free(out);
    std::printf("sum %d, expected %d\n", sum, expected);
    return sum == expected ? 0 : 1;
}
