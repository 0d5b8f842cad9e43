/* What the translator must make of CUDA C: the tables of test_translate.c. */
#ifndef TRANSLATE_ROWS_H
#define TRANSLATE_ROWS_H

#include <stddef.h>

/* A kernel's body begins and ends so. */
#define OPEN "{ simt::kernel(__PRETTY_FUNCTION__, [=]() mutable __attribute__((always_inline)) {"
#define CLOSE "}); }"
/* What follows the declaration of a shared variable. */
#define SLOT(s)                                                                                              \
    " static simt_shared_slot simt_slot_" s " = {\"" s "\", sizeof(simt_type_" s "), alignof(simt_type_" s   \
    "), 0, 0};"
#define VIEW(s)                                                                                              \
    " simt_type_" s " &" s " = *static_cast<simt_type_" s                                                    \
    " *>(simt_shared_variable(__builtin_addressof(simt_slot_" s ")));"
#define DYNAMIC(s) " simt_type_" s " &" s " = *static_cast<simt_type_" s " *>(simt_dynamic_shared());"
#define GLOBAL "          "
#define SHARED "          "
#define DEVICE "          "
#define EXTERN "      "
#define SECTION "__attribute__((section(\"simt_device\"), aligned(4096)))"
#define MANAGED_SECTION "__attribute__((section(\"simt_managed\"), aligned(4096)))"
#define CONSTANT_SECTION "__attribute__((section(\"simt_constant\"), aligned(4096)))"

struct row {
    const char *name, *input, *expected;
};

static const struct row launches[] = {
    {"plain", "f(); k<<<1, 2>>>(a);", "f(); simt::configure(1, 2), k(a);"},
    {"four arguments", ";k<<<g, b, n * 4, st>>>(a, b);", ";simt::configure(g, b, n * 4, st), k(a, b);"},
    {"spaces", ";k <<< 1 , 2 >>> ( a );", ";simt::configure(1 , 2 ), k ( a );"},
    {"template", ";k<int, 3><<<1, 2>>>(a);", ";simt::configure(1, 2), k<int, 3>(a);"},
    {"commas in parentheses", ";k<<<dim3(1, 2), (3, 4)>>>(a);",
     ";simt::configure(dim3(1, 2), (3, 4)), k(a);"},
    {"configuration ends in a template", ";k<<<1, f<int>>>>(a);", ";simt::configure(1, f<int>), k(a);"},
    {"two templates end in the configuration", ";k<<<1, f<g<int>>>>>(a);",
     ";simt::configure(1, f<g<int>>), k(a);"},
    {"kernel's template ends in >>", ";k<v<int>><<<1, 2>>>(a);", ";simt::configure(1, 2), k<v<int>>(a);"},
    {"template arguments with parentheses", ";k<(a > b), 2><<<1, 2>>>(x);",
     ";simt::configure(1, 2), k<(a > b), 2>(x);"},
    {"shift in the configuration", ";k<<<n >> 5, 1 << 5>>>(x);", ";simt::configure(n >> 5, 1 << 5), k(x);"},
    {"as a formatter that does not know launches spaces them", ";k << <1, 2>> >(a);",
     ";simt::configure(1, 2), k (a);"},
    {"operator called by its name", ";std::operator<< <char>(out, x);", ";std::operator<< <char>(out, x);"},
    {"qualified", ";a::b<int>::k<<<1, 2>>>(x);", ";simt::configure(1, 2), a::b<int>::k(x);"},
    {"global scope", "return ::k<<<1, 2>>>(x);", "return simt::configure(1, 2), ::k(x);"},
    {"function pointer", "; (*p)<<<1, 2>>>(x);", "; simt::configure(1, 2), (*p)(x);"},
    {"condition before a parenthesis", "if (x) (*p)<<<1, 2>>>(x);", "if (x) simt::configure(1, 2), (*p)(x);"},
    {"array of kernels", ";ks[i + 1]<<<1, 2>>>(x);", ";simt::configure(1, 2), ks[i + 1](x);"},
    {"call that gives a kernel", ";get(n)<<<1, 2>>>(x);", ";simt::configure(1, 2), get(n)(x);"},
    {"members", ";o.p->q[1].k<<<1, 2>>>(x);", ";simt::configure(1, 2), o.p->q[1].k(x);"},
    {"dependent member", ";o.template k<T><<<1, 2>>>(x);", ";simt::configure(1, 2), o.template k<T>(x);"},
    {"if and else", "if (x) k<<<1, 2>>>(p); else k<<<3, 4>>>(q);",
     "if (x) simt::configure(1, 2), k(p); else simt::configure(3, 4), k(q);"},
    {"in a loop's head", "for (k<<<1, 2>>>(a); i; i--);", "for ((simt::configure(1, 2), k(a)); i; i--);"},
    {"after an operator", "c ? k<<<1, 2>>>(a) : m<<<3, 4>>>(b);",
     "c ? (simt::configure(1, 2), k(a)) : (simt::configure(3, 4), m(b));"},
    {"in a call's arguments", ";f(1, (k<<<1, 2>>>(a), 3));", ";f(1, ((simt::configure(1, 2), k(a)), 3));"},
    {"after a label", "case 1: k<<<1, 2>>>(a);", "case 1: (simt::configure(1, 2), k(a));"},
    {"in a lambda", "auto f = [&] { k<<<1, 2>>>(a); };", "auto f = [&] { simt::configure(1, 2), k(a); };"},
    {"braces", ";k<<<{1, 2}, {3}>>>(a);", ";simt::configure({1, 2}, {3}), k(a);"},
    {"lambda argument", ";k<<<1, 2>>>([=] __device__(int i) { return i; });",
     ";simt::configure(1, 2), k([=] " DEVICE "(int i) { return i; });"},
    {"string argument", ";k<<<1, 2>>>(\"a>>>(b<<<\");", ";simt::configure(1, 2), k(\"a>>>(b<<<\");"},
    {"over lines", "# 7 \"a.cu\"\n{k\n  <<<1,\n     2>>>\n  (a,\n b);}",
     "# 7 \"a.cu\"\n{simt::configure(\n# 8 \"a.cu\"\n1,\n     2\n# 7 \"a.cu\"\n), k\n  \n# 10 "
     "\"a.cu\"\n(a,\n b);}"},
    {"operator << of a template", "operator<<<int>(a, b);", "operator<<<int>(a, b);"},
    {"no end", ";k<<<1, 2;", ";k<<<1, 2;"},
    {"no arguments", ";k<<<1, 2>>>;", ";k<<<1, 2>>>;"},
    {"unclosed arguments", ";k<<<1, 2>>>(a;", ";k<<<1, 2>>>(a;"},
    {"no kernel", "; + <<<1, 2>>>(a);", "; + <<<1, 2>>>(a);"},
    {"apart", ";k< <<1, 2>> >(a);", ";k< <<1, 2>> >(a);"},
    {"cast in a launch by a call", "cudaLaunchKernel((void *)k<int>, 1, 2, (void **)a);",
     "cudaLaunchKernel(        k<int>, 1, 2, (void **)a);"},
    {"cast of a kernel's address", "cudaLaunchKernel((const void *)&k, 1, 2, a);",
     "cudaLaunchKernel(              &k, 1, 2, a);"},
    {"named cast, and a call within",
     "cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(k), f(a, (void*)b), 1);",
     "cudaLaunchCooperativeKernel(                             (k), f(a, (void*)b), 1);"},
    {"cast of the second argument", "cudaFuncGetAttributes(&a, (const void *)k);",
     "cudaFuncGetAttributes(&a,               k);"},
    {"casts elsewhere", "cudaMalloc((void **)&p, 4); free((void *)p); f((void *)k);",
     "cudaMalloc((void **)&p, 4); free((void *)p); f((void *)k);"},
};

static const struct row kernels[] = {
    {"plain", "__global__ void k(int *p) { *p = 1; }", GLOBAL " void k(int *p) " OPEN " *p = 1; " CLOSE},
    {"references", "__global__ void k(int *p, T<a&b> &r, int &s = t, const X &) { r = s; }",
     GLOBAL " void k(int *p, T<a&b> &r, int &s = t, const X &) { simt::kernel(__PRETTY_FUNCTION__, [=, &r, "
            "&s]() mutable "
            "__attribute__((always_inline)) { r = s; " CLOSE},
    {"prototype", "__global__ void k(int *p);", GLOBAL " void k(int *p);"},
    {"type first", "static void __global__ k() {}", "static void " GLOBAL " k() " OPEN CLOSE},
    {"launch bounds", "__global__ void __launch_bounds__(256, 2) k() {}",
     GLOBAL " void                           k() " OPEN CLOSE},
    {"attributes", "__attribute__((used)) __global__ [[maybe_unused]] void k() {}",
     "__attribute__((used)) " GLOBAL " [[maybe_unused]] void k() " OPEN CLOSE},
    {"C linkage", "extern \"C\" __global__ void k() {}", "extern \"C\" " GLOBAL " void k() " OPEN CLOSE},
    {"C linkage block", "extern \"C\" { __global__ void k() {} }",
     "extern \"C\" { " GLOBAL " void k() " OPEN CLOSE " }"},
    {"template", "template <class T, int N = (3)> __global__ void k(T (&a)(int), T b = {}) {}",
     "template <class T, int N = (3)> " GLOBAL " void k(T (&a)(int), T b = {}) " OPEN CLOSE},
    {"specialisation", "template <> __global__ void k<int>(int *p) { }",
     "template <> " GLOBAL " void k<int>(int *p) " OPEN " " CLOSE},
    {"explicit instantiation", "template __global__ void k<int>(int *);",
     "template " GLOBAL " void k<int>(int *);"},
    {"friend", "struct S { friend __global__ void k(S); };", "struct S { friend " GLOBAL " void k(S); };"},
    {"namespaces",
     "namespace a { namespace { __global__ void k() {} } } inline namespace b { __global__ void m() {} }",
     "namespace a { namespace { " GLOBAL " void k() " OPEN CLOSE " } } inline namespace b { " GLOBAL
     " void m() " OPEN CLOSE " }"},
    {"braces in strings", "__global__ void k() { f(\"}\", '}', R\"x(})\")x\"); }",
     GLOBAL " void k() " OPEN " f(\"}\", '}', R\"x(})\")x\"); " CLOSE},
    {"after a class", "struct S { int f() { return 1; } } s; __global__ void k() {}",
     "struct S { int f() { return 1; } } s; " GLOBAL " void k() " OPEN CLOSE},
    {"after initializers", "int a[] = {1, 2}, b{3}; __global__ void k() {}",
     "int a[] = {1, 2}, b{3}; " GLOBAL " void k() " OPEN CLOSE},
    {"function names", "__global__ void k() { f(__func__, __PRETTY_FUNCTION__); }",
     GLOBAL
     " void k() { static auto &simt_function = __PRETTY_FUNCTION__; simt::kernel(__PRETTY_FUNCTION__, [=]() "
     "mutable __attribute__((always_inline)) { f(\"k\", simt_function); " CLOSE},
    {"unclosed body", "__global__ void k() { if (x) {", GLOBAL " void k() { if (x) {"},
    {"stray brace", "} __global__ void k() {}", "} " GLOBAL " void k() " OPEN CLOSE},
};

static const struct row shared[] = {
    {"array", "void f() { __shared__ int s[512]; }",
     "void f() { typedef " SHARED " int simt_type_s[512];" SLOT("s") VIEW("s") " }"},
    {"several", "void f() { static __shared__ volatile float a, b[2][3]; }",
     "void f() { typedef        " SHARED " volatile float simt_type_a, simt_type_b[2][3];" SLOT("a") VIEW("a")
         SLOT("b") VIEW("b") " }"},
    {"type first", "void f() { int __shared__ s; }",
     "void f() { typedef int " SHARED " simt_type_s;" SLOT("s") VIEW("s") " }"},
    {"pointer to array", "void f() { __shared__ int (*p)[4]; }",
     "void f() { typedef " SHARED " int (*simt_type_p)[4];" SLOT("p") VIEW("p") " }"},
    {"template type", "void f() { __shared__ typename A<T, 3>::type t; }",
     "void f() { typedef " SHARED " typename A<T, 3>::type simt_type_t;" SLOT("t") VIEW("t") " }"},
    {"dependent size", "void f() { __shared__ T s[N + (M > 1)]; }",
     "void f() { typedef " SHARED " T simt_type_s[N + (M > 1)];" SLOT("s") VIEW("s") " }"},
    {"class in place", "void f() { __shared__ union { int i; float f; } u; }",
     "void f() { typedef " SHARED " union { int i; float f; } simt_type_u;" SLOT("u") VIEW("u") " }"},
    {"alignment", "void f() { __shared__ __attribute__((aligned(16))) char c[3]; }",
     "void f() { typedef " SHARED " __attribute__((aligned(16))) char simt_type_c[3];" SLOT("c")
         VIEW("c") " }"},
    {"alignas", "void f() { alignas(T) __shared__ char c[3]; }",
     "void f() { struct alignas(T) simt_align_c {}; typedef            " SHARED
     " char simt_type_c[3]; static simt_shared_slot simt_slot_c = {\"c\", "
     "sizeof(simt_type_c), simt::stricter(alignof(simt_type_c),"
     " alignof(simt_align_c)), 0, 0};" VIEW("c") " }"},
    {"dynamic", "void f() { extern __shared__ int s[]; }",
     "void f() { typedef " EXTERN " " SHARED " int simt_type_s[];" DYNAMIC("s") " }"},
    {"dynamic, words in another order", "void f() { volatile extern __shared__ T s[]; }",
     "void f() { typedef volatile " EXTERN " " SHARED " T simt_type_s[];" DYNAMIC("s") " }"},
    {"extern, of a size", "void f() { extern __shared__ int ab, s[], t[4]; }",
     "void f() { typedef " EXTERN " " SHARED " int simt_type_ab, simt_type_s[], simt_type_t[4];"
     " simt_type_ab &ab = *static_cast<simt_type_ab *>(simt_extern_shared<simt_type_ab, 'a', "
     "'b'>());" DYNAMIC(
         "s") " simt_type_t &t = *static_cast<simt_type_t *>(simt_extern_shared<simt_type_t, 't'>()); }"},
    {"after else and a label", "void f() { if (a) b; else { c: __shared__ int s; } }",
     "void f() { if (a) b; else { c: typedef " SHARED " int simt_type_s;" SLOT("s") VIEW("s") " } }"},
    {"outside functions",
     "extern __shared__ int s[]; __device__ int f(int i) { return s[i]; } int main() { int s; }",
     "typedef " EXTERN " " SHARED " int simt_type_s[]; " DEVICE
     " int f(int i) {" DYNAMIC("s") " { return s[i]; } } "
                                    "int main() { int s; }"},
    {"outside functions, static", "static __shared__ int s[4]; __global__ void k() { s[0]; }",
     "typedef        " SHARED
     " int simt_type_s[4];" SLOT("s") " " GLOBAL " void k() " OPEN VIEW("s") " { s[0]; } " CLOSE},
    {"hidden by a parameter", "extern __shared__ int s[]; __device__ int f(int *s) { return s[0]; }",
     "typedef " EXTERN " " SHARED " int simt_type_s[]; " DEVICE " int f(int *s) { return s[0]; }"},
    {"in another namespace",
     "namespace a { extern __shared__ int s[]; } __device__ int f() { int s = 1; return s; }",
     "namespace a { typedef " EXTERN " " SHARED " int simt_type_s[]; } " DEVICE
     " int f() { int s = 1; return s; }"},
    {"lambda",
     "void f() { __shared__ int s[4]; auto g = [=](int i) { return s[i]; }; auto h = [] { return s[0]; }; }",
     "void f() { typedef " SHARED " int simt_type_s[4];" SLOT("s")
         VIEW("s") " auto g = [=, &s](int i) { return s[i]; }; "
                   "auto h = [&s] { return s[0]; }; }"},
    {"lambda that needs nothing",
     "void f() { __shared__ int s; auto g = [=](int s) { return a.s; }; auto h = [&] { s; }; }",
     "void f() { typedef " SHARED " int simt_type_s;" SLOT("s")
         VIEW("s") " auto g = [=](int s) { return a.s; }; "
                   "auto h = [&] { s; }; }"},
    {"parameter", "void f(__shared__ int *p) {}", "void f(" SHARED " int *p) {}"},
    {"no end", "void f() { __shared__ int s[4] }", "void f() { " SHARED " int s[4] }"},
};

#define ROOM(type, name)                                                                                     \
    " simt::guarded<" type "> simt_room_" name "; " type " &" name " = simt::local_array(simt_room_" name    \
    ", \"" name "\");"
#define SHAPE(name) ROOM("decltype(simt_shape_" name ")", name)
#define FILLED(name) " simt_type_" name " &" name " = simt::filled_array(simt_room_" name ", \"" name "\");"
#define UNUSED " __attribute__((unused))"

static const struct row local_arrays[] = {
    {"one", "__device__ void f() { int a[8]; }",
     DEVICE " void f() { int simt_shape_a[8]" UNUSED ";" SHAPE("a") " }"},
    {"among others", "__device__ void f() { unsigned char i = 0, *p, a[N][M < 3], k; }",
     DEVICE " void f() { unsigned char i = 0, *p, simt_shape_a[N][M < 3]" UNUSED ", k;" SHAPE("a") " }"},
    {"pointers", "__device__ void f() { for (;;) { std::pair<int, T> *a[2]; } }",
     DEVICE " void f() { for (;;) { std::pair<int, T> *simt_shape_a[2]" UNUSED ";" SHAPE("a") " } }"},
    {"filled", "__device__ void f() { const float a[2] = {1, 2}; }",
     DEVICE
     " void f() { typedef const float simt_type_a[2] ; simt::guarded<simt_type_a> simt_room_a = {{},  {1, "
     "2}};" FILLED("a") " }"},
    {"filled without a sign", "__device__ void f() { int a[2]{1}; }",
     DEVICE
     " void f() { typedef int simt_type_a[2]; simt::guarded<simt_type_a> simt_room_a = {{}, {1}};" FILLED(
         "a") " }"},
    {"in a lambda", "__device__ void f() { auto g = [&] { int a[2]; }; }",
     DEVICE " void f() { auto g = [&] { int simt_shape_a[2]" UNUSED ";" SHAPE("a") " }; }"},
    {"not declared here",
     "__device__ void f() { a[2] = b[3]; x.y[1]++; return a[2]; else p[3]; delete q[1]; }",
     DEVICE " void f() { a[2] = b[3]; x.y[1]++; return a[2]; else p[3]; delete q[1]; }"},
    {"no variable of a thread", "__device__ void f() { static int a[2]; typedef int b[2]; extern int c[3]; }",
     DEVICE " void f() { static int a[2]; typedef int b[2]; extern int c[3]; }"},
    {"size not said", "__device__ void f() { int a[] = {1}; }", DEVICE " void f() { int a[] = {1}; }"},
    {"member", "__device__ void f() { struct s { int a[2]; }; }",
     DEVICE " void f() { struct s { int a[2]; }; }"},
    {"jumped over", "__device__ void f() { switch (x) { case 1: int a[2]; } }",
     DEVICE " void f() { switch (x) { case 1: int a[2]; } }"},
    {"in a loop's head", "__device__ void f() { for (int i = 0, a[2]; i < 2; i++) { } }",
     DEVICE " void f() { for (int i = 0, a[2]; i < 2; i++) { } }"},
    {"host", "void f() { int a[8]; }", "void f() { int a[8]; }"},
    {"class", "__device__ void f() { const N::pair<T> p, *q; pair r(1), s = {}; float4 v; unsigned u; }",
     DEVICE " void f() { const N::pair<T> p, *q; simt::declared(p, \"p\"); simt::declared(q, \"q\"); pair "
            "r(1), s = {}; "
            "float4 v; unsigned u; }"},
    {"unfinished", "__device__ void f() { int a[8", DEVICE " void f() { int a[8"},
};

static const struct row variables[] = {
    {"variable", "__device__ int n, *p;", SECTION " int n, *p;"},
    {"constant memory", "__constant__ float t[3] = {1, 2};", CONSTANT_SECTION " float t[3] = {1, 2};"},
    {"managed", "__device__ __managed__ int m;", MANAGED_SECTION " " MANAGED_SECTION " int m;"},
    {"managed words apart", "__device__ static __managed__ int m;",
     MANAGED_SECTION " static " MANAGED_SECTION " int m;"},
    {"constant", "__device__ const int c = 3; __constant__ constexpr int d = 4;",
     DEVICE " const int c = 3;              constexpr int d = 4;"},
    {"pointer to constant", "__device__ const int *p;", SECTION " const int *p;"},
    {"function pointer", "__device__ int (*f)(int) = g;", SECTION " int (*f)(int) = g;"},
    {"function", "__device__ int f(int = 3); __host__ __device__ int g() { return 1; }",
     DEVICE " int f(int = 3);          " DEVICE " int g() { return 1; }"},
    {"members",
     "struct S { __device__ S() : a{1} {} static __device__ int n; __device__ bool operator()(int) const; };",
     "struct S { " DEVICE " S() : a{1} {} static " SECTION " int n; " DEVICE
     " bool operator()(int) const; };"},
    {"static in a function", "__device__ int f() { static __device__ int n; return n++; }",
     DEVICE " int f() { static " SECTION " int n; return n++; }"},
    {"lambda", "auto f = [] __device__(int i) { return i; };",
     "auto f = [] " DEVICE "(int i) { return i; };"},
    {"argument", "__global__ void k(const __grid_constant__ S s);",
     GLOBAL " void k(const                   S s);"},
};

static const struct row splices[] = {
    {"before the next line", "int a = 1 + \\\n  2;\n", "int a = 1 +  \n  2;\n"},
    {"before blanks", "int a = 1 \\ \t\r\n+ 2;\n", "int a = 1   \t\r\n+ 2;\n"},
    {"in literals", "const char *s = \"\\\n\", *r = R\"(a \\\n)\";\n",
     "const char *s = \"\\\n\", *r = R\"(a \\\n)\";\n"},
};

static const struct row shifts[] = {
    {"left and right", "__device__ void f() { x = a << n; y = (a + b) >> n; }",
     DEVICE " void f() { x = a <<simt::by<< n; y = (a + b) >>simt::by>> n; }"},
    {"assignments", "__device__ void f() { x <<= n; y >>= n + 1; }",
     DEVICE " void f() { x <<=simt::by<<= n; y >>=simt::by>>= n + 1; }"},
    {"in a kernel", "__global__ void k() { x = 1 << n << m; }",
     GLOBAL " void k() " OPEN " x = 1 <<simt::by<< n <<simt::by<< m; " CLOSE},
    {"literal counts",
     "__device__ void f() { x = a << 31 | a >> 0x1f; x <<= 3; x = a << 32; x = a >> 1 * n; }",
     DEVICE
     " void f() { x = a << 31 | a >> 0x1f; x <<= 3; x = a <<simt::by<< 32; x = a >>simt::by>> 1 * n; }"},
    {"comparisons before a shift", "__device__ void f() { for (i = 0; i < n && j < m >> k; i++); }",
     DEVICE " void f() { for (i = 0; i < n && j < m >>simt::by>> k; i++); }"},
    {"ends of templates",
     "__device__ void f() { a<b<int>> x(2); a<int, b<c, 2 * 3>> y(1), *z = (a<b<T *>> *)p; }",
     DEVICE " void f() { a<b<int>> x(2); a<int, b<c, 2 * 3>> y(1), *z = (a<b<T *>> *)p; }"},
    {"operators and folds", "__device__ S operator<<(S s, int n) { return s.operator<<(n) + (a << ...); }",
     DEVICE " S operator<<(S s, int n) { return s.operator<<(n) + (a << ...); }"},
    {"on the host", "void f() { x = a << n; }", "void f() { x = a << n; }"},
};

#define POINT "struct P { int x, y; }; __device__ P f(int); __device__ P f(int i) { return P{i, i}; } "
#define POINT_OUT "struct P { int x, y; }; " DEVICE " P f(int); " DEVICE " P f(int i) { return P{i, i}; } "
#define RETURNED(value) "simt::returned(" value ")"

static const struct row returned[] = {
    {"call", POINT "__device__ void g() { a[i] = f(1); *p = f(2), q->r = s = N::f(3); }",
     POINT_OUT DEVICE " void g() { a[i] = " RETURNED("f(1)") "; *p = " RETURNED("f(2)") ", q->r = " RETURNED(
         "s = " RETURNED("N::f(3)")) "; }"},
    {"chosen, in parentheses, in braces",
     POINT "__device__ void g() { a = i < 1 ? f(1) : b; a = (f(2)); a = {f(3), 4}; a = Q{f(5)}; }",
     POINT_OUT DEVICE " void g() { a = " RETURNED("i < 1 ? f(1) : b") "; a = " RETURNED(
         "(f(2))") "; a = {" RETURNED("f(3)") ", 4}; a = " RETURNED("Q{f(5)}") "; }"},
    {"members, pointers, templates",
     "__device__ void g() { auto h = [] { }; a = h(1); a = (*p)(2); a = t[3](4); a = m<int, 5>(6); }",
     DEVICE " void g() { auto h = [] { }; a = " RETURNED("h(1)") "; a = " RETURNED(
         "(*p)(2)") "; a = " RETURNED("t[3](4)") "; a = " RETURNED("m<int, 5>(6)") "; }"},
    {"declared",
     POINT "__device__ void g() { P a = f(1), b[1] = {i}; N::Q<P> *e = h(f(3)); const N::P "
           "&d = f(4); }",
     POINT_OUT DEVICE " void g() { P a = f(1), b[1] = {i}; N::Q<P> *e = h(f(3)); const N::P &d = f(4); }"},
    {"numbers",
     "__device__ inline unsigned int u(int); __device__ inline unsigned int u(int i) { return i; } "
     "__device__ P *p(int i) { return q + i; } __device__ void g() { a = u(1); *a = (float)(b); b = p(1); "
     "c = int(d); c = sizeof(d); }",
     DEVICE " inline unsigned int u(int); " DEVICE " inline unsigned int u(int i) { return i; } " DEVICE
            " P *p(int i) { return q + i; } " DEVICE
            " void g() { a = u(1); *a = (float)(b); b = p(1); c = int(d); c = sizeof(d); }"},
    {"functions of headers",
     "# 1 \"a.h\" 3\nfloat sinf(float);\n# 1 \"a.cu\"\n__device__ void g() { a = sinf(b); }",
     "# 1 \"a.h\" 3\nfloat sinf(float);\n# 1 \"a.cu\"\n" DEVICE " void g() { a = sinf(b); }"},
    {"always inlined",
     "__device__ __attribute__((always_inline)) P f() { return P(); } __device__ void g() { a = f(); }",
     DEVICE " __attribute__((always_inline)) P f() { return P(); } " DEVICE " void g() { a = f(); }"},
    {"operators", "P operator+(P a, P b) { return a; } __device__ void g() { a[0] = b + c; d = e; }",
     "P operator+(P a, P b) { return a; } " DEVICE " void g() { a[0] = " RETURNED("b + c") "; d = e; }"},
    {"less and greater on both sides of a comma",
     "P operator+(P a, P b) { return a; } "
     "__device__ void g() { int b = 0, c = d < 0 ? 0 : d, e = h > 0 ? h : 1; }",
     "P operator+(P a, P b) { return a; } " DEVICE
     " void g() { int b = 0, c = " RETURNED("d < 0 ? 0 : d") ", e = " RETURNED("h > 0 ? h : 1") "; }"},
    {"an assignment and a comma in a choice",
     "P operator+(P a, P b) { return a; } __device__ void g() { b = c ? d = e + 1, 0 : 1; b = c ? d = -1 : "
     "2; }",
     "P operator+(P a, P b) { return a; } " DEVICE " void g() { b = " RETURNED(
         "c ? d = " RETURNED("e + 1") ", 0 : 1") "; b = " RETURNED("c ? d = " RETURNED("-1") " : 2") "; }"},
    {"on the host", POINT "void g() { a = f(1); }", POINT_OUT "void g() { a = f(1); }"},
    {"on the host, which may be handed device memory",
     "void simt_launch(); " POINT "void g() { a = f(1); const auto &[b, c] = f(2); auto [d, e] = f(3); }",
     "void simt_launch(); " POINT_OUT
     "void g() { a = " RETURNED("f(1)") "; const auto &[b, c] = f(2); auto [d, e] = f(3); }"},
};

static const struct row assembly[] = {
    {"an output and an input",
     "__device__ void f() { asm volatile(\"add.u32 %0, %1, 7;\" : \"=r\"(x) : \"r\"(a[i])); }",
     DEVICE " void f() { do {                                  ;  auto & simt_asm_0 =     (x) ;  "
            "__attribute__((unused)) const auto simt_asm_1 =    (a[i]); simt::ptx::put(simt_asm_0, "
            "simt::ptx::add<simt::ptx::u32>(simt::ptx::as<simt::ptx::u32>(simt_asm_1), "
            "simt::ptx::as<simt::ptx::u32>(static_cast<long long>(7ull)))); } while (0); }"},
    {"no operands, over two lines",
     "__device__ void f() { if (x) asm(\"membar.gl;\" :::\n\"memory\"); else g(); }",
     DEVICE " void f() { if (x) do {                 ;   \n        ; simt::ptx::fence_device(); } while "
            "(0); else g(); }"},
    {"the host's", "void f() { asm(\"cpuid\"); }", "void f() { asm(\"cpuid\"); }"},
    {"unknown, which is an error where it is executed", "__device__ void f() { asm(\"bra L;\"); }",
     DEVICE
     " void f() { do {extern void simt_ptx_7() __attribute__((error(\"unsupported: inline PTX (bra)\"))); "
     "simt_ptx_7();} while (0)             ; }"},
    {"for the compiler alone", "__device__ void f() { asm volatile(\"\" ::: \"memory\"); }",
     DEVICE " void f() { asm volatile(\"\" ::: \"memory\"); }"},
};

static const struct row complaints[] = {
    {"a template's constant", "# 2 \"a.cu\"\ntemplate <class T> __constant__ T mask[9];",
     "a.cu:2: error: unsupported: a __constant__ variable of a template\n"},
    {"texture reference", "# 3 \"a.cu\"\ntexture<float, 2> t;",
     "a.cu:3: error: unsupported: texture reference (texture<>)\n"},
    {"surface reference", "# 3 \"a.cu\"\nsurface<void, 2> t;",
     "a.cu:3: error: unsupported: surface reference (surface<>)\n"},
    {"texture fetch", "# 3 \"a.cu\"\nfloat f() {\nreturn tex2DLayered<float>(t, x, y, 0); }",
     "a.cu:4: error: unsupported: texture or surface access (tex2DLayered)\n"},
    {"surface object", "# 3 \"a.cu\"\ncudaSurfaceObject_t t;",
     "a.cu:3: error: unsupported: surface objects (cudaSurfaceObject_t)\n"},
    {"clusters", "# 3 \"a.cu\"\n__global__ void __cluster_dims__(2, 1, 1) k() {}",
     "a.cu:3: error: unsupported: thread block clusters (__cluster_dims__)\n"},
    {"a mark that would begin a directive", "__host__ # 7 \"a.cu\"\n",
     "<stdin>:1: error: stray '#' in program\n"},
    {"graphs, once a line",
     "# 3 \"a.cu\"\nvoid f() { cudaGraphAddNode(&a, 0); cudaGraphAddNode(&b, 0);\ncudaGraphAddKernelNode(n, "
     "a); }",
     "a.cu:3: error: unsupported: CUDA graphs that are built node by node (cudaGraphAddNode)\n"
     "a.cu:4: error: unsupported: CUDA graphs that are built node by node (cudaGraphAddKernelNode)\n"},
    {"warp function without a mask",
     "# 3 \"a.cu\"\nvoid f() { x = __shfl_down(x, 1); y.__any(1); }\nint __all(int);",
     "a.cu:3: error: __shfl_down is no longer part of CUDA: use __shfl_down_sync, with the mask of the lanes "
     "that take "
     "part\n"},
    {"initializer", "# 3 \"a.cu\"\nvoid f() { __shared__ int n = 0; }",
     "a.cu:3: error: initializer not allowed for __shared__ variable\n"},
    {"initializer in braces", "# 3 \"a.cu\"\nvoid f() { __shared__ int n{}; }",
     "a.cu:3: error: initializer not allowed for __shared__ variable\n"},
    {"initializer in parentheses", "# 3 \"a.cu\"\nvoid f() { __shared__ S n(1); }",
     "a.cu:3: error: initializer not allowed for __shared__ variable\n"},
    {"value", "# 3 \"a.cu\"\n__global__ int k() {}",
     "a.cu:3: error: a __global__ function must have a void return type\n"},
    {"rvalue reference", "# 3 \"a.cu\"\n__global__ void k(int &&n) {}",
     "a.cu:3: error: a __global__ function cannot have a parameter with rvalue reference type\n"},
    {"system header", "# 3 \"a.h\" 1 3\n__device__ void f() { asm(\"x\"); } texture<int> t; cudaGraph_t g;",
     ""},
    {"host's own assembly", "# 3 \"a.cu\"\nint main() { asm(\"rdtsc\"); }", ""},
    {"empty assembly", "# 3 \"a.cu\"\n__device__ void f() { asm volatile(\"\" ::: \"memory\"); }", ""},
    {"the user's own names",
     "# 3 \"a.cu\"\ntemplate <class T> struct texture {}; texture<int> t; int f() { return a.tex2D(1); }",
     ""},
    {"words in text", "# 3 \"a.cu\"\nconst char *s = \"asm(cudaGraph_t)\"; // texture<float>", ""},
};

static const char *const plain[] = {
    "int main() { return 1 << 3 >> 1 < 2 > 1; }",
    "std::vector<std::vector<std::vector<int>>> v; auto f = [=](int i) mutable -> int { return v[i][0][0]; "
    "};",
    "const char *s = R\"(k<<<1, 2>>>(a) __global__ \")\", t = '\"', u = L'\\'', w = u8R\"x()x)\" )x\"; int n "
    "= 1'000'000;",
    "template <class T> struct S<T(int)> : B<decltype(f())> { S() : a{1}, b(2) {} int a : 3, b; };",
    "enum class E : unsigned char { A = 1, B }; template <> bool operator< <int>(S a, S b) { return a < b; }",
    "# 1 \"a b\\\"c.cpp\" 1 3 4\n#pragma once\n%:define x\nint a = 0x1p-3 + 1e+5 + .5f; /* __shared__ */ // "
    "k<<<1>>>(2)\n",
    "}}} ))) ]]] {{{ ((( [[[ <<< >>> ; template < class , >>>( \" ' R\"(",
    "",
    "\xef\xbb\xbfint \xc3\xa9t\xc3\xa9; char c = '\xe9';\r\nint d;\r\n",
};

#endif
