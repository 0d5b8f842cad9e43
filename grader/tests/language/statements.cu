// Statements, memory, function pointers, and the C++ library. Small programs, and what nvcc 13.0 says to each (grader/mk/nvcc-table.sh).
// program: a vector of the compiler in a kernel
typedef int numbers __attribute__((vector_size(16)));
__global__ void kernel(int *a) { ((numbers *)a)[0] = ((numbers *)a)[1] + ((numbers *)a)[2]; } // refused
// program: a vector of the compiler for both sides
typedef float numbers __attribute__((vector_size(32)));
__host__ __device__ void add(numbers *a) { a[0] += a[1]; } // refused
// program: a vector of the compiler on the host
typedef int numbers __attribute__((vector_size(16)));
int main() {
    numbers a = {1, 2, 3, 4};
    a += a;
    return a[0];
}
// program: enumeration and switch in a kernel
enum mode { copy, negate };
__global__ void kernel(int *out, mode m) {
    switch (m) {
    case copy: out[0] = out[1]; break;
    case negate: out[0] = -out[1]; break;
    default: out[0] = 0;
    }
}
int main() { kernel<<<1, 1>>>(nullptr, negate); }
// program: scoped enumeration cast in a kernel
enum class mode { copy, negate };
__global__ void kernel(int *out, mode m) { out[0] = static_cast<int>(m); }
// program: switch jumps over an initialisation in a kernel
__global__ void kernel(int *out, int n) {
    switch (n) {
    case 0:
        int x = 3;
        out[0] = x;
        break;
    case 1:
        out[0] = 1;
    }
}
// program: case label from a host variable in a kernel
int one = 1;
__global__ void kernel(int *out, int n) {
    switch (n) {
    case one: out[0] = 1; break; // refused
    }
}
// program: label that nothing defines in a kernel
__global__ void kernel(int *out, int n) {
    if (n)
        goto done; // refused
    out[0] = 1;
}
// program: structured binding of a std pair in a kernel
#include <utility>
__global__ void kernel(int *out, std::pair<int, float> p) {
    auto [a, b] = p; // refused
    out[0] = a + (int)b;
}
// program: range for over a pointer in a kernel
__global__ void kernel(int *out) {
    int total = 0;
    for (int x : out) // refused
        total += x;
    out[0] = total;
}
// program: range for over a std array in a kernel
#include <array>
__global__ void kernel(int *out, std::array<int, 4> v) {
    for (int x : v) // refused
        out[0] += x;
}
// program: narrowing of a constant in a kernel
__global__ void kernel(int *out) {
    unsigned char c{300};
    out[0] = c;
}
// program: narrowing of a size in dim3
int main() {
    size_t n = 1000;
    dim3 grid{n / 32};
    return (int)grid.x;
}
// program: static counter in a device function
__device__ int next() {
    static int n = 0;
    return n++;
}
__global__ void kernel(int *out) { out[0] = next(); }
// program: static of a class with a constructor in a device function
struct cell {
    int n;
    __device__ cell() : n(3) {}
};
__device__ int next() {
    static cell c; // refused
    return c.n++;
}
__global__ void kernel(int *out) { out[0] = next(); }
// program: static device variable in a host and device function
__host__ __device__ int next() {
    static __device__ int n = 0; // refused
    return n++;
}
__global__ void kernel(int *out) { out[0] = next(); }
// program: static constant array declared in a device function
__device__ int look(int i) {
    static __constant__ int table[2] = {1, 2};
    return table[i];
}
__global__ void kernel(int *out) { out[0] = look(0); }
// program: shared class with a member initialiser
struct cell { int n = 3; };
__global__ void kernel(int *out) {
    __shared__ cell c;
    out[0] = c.n;
}
// program: shared pointer and shared array of pointers
__global__ void kernel(int *out) {
    __shared__ int *p;
    __shared__ float *q[4];
    p = out;
    q[0] = nullptr;
    *p = q[0] == nullptr;
}
// program: shared arrays larger than 48 KiB together
__global__ void kernel(int *out) { // refused
    __shared__ int a[8192], b[8192];
    a[threadIdx.x] = 1;
    b[threadIdx.x] = 2;
    out[0] = a[threadIdx.x + 1] + b[threadIdx.x + 1];
}
// program: extern shared of two types with one name
__global__ void first(int *out) {
    extern __shared__ int tile[];
    out[0] = tile[0];
}
__global__ void second(float *out) {
    extern __shared__ float tile[]; // refused
    out[0] = tile[0];
}
// program: extern shared of two types with one name in templates
template <class T> __global__ void kernel(T *out) {
    extern __shared__ T tile[]; // refused
    out[0] = tile[0];
}
int main() {
    kernel<<<1, 1, 4>>>((int *)nullptr);
    kernel<<<1, 1, 4>>>((float *)nullptr);
}
// program: static cast of shared bytes in a kernel
__global__ void kernel(int *out) {
    extern __shared__ unsigned char bytes[];
    int *tile = static_cast<int *>(bytes); // refused
    out[0] = tile[0];
}
// program: pointer to a device function passed as a template argument
typedef int (*step)(int);
__device__ int next(int x) { return x + 1; }
template <step F> __global__ void kernel(int *out) { out[0] = F(out[0]); }
int main() { kernel<next><<<1, 1>>>(nullptr); }
// program: device pointer variable to a device function copied to the host
typedef int (*step)(int);
__device__ int next(int x) { return x + 1; }
__device__ step pointer = next;
__global__ void kernel(int *out, step f) { out[0] = f(out[0]); }
int main() {
    step f;
    cudaMemcpyFromSymbol(&f, pointer, sizeof f);
    kernel<<<1, 1>>>(nullptr, f);
}
// program: plain function passed to a kernel
typedef int (*step)(int);
int next(int x) { return x + 1; }
__global__ void kernel(int *out, step f) { out[0] = f(out[0]); }
int main() { kernel<<<1, 1>>>(nullptr, next); }
// program: array of function pointers in a kernel has a plain one
__device__ int add(int a, int b) { return a + b; }
int sub(int a, int b) { return a - b; }
__global__ void kernel(int *out, int i) {
    int (*table[2])(int, int) = { // refused
        add,
        sub};
    out[0] = table[i](1, 2);
}
// program: pointer to a data member in a kernel
struct point { int x, y; };
__global__ void kernel(int *out, point p) {
    int point::*m = &point::y;
    out[0] = p.*m;
}
// program: pointer to a plain member function in a kernel
struct point {
    int x;
    int get() { return x; }
};
__global__ void kernel(int *out, point p) {
    int (point::*m)() = &point::get; // refused
    out[0] = (p.*m)();
}
// program: pointer to an array of variable width in a kernel
__global__ void kernel(int *out, int n) {
    int (*a)[n] = (int (*)[n])out; // refused
    a[1][0] = 1;
}
// program: size from blockDim in a kernel
__global__ void kernel(int *out) {
    int a[blockDim.x]; // refused
    a[0] = 1;
    out[0] = a[0];
}
// program: throw in a kernel template that is launched
template <class T> __global__ void kernel(T *out) {
    if (!out)
        throw 1; // refused
    *out = 1;
}
int main() { kernel<<<1, 1>>>((int *)nullptr); }
// program: throw in a lambda of a kernel
__global__ void kernel(int *out) {
    auto check = [](int n) {
        if (n < 0)
            throw n; // refused
        return n;
    };
    out[0] = check(out[0]);
}
// program: typeid of a type in a device function
#include <typeinfo>
__device__ bool same() { return typeid(int) == typeid(float); } // refused
__global__ void kernel(int *out) { out[0] = same(); }
// program: nothrow new in a kernel
#include <new>
__global__ void kernel(int *out) {
    int *p = new (std::nothrow) int[4]; // refused
    out[0] = p != nullptr;
    delete[] p;
}
// program: printf with several conversions in a kernel
#include <stdio.h>
__global__ void kernel(const float *x, const char *name, size_t n) {
    printf("%s: %5.2f %zu %lld %p %% %c\n", name, x[0], n, (long long)n, (const void *)x, 'c');
}
// program: printf of std in a kernel
#include <cstdio>
__global__ void kernel(int n) { std::printf("%d\n", n); }
// program: snprintf in a kernel
#include <stdio.h>
__global__ void kernel(char *text, int n) { snprintf(text, 10, "%d", n); } // refused
// program: std clamp in a kernel
#include <algorithm>
__global__ void kernel(int *a) {
    a[0] = std::clamp(a[0], 0, 255); // refused
}
// program: std lower_bound in a kernel
#include <algorithm>
__global__ void kernel(int *a, int n) { a[0] = (int)(std::lower_bound(a, a + n, 3) - a); } // refused
// program: std size and std begin in a kernel
#include <iterator>
__global__ void kernel(int *a) {
    int local[4] = {1};
    a[0] = (int)std::size(local) + *std::begin(local); // refused
}
// program: std numeric limits of float in a kernel
#include <limits>
__global__ void kernel(float *a) {
    float best = -std::numeric_limits<float>::infinity(); // refused
    a[0] = best;
}
// program: std integer types and ptrdiff in a kernel
#include <cstdint>
#include <cstddef>
__global__ void kernel(std::uint32_t *a, std::ptrdiff_t d) { a[d] = UINT32_MAX; }
// program: std integral constant in a kernel
#include <type_traits>
__global__ void kernel(int *a) { a[0] = std::integral_constant<int, 3>::value + std::is_same<int, int>::value; }
// program: std index sequence in a kernel
#include <utility>
template <size_t... I> __device__ int sum(std::index_sequence<I...>) { return (int)((I + ...)); }
__global__ void kernel(int *a) { a[0] = sum(std::make_index_sequence<4>()); }
// program: structured binding of a structure in a kernel
struct pair { int a, b; };
__device__ pair split(int n) { return {n / 2, n % 2}; }
__global__ void kernel(int *out) {
    auto [half, rest] = split(out[0]);
    out[0] = half + rest;
}
// program: range for over a braced list in a kernel
__global__ void kernel(int *out) {
    int total = 0;
    for (int x : {1, 2, 3})
        total += x;
    out[0] = total;
}
// program: narrowing in a braced initialiser of a kernel
__global__ void kernel(int *out, float x) {
    int n{x};
    out[0] = n;
}
// program: too many initialisers of an array in a kernel
__global__ void kernel(int *out) {
    int a[2] = {1, 2, 3}; // refused
    out[0] = a[0];
}
// program: const array declared in a kernel
__global__ void kernel(int *out) {
    const int table[2] = {1, 2};
    out[0] = table[threadIdx.x];
}
// program: static const array declared in a kernel
__global__ void kernel(int *out) {
    static const int table[2] = {1, 2};
    out[0] = table[threadIdx.x];
}
// program: shared array set to zero
__global__ void kernel(int *out) {
    __shared__ int n[32] = {0}; // refused
    out[0] = n[0];
}
// program: shared array with empty braces
__global__ void kernel(int *out) {
    __shared__ int n[32]{}; // refused
    out[0] = n[0];
}
// program: shared matrix with a size from a template
template <int N> __global__ void kernel(float *out) {
    __shared__ float tile[N][N + 1];
    tile[threadIdx.y][threadIdx.x] = 1;
    out[0] = tile[0][0];
}
int main() { kernel<32><<<1, dim3(32, 32)>>>(nullptr); }
// program: shared array larger than 48 KiB
__global__ void kernel(int *out) { // refused
    __shared__ int tile[16384];
    tile[threadIdx.x] = 1;
    out[0] = tile[threadIdx.x + 1];
}
// program: extern shared of two types with two names
extern __shared__ float reals[];
extern __shared__ int numbers[];
__global__ void kernel(int *out) {
    reals[0] = 1;
    out[0] = numbers[0];
}
// program: builtin alloca in a kernel
__global__ void kernel(int *out, int n) {
    int *a = (int *)__builtin_alloca(n * 4);
    a[0] = 1;
    out[0] = a[0];
}
// program: matrix of variable width in a kernel
__global__ void kernel(int *out, int n) {
    int a[4][n]; // refused
    a[0][0] = 1;
    out[0] = a[0][0];
}
// program: noexcept operator and noexcept function in a kernel
__device__ int f(int n) noexcept { return n; }
__global__ void kernel(int *out) { out[0] = noexcept(f(1)); }
// program: static cast downwards in a kernel
struct base { int n; };
struct derived : base { int m; };
__global__ void kernel(int *out) {
    derived d = {};
    base *b = &d;
    out[0] = static_cast<derived *>(b)->m;
}
// program: delete of a class with a plain destructor in a kernel
struct cell {
    int n;
    ~cell() { n = 3; }
};
__global__ void kernel(cell *c) {
    delete c; // refused
}
// program: printf with a wrong conversion in a kernel
#include <stdio.h>
__global__ void kernel(const float *x) { printf("%d\n", x[0]); }
// program: std declval and decltype in a kernel
#include <utility>
template <class A, class B> __device__ auto add(A a, B b) -> decltype(std::declval<A>() + std::declval<B>()) { return a + b; }
__global__ void kernel(float *a) { a[0] = add(1, 2.5f); }
