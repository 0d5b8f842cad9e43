// At which line an error is, and limits. Small programs, and what nvcc 13.0 says to each (grader/mk/nvcc-table.sh).
// program: two statements after the local in a block
struct guard { int n; ~guard() { n = 0; } };
__global__ void kernel(int *out) {
    guard g;
    g.n = 3;
    if (out[0]) {
        guard h;
        h.n = 4;
        out[1] = h.n;

        out[2] = 1;
    } // refused
    out[0] = g.n;

}
// program: local then if at the end
struct guard { int n; ~guard() { n = 0; } };
__global__ void kernel(int *out) {
    guard g;
    g.n = 3;
    if (out[0]) {
        out[1] = 3;
        out[2] = 1; // refused
    }
}
// program: local alone
struct guard { int n; ~guard() { n = 0; } };
__global__ void kernel(int *out) {
    out[0] = 1;
    guard g; // refused

}
// program: return in the middle
struct guard { int n; ~guard() { n = 0; } };
__global__ void kernel(int *out) {
    guard g;
    if (out[0] == 0)
        return; // refused
    out[1] = 1;
    out[2] = 2;
}
// program: for loop body
struct guard { int n; ~guard() { n = 0; } };
__device__ int f(int n) {
    int total = 0;
    for (int i = 0; i < n; i++) {
        guard g;
        total += i;
        g.n = i;
    } // refused
    total++;
    return total;
}
__global__ void kernel(int *out) { out[0] = f(1); }
// program: return of a value
struct guard { int n; ~guard() { n = 0; } };
__device__ int f(int n) {
    guard g;
    g.n = n;
    n++;
    return n; // refused
}
__global__ void kernel(int *out) { out[0] = f(1); }
// program: parameter of a device function by value
struct guard { int n; ~guard() { n = 0; } };
__device__ int f(guard g) {
    int n = 3;
    return n + g.n;
}
__global__ void kernel(int *out) { out[0] = 1; }
// program: local with a declaration last
struct guard { int n; ~guard() { n = 0; } };
__global__ void kernel(int *out) {
    guard g;
    out[0] = 1;
    int x;
    (void)x; // refused

}
// program: for with a single statement last
struct guard { int n; ~guard() { n = 0; } };
__global__ void kernel(int *out) {
    guard g;
    out[0] = 1;
    for (int i = 0; i < 3; i++) // refused
        out[i] = 1;

}
// program: implicit destructor of a class with a member
struct inner { int n; ~inner() { n = 0; } };
struct outer { inner i; };
__global__ void kernel(int *out) {
    outer o;
    out[0] = 1;
    out[1] = 2;

} // refused
// program: while loop last
struct guard { int n; ~guard() { n = 0; } };
__global__ void kernel(int *out) {
    guard g;
    out[0] = 1;
    while (out[0])
        out[0]--; // refused

}
// program: if else last
struct guard { int n; ~guard() { n = 0; } };
__global__ void kernel(int *out) {
    guard g;
    out[0] = 1;
    if (out[1])
        out[0] = 2;
    else
        out[0] = 3; // refused

}
// program: statement over two lines last
struct guard { int n; ~guard() { n = 0; } };
__global__ void kernel(int *out) {
    guard g;
    out[0] = // refused
        1 +
        out[2];

}
// program: initialised declaration last
struct guard { int n; ~guard() { n = 0; } };
__global__ void kernel(int *out) {
    guard g;
    out[0] = 1;
    int k = out[0]; // refused

}
// program: barrier last
struct guard { int n; ~guard() { n = 0; } };
__global__ void kernel(int *out) {
    guard g;
    out[0] = 1;
    __syncthreads(); // refused

}
// program: implicit copy used first on the host
struct inner { int n; inner() = default; inner(const inner &o) : n(o.n + 1) {} };
struct outer { inner i; };
int first(const outer &o) {
    outer c = o;
    return c.i.n;
}
__global__ void kernel(int *out, outer *o) {
    outer c = *o;
    out[0] = c.i.n;

}
// program: implicit copy in a lambda and a nested block
struct inner { int n; __device__ inner() {} inner(const inner &o) : n(o.n + 1) {} };
struct outer { inner i; };
__global__ void one(int *out, outer *o) {
    if (out[0]) {
        outer c = *o;
        out[0] = c.i.n;
    }
    out[1] = 1;
} // refused
// program: implicit default constructor
struct inner { int n; inner() : n(3) {} };
struct outer { inner i; };
__global__ void one(int *out) {
    outer c;
    out[0] = c.i.n;

} // refused
// program: implicit assignment
struct inner { int n; inner &operator=(const inner &o) { n = o.n; return *this; } };
struct outer { inner i; };
__global__ void one(int *out, outer *o) {
    o[0] = o[1];
    out[0] = 1;

} // refused
// program: implicit and then another error before it
int plain() { return 1; }
struct inner { int n; inner() : n(3) {} };
struct outer { inner i; };
__global__ void one(int *out) {
    outer c;
    out[0] = plain(); // refused
    out[1] = c.i.n;
}
// program: implicit constructor called by a defaulted one
struct inner { int n; inner() : n(3) {} };
struct outer { inner i; outer() = default; };
__global__ void one(int *out) {
    outer c;
    out[0] = c.i.n;

} // refused
// program: default argument over lines
int count() { return 3; }
__device__ int twice(int k,
                     int m = 1,
                     int n =
                         count()) { return 2 * n; } // refused
__global__ void kernel(int *out) {
    out[1] = 0;
    out[0] = twice(1);
}
// program: default argument of a constructor
int count() { return 3; }
struct cell {
    int n;
    __device__ cell(
        int k = count()) : n(k) {} // refused
};
__global__ void kernel(int *out) {
    cell c;
    out[0] = c.n;
}
// program: default argument reads a host variable
int count = 3;
__device__ int twice(
    int n = count) { return 2 * n; } // refused
__global__ void kernel(int *out) {
    out[1] = 0;
    out[0] = twice();
}
// program: default argument and an earlier error in the kernel
int count() { return 3; }
__device__ int twice(int n = count()) { return 2 * n; }
__global__ void kernel(int *out) {
    out[1] = count(); // refused
    out[0] = twice();
}
// program: shared of two kernels is not added
__global__ void k1(int *out) {
    __shared__ int a[8192];
    a[threadIdx.x] = 1;
    out[0] = a[threadIdx.x + 1];
}
__global__ void k2(int *out) {
    __shared__ int a[8192];
    a[threadIdx.x] = 1;
    out[0] = a[threadIdx.x + 1];
}
// program: large shared array that nothing uses
__global__ void kernel(int *out) {
    __shared__ int a[8192];
    __shared__ int b[8192];
    a[threadIdx.x] = 1;
    out[0] = a[threadIdx.x + 1];
}
// program: shared in a template not instantiated that large
template <int N> __global__ void kernel(int *out) {
    __shared__ int a[N], b[N];
    a[threadIdx.x] = 1;
    b[threadIdx.x] = 1;
    out[0] = a[threadIdx.x + 1] + b[threadIdx.x + 1];
}
int main() { kernel<1024><<<1, 1>>>(nullptr); }
// program: shared in a template instantiated that large
template <int N> __global__ void kernel(int *out) { // refused
    __shared__ int a[N], b[N];
    a[threadIdx.x] = 1;
    b[threadIdx.x] = 1;
    out[0] = a[threadIdx.x + 1] + b[threadIdx.x + 1];
}
int main() { kernel<8192><<<1, 1>>>(nullptr); }
// program: exactly 48 KiB of two arrays
__global__ void kernel(int *out) {
    __shared__ int a[8192], b[4096];
    a[threadIdx.x] = 1;
    b[threadIdx.x] = 1;
    out[0] = a[threadIdx.x + 1] + b[threadIdx.x + 1];
}
// program: static and dynamic together
extern __shared__ int more[];
__global__ void kernel(int *out) {
    __shared__ int a[8192];
    a[threadIdx.x] = more[0];
    out[0] = a[threadIdx.x + 1];
}
// program: shared array of 64 KiB that is never used
__global__ void kernel(int *out) {
    __shared__ int b[16384];
    out[0] = 1;
}
// program: constants over 64 KiB
__constant__ int table[20000]; // refused
__global__ void kernel(int *out) { out[0] = table[threadIdx.x]; }
// program: parameters over 4 KiB
struct big { int n[2000]; };
__global__ void kernel(big b, int *out) { out[0] = b.n[threadIdx.x]; }
// program: local array over 512 KiB
__global__ void kernel(int *out) {
    int a[200000];
    for (int i = 0; i < 200000; i++)
        a[i] = out[i];
    out[0] = a[out[1]];
}
// program: constants over 64 KiB that nothing uses
__constant__ int table[20000]; // refused
__global__ void kernel(int *out) { out[0] = 1; }
// program: stream of int
__global__ void kernel() {}
int main() { kernel<<<1, 1, 0, NULL>>>(); kernel<<<1, 1, 0, cudaStreamPerThread>>>(); kernel<<<1, 1, 0, cudaStreamLegacy>>>(); kernel<<<1,1,0,0>>>(); kernel<<<1,1,0,nullptr>>>(); }
// program: stream void pointer
__global__ void kernel() {}
int main() { void *s = nullptr;
kernel<<<1, 1, 0, s>>>(); } // refused
// program: switch jump in a device function and in host
int host(int n) {
    switch (n) {
    case 0:
        int x = 3;
        return x;
    case 1: // refused
        return 1;
    }
    return 0;
}
// program: switch jump in a host and device function
__host__ __device__ int f(int n) {
    switch (n) {
    case 0:
        int x = 3;
        return x;
    default: // refused
        return 1;
    }
}
// program: switch jump over a class
struct c { int n; __device__ c() : n(1) {} };
__global__ void f(int *out) {
    switch (out[0]) {
    case 0:
        c x;
        out[1] = x.n;
    default:
        out[0] = 1;
    }
}
// program: goto over a declaration without a value
__global__ void f(int *out) {
    if (out[0])
        goto end;
    int x;
    x = 3;
    out[0] = x;
end:
    out[1] = 1;
}
// program: narrowing of a constant on the host
int main() { unsigned char c{300}; return c; } // refused
// program: narrowing of a variable to char
__global__ void f(int *out) { char c{out[0]}; out[0] = c; }
// program: narrowing of a negative to unsigned
__global__ void f(int *out) { unsigned u[2] = {1, -1}; out[0] = u[1]; }
// program: narrowing of a double constant to float and int
__global__ void f(int *out) { int u[2] = {1, 2.5}; out[0] = u[1]; }
// program: narrowing of double to float in device code
__global__ void f(float *out, double d) { float u[2] = {1, d}; out[0] = u[1]; }
// program: narrowing in host and device
__host__ __device__ int f(int i) { unsigned u{-1}; return u; } // refused
// program: return without value on the host
int f(int n) { return; }
// program: return with a value in a void device function
__device__ void f(int n) { return n; } // refused
// program: return without value in host and device
__host__ __device__ int f(int n) { return; }
// program: parameter of a device function redeclared
__device__ int f(int n) { int n = 3; return n; } // refused
// program: parameter of a kernel redeclared in a nested block
__global__ void f(int *out, int n) { { int n = 3; out[0] = n; } for (int n = 0; n < 3; n++) out[n] = n; }
// program: parameter of a kernel redeclared as shared
__global__ void f(int *out, int n) {
    out[0] = n;
    __shared__ int n[32]; // refused
}
// program: parameter of a kernel template redeclared
template <class T> __global__ void f(T *out, int n) {
    T n = 3; // refused
    out[0] = n;
}
int main() { f<<<1, 1>>>((int *)nullptr, 1); }
// program: template parameter redeclared in a kernel
template <class T, int N> __global__ void f(T *out) {
    int N = 3; // refused
    out[0] = N;
}
// program: parameter of a kernel twice
__global__ void f(int *n, int n) { // refused
    n = 3;
}
// program: for variable redeclared in its body
__global__ void f(int *out) {
    for (int i = 0; i < 3; i++) {
        int i = 3; // refused
        out[i] = 1;
    }
}
// program: for variable redeclares a parameter
__global__ void f(int *out, int n) {
    for (int n = 0; n < 3; n++)
        out[n] = 1;
}
// program: extern shared of one type in two functions
__global__ void a(int *o) { extern __shared__ int tile[]; o[0] = tile[0]; }
__global__ void b(int *o) { extern __shared__ int tile[]; o[0] = tile[0]; }
// program: extern shared in two namespaces
namespace m { __global__ void a(int *o) { extern __shared__ int tile[]; o[0] = tile[0]; } }
namespace n { __global__ void a(float *o) { extern __shared__ float tile[]; o[0] = tile[0]; } }
// program: extern shared of volatile and not
__global__ void a(int *o) { extern __shared__ int tile[]; o[0] = tile[0]; }
__global__ void b(int *o) {
    extern __shared__ volatile int tile[]; // refused
    o[0] = tile[0];
}
// program: extern shared of a namespace and of a function
extern __shared__ float tile[];
__global__ void b(int *o) {
    extern __shared__ int tile[]; // refused
    o[0] = tile[0];
}
// program: extern shared template of one type
template <class T> __global__ void a(T *o) {
    extern __shared__ T tile[];
    o[0] = tile[0];
}
int main() { a<<<1, 1, 4>>>((int *)nullptr); }
// program: extern shared template and a kernel of another type
template <class T> __global__ void a(T *o) {
    extern __shared__ T tile[]; // refused
    o[0] = tile[0];
}
__global__ void b(float *o) {
    extern __shared__ float tile[];
    o[0] = tile[0];
}
int main() { a<<<1, 1, 4>>>((int *)nullptr); }
// program: extern shared of another alignment
__global__ void a(int *o) { extern __shared__ __align__(16) int tile[]; o[0] = tile[0]; }
__global__ void b(int *o) {
    extern __shared__ int tile[];
    o[0] = tile[0];
}
// program: extern shared of char and unsigned char
__global__ void a(int *o) { extern __shared__ char tile[]; o[0] = tile[0]; }
__global__ void b(int *o) {
    extern __shared__ unsigned char tile[]; // refused
    o[0] = tile[0];
}
// program: two extern shared templates in two kernels of other types
template <class T> __global__ void a(T *o) { extern __shared__ T one[]; o[0] = one[0]; }
template <class T> __global__ void b(T *o) { extern __shared__ T two[]; o[0] = two[0]; }
int main() { a<<<1, 1, 4>>>((int *)nullptr); b<<<1, 1, 4>>>((float *)nullptr); }
// program: static device constexpr member
struct tile { static __device__ constexpr int n = 3; }; // refused
__global__ void kernel(int *out) { out[0] = tile::n; }
// program: device parameter of a template and a using
__device__ using number = int; // refused
// program: function pointer in an assignment over lines
int plain(int x) { return x; }
__global__ void kernel(int *out) {
    int (*f)(int);
    f =
        plain; // refused
    out[0] = f(1);
}
// program: function pointer initialised over lines
int plain(int x) { return x; }
__global__ void kernel(int *out) {
    int (*f)(int) = // refused
        plain;
    out[0] = f(1);
}
// program: function pointer in a call over lines
int plain(int x) { return x; }
__device__ int run(int (*f)(int), int x) { return f(x); }
__global__ void kernel(int *out) {
    out[0] = run(
        plain, // refused
        1);
}
// program: host variable in an initialiser list over lines
int n = 3;
__global__ void kernel(int *out) {
    int a[2] = {
        1,
        n}; // refused
    out[0] = a[0];
}
// program: host array in an initialiser over lines
int n[3];
__global__ void kernel(int *out) {
    int x =
        n[0]; // refused
    out[0] = x;
}
// program: host function in an initialiser over lines
int n() { return 1; }
__global__ void kernel(int *out) {
    int x =
        1 +
        n(); // refused
    out[0] = x;
}
// program: host function call over lines
int n(int, int) { return 1; }
__global__ void kernel(int *out) {
    out[0] =
        n(1, // refused
          2);
}
// program: host variable in an expression over lines
int n = 3;
__global__ void kernel(int *out) {
    out[0] =
        1 +
        n; // refused
}
// program: host variable in a condition over lines
int n = 3;
__global__ void kernel(int *out) {
    if (out[0] > 1 &&
        out[1] < n) // refused
        out[0] = 3;
}
// program: host variable in a call's argument over lines
int n = 3;
__device__ int f(int a, int b) { return a + b; }
__global__ void kernel(int *out) {
    out[0] = f(1,
               n); // refused
}
// program: missing semicolon before the next line
__global__ void kernel(int *out) {
    out[0] = 1
    out[1] = 2; // refused
}
// program: missing semicolon before a brace
__global__ void kernel(int *out) {
    out[0] = 1
} // refused
// program: missing semicolon after a struct
struct pair { int a, b; }
__global__ void kernel(int *out) { out[0] = 1; } // refused
// program: missing semicolon after a declaration
__global__ void kernel(int *out) {
    int i = threadIdx.x
    out[i] = 1; // refused
}
// program: missing semicolon after return
__device__ int f() {
    return 1
} // refused
// program: missing parenthesis at the end of a line
__global__ void kernel(int *out) {
    out[0] = (1 + 2; // refused
    out[1] = 2;
}
// program: missing bracket
__global__ void kernel(int *out) {
    out[0 = 1; // refused
    out[1] = 2;
}
// program: missing semicolon after a launch
__global__ void kernel() {}
int main() {
    kernel<<<1, 1>>>()
    cudaDeviceSynchronize(); // refused
}
// program: missing semicolon after an API call
int main() {
    cudaDeviceSynchronize()
    return 0; // refused
}
// program: missing semicolon after a shared array
__global__ void kernel(int *out) {
    __shared__ int a[3]
    a[0] = 1; // refused
    out[0] = a[0];
}
// program: missing comma between parameters
__global__ void kernel(int *out int n) { // refused
    out[0] = n;
}
// program: extra brace
__global__ void kernel(int *out) {
    out[0] = 1;
}
} // refused
// program: missing semicolon after include style
#include <stdio.h>;
int main() { return 0; }
// program: missing semicolon after a do while
__global__ void kernel(int *out) {
    do { out[0]--; } while (out[0])
    out[1] = 1; // refused
}
