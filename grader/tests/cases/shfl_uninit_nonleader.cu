// The usual idiom of warp-aggregated atomics (CUDA guide, cooperative groups): only the leader sets the
// variable, all lanes pass it to a shuffle that reads the leader's lane. Variants by -DV=1 to -DV=7.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void k(int *count, int *out) {
    int t = threadIdx.x;
#if V == 1
    int base;
    if (t % 32 == 0)
        base = atomicAdd(count, 32);
    base = __shfl_sync(0xffffffff, base, 0);
#elif V == 2
    auto w = cg::tiled_partition<32>(cg::this_thread_block());
    int base;
    if (w.thread_rank() == 0)
        base = atomicAdd(count, 32);
    base = w.shfl(base, 0);
#elif V == 3
    auto w = cg::coalesced_threads();
    int base;
    if (w.thread_rank() == 0)
        base = atomicAdd(count, w.size());
    base = w.shfl(base, 0);
#elif V == 4
    auto w = cg::tiled_partition<32>(cg::this_thread_block());
    auto g = cg::binary_partition(w, t % 3 == 0);
    unsigned base;
    if (g.thread_rank() == 0)
        base = atomicAdd(count, g.size());
    base = g.shfl(base, 0);
#elif V == 5
    auto w = cg::tiled_partition<32>(cg::this_thread_block());
    unsigned base = 0;
    if (t % 2) {
        auto g = cg::coalesced_threads();
        unsigned b;
        if (g.thread_rank() == 0) {
            atomicAdd(count + 1, 1);
            b = atomicAdd(count, g.size());
        }
        b = g.shfl(b, 0);
        base = b;
    }
#elif V == 6
    unsigned m = __activemask(), lead = __ffs(m) - 1;
    int base;
    if (t % 32 == lead)
        base = atomicAdd(count, __popc(m));
    base = __shfl_sync(m, base, lead);
#elif V == 7
    auto w = cg::tiled_partition<32>(cg::this_thread_block());
    auto g = cg::binary_partition(w, t % 3 == 0);
    int base = 0;
    if (t % 3 == 0) {
        unsigned o;
        if (g.thread_rank() == 0)
            o = atomicAdd(count, g.size());
        o = g.shfl(o, 0);
        base = o;
    }
#endif
    out[t] = base;
}
int main() {
    int *c, *o, h[64];
    cudaMalloc(&c, 8);
    cudaMemset(c, 0, 8);
    cudaMalloc(&o, 256);
    k<<<1, 64>>>(c, o);
    cudaMemcpy(h, o, 256, cudaMemcpyDeviceToHost);
    printf("V%d %d %d\n", V, h[0], h[63]);
    cudaFree(c);
    cudaFree(o);
}
