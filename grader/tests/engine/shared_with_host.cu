// Managed and pinned memory: data from the host counts as written, whichever way; other data does
// not.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

__global__ void add_all(const int *in, int *sum, int n) {
    for (int i = 0; i < n; i++)
        atomicAdd(sum, in[i]); // expect: uninitialized
}

__global__ void copy(const int *in, int *out, int n) {
    if (threadIdx.x < n)
        out[threadIdx.x] = in[threadIdx.x]; // expect: uninitialized
}

__global__ void copy_bytes(const char *in, char *out, int n) {
    if (threadIdx.x < n)
        out[threadIdx.x] = in[threadIdx.x];
}

int main() {
    int *in, *out, *sum, *device;
    char *bytes, *copied;
    cudaMallocManaged(&in, 64 * sizeof(int));
    cudaMallocManaged(&sum, sizeof(int));
    cudaMallocHost(&out, 64 * sizeof(int));
    cudaMallocManaged(&bytes, 7);
    cudaMallocManaged(&copied, 7);
    cudaMalloc(&device, 64 * sizeof(int));
    for (int i = 0; i < 32; i++)
        in[i] = i;
    memcpy(bytes, "warplab", 7);
    copy<<<1, 64>>>(in, out, 32);
    copy_bytes<<<1, 32>>>(bytes, copied, 7);
    cudaDeviceSynchronize();
    if (out[31] != 31 || memcmp(copied, "warplab", 7) != 0)
        printf("copied wrongly\n");

    // Data copied to the device and back keeps its state.
    cudaMemcpy(device, in, 64 * sizeof(int), cudaMemcpyDefault);
    copy<<<1, 64>>>(device, out, 32);
    copy<<<1, 64>>>(device, out, 64);
    add_all<<<1, 1>>>(in, sum, 32);
    cudaDeviceSynchronize();
    *sum = 0;
    add_all<<<1, 1>>>(in, sum, 32);
    cudaDeviceSynchronize();
    if (*sum != 31 * 32 / 2)
        printf("the sum is %d\n", *sum);
    cudaFree(in);
    cudaFree(sum);
    cudaFreeHost(out);
    cudaFree(bytes);
    cudaFree(copied);
    cudaFree(device);
    return 0;
}
