// What a kernel may be, how it is launched, and what device code lacks. Small programs, and what nvcc 13.0 says to each (grader/mk/nvcc-table.sh).
// program: kernel returns a value
__global__ int kernel(int *out) { return *out; } // refused
// program: kernel returns a structure
struct pair { int a, b; };
__global__ pair kernel() { return {1, 2}; } // refused
// program: kernel returns auto
__global__ auto kernel(int *out) { *out = 1; } // refused
// program: kernel returns a value in its body
__global__ void kernel(int *out) {
    *out = 1;
    return 1; // refused
}
// program: kernel returns a template's type
template <class T> __global__ T kernel(T *out) { return *out; }
int main() { return 0; }
// program: template kernel returns a value and is launched
template <class T> __global__ T kernel(T *out) { return *out; } // refused
int main() { kernel<<<1, 1>>>((int *)nullptr); }
// program: kernel declared to return a value
__global__ int kernel(int *out); // refused
int main() { return 0; }
// program: kernel is a member
struct runner {
    __global__ void kernel(int *out) { *out = 1; } // refused
};
// program: kernel is a static member
struct runner {
    static __global__ void kernel(int *out) { *out = 1; } // refused
};
int main() { runner::kernel<<<1, 1>>>(nullptr); }
// program: kernel is a friend by declaration
struct runner {
    friend __global__ void kernel(runner r, int *out);
    int n;
};
__global__ void kernel(runner r, int *out) { *out = r.n; }
// program: kernel is an operator
struct runner { int n; };
__global__ void operator+(runner a, runner b) {} // refused
// program: kernel of a namespace
namespace kernels {
__global__ void fill(int *out) { *out = 1; }
} // namespace kernels
int main() { kernels::fill<<<1, 1>>>(nullptr); }
// program: kernel of an unnamed namespace
namespace {
__global__ void fill(int *out) { *out = 1; }
} // namespace
int main() { fill<<<1, 1>>>(nullptr); }
// program: kernel of an inline unnamed namespace
inline namespace {
__global__ void fill(int *out) { *out = 1; } // refused
} // namespace
int main() { fill<<<1, 1>>>(nullptr); }
// program: static and inline kernels
static __global__ void a(int *out) { *out = 1; }
inline __global__ void b(int *out) { *out = 2; }
int main() {
    a<<<1, 1>>>(nullptr);
    b<<<1, 1>>>(nullptr);
}
// program: constexpr kernel
constexpr __global__ void kernel(int *out) { *out = 1; } // refused
// program: consteval kernel
__global__ consteval void kernel(int *out) { *out = 1; } // refused
// program: kernel with a reference
__global__ void kernel(int &n) { n = 1; }
int main() {
    int n = 0;
    kernel<<<1, 1>>>(n);
}
// program: kernel with a reference to const
__global__ void kernel(const int &n, int *out) { *out = n; }
int main() { kernel<<<1, 1>>>(3, nullptr); }
// program: kernel with an rvalue reference
__global__ void kernel(int &&n) { n = 1; } // refused
// program: kernel with a forwarding reference
template <class T> __global__ void kernel(T &&n) {} // refused
int main() { kernel<<<1, 1>>>(3); }
// program: kernel with an ellipsis
__global__ void kernel(int n, ...) {} // refused
// program: device function with an ellipsis
#include <stdarg.h>
__device__ int first(int n, ...) {
    va_list list;
    va_start(list, n);
    int x = va_arg(list, int);
    va_end(list);
    return x;
}
__global__ void kernel(int *out) { *out = first(1, 2); }
// program: kernel with an initializer list
#include <initializer_list>
__global__ void kernel(std::initializer_list<int> list, int *out) { *out = 1; } // refused
// program: kernel with a va_list
#include <stdarg.h>
__global__ void kernel(va_list list, int *out) { *out = 1; } // refused
// program: kernel with a parameter pack
template <class... T> __global__ void kernel(int *out, T... values) { *out = (values + ... + 0); }
int main() { kernel<<<1, 1>>>(nullptr, 1, 2, 3); }
// program: kernel with a class by value
struct grid { int w, h; };
__global__ void kernel(grid g, int *out) { *out = g.w; }
int main() { kernel<<<1, 1>>>(grid{1, 2}, nullptr); }
// program: kernel with a class that has a copy constructor
struct grid {
    int w;
    grid() = default;
    grid(const grid &other) : w(other.w) {}
};
__global__ void kernel(grid g, int *out) { *out = g.w; }
int main() { kernel<<<1, 1>>>(grid(), nullptr); }
// program: kernel with a class that has a destructor
struct grid {
    int w;
    ~grid() {}
};
__global__ void kernel(grid g, int *out) { *out = g.w; }
int main() { kernel<<<1, 1>>>(grid(), nullptr); }
// program: kernel with a std vector by value
#include <vector>
__global__ void kernel(std::vector<int> v, int *out) { *out = 1; }
int main() { kernel<<<1, 1>>>(std::vector<int>(3), nullptr); }
// program: kernel with a std string
#include <string>
__global__ void kernel(std::string s, int *out) { *out = (int)s.size(); } // refused
// program: kernel with a default argument
__global__ void kernel(int *out, int n = 3) { *out = n; }
int main() { kernel<<<1, 1>>>(nullptr); }
// program: kernel with an unnamed parameter
__global__ void kernel(int *out, int) { *out = 3; }
int main() { kernel<<<1, 1>>>(nullptr, 1); }
// program: kernel with a large parameter
struct large { char bytes[5000]; };
__global__ void kernel(large l, char *out) { *out = l.bytes[0]; }
int main() { kernel<<<1, 1>>>(large(), nullptr); }
// program: kernel with a parameter for the grid
__global__ void kernel(const __grid_constant__ int n, int *out) { *out = n; }
int main() { kernel<<<1, 1>>>(3, nullptr); }
// program: grid constant parameter that is not const
__global__ void kernel(__grid_constant__ int n, int *out) { *out = n; } // refused
// program: restrict pointers
__global__ void kernel(const int *__restrict__ in, int *__restrict__ out) { *out = *in; }
// program: kernel called like a function
__global__ void kernel(int *out) { *out = 1; }
int main() { kernel(nullptr); } // refused
// program: kernel called from a kernel like a function
__global__ void a(int *out) { *out = 1; }
__global__ void b(int *out) { a(out); } // refused
// program: kernel called from a device function
__global__ void a(int *out) { *out = 1; }
__device__ void b(int *out) { a(out); } // refused
// program: kernel called from a host and device function
__global__ void a(int *out) { *out = 1; }
__host__ __device__ void b(int *out) { a(out); } // refused
// program: kernel calls itself
__global__ void kernel(int *out) {
    if (*out > 0)
        kernel(out); // refused
}
// program: device function launched
__device__ void a(int *out) { *out = 1; }
int main() { a<<<1, 1>>>(nullptr); } // refused
// program: plain function launched
void a(int *out) { *out = 1; }
int main() { a<<<1, 1>>>(nullptr); } // refused
// program: function for both launched
__host__ __device__ void a(int *out) { *out = 1; }
int main() { a<<<1, 1>>>(nullptr); } // refused
// program: launch without configuration
__global__ void kernel(int *out) { *out = 1; }
int main() { kernel<<<>>>(nullptr); } // refused
// program: launch with five numbers
__global__ void kernel(int *out) { *out = 1; }
int main() { kernel<<<1, 1, 0, 0, 0>>>(nullptr); } // refused
// program: launch with all four
__global__ void kernel(int *out) { *out = 1; }
int main() {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    kernel<<<dim3(1, 2), dim3(32), 64, stream>>>(nullptr);
}
// program: launch with too few arguments
__global__ void kernel(int *out, int n) { *out = n; }
int main() { kernel<<<1, 1>>>(nullptr); } // refused
// program: launch with too many arguments
__global__ void kernel(int *out) { *out = 1; }
int main() { kernel<<<1, 1>>>(nullptr, 2); } // refused
// program: launch with an argument of another type
__global__ void kernel(int *out) { *out = 1; }
int main() {
    float *p = nullptr;
    kernel<<<1, 1>>>(p); // refused
}
// program: launch with a pointer for the grid
__global__ void kernel(int *out) { *out = 1; }
int main() {
    int *p = nullptr;
    kernel<<<p, 1>>>(p); // refused
}
// program: launch with a string for the block
__global__ void kernel(int *out) { *out = 1; }
int main() { kernel<<<1, "32">>>(nullptr); } // refused
// program: launch with a pointer for the shared bytes
__global__ void kernel(int *out) { *out = 1; }
int main() {
    int *p = nullptr;
    kernel<<<1, 1, p>>>(p); // refused
}
// program: launch with a number for the stream
__global__ void kernel(int *out) { *out = 1; }
int main() { kernel<<<1, 1, 0, 5>>>(nullptr); } // refused
// program: launch with floats for the grid
__global__ void kernel(int *out) { *out = 1; }
int main() {
    float blocks = 2;
    kernel<<<blocks, 32>>>(nullptr);
}
// program: launch with ceil for the grid
#include <math.h>
__global__ void kernel(int *out) { *out = 1; }
int main() {
    int n = 100;
    kernel<<<ceil(n / 32.0), 32>>>(nullptr);
}
// program: launch through a pointer
__global__ void kernel(int *out) { *out = 1; }
int main() {
    void (*f)(int *) = kernel;
    f<<<1, 1>>>(nullptr);
}
// program: launch of an unknown kernel
int main() { kernel<<<1, 1>>>(nullptr); } // refused
// program: launch of a declared kernel
__global__ void kernel(int *out);
int main() { kernel<<<1, 1>>>(nullptr); }
__global__ void kernel(int *out) { *out = 1; }
// program: address of a kernel as a value
__global__ void kernel(int *out) { *out = 1; }
int main() { return (void *)kernel != nullptr; }
// program: address of a kernel in a kernel
__global__ void a(int *out) { *out = 1; }
__global__ void b(void **out) { *out = (void *)a; }
// program: cudaLaunchKernel
__global__ void kernel(int *out) { *out = 1; }
int main() {
    int *p = nullptr;
    void *arguments[] = {&p};
    return cudaLaunchKernel((void *)kernel, dim3(1), dim3(1), arguments, 0, 0);
}
// program: launch value is used
__global__ void kernel(int *out) { *out = 1; }
int main() {
    int x = kernel<<<1, 1>>>(nullptr); // refused
    return x;
}
// program: variable length array in a kernel
__global__ void kernel(int *out, int n) {
    int a[n]; // refused
    a[0] = 1;
    *out = a[0];
}
// program: variable length array in a device function
__device__ int sum(int n) {
    float a[n + 1]; // refused
    a[0] = 1;
    return (int)a[0];
}
// program: variable length array in a plain function
int sum(int n) {
    int a[n];
    a[0] = 1;
    return a[0];
}
__global__ void kernel(int *out) { *out = 1; }
// program: array of a const size in a kernel
__global__ void kernel(int *out) {
    const int n = 4;
    int a[n] = {1};
    *out = a[0];
}
// program: array of a template's size in a kernel
template <int N> __global__ void kernel(int *out) {
    int a[N] = {1};
    *out = a[0];
}
int main() { kernel<4><<<1, 1>>>(nullptr); }
// program: array with the thread's index as its size
__global__ void kernel(int *out) {
    int a[threadIdx.x]; // refused
    *out = a[0];
}
// program: alloca in a kernel
#include <alloca.h>
__global__ void kernel(int *out, int n) {
    int *a = (int *)alloca(4 * n);
    a[0] = 1;
    *out = a[0];
}
// program: try in a kernel
__global__ void kernel(int *out) {
    try { // refused
        *out = 1;
    } catch (...) {
        *out = 2;
    }
}
// program: throw in a kernel
__global__ void kernel(int *out) {
    if (*out)
        throw 1; // refused
}
// program: throw in a device function
__device__ int check(int x) {
    if (x < 0)
        throw "negative"; // refused
    return x;
}
// program: throw in a host and device function
__host__ __device__ int check(int x) {
    if (x < 0)
        throw "negative"; // refused
    return x;
}
int main() { return check(1); }
// program: throw in a host and device function that a kernel calls
__host__ __device__ int check(int x) {
    if (x < 0)
        throw "negative"; // refused
    return x;
}
__global__ void kernel(int *out) { *out = check(1); }
// program: throw on the host
#include <stdexcept>
__global__ void kernel(int *out) { *out = 1; }
int main(int argc, char **) {
    try {
        if (argc > 1)
            throw std::runtime_error("too many");
    } catch (const std::exception &) {
        return 1;
    }
}
// program: typeid in a kernel
#include <typeinfo>
__global__ void kernel(int *out) { *out = typeid(int) == typeid(float); } // refused
// program: dynamic cast in a kernel
struct a {
    __device__ virtual ~a() {}
};
struct b : a {};
__global__ void kernel(a *p, b **out) { *out = dynamic_cast<b *>(p); } // refused
// program: goto in a kernel
__global__ void kernel(int *out) {
again:
    if (++*out < 3)
        goto again;
}
// program: computed goto in a kernel
__global__ void kernel(int *out) {
    void *labels[] = {&&one, &&two}; // refused
    goto *labels[*out];
one:
    *out = 1;
two:
    *out = 2;
}
// program: statement expression in a kernel
__global__ void kernel(int *out) { *out = ({ int x = 3; x + 1; }); }
// program: long double in a kernel
__global__ void kernel(double *out) {
    long double x = *out;
    *out = (double)(x * x);
}
// program: 128 bit integers in a kernel
__global__ void kernel(unsigned long long *out) { *out = (unsigned long long)((unsigned __int128)*out * *out >> 64); }
// program: placement new in a kernel
#include <new>
struct point { int x; };
__global__ void kernel(char *room, int *out) { *out = (new (room) point{3})->x; }
// program: launch bounds
__global__ void __launch_bounds__(256) a(int *out) { *out = 1; }
__global__ void __launch_bounds__(256, 4) b(int *out) { *out = 1; }
__launch_bounds__(128) __global__ void c(int *out) { *out = 1; }
// program: launch bounds on a device function
__device__ void __launch_bounds__(256) f(int *out) { *out = 1; } // refused
// program: launch bounds on a plain function
void __launch_bounds__(256) f(int *out) { *out = 1; } // refused
// program: launch bounds that are not constant
int threads = 256;
__global__ void __launch_bounds__(threads) kernel(int *out) { *out = 1; } // refused
// program: launch bounds of zero
__global__ void __launch_bounds__(0) kernel(int *out) { *out = 1; }
// program: launch bounds of a negative number
__global__ void __launch_bounds__(-1) kernel(int *out) { *out = 1; }
// program: launch bounds of a template argument
template <int N> __global__ void __launch_bounds__(N) kernel(int *out) { *out = N; }
int main() { kernel<64><<<1, 64>>>(nullptr); }
// program: as much shared memory as fits
__global__ void kernel(int *out) {
    __shared__ int s[12288];
    s[threadIdx.x] = 1;
    __syncthreads();
    *out = s[0];
}
// program: unused static kernel
static __global__ void kernel(int *out) { *out = 1; }
int main() { return 0; }
// program: overloaded kernels
__global__ void kernel(int *out) { *out = 1; }
__global__ void kernel(float *out) { *out = 1; }
int main() {
    kernel<<<1, 1>>>((int *)nullptr);
    kernel<<<1, 1>>>((float *)nullptr);
}
// program: kernel redeclared as a plain function
__global__ void kernel(int *out);
void kernel(int *out) { *out = 1; } // refused
// program: kernel for host and device
__host__ __global__ void kernel(int *out) { *out = 1; } // refused
// program: kernel and device function
__device__ __global__ void kernel(int *out) { *out = 1; } // refused
// program: main is a kernel
__global__ void main() {} // refused
// program: main is a device function
__device__ int main() { return 0; } // refused
// program: device constructor and host destructor of a local
struct scope {
    __device__ scope() {}
    __host__ __device__ ~scope() {}
};
__global__ void kernel(int *out) {
    scope s;
    *out = 1;
}
// program: qualifier on a class
struct __device__ point { int x; };
__global__ void kernel(point p, int *out) { *out = p.x; }
// program: qualifier on a local variable of the host
int main() {
    __host__ int n = 3;
    return n;
}
// program: device function declared in a kernel
__global__ void kernel(int *out) {
    __device__ int twice(int);
    *out = 1;
}
// program: deleted device function
struct unique {
    int n;
    unique(const unique &) = delete;
};
__global__ void kernel(unique *u, int *out) { *out = u->n; }
// program: missing semicolon in a kernel
__global__ void kernel(int *out) {
    int x = 3
    *out = x; // refused
}
// program: unknown name in a kernel
__global__ void kernel(int *out) {
    int x = 3;
    *out = x + y; // refused
}
// program: use of a void value in a kernel
__device__ void nothing() {}
__global__ void kernel(int *out) { *out = nothing(); } // refused
// program: assignment to a const in a kernel
__global__ void kernel(const int *in) { in[0] = 1; } // refused
// program: pointer types that differ in a kernel
__global__ void kernel(float *out) {
    int *p = out; // refused
    *p = 1;
}
