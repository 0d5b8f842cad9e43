// Shuffles, votes, matches and reductions give what a GPU gives, in whole and in part of a warp.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void use(int *out) {
    const unsigned all = 0xffffffffu;
    int lane = (int)threadIdx.x;
    int sum = lane;
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(all, sum, offset);
    out[0 * 32 + lane] = __shfl_sync(all, sum, 0);        // 496
    out[1 * 32 + lane] = __shfl_up_sync(all, lane, 1, 8); // neighbour within 8
    out[2 * 32 + lane] = __shfl_xor_sync(all, lane, 5);
    out[3 * 32 + lane] = (int)__ballot_sync(all, lane % 3 == 0);
    out[4 * 32 + lane] = __any_sync(all, lane == 31) * 2 + __all_sync(all, lane < 31);
    out[5 * 32 + lane] = (int)__match_any_sync(all, lane / 4);
    out[6 * 32 + lane] = __reduce_max_sync(all, lane ^ 21);
    out[7 * 32 + lane] = (int)(lane < 10 ? __activemask() : 0);
}

static int expected(int row, int lane) {
    switch (row) {
    case 0:
        return 496;
    case 1:
        return lane % 8 == 0 ? lane : lane - 1;
    case 2:
        return lane ^ 5;
    case 3:
        return (int)0x49249249u;
    case 4:
        return 2;
    case 5:
        return (int)(0xfu << lane / 4 * 4);
    case 6:
        return 31;
    default:
        return lane < 10 ? 0x3ff : 0;
    }
}

int main() {
    int *out, host[8 * 32];
    cudaMalloc(&out, sizeof host);
    use<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(out);
    for (int i = 0; i < 8 * 32; i++)
        if (host[i] != expected(i / 32, i % 32))
            printf("row %d lane %d: %d, expected %d\n", i / 32, i % 32, host[i], expected(i / 32, i % 32));
}
