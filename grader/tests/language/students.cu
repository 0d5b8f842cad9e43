// Launches, arguments, and the mistakes that beginners make. Small programs, and what nvcc 13.0 says to each (grader/mk/nvcc-table.sh).
// program: host constant expression from a macro and a const in a kernel
#define ROWS 4
const int columns = ROWS * 2;
const int cells = ROWS * columns;
__global__ void kernel(int *out) { out[0] = cells + columns; }
// program: reference variable of the host in a kernel
int n = 3;
int &alias = n;
__global__ void kernel(int *out) { out[0] = alias; } // refused
// program: device structure's member on the host
struct pair { int a, b; };
__device__ pair p;
int main() {
    p.a = 3;
    return p.b;
}
// program: address of a device variable as an argument of a launch
__device__ int total;
__global__ void kernel(int *out) { *out = 1; }
int main() { kernel<<<1, 1>>>(&total); }
// program: cudaMemcpyToSymbol with a name
__constant__ int total;
int main() {
    int n = 3;
    cudaMemcpyToSymbol("total", &n, sizeof n);
}
// program: device variable in a host lambda
__device__ int total;
int main() {
    auto f = [] { return total; };
    return f();
}
// program: launch with nothing between the brackets
__global__ void kernel(int *out) { *out = 1; }
int main() { kernel<<<>>>(nullptr); } // refused
// program: launch without arguments in parentheses
__global__ void kernel() {}
int main() { kernel<<<1, 1>>>; } // refused
// program: launch without the semicolon
__global__ void kernel() {}
int main() {
    kernel<<<1, 1>>>()
    return 0; // refused
}
// program: launch with braces for dim3
__global__ void kernel() {}
int main() { kernel<<<{2, 2}, {32, 1, 1}>>>(); }
// program: launch with uint3 and int2
__global__ void kernel() {}
int main() {
    uint3 a = make_uint3(1, 1, 1);
    kernel<<<a, 1>>>();
    int2 b = make_int2(1, 1);
    kernel<<<b, 1>>>(); // refused
}
// program: launch with a structure as the grid
struct size { int x, y; };
__global__ void kernel() {}
int main() {
    size s = {1, 2};
    kernel<<<s, 1>>>(); // refused
}
// program: launch with an event for the stream
__global__ void kernel() {}
int main() {
    cudaEvent_t e;
    cudaEventCreate(&e);
    kernel<<<1, 1, 0, e>>>(); // refused
}
// program: launch in a for header and after else
__global__ void a(int *out) { *out = 1; }
int main(int argc, char **) {
    for (int i = 0; i < argc; i++, a<<<1, 1>>>(nullptr))
        if (i > 1)
            a<<<1, i>>>(nullptr);
        else
            a<<<i, 1>>>(nullptr);
}
// program: const pointer given to a kernel that writes
__global__ void kernel(int *out) { *out = 1; }
int main() {
    const int *p = nullptr;
    kernel<<<1, 1>>>(p); // refused
}
// program: void pointer given to a kernel
__global__ void kernel(int *out) { *out = 1; }
int main() {
    void *p = nullptr;
    kernel<<<1, 1>>>(p); // refused
}
// program: zero and NULL given to a kernel
__global__ void kernel(int *out, float *in) { *out = 1; }
int main() { kernel<<<1, 1>>>(0, NULL); }
// program: array as a kernel's parameter
__global__ void kernel(int out[4], const float in[]) { out[0] = (int)in[0]; }
int main() { kernel<<<1, 1>>>(nullptr, nullptr); }
// program: default argument of a kernel is left out
__global__ void kernel(int *out, int n = 3) { *out = n; }
int main() {
    kernel<<<1, 1>>>(nullptr);
    kernel<<<1, 1>>>(nullptr, 4);
}
// program: default argument of a device function calls a plain function
int count() { return 3; }
__device__ int twice(int n = count()) { return 2 * n; } // refused
__global__ void kernel(int *out) {
    out[1] = 0;
    out[0] = twice();
}
// program: default argument of a device function that is given
int count() { return 3; }
__device__ int twice(int n = count()) { return 2 * n; }
__global__ void kernel(int *out) { out[0] = twice(3); }
// program: kernel inline and static in a header style
#pragma once
static inline __global__ void kernel(int *out) { *out = 1; }
inline static __device__ int f() { return 1; }
int main() { kernel<<<1, 1>>>(nullptr); }
// program: kernel with a semicolon after its head
__global__ void kernel(int *out);
{ // refused
    *out = 1;
}
// program: kernel with a missing parenthesis
__global__ void kernel(int *out) {
    if (threadIdx.x == 0
        *out = 1; // refused
}
// program: qualifier misspelt
__globl__ void kernel(int *out) { *out = 1; } // refused
// program: barrier misspelt
__global__ void kernel(int *out) {
    *out = 1;
    __synchthreads(); // refused
}
// program: thread index misspelt
__global__ void kernel(int *out) { out[threadIdx] = 1; } // refused
// program: thread index of capital letters
__global__ void kernel(int *out) { out[ThreadIdx.x] = 1; } // refused
// program: remainder of floats in a kernel
__global__ void kernel(float *out) { out[0] = out[1] % out[2]; } // refused
// program: kernel returns early with nothing
__global__ void kernel(int *out, int n) {
    if (threadIdx.x >= n)
        return;
    out[threadIdx.x] = 1;
}
// program: device function returns a void value
__device__ int f(int n) {
    return;
}
__global__ void kernel(int *out) { out[0] = f(1); }
// program: device function declared with another type than defined
__device__ int f(int n);
__device__ float f(int n) { return (float)n; } // refused
__global__ void kernel(int *out) { out[0] = (int)f(1); }
// program: variable hides a parameter in a kernel
__global__ void kernel(int *out, int n) {
    int n = threadIdx.x; // refused
    out[n] = 1;
}
// program: function declared inside the kernel by a vexing parse
struct cell { int n; };
__global__ void kernel(int *out) {
    cell c();
    out[0] = c.n; // refused
}
// program: kernel defined inside main
int main() {
    __global__ void kernel(int *out) { *out = 1; } // refused
    kernel<<<1, 1>>>(nullptr);
}
// program: kernel in extern C
extern "C" __global__ void kernel(int *out) { *out = 1; }
int main() { kernel<<<1, 1>>>(nullptr); }
// program: lambda captures by value in a kernel
__global__ void kernel(int *out) {
    int x = out[0], y = out[1];
    auto f = [x, &y](int z) { y += z; return x + y; };
    out[0] = f(1);
}
// program: lambda without a capture reads a local of a kernel
__global__ void kernel(int *out) {
    int x = out[0];
    auto f = [](int z) { return x + z; }; // refused
    out[0] = f(1);
}
// program: recursive lambda by auto parameter in a kernel
__global__ void kernel(int *out) {
    auto f = [](auto &self, int n) -> int { return n < 2 ? 1 : n * self(self, n - 1); };
    out[0] = f(f, 4);
}
// program: constexpr lambda called in a constant of a kernel
__global__ void kernel(int *out) {
    constexpr auto square = [](int x) { return x * x; };
    int a[square(2)] = {1};
    out[0] = a[0];
}
// program: device variable captured by a lambda of the kernel
__device__ int total;
__global__ void kernel(int *out) {
    auto f = [&] { return total + out[0]; };
    out[0] = f();
}
// program: const qualifier twice in a parameter
__global__ void kernel(const unsigned int const *in, int *out) { out[0] = in[0]; }
// program: const qualifier twice before the type
__global__ void kernel(int *out) {
    const const int n = 3;
    out[0] = n;
}
// program: const after the type and before in a local
__global__ void kernel(int *out) {
    const int const n = 3;
    out[0] = n;
}
// program: volatile twice
__device__ volatile int volatile flag;
__global__ void kernel(int *out) { out[0] = flag; }
// program: restrict in plain C's word
__global__ void kernel(int *restrict out) { out[0] = 1; } // refused
// program: unsigned float
__global__ void kernel(unsigned float *out) { out[0] = 1; } // refused
// program: atomic addition of a long long in a kernel
__global__ void kernel(long long *out) { atomicAdd(out, 1LL); } // refused
// program: atomic addition of a short in a kernel
__global__ void kernel(short *out) { atomicAdd(out, (short)1); } // refused
// program: atomic addition of a value in a kernel
__global__ void kernel(int *a) { atomicAdd(a[0], 1); } // refused
// program: atomic compare and swap of a float in a kernel
__global__ void kernel(float *a) { atomicCAS(a, 1.0f, 2.0f); } // refused
// program: atomic exchange of a float in a kernel
__global__ void kernel(float *a) { a[1] = atomicExch(a, 1.0f); }
// program: shuffle without a mask in a kernel
__global__ void kernel(int *a) { a[0] = __shfl_down(a[0], 1); } // refused
// program: shuffle of a structure in a kernel
struct pair { int a, b; };
__global__ void kernel(pair *a) { a[0] = __shfl_down_sync(0xffffffff, a[0], 1); } // refused
// program: cudaFreeHost in a kernel
__global__ void kernel(int *a) { cudaFreeHost(a); } // refused
// program: cudaMalloc with a cast to void pointers
int main() {
    int *p;
    cudaMalloc((void **)&p, 4 * sizeof(int));
    cudaMemcpy(p, p, 4, cudaMemcpyDefault);
    cudaFree(p);
}
// program: cudaError_t assigned to an int and back
int main() {
    int e = cudaSuccess;
    cudaError_t f = e; // refused
    return f;
}
// program: string and iostream on the host
#include <iostream>
#include <string>
int main() {
    std::string s = "n = ";
    std::cout << s + std::to_string(3) << std::endl;
}
// program: using namespace std with a kernel called max
#include <algorithm>
using namespace std;
__global__ void kernel(int *a) { a[0] = max(a[0], a[1]) + min(a[0], 3); }
// program: min of an int and an unsigned in a kernel
__global__ void kernel(int *a, unsigned n) { a[0] = min(a[0], n) + max((long long)a[0], 3); } // refused
// program: M_PI and INFINITY in a kernel
#include <math.h>
__global__ void kernel(float *a) { a[0] = (float)M_PI + INFINITY + NAN; }
// program: INT_MAX without its header in a kernel
__global__ void kernel(int *a) { a[0] = INT_MAX; }
// program: memset and strlen without a header on the host
int main() {
    char a[4];
    memset(a, 0, 4);
    return (int)strlen(a);
}
// program: time without a header on the host
int main() { return (int)time(NULL); }
// program: string literal given to a char pointer in a kernel
__device__ char *name() { return "yes"; }
__global__ void kernel(char *a) { a[0] = name()[0]; }
// program: integer given to a pointer in a kernel
__global__ void kernel(int *a) {
    int *p = a[0]; // refused
    p[0] = 1;
}
// program: else without an if in a kernel
__global__ void kernel(int *a) {
    if (a[0] > 1);
        a[1] = 1;
    else // refused
        a[2] = 1;
}
// program: unroll pragma by a template argument
template <int N> __global__ void kernel(int *a) {
#pragma unroll N
    for (int i = 0; i < 4; i++)
        a[i] = i;
}
int main() { kernel<4><<<1, 1>>>(nullptr); }
// program: aligned structures in a kernel
struct __align__(16) quad { float x, y, z, w; };
struct alignas(8) pair { int a, b; };
__global__ void kernel(quad *q, pair *p) { q[0].x = (float)alignof(pair) + p[0].a; }
// program: bit cast by reinterpret_cast in a kernel
__global__ void kernel(int *a, float x) { a[0] = *reinterpret_cast<int *>(&x) + *(int *)&x; }
// program: reference to a device array element in a kernel
__device__ int table[4];
__device__ int &at(int i) { return table[i]; }
__global__ void kernel(int *a) { at(0) = a[0]; }
// program: assembly in a kernel
__global__ void kernel(int *a) { asm volatile("" ::: "memory"); a[0] = 1; }
// program: register variable and auto in a kernel
__global__ void kernel(int *a) {
    auto n = a[0] * 2.5f;
    auto *p = &a[1];
    *p = (int)n;
}
// program: concept in a kernel template
template <class T> concept small = sizeof(T) <= 4; // refused
template <small T> __global__ void kernel(T *a) { a[0] = 1; }
// program: attributes of C++ in a kernel
[[maybe_unused]] __device__ int unused() { return 1; }
[[nodiscard]] __device__ int f(int n) {
    switch (n) {
    case 1: n++; [[fallthrough]];
    case 2: return n;
    }
    return 0;
}
__global__ void kernel(int *a) { a[0] = f(1); }
// program: raw string and wide characters in a kernel
__global__ void kernel(int *a) {
    const char *s = R"(a "b" c)";
    a[0] = s[0] + L'x' + u'y';
}
// program: host array on the stack used in a kernel
int main() {
    int table[4] = {1, 2, 3, 4};
    return table[0];
}
__global__ void kernel(int *out) { out[0] = table[0]; } // refused
// program: host matrix in a kernel
float matrix[4][4];
__global__ void kernel(float *out) {
    int i = threadIdx.x;
    out[i] = matrix[i][i]; // refused
}
// program: const pointer to a host array in a kernel
int table[4];
int *const first = table;
__global__ void kernel(int *out) { out[0] = *first; } // refused
// program: host variable in a sizeof and a decltype of a kernel
int table[4];
__global__ void kernel(int *out) {
    decltype(table[0] + 1) n = sizeof table / sizeof table[0];
    out[0] = n;
}
// program: device array in a range for of the host
__device__ int table[4];
int main() {
    int total = 0;
    for (int x : table)
        total += x;
    return total;
}
// program: address of an element of a device array on the host
__device__ int table[4];
int main() {
    int *p = &table[1];
    return p != nullptr;
}
// program: cudaMemcpy to a device variable
__device__ int total;
int main() {
    int n = 3;
    cudaMemcpy(&total, &n, sizeof n, cudaMemcpyHostToDevice);
}
// program: launch of a variable that is no function
int main() {
    int kernel = 3;
    kernel<<<1, 1>>>(); // refused
}
// program: launch in a condition
__global__ void kernel() {}
int main() {
    if (kernel<<<1, 1>>>()) // refused
        return 1;
}
// program: launch in a ternary and a comma
__global__ void a(int *out) { *out = 1; }
__global__ void b(int *out) { *out = 2; }
int main(int argc, char **) {
    argc > 1 ? a<<<1, 1>>>(nullptr) : b<<<1, 1>>>(nullptr);
    a<<<1, 1>>>(nullptr), b<<<1, 1>>>(nullptr);
}
// program: reference to an array as a kernel's parameter
__global__ void kernel(int (&out)[4]) { out[0] = 1; }
int main() {
    int a[4];
    kernel<<<1, 1>>>(a);
}
// program: structure with an array given to a kernel
struct matrix { float cells[16]; };
__global__ void kernel(matrix m, float *out) { out[threadIdx.x] = m.cells[threadIdx.x]; }
int main() { kernel<<<1, 16>>>(matrix{}, nullptr); }
// program: kernel with its qualifier after void
void __global__ kernel(int *out) { *out = 1; }
int main() { kernel<<<1, 1>>>(nullptr); }
// program: thread index with a wrong member
__global__ void kernel(int *out) { out[threadIdx.w] = 1; } // refused
// program: kernel returns the result of a void function
__device__ void f(int *out) { *out = 1; }
__global__ void kernel(int *out) { return f(out); }
// program: device function used before it is declared
__global__ void kernel(int *out) { out[0] = later(1); } // refused
__device__ int later(int n) { return n; }
// program: variable declared twice in a kernel
__global__ void kernel(int *out) {
    int i = threadIdx.x;
    int i = blockIdx.x; // refused
    out[i] = 1;
}
// program: lambda of the host in a const variable in a kernel
const auto twice = [](int x) { return 2 * x; };
__global__ void kernel(int *out) { out[0] = twice(out[0]); } // refused
// program: cudaMalloc with a pointer by value
int main() {
    int *p;
    cudaMalloc(p, 4); // refused
}
// program: cudaMemcpy without its kind
int main() {
    int *p = nullptr, n = 0;
    cudaMemcpy(p, &n, sizeof n); // refused
}
// program: using namespace std with a variable called count
#include <algorithm>
using namespace std;
__device__ int count;
__global__ void kernel(int *a) { count = a[0]; } // refused
// program: std min of two types on the host
#include <algorithm>
int main(int argc, char **) { return std::min(argc, 3u); } // refused
// program: size_t and uint without a header in a kernel
__global__ void kernel(size_t *a, uint n) { a[0] = n; }
// program: sqrt and fabs without a header on the host
int main(int argc, char **) { return (int)(sqrt((double)argc) + fabs(-1.0) + powf(2, 3)); }
// program: exit without a header on the host
int main() { exit(3); }
// program: string compared in a kernel
__global__ void kernel(int *a, const char *s) { a[0] = s == "yes"; }
// program: void pointer without a cast in a kernel
__global__ void kernel(void *a) { int *p = a; p[0] = 1; } // refused
