// Several host threads that use the device at once, each with memory of its own: they take turns, and no race
// is reported. A wrong result is printed.
#include <cstdio>
#include <cuda_runtime.h>
#include <thread>
#include <vector>

enum { THREADS = 4, ROUNDS = 20, N = 512 };

__global__ void add_neighbour(const int *in, int *out, int more) {
    __shared__ int s[64];
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    s[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = s[threadIdx.x] + s[(threadIdx.x + 1) % 64] + more;
}

static thread_local int rounds;

static void work(int number) {
    int host[N], *in, *out;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < N; i++)
            host[i] = i + round;
        cudaMemcpyAsync(in, host, sizeof host, cudaMemcpyHostToDevice, stream);
        add_neighbour<<<N / 64, 64, 0, stream>>>(in, out, number);
        cudaMemcpyAsync(host, out, sizeof host, cudaMemcpyDeviceToHost, stream);
        cudaStreamSynchronize(stream);
        rounds++;
        for (int i = 0; i < N; i++)
            if (host[i] != i + i / 64 * 64 + (i + 1) % 64 + 2 * round + number)
                printf("thread %d, round %d: %d is %d\n", number, round, i, host[i]);
    }
    if (rounds % ROUNDS != 0)
        printf("thread %d: %d rounds\n", number, rounds);
    cudaFree(in);
    cudaFree(out);
    cudaStreamDestroy(stream);
}

int main() {
    std::vector<std::thread> threads;
    work(0);
    for (int i = 1; i <= THREADS; i++)
        threads.emplace_back(work, i);
    for (auto &t : threads)
        t.join();
    work(9);
}
