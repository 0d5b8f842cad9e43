// CUB in kernels. With an argument the temporary storage is used again without a barrier.
#include <cstdio>
#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/warp/warp_reduce.cuh>

__global__ void all(const int *in, int *out, bool waits) {
    using loads = cub::BlockLoad<int, 128, 2>;
    using reduces = cub::BlockReduce<int, 128>;
    using scans = cub::BlockScan<int, 128>;
    using sorts = cub::BlockRadixSort<int, 128, 2>;
    __shared__ union {
        typename loads::TempStorage load;
        typename reduces::TempStorage reduce;
        typename scans::TempStorage scan;
        typename sorts::TempStorage sort;
    } room;
    int x[2], before[2];
    loads(room.load).Load(in, x);
    __syncthreads();
    const int sum = reduces(room.reduce).Sum(x[0] + x[1]);
    if (waits)
        __syncthreads();
    const int even = reduces(room.reduce).Sum(x[0]);
    __syncthreads();
    scans(room.scan).ExclusiveSum(x, before);
    __syncthreads();
    sorts(room.sort).Sort(x);
    for (int i = 0; i < 2; i++) {
        out[2 * threadIdx.x + i] = before[i];
        out[256 + 2 * threadIdx.x + i] = x[i];
    }
    if (threadIdx.x == 0)
        out[512] = sum + even;
}

struct larger {
    __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};
__global__ void warps(const int *in, int *out) {
    __shared__ cub::WarpReduce<int>::TempStorage rooms[4];
    const int most = cub::WarpReduce<int>(rooms[threadIdx.x / 32]).Reduce(in[threadIdx.x], larger());
    if (threadIdx.x % 32 == 0)
        out[threadIdx.x / 32] = most;
}

int main(int argc, char **) {
    int *in, *out, h[513];
    for (int i = 0; i < 256; i++)
        h[i] = i * 37 % 256;
    cudaMalloc(&in, 1024);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, 1024, cudaMemcpyHostToDevice);
    all<<<1, 128>>>(in, out, argc == 1);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d %d\n", h[512], h[1], h[255], h[256], h[511]);
    warps<<<1, 128>>>(in, out);
    cudaMemcpy(h, out, 16, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d %s\n", h[0], h[1], h[2], h[3], cudaGetErrorString(cudaGetLastError()));
    cudaFree(in);
    cudaFree(out);
}
