// Functions for both sides run their own part on each: one by a macro that is defined under __CUDA_ARCH__,
// one that declares what follows uses, a constexpr one, a member, a template, and one that no kernel calls.
#include <cstdio>
#include <stdexcept>
#if defined(__CUDA_ARCH__)
#define ON_DEVICE 1
#define PLACE "device"
#else
#define PLACE "host"
static int only_on_host() { return 40; }
namespace sums {
static const int offset = 2;
}
#endif
namespace sums {
__host__ __device__ unsigned votes(int p) {
#ifdef ON_DEVICE
    return __popc(__ballot_sync(~0u, p));
#else
    if (p < 0)
        throw std::out_of_range("p");
    return p ? 1 : 0;
#endif
}
} // namespace sums
struct counter {
    int count;
    __host__ __device__ counter();
    __host__ __device__ void add() {
#ifdef __CUDA_ARCH__
        atomicAdd(&count, 1);
#else
        ++count;
#endif
    }
};
counter::counter() : count(0) {
#ifdef __CUDA_ARCH__
    count = 10;
#endif
}
template <int N> __host__ __device__ int index() {
#if defined(__CUDA_ARCH__)
    const int i = threadIdx.x + N;
#else
    const int i = N;
#endif
    for (int k = 0; k < 3; k++)
        if (k == i)
            return k;
    return i;
}
__host__ __device__ constexpr int side() {
#if __CUDA_ARCH__ >= 500
    return 1;
#else
    return 2;
#endif
}
__host__ __device__ const char *place() { return PLACE; }
int host_alone() {
#ifdef __CUDA_ARCH__
    return -1;
#else
    return only_on_host();
#endif
}
__global__ void kernel(int *out) {
    __shared__ counter all;
    if (threadIdx.x == 0)
        all = counter();
    __syncthreads();
    all.add();
    __syncthreads();
    const unsigned voted = sums::votes(threadIdx.x < 3);
    const int at = index<7>();
    if (threadIdx.x == 31) {
        out[0] = all.count;
        out[1] = voted;
        out[2] = at;
        out[3] = side();
        out[4] = place()[0];
    }
}
int main() {
    int *out, of[5];
    counter all;
    all.add();
    cudaMalloc(&out, sizeof of);
    kernel<<<1, 32>>>(out);
    cudaMemcpy(of, out, sizeof of, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d %c\n", of[0], of[1], of[2], of[3], of[4]);
    printf("%d %u %d %d %s %d\n", all.count, sums::votes(9), index<7>(), side(), place(), host_alone());
    try {
        sums::votes(-1);
    } catch (const std::out_of_range &) {
        puts("thrown");
    }
    cudaFree(out);
}
