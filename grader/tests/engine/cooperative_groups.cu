// Cooperative groups, as far as the engine has them. A wrong result is printed.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>

namespace cg = cooperative_groups;

template <unsigned Size, class Parent>
__device__ int tile_sum(const cg::thread_block_tile<Size, Parent> &tile, int value) {
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

// The other tiles of the warp do not wait for the synchronising tile.
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

__device__ int group_sum(const cg::thread_group &group, int *scratch, int value) {
    for (unsigned reach = group.size() / 2; reach > 0; reach /= 2) {
        scratch[group.thread_rank()] = value;
        group.sync();
        if (group.thread_rank() < reach)
            value += scratch[group.thread_rank() + reach];
        group.sync();
    }
    return value;
}

// One function for blocks and tiles.
__global__ void any_group(int *out) {
    __shared__ int scratch[64];
    int all = group_sum(cg::this_thread_block(), scratch, 1);
    auto tile = cg::tiled_partition(cg::this_thread_block(), 16);
    int part = group_sum(tile, scratch + threadIdx.x / 16 * 16, 1);
    cg::thread_block_tile<4> four = cg::tiled_partition<4>(cg::tiled_partition<16>(cg::this_thread_block()));
    if (threadIdx.x == 0 && (all != 64 || part != 16 || four.size() != 4))
        printf("sums of groups are %d and %d\n", all, part);
    out[threadIdx.x] = part;
}

struct wide {
    long long a;
    int b;
};

// The lanes of a branch, split again by a value.
__global__ void lanes_of_a_branch(int *out) {
    if (threadIdx.x % 3 == 0) {
        auto active = cg::coalesced_threads();
        int sum = cg::reduce(active, (int)threadIdx.x, cg::plus<int>());
        int most = cg::reduce(active, (int)threadIdx.x, cg::greater<int>());
        auto half = cg::binary_partition(active, threadIdx.x < 16);
        wide given = half.shfl(wide{(long long)threadIdx.x << 40, 7}, 0);
        if (active.size() != 11 || sum != 165 || most != 30 || half.size() != (threadIdx.x < 16 ? 6 : 5) ||
            given.a >> 40 != (threadIdx.x < 16 ? 0 : 18) || given.b != 7 || active.ballot(1) != 0x7ff)
            printf("thread %u: size %u, sum %d\n", threadIdx.x, active.size(), sum);
    }
    out[threadIdx.x] = 0;
}

// Tiles of two warps: each at its own pace, and each sees what its own warps wrote.
__global__ void wide_tiles(int *out) {
    __shared__ cg::block_tile_memory<256> memory;
    __shared__ int s[256];
    auto block = cg::this_thread_block(memory);
    auto tile = cg::tiled_partition<64>(block);
    for (unsigned round = 0; round <= tile.meta_group_rank(); round++) {
        s[threadIdx.x] = (int)(threadIdx.x + round);
        tile.sync();
        int other = s[tile.meta_group_rank() * 64 + (tile.thread_rank() + 32) % 64];
        if (other != (int)((threadIdx.x ^ 32) + round))
            printf("thread %u read %d in round %u\n", threadIdx.x, other, round);
        tile.sync();
    }
    int sum = cg::reduce(tile, (int)threadIdx.x, cg::plus<int>());
    int first = (int)tile.meta_group_rank() * 64;
    if (sum != 64 * first + 64 * 63 / 2 || tile.meta_group_size() != 4 || !tile.any(threadIdx.x % 64 == 40) ||
        tile.all(threadIdx.x % 64 != 40))
        printf("thread %u of a tile of 64: sum %d\n", threadIdx.x, sum);
    out[threadIdx.x] = sum;
}

// The reduction gets only a value from each thread: the warps need space to exchange their sums.
__global__ void wide_reduce(int *out) {
    auto tile = cg::tiled_partition<128>(cg::this_thread_block());
    int sum = cg::reduce(tile, (int)threadIdx.x, cg::plus<int>());
    int first = (int)tile.meta_group_rank() * 128;
    if (sum != 128 * first + 128 * 127 / 2)
        printf("thread %u of a tile of 128: sum %d\n", threadIdx.x, sum);
    out[threadIdx.x] = sum;
}

struct later { // not commutative: the right operand, unless it is negative
    __device__ int operator()(int a, int b) const { return b < 0 ? a : b; }
};

template <class Group> __device__ void scans_of(const Group &group, const char *name) {
    int rank = (int)group.thread_rank(), mine = rank + 1;
    int inclusive = cg::inclusive_scan(group, mine), exclusive = cg::exclusive_scan(group, mine);
    int most = cg::inclusive_scan(group, rank % 5 == 2 ? 500 - rank : rank, cg::greater<int>());
    int last = cg::exclusive_scan(group, rank % 4 == 1 ? rank : -1, later());
    int expected = rank < 2 ? (rank == 0 ? 0 : -1) : (rank - 2) / 4 * 4 + 1;
    if (inclusive != mine * (mine + 1) / 2 || exclusive != mine * rank / 2 || last != expected ||
        most != (rank < 2 ? rank : 498))
        printf("scans of %s: rank %d has %d, %d, %d and %d\n", name, rank, inclusive, exclusive, most, last);
}

__global__ void scans() {
    auto block = cg::this_thread_block();
    scans_of(cg::tiled_partition<32>(block), "a warp");
    scans_of(cg::tiled_partition<8>(block), "a tile of 8");
    scans_of(cg::tiled_partition<64>(block), "a tile of 64");
    scans_of(cg::tiled_partition<256>(block), "a tile of 256");
    if (threadIdx.x % 3 == 1)
        scans_of(cg::coalesced_threads(), "the lanes of a branch");
}

// The other warp of the tile is not waited for.
__global__ void wide_without_sync(int *out) {
    __shared__ int s[64];
    auto tile = cg::tiled_partition<64>(cg::this_thread_block());
    s[threadIdx.x] = 1; // expect: race
    out[threadIdx.x] = s[(tile.thread_rank() + 32) % 64];
    tile.sync();
}

// Every block reads the values of the next one, twice.
__global__ void whole_grid(int *data) {
    cg::grid_group grid = cg::this_grid();
    unsigned long long i = grid.thread_rank(), next = (i + blockDim.x) % grid.size();
    data[i] = (int)i;
    for (int round = 0; round < 2; round++) {
        grid.sync();
        int other = data[next];
        grid.sync();
        data[i] = other;
    }
}

int main() {
    int *d, total = 0;
    cudaMalloc(&d, 256 * sizeof *d);
    sums<<<1, 256>>>(d);
    cudaMemcpy(&total, d, sizeof total, cudaMemcpyDeviceToHost);
    if (total != 255 * 256 / 2)
        printf("sum is %d\n", total);
    tiles_apart<<<1, 32>>>(d);
    missing_sync<<<1, 32>>>(d);
    any_group<<<1, 64>>>(d);
    lanes_of_a_branch<<<1, 32>>>(d);
    wide_tiles<<<3, 256>>>(d); // one block after the other at the same place
    wide_reduce<<<1, 256>>>(d);
    scans<<<2, 256>>>();
    wide_without_sync<<<1, 64>>>(d);
    void *arguments[] = {&d};
    int host[256];
    if (cudaLaunchCooperativeKernel(whole_grid, 8, 32, arguments) != cudaSuccess)
        printf("no cooperative launch\n");
    cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; i++)
        if (host[i] != (i + 64) % 256)
            printf("%d of the grid is %d\n", i, host[i]);
    if (cudaLaunchCooperativeKernel(whole_grid, 100000, 32, arguments) != cudaErrorCooperativeLaunchTooLarge)
        printf("too many blocks for a cooperative launch\n");
    cudaGetLastError();
    cudaFree(d);
}
