// libcu++: what its headers compute in a kernel, and its synchronisation.
#include <cstdio>
#include <cuda/atomic>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/array>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

__global__ void compute(float *o) {
    const int t = threadIdx.x;
    cuda::std::array<int, 4> a{3, 1, 4, 1};
    cuda::std::tuple<int, float> p{t, 0.5f};
    cuda::std::pair<int, int> q{a[t % 4], 2};
    cuda::std::complex<float> z{3, 4};
    static_assert(cuda::std::is_same<decltype(q.first), int>::value, "");
    o[t] = cuda::std::sqrt(16.0f) + cuda::std::get<0>(p) + cuda::std::get<1>(p) +
           cuda::std::plus<int>()(q.first, q.second) + (cuda::std::numeric_limits<int>::max() == 2147483647) +
           abs(z);
}

using latch = cuda::latch<cuda::thread_scope_block>;
__global__ void turn(int *o) {
    __shared__ alignas(latch) char room[sizeof(latch)];
    __shared__ int v[64];
    latch *all = reinterpret_cast<latch *>(room);
    if (threadIdx.x == 0)
        new (all) latch(64);
    __syncthreads();
    v[threadIdx.x] = threadIdx.x;
    all->arrive_and_wait();
    o[threadIdx.x] = v[63 - threadIdx.x];
}

using semaphore = cuda::binary_semaphore<cuda::thread_scope_device>;
__global__ void set_up(semaphore *one) { new (one) semaphore(1); }
__global__ void count(int *c, semaphore *one) {
    one->acquire();
    *c = *c + 1;
    one->release();
}

int main() {
    float *f, g[32];
    int *o, h[64];
    semaphore *one;
    cudaMalloc(&f, sizeof g);
    cudaMalloc(&o, sizeof h);
    cudaMalloc(&one, sizeof *one);
    compute<<<1, 32>>>(f);
    cudaMemcpy(g, f, sizeof g, cudaMemcpyDeviceToHost);
    turn<<<1, 64>>>(o);
    cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g %g %d %d\n", g[0], g[31], h[0], h[63]);
    cudaMemset(o, 0, 4);
    set_up<<<1, 1>>>(one);
    count<<<8, 1>>>(o, one);
    cudaMemcpy(h, o, 4, cudaMemcpyDeviceToHost);
    printf("%d %s\n", h[0], cudaGetErrorString(cudaGetLastError()));
    cudaFree(f);
    cudaFree(o);
    cudaFree(one);
}
