// The runtime API beyond everyday: pitched volumes, memory pools, occupancy, kernels as untyped addresses. A
// wrong answer is printed.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

#define EXPECT(condition)                                                                                    \
    do {                                                                                                     \
        if (!(condition))                                                                                    \
            printf("line %d: " #condition "\n", __LINE__);                                                   \
    } while (0)

enum { WIDTH = 5, HEIGHT = 4, DEPTH = 3 };

__global__ void add_place(cudaPitchedPtr volume) {
    unsigned x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int *row = (int *)((char *)volume.ptr + (z * volume.ysize + y) * volume.pitch);
    row[x] += (int)(100 * z + 10 * y + x);
}

__global__ void too_far(cudaPitchedPtr volume, int *out) {
    *out = *(int *)((char *)volume.ptr + DEPTH * HEIGHT * volume.pitch); // expect: out_of_bounds
}

static void volumes(int *d) {
    cudaPitchedPtr volume;
    cudaExtent extent = make_cudaExtent(WIDTH * sizeof(int), HEIGHT, DEPTH);
    EXPECT(cudaMalloc3D(&volume, extent) == cudaSuccess && volume.pitch >= extent.width &&
           volume.ysize == HEIGHT);
    EXPECT(cudaMemset3D(volume, 0, extent) == cudaSuccess);
    add_place<<<1, dim3(WIDTH, HEIGHT, DEPTH)>>>(volume);
    int all[DEPTH][HEIGHT][WIDTH], inner[2][2][3];
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = volume;
    copy.dstPtr = make_cudaPitchedPtr(all, WIDTH * sizeof(int), WIDTH, HEIGHT);
    copy.extent = extent;
    copy.kind = cudaMemcpyDeviceToHost;
    EXPECT(cudaMemcpy3D(&copy) == cudaSuccess);
    for (int z = 0; z < DEPTH; z++)
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++)
                EXPECT(all[z][y][x] == 100 * z + 10 * y + x);
    copy.srcPos = make_cudaPos(2 * sizeof(int), 1, 1);
    copy.dstPtr = make_cudaPitchedPtr(inner, 3 * sizeof(int), 3, 2);
    copy.extent = make_cudaExtent(3 * sizeof(int), 2, 2);
    EXPECT(cudaMemcpy3DAsync(&copy, 0) == cudaSuccess);
    EXPECT(inner[0][0][0] == 112 && inner[1][1][2] == 224);
    too_far<<<1, 1>>>(volume, d);
    copy.dstPtr.ptr = nullptr;
    EXPECT(cudaMemcpy3D(&copy) == cudaErrorInvalidValue); // expect: api
    EXPECT(cudaMemset2DAsync(volume.ptr, volume.pitch, 1, 4, 2) == cudaSuccess);
    EXPECT(cudaFree(volume.ptr) == cudaSuccess);
    size_t pitch;
    char *huge;
    EXPECT(cudaMallocPitch(&huge, &pitch, ~(size_t)0 - 3, 2) == cudaErrorMemoryAllocation);
    EXPECT(cudaMallocPitch(&huge, &pitch, 1ull << 40, 1ull << 40) == cudaErrorMemoryAllocation);
}

static void pools() {
    cudaMemPool_t pool, mine;
    int *p, follow = 0;
    unsigned long long threshold = 1 << 20, read = 0;
    cudaMemPoolProps properties = {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    EXPECT(cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess);
    EXPECT(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold) == cudaSuccess);
    EXPECT(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &read) == cudaSuccess &&
           read == threshold);
    EXPECT(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseFollowEventDependencies, &follow) == cudaSuccess &&
           follow == 1);
    EXPECT(cudaMemPoolCreate(&mine, &properties) == cudaSuccess &&
           cudaDeviceSetMemPool(0, mine) == cudaSuccess);
    EXPECT(cudaMallocFromPoolAsync(&p, 64, mine, 0) == cudaSuccess);
    EXPECT(cudaMemPoolGetAttribute(mine, cudaMemPoolAttrUsedMemCurrent, &read) == cudaSuccess && read >= 64);
    EXPECT(cudaFreeAsync(p, 0) == cudaSuccess && cudaMallocAsync(&p, 64, 0) == cudaSuccess);
    EXPECT(cudaFreeAsync(p, 0) == cudaSuccess && cudaMemPoolTrimTo(mine, 0) == cudaSuccess);
    EXPECT(cudaMemPoolDestroy(mine) == cudaSuccess && cudaDeviceGetMemPool(&mine, 0) == cudaSuccess);
    EXPECT(mine == pool);
}

static void occupancy() {
    int grid, block, blocks;
    size_t shared;
    auto four_each = [](int threads) { return (size_t)threads * 64; };
    EXPECT(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, add_place, four_each, 512) ==
           cudaSuccess);
    EXPECT(block > 0 && block <= 512 && grid > 0);
    EXPECT(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, add_place, 1024, 0, 0) ==
           cudaSuccess);
    EXPECT(blocks == 2);
    EXPECT(cudaOccupancyAvailableDynamicSMemPerBlock(&shared, add_place, 8, 128) == cudaSuccess &&
           shared > 16384 && shared <= 49152);
    cudaStream_t stream;
    unsigned flags;
    int priority;
    char id[16];
    EXPECT(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -2) == cudaSuccess);
    EXPECT(cudaStreamGetFlags(stream, &flags) == cudaSuccess && flags == cudaStreamNonBlocking);
    EXPECT(cudaStreamGetPriority(stream, &priority) == cudaSuccess && priority == -2);
    EXPECT(cudaStreamDestroy(stream) == cudaSuccess);
    EXPECT(cudaDeviceGetPCIBusId(id, sizeof id, 0) == cudaSuccess && strlen(id) == 12);
}

template <class T> __global__ void fill(T *p, T value) { p[blockIdx.x * blockDim.x + threadIdx.x] = value; }

static void untyped(int *d) {
    int value = 7, host[64];
    void *arguments[] = {&d, &value};
    cudaFuncAttributes attributes;
    EXPECT(cudaLaunchKernel((void *)fill<int>, dim3(1), dim3(32), arguments, 0, 0) == cudaSuccess);
    EXPECT(cudaFuncGetAttributes(&attributes, (const void *)fill<int>) == cudaSuccess);
    EXPECT(cudaMemcpy(host, d, 32 * sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess && host[31] == 7);
    value = 8;
    EXPECT(cudaLaunchCooperativeKernel(reinterpret_cast<void *>(fill<int>), 2, 32, arguments) == cudaSuccess);
    EXPECT(cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess && host[63] == 8);
}

int main() {
    int *d;
    cudaMalloc(&d, 64 * sizeof *d);
    volumes(d);
    pools();
    occupancy();
    untyped(d);
    cudaFree(d);
}
