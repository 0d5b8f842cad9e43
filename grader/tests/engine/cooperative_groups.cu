// Cooperative groups, as far as the engine has them: blocks, and tiles of up to a warp. A wrong result is
// printed.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

template <unsigned Size> __device__ int tile_sum(const cg::thread_block_tile<Size> &tile, int value) {
    for (unsigned offset = tile.size() / 2; offset > 0; offset /= 2)
        value += tile.shfl_down(value, offset);
    return tile.shfl(value, 0);
}

__global__ void sums(int *out) {
    __shared__ int partial[8];
    cg::thread_block block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    int sum = tile_sum(warp, (int)block.thread_rank());
    if (warp.thread_rank() == 0)
        partial[warp.meta_group_rank()] = sum;
    block.sync();
    if (warp.meta_group_rank() == 0) {
        auto eight = cg::tiled_partition<8>(block);
        int total = tile_sum(eight, partial[eight.thread_rank()]);
        if (eight.ballot(eight.thread_rank() < 3) != 7 || !eight.any(1) || eight.all(threadIdx.x % 2))
            printf("votes of a tile are wrong in thread %u\n", threadIdx.x);
        if (block.thread_rank() == 0)
            *out = total;
    }
}

// The other tiles of the warp do not wait for the tile that synchronises.
__global__ void tiles_apart(int *out) {
    __shared__ int s[32];
    auto tile = cg::tiled_partition<4>(cg::this_thread_block());
    s[threadIdx.x] = 1;
    if (tile.meta_group_rank() % 2 == 0)
        tile.sync();
    out[threadIdx.x] = s[tile.meta_group_rank() % 2 == 0 ? threadIdx.x ^ 1 : threadIdx.x];
}

// A tile's own threads must synchronise before they read each other's words.
__global__ void missing_sync(int *out) {
    __shared__ int s[32];
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    s[threadIdx.x] = 1;
    out[threadIdx.x] = s[threadIdx.x ^ 1]; // expect: race
    cg::sync(tile);
}

int main() {
    int *d, total = 0;
    cudaMalloc(&d, 32 * sizeof *d);
    sums<<<1, 256>>>(d);
    cudaMemcpy(&total, d, sizeof total, cudaMemcpyDeviceToHost);
    if (total != 255 * 256 / 2)
        printf("sum is %d\n", total);
    tiles_apart<<<1, 32>>>(d);
    missing_sync<<<1, 32>>>(d);
    cudaFree(d);
}
