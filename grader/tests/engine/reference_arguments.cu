// References as arguments of a kernel: CUDA passes the address, which the device must be able to use.
#include <cstdio>
#include <cuda_runtime.h>

struct tally {
    int sum, count;
};

__global__ void add(tally &all, const int *in, int n, const int &step) {
    if (threadIdx.x < n) {
        atomicAdd(&all.sum, in[threadIdx.x] * step);
        atomicAdd(&all.count, 1);
    }
}

template <class T> __global__ void set(T &to, T value) {
    to = value; // expect: host_pointer
}

int main() {
    tally *all;
    int *in, *step, on_host = 0;
    cudaMallocManaged(&all, sizeof *all);
    cudaMallocManaged(&in, 16 * sizeof(int));
    cudaMallocManaged(&step, sizeof(int));
    *all = {0, 0};
    set<<<1, 1>>>(*step, 2);
    for (int i = 0; i < 16; i++)
        in[i] = i;
    add<<<1, 32>>>(*all, in, 16, *step);
    cudaDeviceSynchronize();
    if (all->sum != 240 || all->count != 16)
        printf("%d of %d\n", all->sum, all->count);
    cudaFree(all);
    cudaFree(in);
    cudaFree(step);
    set<<<1, 1>>>(on_host, 1);
    if (cudaDeviceSynchronize() != cudaErrorIllegalAddress)
        printf("the host's variable was reached\n");
}
