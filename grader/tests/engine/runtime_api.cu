// The runtime API as a program uses it, and its misuse charged to the line of the call.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

#define EXPECT(condition)                                                                                    \
    do {                                                                                                     \
        if (!(condition))                                                                                    \
            printf("line %d: not true: %s\n", __LINE__, #condition);                                         \
    } while (0)

__global__ void fill(int *p, int value) { p[threadIdx.x] = value; }
__global__ void fill_shared(int *p) {
    extern __shared__ int s[];
    s[threadIdx.x] = 1;
    p[threadIdx.x] = s[threadIdx.x];
}
template <int N, class T> __global__ void reversed(T *p) {
    __shared__ T s[N];
    s[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = s[N - 1 - threadIdx.x];
}

static void managed_and_pinned() {
    int *managed, *pinned;
    EXPECT(cudaMallocManaged(&managed, 32 * sizeof(int)) == cudaSuccess);
    EXPECT(cudaMallocHost(&pinned, 32 * sizeof(int)) == cudaSuccess);
    for (int i = 0; i < 32; i++)
        managed[i] = pinned[i] = i;
    reversed<32><<<1, 32>>>(managed);
    reversed<32><<<1, 32>>>(pinned);
    EXPECT(cudaDeviceSynchronize() == cudaSuccess);
    EXPECT(managed[0] == 31 && pinned[31] == 0);
    EXPECT(cudaFree(managed) == cudaSuccess);
    EXPECT(cudaFreeHost(pinned) == cudaSuccess);
}

static void kernels_as_values(int *d) {
    int value = 3, blocks = 0, block = 0, grid = 0, h[32];
    void *arguments[] = {&d, &value};
    EXPECT(cudaLaunchKernel(fill, dim3(1), dim3(32), arguments) == cudaSuccess);
    EXPECT(cudaMemcpy(h, d, sizeof h, cudaMemcpyDefault) == cudaSuccess && h[31] == 3);
    fill_shared<<<1, 32, 64 << 10>>>(d);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
    EXPECT(cudaFuncSetAttribute(fill_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10) ==
           cudaSuccess);
    fill_shared<<<1, 32, 64 << 10>>>(d);
    EXPECT(cudaGetLastError() == cudaSuccess);
    EXPECT(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 256, 0) == cudaSuccess &&
           blocks == 8);
    EXPECT(cudaOccupancyMaxPotentialBlockSize(&grid, &block, fill) == cudaSuccess && block == 1024);
}

static void time_of_a_kernel(int *d) {
    cudaEvent_t start, stop;
    cudaStream_t stream;
    float milliseconds = 0;
    EXPECT(cudaStreamCreate(&stream) == cudaSuccess);
    EXPECT(cudaEventCreate(&start) == cudaSuccess && cudaEventCreate(&stop) == cudaSuccess);
    EXPECT(cudaEventRecord(start, stream) == cudaSuccess);
    fill<<<1, 32, 0, stream>>>(d, 1);
    EXPECT(cudaEventRecord(stop, stream) == cudaSuccess);
    EXPECT(cudaEventSynchronize(stop) == cudaSuccess);
    EXPECT(cudaEventElapsedTime(&milliseconds, start, stop) == cudaSuccess);
    EXPECT(milliseconds > 0 && milliseconds < 1);
    EXPECT(cudaEventDestroy(start) == cudaSuccess && cudaEventDestroy(stop) == cudaSuccess);
    EXPECT(cudaStreamDestroy(stream) == cudaSuccess);
}

static void callback(cudaStream_t, cudaError_t status, void *seen) { *(cudaError_t *)seen = status; }

static void hints_and_older_names(int *d) {
    int value = 1, least = 1, greatest = 1;
    size_t limit = 0;
    cudaError_t seen = cudaErrorUnknown;
    cudaDeviceProp properties;
    cudaFuncAttributes attributes;
    EXPECT(cudaStreamAddCallback(0, callback, &seen, 0) == cudaSuccess && seen == cudaSuccess);
    EXPECT(cudaDeviceCanAccessPeer(&value, 0, 0) == cudaSuccess && value == 0);
    EXPECT(cudaDeviceGetStreamPriorityRange(&least, &greatest) == cudaSuccess && least == 0 && greatest < 0);
    EXPECT(cudaDeviceGetStreamPriorityRange(NULL, &greatest) == cudaSuccess && greatest < 0);
    EXPECT(cudaDeviceGetStreamPriorityRange(&least, NULL) == cudaSuccess && least == 0);
    EXPECT(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20) == cudaSuccess);
    EXPECT(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize) == cudaSuccess && limit == 1 << 20);
    EXPECT(cudaFuncGetAttributes(&attributes, fill) == cudaSuccess && attributes.maxThreadsPerBlock == 1024);
    EXPECT(cudaGetDeviceProperties(&properties, 0) == cudaSuccess && properties.clockRate > 0);
    EXPECT(cudaChooseDevice(&value, &properties) == cudaSuccess && value == 0);
    EXPECT(cudaMemPrefetchAsync(d, 4, 0) == cudaSuccess);
    EXPECT(cudaHostRegister(&value, sizeof value, cudaHostRegisterDefault) == cudaSuccess);
    EXPECT(cudaHostUnregister(&value) == cudaSuccess);
    fill<<<1, 32>>>(d, 9);
    EXPECT(cudaMemcpyPeer(d + 16, 0, d, 0, sizeof(int)) == cudaSuccess);
    EXPECT(cudaThreadSynchronize() == cudaSuccess);
    EXPECT(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&value, (const void *)fill, 256, 0) == cudaSuccess);
}

static void misuse(int *d) {
    int h[32], *gone, *kept;
    cudaMalloc(&gone, sizeof h);
    cudaMalloc(&kept, sizeof h); // expect: leak
    cudaFree(gone);
    cudaFree(gone);                                             // expect: api
    cudaMemcpy(h, d, sizeof h, cudaMemcpyHostToDevice);         // expect: api
    cudaMemcpy(d, h, 33 * sizeof(int), cudaMemcpyHostToDevice); // expect: out_of_bounds
    cudaMemset(gone, 0, sizeof h);                              // expect: use_after_free
    cudaMemcpyAsync(d, nullptr, 4, cudaMemcpyHostToDevice);     // expect: api
    cudaGetLastError();
    fill<<<1, 1025>>>(d, 0); // expect: api
    cudaDeviceSynchronize();
}

int main() {
    int *d;
    cudaDeviceProp properties;
    EXPECT(cudaGetDeviceProperties(&properties, 0) == cudaSuccess && properties.warpSize == warpSize);
    EXPECT(properties.globalL1CacheSupported == 1 && properties.maxTexture2D[1] == 0 &&
           properties.tccDriver == 0);
    EXPECT(cudaMalloc(&d, 32 * sizeof(int)) == cudaSuccess);
    fill<<<0, 32>>>(d, 1);
    EXPECT(cudaPeekAtLastError() == cudaErrorInvalidConfiguration);
    EXPECT(strcmp(cudaGetErrorString(cudaGetLastError()), "invalid configuration argument") == 0);
    EXPECT(cudaGetLastError() == cudaSuccess);
    managed_and_pinned();
    kernels_as_values(d);
    time_of_a_kernel(d);
    hints_and_older_names(d);
    misuse(d);
    EXPECT(cudaFree(d) == cudaSuccess);
}
