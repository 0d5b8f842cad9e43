// The C and C++ libraries', and CUDA's own functions. Small programs, and what nvcc 13.0 says to each (grader/mk/nvcc-table.sh).
// program: rand in a kernel
#include <stdlib.h>
__global__ void kernel(int *out) { *out = rand(); } // refused
// program: rand on the host
#include <stdlib.h>
int main() { return rand() % 2; }
// program: std sort in a kernel
#include <algorithm>
__global__ void kernel(int *a, int n) { std::sort(a, a + n); } // refused
// program: std swap in a kernel
#include <utility>
__global__ void kernel(int *a) { std::swap(a[0], a[1]); } // refused
// program: std min in a kernel
#include <algorithm>
__global__ void kernel(int *a) { a[0] = std::min(a[0], a[1]); } // refused
// program: min and max in a kernel
__global__ void kernel(int *a) { a[0] = min(a[0], max(a[1], 3)); }
// program: min and max on the host
int main(int argc, char **) { return min(argc, max(argc, 3)); }
// program: std move and std forward in a kernel
#include <utility>
template <class T> __device__ T pass(T &&x) { return std::forward<T>(x); }
__global__ void kernel(int *a) {
    int x = 3;
    a[0] = pass(std::move(x));
}
// program: std abs of int in a kernel
#include <cstdlib>
__global__ void kernel(int *a) { a[0] = std::abs(a[0]); }
// program: std abs of float in a kernel
#include <cmath>
__global__ void kernel(float *a) { a[0] = std::abs(a[0]); }
// program: std sqrt in a kernel
#include <cmath>
__global__ void kernel(float *a) { a[0] = std::sqrt(a[0]) + std::pow(a[1], 2.0f); }
// program: std sqrt of an integer in a kernel
#include <cmath>
__global__ void kernel(int *a) { a[0] = (int)std::sqrt(a[0]); } // refused
// program: std isnan in a kernel
#include <cmath>
__global__ void kernel(float *a) { a[0] = std::isnan(a[0]) || std::isinf(a[1]) ? 1 : 0; }
// program: C math in a kernel
#include <math.h>
__global__ void kernel(float *a, double *b) {
    a[0] = sinf(a[0]) + cosf(a[1]) + expf(a[2]) + logf(a[3]) + powf(a[4], 2) + fabsf(a[5]) + floorf(a[6]);
    b[0] = sin(b[0]) + cos(b[1]) + exp(b[2]) + log(b[3]) + pow(b[4], 2.0) + fabs(b[5]) + floor(b[6]);
}
// program: more C math in a kernel
#include <math.h>
__global__ void kernel(float *a, double *b, int *n) {
    a[0] = fmaf(a[0], a[1], a[2]) + fminf(a[0], a[1]) + fmaxf(a[0], a[1]) + truncf(a[3]) + roundf(a[4]);
    b[0] = fma(b[0], b[1], b[2]) + hypot(b[0], b[1]) + erf(b[2]) + tgamma(b[3]) + atan2(b[4], b[5]) + cbrt(b[6]);
    b[1] = frexp(b[0], n) + ldexp(b[1], 3) + modf(b[2], &b[3]) + fmod(b[4], b[5]) + copysign(b[1], b[2]);
    n[1] = (int)lrint(b[2]) + (int)llround(b[3]) + ilogb(b[4]);
}
// program: float overloads of C math in a kernel
__global__ void kernel(float *a) { a[0] = sqrt(a[0]) + exp(a[1]) + pow(a[2], a[3]) + fabs(a[4]); }
// program: isnan and isinf in a kernel
#include <math.h>
__global__ void kernel(float *a) { a[0] = isnan(a[0]) || isinf(a[1]) || !isfinite(a[2]) ? 1 : 0; }
// program: abs in a kernel
__global__ void kernel(int *a, float *b) { a[0] = abs(a[0]), b[0] = abs(b[0]); }
// program: special functions of the device in a kernel
__global__ void kernel(float *a) { a[0] = __expf(a[0]) + rsqrtf(a[1]) + __fdividef(a[2], a[3]) + sinpif(a[4]); }
// program: fast sine on the host
int main() { return (int)__sinf(1.0f); } // refused
// program: population count on the host
int main(int argc, char **) { return __popc(argc); } // refused
// program: population count in a kernel
__global__ void kernel(unsigned *a) { a[0] = __popc(a[0]) + __clz((int)a[1]) + __ffs((int)a[2]) + __brev(a[3]); }
// program: float as int on the host
int main() { return __float_as_int(1.0f); } // refused
// program: rsqrtf on the host
int main() { return (int)rsqrtf(4.0f); }
// program: atomic addition in a kernel
__global__ void kernel(int *a) { atomicAdd(a, 1); }
// program: atomic addition on the host
int main() {
    int n = 0;
    atomicAdd(&n, 1); // refused
    return n;
}
// program: barrier on the host
int main() {
    __syncthreads(); // refused
    return 0;
}
// program: barrier in a plain function
void wait() { __syncthreads(); } // refused
__global__ void kernel(int *a) { a[0] = 1; }
// program: barrier in a device function
__device__ void wait() { __syncthreads(); }
__global__ void kernel(int *a) { wait(); a[0] = 1; }
// program: barrier in a host and device function
__host__ __device__ void wait() { __syncthreads(); } // refused
__global__ void kernel(int *a) { wait(); a[0] = 1; }
// program: thread index on the host
int main() { return threadIdx.x; }
// program: block size in a plain function
int index() { return blockIdx.x * blockDim.x + threadIdx.x; }
__global__ void kernel(int *a) { a[0] = 1; }
// program: thread index in a host and device function
__host__ __device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }
__global__ void kernel(int *a) { a[index()] = 1; }
// program: warp size on the host
int main() { return warpSize; }
// program: shuffle in a kernel
__global__ void kernel(int *a) { a[0] = __shfl_down_sync(0xffffffff, a[0], 1) + __ballot_sync(0xffffffff, 1); }
// program: shuffle on the host
int main() { return __shfl_down_sync(0xffffffff, 1, 1); } // refused
// program: printf in a kernel
#include <stdio.h>
__global__ void kernel(int *a) { printf("%d\n", a[0]); }
// program: fprintf in a kernel
#include <stdio.h>
__global__ void kernel(int *a) { fprintf(stderr, "%d\n", a[0]); } // refused
// program: puts in a kernel
#include <stdio.h>
__global__ void kernel(int *a) { puts("hello"); } // refused
// program: sprintf in a kernel
#include <stdio.h>
__global__ void kernel(char *a) { sprintf(a, "%d", 3); } // refused
// program: std cout in a kernel
#include <iostream>
__global__ void kernel(int *a) { std::cout << a[0]; } // refused
// program: std cout on the host
#include <iostream>
__global__ void kernel(int *a) { *a = 1; }
int main() { std::cout << 3 << std::endl; }
// program: malloc and free in a kernel
__global__ void kernel(int *a) {
    int *p = (int *)malloc(4);
    p[0] = 1;
    a[0] = p[0];
    free(p);
}
// program: calloc in a kernel
#include <stdlib.h>
__global__ void kernel(int **a) { a[0] = (int *)calloc(4, 4); } // refused
// program: realloc in a kernel
#include <stdlib.h>
__global__ void kernel(int **a) { a[0] = (int *)realloc(a[0], 4); } // refused
// program: new and delete in a kernel
__global__ void kernel(int *a) {
    int *p = new int[4], *q = new int(3);
    a[0] = *q;
    delete[] p;
    delete q;
}
// program: new of as many elements as a variable says in a kernel
#include <new>
struct pair { int a, b; };
__global__ void kernel(int *a, int n, pair *room) {
    pair *p = new pair[n], *q = new (room) pair[n];
    a[0] = p[0].a + q[0].b;
    delete[] p;
}
// program: memcpy and memset in a kernel
#include <string.h>
__global__ void kernel(int *a) {
    memcpy(a, a + 8, 16);
    memset(a + 4, 0, 16);
}
// program: memmove in a kernel
#include <string.h>
__global__ void kernel(int *a) { memmove(a, a + 1, 16); } // refused
// program: memcmp in a kernel
#include <string.h>
__global__ void kernel(int *a) { a[0] = memcmp(a, a + 1, 16); } // refused
// program: strlen in a kernel
#include <string.h>
__global__ void kernel(char *a) { a[0] = (char)strlen(a); } // refused
// program: strcmp in a kernel
#include <string.h>
__global__ void kernel(char *a) { a[0] = (char)strcmp(a, a + 1); } // refused
// program: assert in a kernel
#include <assert.h>
__global__ void kernel(int *a) { assert(a[0] > 0); }
// program: exit in a kernel
#include <stdlib.h>
__global__ void kernel(int *a) {
    if (a[0])
        exit(1); // refused
}
// program: abort in a kernel
#include <stdlib.h>
__global__ void kernel(int *a) {
    if (a[0])
        abort(); // refused
}
// program: clock in a kernel
__global__ void kernel(long long *a) { a[0] = clock() + clock64(); }
// program: clock on the host
#include <time.h>
int main() { return (int)clock(); }
// program: clock64 on the host
int main() { return (int)clock64(); } // refused
// program: time in a kernel
#include <time.h>
__global__ void kernel(long *a) { a[0] = time(0); } // refused
// program: numeric limits in a kernel
#include <limits>
__global__ void kernel(int *a) { a[0] = std::numeric_limits<int>::max(); } // refused
// program: numeric limits in a constexpr variable of a kernel
#include <limits>
__global__ void kernel(int *a) {
    constexpr int most = std::numeric_limits<int>::max(); // refused
    a[0] = most;
}
// program: limits as macros in a kernel
#include <float.h>
#include <limits.h>
__global__ void kernel(int *a, float *b) { a[0] = INT_MAX, b[0] = FLT_MAX; }
// program: std vector on the host
#include <vector>
__global__ void kernel(int *a) { *a = 1; }
int main() {
    std::vector<int> v(3);
    return v[0];
}
// program: std string in a kernel
#include <string>
__global__ void kernel(int *a) {
    std::string s = "abc"; // refused
    a[0] = 1;
}
// program: std array in a kernel
#include <array>
__global__ void kernel(int *a) {
    std::array<int, 4> x = {1, 2, 3, 4};
    a[0] = x[threadIdx.x]; // refused
}
// program: members of a std pair in a kernel
#include <utility>
__global__ void kernel(std::pair<int, int> *p, int *a) { a[0] = p->first + p->second; }
// program: std make_pair in a kernel
#include <utility>
__global__ void kernel(int *a) { a[0] = std::make_pair(1, 2).second; } // refused
// program: type traits in a kernel
#include <type_traits>
template <class T> __global__ void kernel(T *a) {
    if constexpr (std::is_same<T, int>::value)
        a[0] = 1;
    else
        a[0] = std::is_integral_v<T>;
}
int main() {
    float *p = nullptr;
    kernel<<<1, 1>>>(p);
}
// program: initializer list in a kernel
#include <initializer_list>
__device__ int sum(std::initializer_list<int> list) {
    int s = 0;
    for (int x : list)
        s += x;
    return s;
}
__global__ void kernel(int *a) { a[0] = sum({1, 2, 3}); }
// program: std function in a kernel
#include <functional>
__global__ void kernel(int *a) {
    std::plus<int> add;
    a[0] = add(1, 2); // refused
}
// program: std atomic in a kernel
#include <atomic>
__global__ void kernel(std::atomic<int> *a) { a->fetch_add(1); } // refused
// program: std accumulate in a kernel
#include <numeric>
__global__ void kernel(int *a) { a[0] = std::accumulate(a, a + 4, 0); } // refused
// program: cudaMemcpy in a kernel
__global__ void kernel(int *a) { cudaMemcpy(a, a + 1, 4, cudaMemcpyDeviceToDevice); } // refused
// program: cudaDeviceSynchronize in a kernel
__global__ void kernel(int *a) { cudaDeviceSynchronize(); } // refused
// program: vector types and make functions on both sides
__global__ void kernel(float4 *a, dim3 d) {
    a[0] = make_float4(1, 2, 3, 4);
    int2 i = make_int2(1, 2);
    dim3 e(d.x, 2);
    a[1].x = i.x + e.y;
}
int main() {
    float4 f = make_float4(1, 2, 3, 4);
    dim3 d(3);
    return (int)f.x + d.x;
}
// program: load through the read only cache
__global__ void kernel(const float *in, float *out) { out[0] = __ldg(in) + __ldcs(in + 1); }
// program: load through the read only cache on the host
int main() {
    float x = 1;
    return (int)__ldg(&x); // refused
}
// program: half arithmetic in a kernel
#include <cuda_fp16.h>
__global__ void kernel(__half *a) { a[0] = __hadd(a[1], __float2half(1.5f)); }
// program: half conversion on the host
#include <cuda_fp16.h>
int main() {
    __half h = __float2half(1.5f);
    return (int)__half2float(h);
}
// program: cooperative groups in a kernel
#include <cooperative_groups.h>
__global__ void kernel(int *a) {
    auto block = cooperative_groups::this_thread_block();
    block.sync();
    a[block.thread_rank()] = block.size();
}
// program: a tile for a function that names no parent, by conversion
#include <cooperative_groups.h>
__device__ int lanes(cooperative_groups::thread_block_tile<32> tile) { return tile.size(); }
__global__ void kernel(int *a) {
    auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
    a[0] = lanes(tile);
}
// program: a tile for a template that names no parent
#include <cooperative_groups.h>
template <unsigned N> __device__ int lanes(const cooperative_groups::thread_block_tile<N> &tile) { return N; }
__global__ void kernel(int *a) {
    auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
    a[0] = lanes(tile); // refused
}
// program: shuffles of a tile whose size is not known to the compiler
#include <cooperative_groups.h>
__global__ void kernel(int *a) {
    auto tile = cooperative_groups::tiled_partition(cooperative_groups::this_thread_block(), 16);
    a[0] = tile.shfl(1, 0); // refused
}
// program: scans by cooperative groups
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
__global__ void kernel(int *a) {
    namespace cg = cooperative_groups::__v1;
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    a[threadIdx.x] = cg::inclusive_scan(tile, 1) + cg::exclusive_scan(cg::coalesced_threads(), 1, cg::plus<int>());
}
// program: cooperative groups on the host
#include <cooperative_groups.h>
int main() {
    auto block = cooperative_groups::this_thread_block(); // refused
    return 0;
}
// program: complex numbers in a kernel
#include <cuComplex.h>
__global__ void kernel(cuFloatComplex *a) { a[0] = cuCmulf(a[0], make_cuFloatComplex(1, 2)); }
// program: fences and sleep in a kernel
__global__ void kernel(int *a) {
    __threadfence();
    __threadfence_block();
    __threadfence_system();
    __nanosleep(100);
    __syncwarp();
}
// program: fence on the host
int main() {
    __threadfence(); // refused
    return 0;
}
// program: builtin functions of the compiler in a kernel
__global__ void kernel(int *a) {
    if (__builtin_expect(a[0] > 0, 1))
        a[0] = 1;
}
// program: a comparison of memory that the compiler knows in a kernel
__global__ void kernel(int *a) { a[0] = __builtin_memcmp(a, a + 1, 4); } // refused
// program: the length of a text that the compiler knows in a kernel
__global__ void kernel(int *a) { a[0] = (int)__builtin_strlen((const char *)a); } // refused
// program: an atomic load that the compiler knows in a kernel
__global__ void kernel(int *a) { a[0] = __atomic_load_n(a + 1, 0); } // refused
// program: an atomic addition that the compiler knows in a kernel
__global__ void kernel(int *a) { __sync_fetch_and_add(a, 1); } // refused
// program: an atomic load that the compiler knows for both sides
__host__ __device__ int load(int *a) { return __atomic_load_n(a, 0); }
int main() {
    int a = 0;
    return load(&a);
}
// program: copies that the compiler knows in a kernel
__global__ void kernel(int *a) {
    __builtin_memcpy(a, a + 1, 4);
    __builtin_memset(a + 2, 0, 4);
}
// program: getenv in a kernel
#include <stdlib.h>
__global__ void kernel(char *a) { a[0] = *getenv("A"); } // refused
// program: chrono in a kernel
#include <chrono>
__global__ void kernel(long *a) { a[0] = std::chrono::steady_clock::now().time_since_epoch().count(); } // refused
// program: qsort on the host
#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main() {
    int a[2] = {2, 1};
    qsort(a, 2, sizeof a[0], compare);
    return a[0];
}
// program: atoi in a kernel
#include <stdlib.h>
__global__ void kernel(int *a) { a[0] = atoi("3"); } // refused
// program: isdigit in a kernel
#include <ctype.h>
__global__ void kernel(char *a) { a[0] = isdigit(a[0]) != 0; } // refused
