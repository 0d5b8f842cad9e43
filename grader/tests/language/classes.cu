// Templates, overloads, namespaces and classes. Small programs, and what nvcc 13.0 says to each (grader/mk/nvcc-table.sh).
// program: member template of a plain class in a kernel
struct box {
    int n;
    template <class T> T as() const { return (T)n; }
};
__global__ void kernel(float *out, box b) { out[0] = b.as<float>(); } // refused
// program: member template for the device on the host
struct box {
    int n;
    template <class T> __device__ T as() const { return (T)n; }
};
int main() {
    box b = {3};
    return b.as<int>(); // refused
}
// program: template kernel with a deduced size of an array reference
template <int N> __device__ int sum(const int (&a)[N]) {
    int total = 0;
    for (int x : a)
        total += x;
    return total;
}
__global__ void kernel(int *out) {
    int a[4] = {1, 2, 3, 4};
    out[0] = sum(a);
}
// program: variadic device template ends in a plain function
int sum() { return 0; }
template <class... T> __device__ int sum(int first, T... rest) { return first + sum(rest...); } // refused
__global__ void kernel(int *out) { out[0] = sum(1, 2, 3); }
// program: template kernel whose argument cannot be deduced
template <class T> __global__ void fill(int *out) { out[threadIdx.x] = sizeof(T); }
int main() { fill<<<1, 1>>>(nullptr); } // refused
// program: partial specialisation with a plain member
template <class T> struct reader { static __device__ T get(T *p) { return *p; } };
template <class T> struct reader<T *> { static T *get(T **p) { return *p; } };
__global__ void kernel(int **out) { *reader<int *>::get(out) = 1; } // refused
// program: constraint by enable_if in a kernel
#include <type_traits>
template <class T, std::enable_if_t<std::is_integral<T>::value, int> = 0> __device__ T half(T x) { return x >> 1; }
template <class T, std::enable_if_t<!std::is_integral<T>::value, int> = 0> __device__ T half(T x) { return x / 2; }
__global__ void kernel(int *a, float *b) { a[0] = half(a[0]), b[0] = half(b[0]); }
// program: dependent name without typename in a kernel
template <class T> struct traits { typedef int word; };
template <class T> __global__ void kernel(T *a) {
    traits<T>::word x = 1; // refused
    a[0] = x;
}
// program: static assertion fails in a kernel template
template <int N> __global__ void kernel(int *a) {
    static_assert(N % 32 == 0, "whole warps"); // refused
    a[0] = N;
}
int main() { kernel<33><<<1, 1>>>(nullptr); }
// program: overloads of a function for host and for device with the same parameters
__host__ int where() { return 0; }
__device__ int where() { return 1; } // refused
__global__ void kernel(int *a) { a[0] = where(); }
// program: plain overload for double is better in a kernel
__device__ int round_up(float x) { return (int)(x + 1); }
int round_up(double x) { return (int)(x + 1); }
__global__ void kernel(int *a) { a[0] = round_up(2.5); } // refused
// program: using declaration brings a plain function into a kernel
namespace tools { int twice(int x) { return 2 * x; } }
using tools::twice;
__global__ void kernel(int *a) { a[0] = twice(a[0]); } // refused
// program: name of a namespace is forgotten in a kernel
namespace tools { __device__ int twice(int x) { return 2 * x; } }
__global__ void kernel(int *a) { a[0] = twice(a[0]); } // refused
// program: namespace alias and nested namespaces in a kernel
namespace a::b { __device__ int one() { return 1; } }
namespace c = a::b;
__global__ void kernel(int *out) { out[0] = c::one(); }
// program: comparison operator of a class is plain
struct point {
    int x, y;
    bool operator==(const point &p) const { return x == p.x && y == p.y; }
};
__global__ void kernel(int *out, point a, point b) { out[0] = a == b; } // refused
// program: vector type added without an operator
__global__ void kernel(float3 *a) { a[0] = a[1] + a[2]; } // refused
// program: vector type added by a plain operator
float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
__global__ void kernel(float3 *a) { a[0] = a[1] + a[2]; } // refused
// program: new operator of a class is plain
#include <stdlib.h>
struct node {
    int n;
    void *operator new(size_t size) { return malloc(size); }
};
__global__ void kernel(int *a) {
    node *n = new node; // refused
    a[0] = n->n;
}
// program: friend operator defined in its class is plain
struct number {
    int n;
    friend number operator*(number a, number b) { return {a.n * b.n}; }
};
__global__ void kernel(number *a) { a[0] = a[1] * a[2]; } // refused
// program: kernel reads a private member
class box {
    int n = 3;
};
__global__ void kernel(int *out, box b) { out[0] = b.n; } // refused
// program: implicit copy constructor of an argument calls a plain one
struct inner {
    int n;
    inner() = default;
    inner(const inner &o) : n(o.n + 1) {}
};
struct outer { inner i; };
__global__ void kernel(int *out, outer o) { out[0] = o.i.n; }
int main() { kernel<<<1, 1>>>(nullptr, outer()); }
// program: implicit copy in the kernel calls a plain copy constructor
struct inner {
    int n;
    inner() = default;
    inner(const inner &o) : n(o.n + 1) {}
};
struct outer { inner i; };
__global__ void kernel(int *out, outer o) {
    outer copy = o;
    out[0] = copy.i.n;
} // refused
// program: implicit destructor calls a plain one in a kernel
struct inner {
    int n;
    ~inner() { n = 0; }
};
struct outer { inner i; };
__global__ void kernel(int *out) {
    outer o;
    o.i.n = 1;
    out[0] = o.i.n;
} // refused
// program: plain destructor of a local in a kernel
struct guard {
    int n;
    ~guard() { n = 0; }
};
__global__ void kernel(int *out) {
    guard g;
    g.n = 3;
    out[0] = g.n; // refused
}
// program: defaulted destructor in a kernel
struct guard {
    int n;
    ~guard() = default;
};
__global__ void kernel(int *out) {
    guard g;
    g.n = 3;
    out[0] = g.n;
}
// program: inherited constructors of the host
struct base {
    int n;
    base(int k) : n(k) {}
};
struct derived : base { using base::base; };
__global__ void kernel(int *out) {
    out[1] = 0;
    derived d(3);
    out[0] = d.n;
} // refused
// program: member initialiser calls a plain function
int three() { return 3; }
struct cell {
    int n;
    __device__ cell() : n(three()) {} // refused
};
__global__ void kernel(int *out) {
    cell c;
    out[0] = c.n;
}
// program: kernel argument with virtual functions
struct shape { __device__ virtual int area() const { return 0; } };
struct square : shape { __device__ int area() const override { return 4; } };
__global__ void kernel(int *out, square s) { out[0] = s.area(); }
int main() { kernel<<<1, 1>>>(nullptr, square()); }
// program: virtual destructor in a kernel
struct shape {
    __device__ virtual ~shape() {}
    __device__ virtual int area() const { return 0; }
};
__global__ void kernel(int *out) {
    shape *s = new shape;
    out[0] = s->area();
    delete s;
}
// program: plain virtual destructor in a kernel
struct shape {
    virtual ~shape() {}
    __device__ virtual int area() const { return 0; }
};
__global__ void kernel(int *out) {
    shape *s = new shape;
    out[0] = s->area();
    delete s;
}
// program: static member function pointer in a kernel
struct tools {
    static __device__ int one(int x) { return x + 1; }
    static int two(int x) { return x + 2; }
};
__global__ void kernel(int *out) {
    int (*f)(int) = tools::two; // refused
    out[0] = f(out[0]);
}
// program: inline static member variable in a kernel
struct counter {
    inline static int n = 3;
};
__global__ void kernel(int *out) { out[0] = counter::n; } // refused
// program: static constexpr array member indexed by the thread
struct table {
    static constexpr int n[4] = {1, 2, 3, 4};
};
__global__ void kernel(int *out) { out[threadIdx.x] = table::n[threadIdx.x]; } // refused
// program: device variable as a static member defined outside
struct counter {
    static __device__ int n; // refused
};
__device__ int counter::n = 0;
__global__ void kernel(int *out) { out[0] = counter::n; }
// program: class template with a plain member in a kernel
template <class T> struct cell {
    T value;
    T get() const { return value; }
    __device__ T twice() const { return get() + get(); } // refused
};
__global__ void kernel(int *out, cell<int> c) { out[0] = c.twice(); }
// program: class template with a device member that nothing uses
template <class T> struct cell {
    T value;
    T get() const { return value; }
    __device__ T twice() const { return get() + get(); }
};
__global__ void kernel(int *out, cell<int> c) { out[0] = c.value; }
// program: explicit instantiation of a class template with a wrong device member
template <class T> struct cell {
    T value;
    T get() const { return value; }
    __device__ T twice() const { return get() + get(); } // refused
};
template struct cell<int>;
// program: variadic device template recursion
__device__ int sum() { return 0; }
template <class... T> __device__ int sum(int first, T... rest) { return first + sum(rest...); }
__global__ void kernel(int *out) { out[0] = sum(1, 2, 3); }
// program: template kernel called with the wrong template arguments
template <int N> __global__ void fill(int *out) { out[threadIdx.x] = N; }
int main() { fill<int><<<1, 1>>>(nullptr); } // refused
// program: overloads by the reference qualifier in a kernel
struct cell {
    int n;
    __device__ int get() & { return n; }
    int get() && { return n; }
};
__global__ void kernel(int *a) { a[0] = cell{3}.get(); } // refused
// program: ambiguous overload in a kernel
__device__ int pick(float x) { return 1; }
__device__ int pick(unsigned x) { return 2; }
__global__ void kernel(int *a) { a[0] = pick(3); } // refused
// program: friend kernel reads a private member
class box {
    int n = 3;
    friend __global__ void kernel(int *, box);
};
__global__ void kernel(int *out, box b) { out[0] = b.n; }
// program: plain destructor of a member of a device function's local
struct guard {
    int n;
    ~guard() { n = 0; }
};
__device__ int f() {
    int total = 0;
    for (int i = 0; i < 3; i++) {
        guard g;
        g.n = i;
        total += g.n;
    } // refused
    return total;
}
__global__ void kernel(int *out) { out[0] = f(); }
// program: final override for both sides of a function for both sides
struct shape { __host__ __device__ virtual int area() const = 0; };
struct square final : shape { __host__ __device__ int area() const override { return 4; } };
__global__ void kernel(int *out) {
    square s;
    shape *p = &s;
    out[0] = p->area();
}
int main() { return square().area(); }
// program: abstract class made in a kernel
struct shape { __device__ virtual int area() const = 0; };
__global__ void kernel(int *out) {
    shape s; // refused
    out[0] = s.area();
}
