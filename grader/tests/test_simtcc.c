// simtcc from its command line: options, exit codes, messages about wrong sources and unusual files,
// and that nothing is left behind. Every row works in a folder of its own, which is removed last.
#include <check.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "skip.h"

static char simtcc[PATH_MAX]; /* build/bin/simtcc */

#define HELLO                                                                                                \
    "#include <cstdio>\n"                                                                                    \
    "__global__ void k(int n) { printf(\"hello %d\\n\", n); }\n"                                             \
    "int main() { k<<<1, 1>>>(7); return cudaDeviceSynchronize(); }\n"

/* A row that needs a program that setup.sh does not install ends with this code if it is missing. */
#define SKIPPED 77
#define NEEDS(program)                                                                                       \
    "command -v " program " >/dev/null || { echo " program " is not installed; exit 77; }; "

/* Rows for g++ with the plugin of CUDA's rules (simt/language), and without any plugin. */
#define WITH_RULES                                                                                           \
    "[ -f ${S%/bin/simtcc}/lib/simt_language.so ] || { echo the plugin is not built; exit 77; }; "
// On processors other than x86-64 simtcc compiles by g++ with its plugin, or not at all.
#ifdef __x86_64__
#define PLUGIN_FREE ""
#define PLUGIN_BOUND "echo on this processor simtcc works without the plugin; exit 77; "
#else
#define PLUGIN_FREE "echo on this processor simtcc does not work without the plugin; exit 77; "
#define PLUGIN_BOUND ""
#endif
#define WITHOUT_RULES                                                                                        \
    PLUGIN_FREE                                                                                              \
    "mkdir -p home/lib; h=${S%/bin/simtcc}; ln -s $h/include home/include; ln -s $h/lib/libsimt.a "          \
    "home/lib; "                                                                                             \
    "export SIMT_HOME=home; "

#define BROKEN                                                                                               \
    "__global__ void k(int *p) { p[1] = 1; }\n"                                                              \
    "int main() { int *p; cudaMalloc(&p, 4); k<<<1, 1>>>(p); return cudaFree(p); }\n"

// A kernel on 64 ints, launched in line 4; with -DCHECKED the program asks for the error.
#define LAUNCHED(before, statement, how)                                                                     \
    "#include <cuda_runtime.h>\n"                                                                            \
    "__global__ void k(int *p) { " before " " statement "; }\n"                                              \
    "int main() { int *p; cudaMalloc(&p, 256); cudaMemset(p, 0, 256);\n"                                     \
    "k<<<" how ">>>(p);\n"                                                                                   \
    "#ifdef CHECKED\n"                                                                                       \
    "cudaGetLastError();\n"                                                                                  \
    "#endif\n"                                                                                               \
    "cudaFree(p); }\n"
// Blocks that all have to be resident before the first can end.
#define CHAIN                                                                                                \
    "#include <cuda_runtime.h>\n"                                                                            \
    "__global__ void k(volatile int *p) {\n"                                                                 \
    "  if (threadIdx.x == 0 && blockIdx.x + 1 < gridDim.x) while (!p[blockIdx.x + 1]) {}\n"                  \
    "  __syncthreads(); __threadfence(); p[blockIdx.x] = 1; }\n"                                             \
    "int main() { int *p; cudaMalloc(&p, 400); cudaMemset(p, 0, 400);\n"                                     \
    "  k<<<100, 64>>>(p);\n"                                                                                 \
    "  int e = cudaDeviceSynchronize(); cudaFree(p); return e; }\n"
// The rest has a limit on addresses, or is skipped.
#define WITH_ADDRESSES(kib)                                                                                  \
    "ulimit -v " kib " && [ \"$(ulimit -v)\" = " kib                                                         \
    " ] || { echo an emulator ignores ulimit -v; exit 77; }; "
// The details in a report r; without any, none.
#define DETAIL "grep -o '\"detail\":\"[a-z_]*' r | cut -d '\"' -f 4 | grep . || echo none"

struct row {
    const char *name;
    const char *file, *text; /* written first; a NULL text: no such file */
    size_t length;           /* of a text with zero bytes; 0: strlen */
    const char *command;     /* in the folder; $S is simtcc */
    int code;
    const char *output; /* all of standard output */
    const char *errors; /* a part of standard error; "": nothing may be there */
};

static const struct row rows[] = {
    {"program", "a.cu", HELLO, 0, "$S a.cu -o a && ./a", 0, "hello 7\n", ""},
    {"a program that nobody confines", "a.cu", HELLO, 0,
     "$S a.cu && ! nm a.out | grep -E 'simt_(guard|arena)' && nm a.out | grep -o simt_confinement", 0,
     "simt_confinement\n", ""},
    {"without -o", "a.cu", HELLO, 0, "$S a.cu && ./a.out", 0, "hello 7\n", ""},
    {"nvcc's options", "a.cu", HELLO, 0,
     "$S -O3 -g -G -lineinfo -std=c++14 -arch=sm_80 -gencode arch=compute_80,code=sm_80 -rdc=true -Xptxas -v "
     "--expt-relaxed-constexpr -use_fast_math -Xcompiler '-Wall,-Wextra' -lcudart -lm -Xlinker --as-needed "
     "a.cu -o a && ./a",
     0, "hello 7\n", ""},
    {"in two steps", "a.cu", HELLO, 0, "$S -c a.cu && $S a.o -o a && ./a", 0, "hello 7\n", ""},
    {"a plugin that g++ does not take", "a.cu", HELLO, 0,
     PLUGIN_FREE
     "mkdir -p home/lib; h=${S%/bin/simtcc}; ln -s $h/include home/include; echo x >home/lib/simt_stores.so; "
     "SIMT_HOME=home $S -c a.cu",
     2, "", "simtcc: error: g++ is not the one that simtcc was built for: run make again\n"},
    {"no plugin", "a.cu", HELLO, 0,
     PLUGIN_FREE
     "mkdir -p home/lib; h=${S%/bin/simtcc}; ln -s $h/include home/include; ln -s $h/lib/libsimt.a home/lib; "
     "SIMT_HOME=home $S a.cu && ./a.out",
     0, "hello 7\n", ""},
    {"no plugin, where there has to be one", "a.cu", HELLO, 0,
     PLUGIN_BOUND "mkdir home; ln -s ${S%/bin/simtcc}/include home/include; SIMT_HOME=home $S a.cu", 2, "",
     "simtcc: error: on this processor the compiler is g++ 12 or newer, with its plugin: "},
    {"no plugin for the rules, told by --version", "a.cu", HELLO, 0,
     "mkdir home; ln -s ${S%/bin/simtcc}/include home/include; SIMT_HOME=home $S --version | sed "
     "'1s/[0-9.]*$//'",
     0,
     "simtcc: CUDA C for the CPU, of Warplab \nsimtcc: note: without g++'s plugin it is not checked which "
     "code "
     "runs on the host and which on the device\n",
     ""},
    {"no plugin for the rules, told by -v", "a.cu", HELLO, 0,
     PLUGIN_FREE
     "mkdir home; ln -s ${S%/bin/simtcc}/include home/include; SIMT_HOME=home $S -v -c a.cu 2>&1 | grep -c "
     "note:",
     0, "1\n", ""},
    {"no plugin for what nobody trusts", "a.cu", "int a;\n", 0,
     PLUGIN_FREE
     "mkdir home; ln -s ${S%/bin/simtcc}/include home/include; SIMT_HOME=home $S --confined -c a.cu",
     0, "", "simtcc: warning: without its plugin g++ does not tell the engine of every store\n"},
    {"the compiler that it was built for", "a.cu", HELLO, 0,
     WITHOUT_RULES "echo no-such-g++ >home/lib/compiler; $S a.cu", 2, "",
     "simtcc: error: cannot run no-such-g++: No such file or directory\n"},
    {"another compiler", "a.cu", HELLO, 0, PLUGIN_FREE "SIMT_CXX=clang++ $S -c a.cu", 2, "",
     "simtcc: error: clang++: programs are compiled by g++"},
    {"unchecked", "a.cu", BROKEN, 0, "$S --unchecked -c a.cu && $S a.o && SIMT_CHECK=all ./a.out", 0, "",
     "simt: note: compiled with --unchecked: nothing was checked or counted\n"},
    {"unchecked, for what nobody trusts", "a.cu", HELLO, 0, "$S --unchecked --confined -c a.cu", 2, "",
     "simtcc: error: --unchecked and --confined exclude each other\n"},
    {"unchecked, with a word that no checker has", "a.cu", HELLO, 0,
     "$S --unchecked a.cu && SIMT_COUNT=some ./a.out", 2, "",
     "simt: SIMT_COUNT=some: use all, sampled or none\n"},
    {"separate compilation", "a.cu", HELLO, 0,
     "$S -dc a.cu -o x.o -MMD && cat x.d && $S -arch sm_90 x.o && ./a.out", 0, "x.o: a.cu\nhello 7\n", ""},
    {"variables of another source", "a.cu",
     "#include <cstdio>\n#include \"v.h\"\n"
     "__global__ void k(int *out) { out[0] = counter + table[1] + name::inner + twice(many[1]); }\n"
     "int main() {\n    int *out, got, four[4] = {1, 2, 3, 4}; size_t size;\n"
     "    cudaMalloc(&out, sizeof got);\n    cudaMemcpyToSymbol(table, four, sizeof four);\n"
     "    cudaMemcpyToSymbol(many, four, sizeof four);\n    cudaGetSymbolSize(&size, many);\n"
     "    k<<<1, 1>>>(out);\n    cudaMemcpy(&got, out, sizeof got, cudaMemcpyDefault);\n"
     "    printf(\"%d, of %zu bytes\\n\", got, size);\n    cudaFree(out);\n"
     "    cudaMemcpyToSymbol(many, four, sizeof four, 4);\n}\n",
     0,
     "echo 'extern __device__ int counter, many[]; extern __constant__ int table[4];"
     "namespace name { extern __device__ int inner; } __device__ int twice(int);' >v.h; "
     "printf '%s\\n' '#include \"v.h\"' '__device__ int counter = 10, many[4]; __constant__ int table[4];' "
     "'namespace name { __device__ int inner = 100; } __device__ int twice(int x) { return 2 * x; }' >b.cu; "
     "$S -rdc=true -c a.cu && $S -dc b.cu && $S a.o b.o -o a && ./a",
     86, "116, of 16 bytes\n", "16 bytes at offset 4 are out of bounds of a variable of 16 bytes"},
    {"header of the samples", "a.cu", "\n#include <helper_cuda.h>\n", 0, "$S -c a.cu", 1, "",
     "a.cu:2: error: helper_cuda.h comes with NVIDIA's samples, not with CUDA: check each call"},
    {"function of the samples", "a.cu", "void f() {\n    checkCudaErrors(cudaGetLastError());\n}\n", 0,
     "$S -c a.cu", 1, "", "a.cu:2: error: checkCudaErrors comes with NVIDIA's samples, not with CUDA: "},
    {"another name", "a.txt", HELLO, 0, "$S -x cu a.txt && ./a.out", 0, "hello 7\n", ""},
    {"several languages", "a.cu",
     "extern \"C\" int f(void);\nint g() {\n#ifdef __CUDA_ARCH__\nreturn 0;\n#endif\nreturn f();\n}\n", 0,
     "echo 'int f(void) { return 1; }' >f.c; echo 'int g(); int main() { return g() != 1; }' >m.cpp; "
     "$S a.cu f.c m.cpp -o a && ./a",
     0, "", ""},
    {"C++ source that uses the runtime", "a.cu",
     "#include \"h.h\"\n__global__ void k(int *p) { *p = f(1); }\nvoid launch(int *p) { k<<<1, 1>>>(p); }\n",
     0,
     "printf '#include <cuda_runtime.h>\\n__global__ void k(int *);\\n__host__ __device__ inline int f(int "
     "i) { return i + 1; }\\n' >h.h;"
     "printf '#include \"h.h\"\\nvoid launch(int *p);\\nint main() { int *p, n; cudaMalloc(&p, 4); "
     "launch(p); cudaMemcpy(&n, p, 4, cudaMemcpyDefault); cudaFree(p); return n - f(1); }\\n' >m.cpp;"
     "$S m.cpp a.cu && ./a.out",
     0, "", ""},
    {"macros and headers", "a.cu",
     "#include <h.h>\n#if !defined __CUDACC__ || !defined __SIMT__ || defined Z\n#error\n#endif\n"
     "int main() { return N + M - ARCH; }\n",
     0, "mkdir i && echo '#define M 3' >i/h.h && $S -I i -D N=4 -DARCH=7 -UZ a.cu && ./a.out", 0, "", ""},
    {"preprocess", "a.cu", "int x = __LINE__;\n", 0, "$S -E a.cu | tail -n 1", 0, "int x = 1;\n", ""},
    {"translate", "a.cu", "void f() { k<<<1, 2>>>(); }\n", 0, "$S -cuda a.cu | tail -n 1", 0,
     "void f() { simt::configure(1, 2), k(); }\n", ""},
    {"headers compiled in advance", "a.cu", HELLO, 0,
     "for o in -w --confined; do $S $o -Xcompiler -H -c a.cu 2>&1 | sed -n 's,^! .*/precompiled,,p'; done", 0,
     "/cuda_runtime.h.gch/plain\n/cuda_runtime.h.gch/confined\n", ""},
    {"headers compiled in advance, of other flags", "a.cu", "#include <cuda_runtime.h>\n" HELLO, 0,
     "$S -std=c++20 a.cu && ./a.out && SIMT_CXX=g++ $S a.cu && ./a.out", 0, "hello 7\nhello 7\n", ""},
    {"help", "a.cu", "", 0, "$S --help | head -n 1", 0, "usage: simtcc FILE... [OPTION]...\n", ""},
    {"line ends and marks of other systems", "a.cu",
     "\xef\xbb\xbf// caf\xe9\r\nint main() {\r\n  return sizeof \"\xe9\" - 2 + __LINE__ - 3; /* \xff "
     "*/\r\n}\r\n",
     0, "$S a.cu && ./a.out", 0, "", ""},
    {"folder given in the path", "a.cu", HELLO, 0, "mkdir d && mv a.cu d && $S d/a.cu -o d/a && d/a", 0,
     "hello 7\n", ""},
    {"a thread's stack is full", "a.cu",
     "__device__ int f(int n) { return n ? f(n + 1) + n : 0; }\n"
     "__global__ void k(int n) { printf(\"%d\", f(n)); }\n"
     "int main() { k<<<1, 1>>>(1); return cudaDeviceSynchronize(); }\n",
     0, "$S a.cu && ./a.out", 86, "", "a.cu:1: error: local memory: stack overflow: "},
    {"C++ library's atomics", "a.cu",
     "#include <atomic>\n#include <memory>\nint main() { std::atomic<int> a{3}; auto p = "
     "std::make_shared<int>(4);\n"
     "auto q = p; a += *q; int e = 7; return !a.compare_exchange_strong(e, 1) || a.exchange(2) != 1; }\n",
     0, "$S a.cu && ./a.out", 0, "", ""},

    {"the C++ library's special functions", "a.cu",
     "#include <cmath>\nint main() { return std::abs(std::beta(1.0, 2.0) - 0.5) > 1e-9; }\n", 0,
     "$S a.cu && ./a.out && $S -x c++ a.cu && ./a.out", 0, "", ""},

    {"no such file", NULL, NULL, 0, "$S a.cu", 2, "", "simtcc: error: a.cu: No such file or directory\n"},
    {"folder", NULL, NULL, 0, "mkdir a.cu; $S a.cu", 2, "", "simtcc: error: a.cu: is a directory\n"},
    {"no input", NULL, NULL, 0, "$S -O2", 2, "", "simtcc: error: no input files\n"},
    {"unknown option", "a.cu", HELLO, 0, "$S a.cu -zz", 2, "", "simtcc: error: unknown option -zz\n"},
    {"value missing", "a.cu", HELLO, 0, "$S a.cu -o", 2, "", "simtcc: error: -o wants FILE\n"},
    {"unknown kind of file", "a.txt", "x", 0, "$S a.txt", 2, "",
     "simtcc: error: a.txt: what kind of file is this?"},
    {"one output of several", "a.cu", HELLO, 0, "cp a.cu b.cu; $S -c a.cu b.cu -o c.o", 2, "",
     "simtcc: error: -o with several inputs needs linking\n"},
    {"no compiler", "a.cu", HELLO, 0, PLUGIN_FREE "SIMT_CXX=no-such-compiler $S a.cu", 2, "",
     "simtcc: error: cannot run no-such-compiler: No such file or directory\n"},
    {"no home", "a.cu", HELLO, 0, "SIMT_HOME=. $S a.cu", 2, "",
     "simtcc: error: ./include/cuda_runtime.h is missing"},
    {"no room for temporary files", "a.cu", HELLO, 0, "TMPDIR=./nowhere $S a.cu", 2, "",
     "simtcc: error: cannot make a folder for temporary files: ./nowhere/"},
    {"UTF-16", "a.cu", "\xff\xfei\0n\0t\0", 8, "$S a.cu", 1, "",
     "simtcc: error: a.cu: is UTF-16 text; save it as UTF-8\n"},
    {"zero bytes", "a.cu", "int\0main", 8, "$S a.cu", 1, "",
     "simtcc: error: a.cu: is not text: it contains zero bytes\n"},

    {"user's error", "a.cu", "int main() {\n  return x;\n}\n", 0, "$S a.cu", 1, "",
     "a.cu:2: error: 'x' was not declared in this scope\n"},
    {"user's error in a kernel", "a.cu",
     "__global__ void k(\n  int *p) {\n  __shared__ int s[4];\n\n  *p = s[\"\"];\n}\n", 0, "$S -c a.cu", 1,
     "", "a.cu:5: error: "},
    {"brace missing", "a.cu", "__global__ void k() {\n  if (1) {\n}\nint main() {\n}\n", 0, "$S a.cu", 1, "",
     "a.cu:5: error: expected '}' at end of input\n"},
    {"wrong argument", "a.cu", "__global__ void k(int *p) {}\nint main() {\n  k\n  <<<1,\n  1>>>(3.5);\n}\n",
     0, "$S a.cu", 1, "", "a.cu:5: error: cannot convert 'double' to 'int*'\n"},
    {"undeclared kernel over lines", "a.cu", "int main() {\n  k\n  <<<1,\n  1>>>(3.5);\n}\n", 0, "$S a.cu", 1,
     "", "a.cu:2: error: 'k' was not declared in this scope\n"},
    {"size that is no constant", "a.cu", "__global__ void k(int n) {\n  __shared__ int s[n];\n}\n", 0,
     WITH_RULES "$S -c a.cu", 1, "", "a.cu:2: error: the size of an array must be a constant in device code"},
    {"a lambda for the device", "a.cu", "int main() {\n  auto f = [] __device__ (int i) { return i; };\n}\n",
     0, WITH_RULES "$S -c a.cu", 1, "", "a.cu:2: error: a lambda can be __host__ or __device__ only with"},
    {"a lambda for the device, with the option", "a.cu",
     "int main() {\n  auto f = [] __device__ (int i) { return i; };\n}\n", 0, "$S --extended-lambda -c a.cu",
     0, "", ""},
    {"a constexpr function of the host in a kernel", "a.cu",
     "#include <algorithm>\n__global__ void k(int *p) {\n  *p = std::min(*p, 1);\n}\n", 0,
     WITH_RULES "$S -c a.cu", 1, "", "a.cu:3: error: calling a constexpr __host__ function"},
    {"a constexpr function of the host in a kernel, with the option", "a.cu",
     "#include <algorithm>\n__global__ void k(int *p) {\n  *p = std::min(*p, 1);\n}\n", 0,
     "$S --expt-relaxed-constexpr -c a.cu", 0, "", ""},
    {"shared type with a constructor", "a.cu", "__global__ void k() {\n  __shared__ dim3 d;\n  d.x = 1;\n}\n",
     0, "$S -c a.cu", 0, "", ""},
    {"semicolon missing before a launch", "a.cu",
     "__global__ void k() {}\nint main() {\n  int a = 3\n  k<<<1, 1>>>();\n}\n", 0, "$S a.cu", 1, "",
     "a.cu:4: error: expected ',' or ';' before the launch\n"},
    {"names of our own", "a.cu", "__global__ void k() {\n  __shared__ int s[3];\n  float *f = &s;\n}\n", 0,
     "$S a.cu 2>&1 | grep -c simt_", 1, "0\n", ""},
    {"hidden from the checkers", "a.cu",
     "__attribute__((no_sanitize(\"thread\"))) __device__ void f(int *p) {\n  *p = 1;\n}\n", 0, "$S -c a.cu",
     1, "", "a.cu:1: error: unsupported: code hidden from the engine's checkers (no_sanitize)\n"},
    {"PTX", "a.cu", "__global__ void k() {\n  asm(\"bra L;\");\n}\n", 0, "$S -c a.cu", 1, "",
     "a.cu:2: error: unsupported: inline PTX (bra)\n"},
    {"PTX of another type", "a.cu",
     "__global__ void k(int x) {\n  asm(\"bfe.u16 %0, 1, 1, 1;\" : \"=h\"(x));\n}\n", 0, "$S -c a.cu", 1, "",
     "a.cu:2: error: unsupported: inline PTX (bfe.u16)\n"},
    {"PTX with too few operands", "a.cu",
     "__global__ void k(int x) {\n  asm(\"add.u32 %0, 1;\" : \"=r\"(x));\n}\n", 0, "$S -c a.cu", 1, "",
     "a.cu:2: error: unsupported: inline PTX (add.u32)\n"},
    {"PTX that names no operand", "a.cu",
     "__global__ void k(int x) {\n  asm(\"mov.u32 %0, %1;\" : \"=r\"(x));\n}\n", 0, "$S -c a.cu", 1, "",
     "a.cu:2: error: unsupported: inline PTX (%1)\n"},
    {"PTX that names no register", "a.cu",
     "__global__ void k(int x) {\n  asm(\"mov.u32 %0, %%unheard_of;\" : \"=r\"(x));\n}\n", 0, "$S -c a.cu", 1,
     "", "a.cu:2: error: unsupported: inline PTX (%unheard_of)\n"},
    {"an arrival at a barrier of PTX", "a.cu", "__global__ void k() {\n  asm(\"bar.arrive 1, 64;\");\n}\n", 0,
     "$S -c a.cu", 1, "", "a.cu:2: error: unsupported: inline PTX (bar.arrive)\n"},
    {"PTX that nothing executes", "a.cu",
     "static __device__ void f() {\n  asm(\"bra L;\");\n}\ntemplate <int> __device__ void g() {\n  asm(\"bra "
     "L;\");\n}\n__global__ void k() {}\n",
     0, "$S -c a.cu", 0, "", ""},
    {"unknown CUDA call", "a.cu", "int main() {\n  cudaWonder();\n}\n", 0, "$S a.cu", 1, "",
     "a.cu:2: error: unsupported: cudaWonder is not known to this engine\n"},
    {"the user's own unknown name", "a.cu", "int main() {\n  return cube + half;\n}\n", 0,
     "$S a.cu 2>&1 | grep -c unsupported", 1, "0\n", ""},
    {"unknown CUDA header", "a.cu", "\n#include <cub/unheard_of.cuh>\n", 0, "$S a.cu", 1, "",
     "a.cu:2: error: <cub/unheard_of.cuh> is in the CUDA Toolkit from 13 on and Debian's package libcub-dev; "
     "neither "
     "was found\n"},
    {"unknown header of libcu++", "a.cu", "\n#include <cuda/std/unheard_of>\n", 0, "$S a.cu", 1, "",
     "a.cu:2: error: <cuda/std/unheard_of> is in libcu++: install the CUDA Toolkit (13 or newer), or "
     "Debian's package "
     "libcu++-dev, which has most of it\n"},
    {"CUB in a submission", "a.cu", "#include <cub/config.cuh>\nint main() {}\n", 0,
     "mkdir -p f/cub && echo >f/cub/config.cuh && $S --confined -If -c a.cu", 1, "",
     "a.cu:1: error: a submission must not use CUB: it would do the lab's work\n"},
    {"another precompiled header", "a.cu", "#pragma GCC pch_preprocess \"x\"\nint main() {}\n", 0,
     "$S --confined -c a.cu", 1, "", "a.cu:1: error: a submission must not name precompiled headers\n"},
    {"another precompiled header, by way of a macro", "a.cu",
     "#define S(x) _Pragma(#x)\n#define P(a, b, c) S(GCC a##b c)\nP(pch_, preprocess, \"x\")\nint main() "
     "{}\n",
     0, "$S --confined -c a.cu", 1, "", "a.cu:1: error: a submission must not name precompiled headers\n"},
    {"4-bit elements of fragments", "a.cu",
     "#include <mma.h>\n\nnvcuda::wmma::experimental::precision::s4 *p;\n", 0, "$S a.cu 2>&1 | head -1", 0,
     "a.cu:3: error: 'experimental' in namespace 'nvcuda::wmma' does not name a type\n", ""},
    {"layers of textures", "a.cu",
     "__global__ void k(cudaTextureObject_t t, float *p) {\n  *p = tex2DLayered<float>(t, 0, 0, 1);\n}\n", 0,
     "$S -c a.cu", 1, "", "a.cu:2: error: unsupported: texture or surface access (tex2DLayered)\n"},
    {"arrays of layers", "a.cu",
     "int main() {\n  cudaArray_t a;\n  cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();\n"
     "  return cudaMalloc3DArray(&a, &f, make_cudaExtent(4, 4, 2), cudaArrayLayered) != "
     "cudaErrorNotSupported;\n}\n",
     0, "$S a.cu && ./a.out", 86, "", "cudaMalloc3DArray of layers or cubemaps, which the engine lacks\n"},
    {"graphs", "a.cu", "int main() {\n  cudaGraph_t g;\n  cudaGraphAddEmptyNode(&g, 0);\n}\n", 0, "$S a.cu",
     1, "", "a.cu:3: error: unsupported: CUDA graphs that are built node by node (cudaGraphAddEmptyNode)\n"},
    {"a launch in a kernel that nobody trusts", "a.cu", "__global__ void k() {\n  k<<<1, 1>>>();\n}\n", 0,
     "$S --confined -c a.cu", 1, "",
     "a.cu:2: error: unsupported: a kernel launch in device code (dynamic parallelism)\n"},
    {"a launch in a kernel, by way of a function", "a.cu",
     "__global__ void k();\nvoid f() {\n  k<<<1, 1>>>();\n}\n__global__ void k() {\n  f();\n}\nint main() "
     "{\n  "
     "f();\n}\n",
     0, WITH_RULES "$S a.cu", 1, "",
     "a.cu:6: error: calling a __host__ function 'f()' from a __global__ function 'k()' is not allowed"},
    {"the same without the plugin that knows the rules", "a.cu",
     "__global__ void k();\nvoid f() {\n  k<<<1, 1>>>();\n}\n__global__ void k() {\n  f();\n}\nint main() "
     "{\n  "
     "f();\n}\n",
     0, WITHOUT_RULES "$S a.cu && ./a.out", 86, "",
     "a.cu:3: error: api: Program hit cudaErrorLaunchMaxDepthExceeded (error 65)"},
    {"a call of the API in a kernel", "a.cu",
     "__global__ void k() {\n  cudaDeviceSynchronize();\n}\nint main() {\n  k<<<1, 1>>>();\n}\n", 0,
     WITH_RULES "$S a.cu", 1, "",
     "a.cu:2: error: calling a __host__ function 'cudaDeviceSynchronize()' from a"},
    {"the same call without the plugin that knows the rules", "a.cu",
     "__global__ void k() {\n  cudaDeviceSynchronize();\n}\nint main() {\n  k<<<1, 1>>>();\n}\n", 0,
     WITHOUT_RULES "$S a.cu && ./a.out", 86, "",
     "a.cu:2: error: unsupported: cudaDeviceSynchronize inside a kernel is not known to this engine\n"},
    {"frames that the compiler's own code touches first", "a.cu",
     "__device__ int f(int n) {\n  volatile int a[1 << 20];\n  a[n] = n;\n  return a[n];\n}\n"
     "__global__ void k(int *p) {\n  *p = f(*p);\n}\nint main() {\n  int *p;\n  cudaMalloc(&p, 4);\n"
     "  cudaMemset(p, 0, 4);\n  k<<<1, 1>>>(p);\n}\n",
     0, "$S -Xcompiler -fstack-clash-protection -D_FORTIFY_SOURCE=2 a.cu && ./a.out", 86, "",
     "in f\n    help: end the recursion earlier, or keep large arrays in shared or global memory\n1 error "
     "found"},
    {"a comment behind the end of a line that goes on", "a.cu",
     "int main() {\n  return 1 - \\ // one\n    1; // less one\n}\n", 0, "$S a.cu && ./a.out", 0, "", ""},
    {"the driver's beginning", "a.cu",
     "#include <cuda.h>\nint main() {\n  return cuInit(0) != CUDA_SUCCESS || cuInit(1) == CUDA_SUCCESS;\n}\n",
     0, "$S a.cu && ./a.out", 0, "", ""},
    {"marks for a profiler", "a.cu",
     "#include <nvtx3/nvToolsExt.h>\nint main() {\n  nvtxRangePush(\"a\");\n  return nvtxRangePop() != "
     "-2;\n}\n",
     0, "$S a.cu -lnvToolsExt && ./a.out", 0, "", ""},
    {"Thrust that is not installed", "a.cu", "\n#include <thrust/no_such_algorithm.h>\n", 0, "$S a.cu", 1, "",
     "a.cu:2: error: <thrust/no_such_algorithm.h> is in Debian's package libthrust-dev, which is not "
     "installed\n"},
    {"cuBLAS", "a.cu",
     "#include <cublas_v2.h>\nint main() {\n  cublasHandle_t h;\n  return cublasCreate(&h) || "
     "cublasDestroy(h);\n}\n",
     0, "$S a.cu -lcublas && ./a.out", 0, "", ""},
    {"unknown CUDA library", "a.cu", "int main() {}\n", 0, "$S a.cu -lcufft", 1, "",
     "simtcc: error: unsupported: library cufft is not known to this engine\n"},
    {"debug section of something else", "a.cu", BROKEN, 0,
     "$S a.cu -o a && head -c 20000 /dev/zero | tr '\\0' '\\377' >junk && objcopy --update-section "
     ".debug_info=junk a && SIMT_REPORT=r ./a; tail -c 3 r",
     0, "}}\n", "error: out_of_bounds: Invalid __global__ write"},
    {"line table of something else", "a.cu", BROKEN, 0,
     "$S a.cu -o a && head -c 9000 /bin/sh >junk && objcopy --update-section .debug_line=junk a && "
     "SIMT_REPORT=r ./a; tail -c 3 r",
     0, "}}\n", "error: out_of_bounds: Invalid __global__ write"},
    {"no debug section", "a.cu", BROKEN, 0, "$S a.cu -o a && strip a && SIMT_REPORT=r ./a; tail -c 3 r", 0,
     "}}\n", "error: out_of_bounds: Invalid __global__ write"},
    {"report into nowhere", "a.cu", BROKEN, 0, "$S a.cu -o a && SIMT_REPORT=no/r ./a", 86, "",
     "simt: cannot write the report to no/r: No such file or directory\n"},
    // A thread's stack has half a MiB of addresses. A limit on them is no fault of the program's.
    {"room for all blocks", "a.cu", CHAIN, 0, "$S a.cu -o a && (" WITH_ADDRESSES("8000000") "./a)", 0, "",
     ""},
    {"few addresses for blocks that wait", "a.cu", CHAIN, 0,
     "$S a.cu -o a && (" WITH_ADDRESSES("2000000") "./a)", 0, "", ""},
    {"blocks that take turns with few addresses", "a.cu",
     LAUNCHED("", "atomicAdd(p, 1); p[1 + threadIdx.x % 32] = 1", "100, 64"), 0,
     "$S a.cu -o a && (" WITH_ADDRESSES("2000000") "SIMT_CHECK=none SIMT_SCHEDULE=lockstep:interleaved ./a)",
     0, "", ""},
    // The reason, as reported to a student: the message, and the report's detail.
    {"a block of too many threads", "a.cu", LAUNCHED("", "p[0] = 1", "1, 2048"), 0, "$S a.cu -o a && ./a", 86,
     "",
     "a.cu:4: error: api: The kernel never ran (cudaErrorInvalidConfiguration): a block of 2048x1x1 threads, "
     "at "
     "most 1024 in all"},
    {"a grid of no blocks", "a.cu", LAUNCHED("", "p[0] = 1", "0, 32"), 0, "$S a.cu -o a && ./a", 86, "",
     "a grid of 0x1x1 blocks, at least one needed"},
    {"too much dynamic shared memory", "a.cu", LAUNCHED("", "p[0] = 1", "1, 32, 300000"), 0,
     "$S a.cu -o a && ./a", 86, "", "300000 bytes of dynamic shared memory, at most 49152 here"},
    {"a launch that was refused, and checked", "a.cu", LAUNCHED("", "p[0] = 1", "1, dim3(1, 1, 65)"), 0,
     "$S -DCHECKED a.cu -o a && SIMT_REPORT=r ./a; grep -o '\"refused_launch\":[^}]*' r", 0,
     "\"refused_launch\":{\"message\":\"a block of 65 threads in z, at most 64\",\"line\":4\n", ""},
    {"an unsigned index below 0", "a.cu", LAUNCHED("", "p[threadIdx.x - 1] = 1", "1, 2"), 0,
     "$S a.cu -o a && ./a", 86, "", "2^32 elements past the array: an unsigned index went below 0"},
    {"the same in shared memory", "a.cu",
     LAUNCHED("__shared__ int s[64]; s[threadIdx.x] = 1;", "p[0] = s[threadIdx.x - 1]", "1, 1"), 0,
     "$S a.cu -o a && SIMT_REPORT=r ./a 2>/dev/null; " DETAIL, 0, "wrapped_index\n", ""},
    {"an index of -1", "a.cu", LAUNCHED("int i = -1;", "p[i] = 1", "1, 1"), 0,
     "$S a.cu -o a && SIMT_REPORT=r ./a 2>/dev/null; " DETAIL, 0, "before_start\n", ""},
    {"an index that nobody meant", "a.cu", LAUNCHED("int i = 1 << 30;", "p[i] = 1", "1, 1"), 0,
     "$S a.cu -o a && SIMT_REPORT=r ./a 2>/dev/null; " DETAIL, 0, "far_away\n", ""},
    {"one element too many", "a.cu", LAUNCHED("", "p[threadIdx.x] = 1", "1, 65"), 0,
     "$S a.cu -o a && SIMT_REPORT=r ./a 2>/dev/null; " DETAIL, 0, "none\n", ""},
    {"two threads that store", "a.cu", LAUNCHED("", "p[0] = threadIdx.x", "1, 2"), 0,
     "$S a.cu -o a && SIMT_REPORT=r ./a 2>/dev/null; " DETAIL, 0, "two_writes\n", ""},
    {"two threads that add", "a.cu", LAUNCHED("", "p[threadIdx.x / 64] += threadIdx.x", "1, 2"), 0,
     "$S a.cu -o a && SIMT_REPORT=r ./a 2>/dev/null; " DETAIL, 0, "none\n", ""},
    {"an atomic and a plain update", "a.cu",
     LAUNCHED("", "if (threadIdx.x) atomicAdd(p, 1);\n else p[0]++", "1, 2"), 0,
     "$S a.cu -o a && SIMT_REPORT=r ./a 2>/dev/null; " DETAIL, 0, "update\n", ""},
    {"an atomic, and a read too early", "a.cu",
     LAUNCHED("", "if (threadIdx.x) atomicAdd(p, 1);\n else p[1] = p[0]", "1, 2"), 0,
     "$S a.cu -o a && SIMT_REPORT=r ./a 2>/dev/null; " DETAIL, 0, "none\n", ""},
    {"a leak is no thread's", "a.cu",
     "#include <cuda_runtime.h>\nint main() {\n  int *p;\n  cudaMalloc(&p, 4);\n}\n", 0,
     "$S a.cu -o a && SIMT_REPORT=r ./a 2>/dev/null; grep -o '\"on_device\":[a-z]*' r", 0,
     "\"on_device\":false\n", ""},
    {"a leak of a kernel's heap is a thread's", "a.cu",
     LAUNCHED("int *q = (int *)malloc(4);", "p[threadIdx.x] = q != 0", "1, 2"), 0, "$S a.cu -o a && ./a", 0,
     "", "by thread (0,0,0) of block (0,0,0), in k; 2 times in all"},
    {"what helps against it", "a.cu",
     LAUNCHED("int *q = (int *)malloc(4);", "p[threadIdx.x] = q != 0", "1, 2"), 0, "$S a.cu -o a && ./a", 0,
     "", "so a kernel has to free it"},
    {"error in a plain source", "a.cpp", "int main() {\n  return x;\n}\n", 0, "$S a.cpp", 1, "", "a.cpp:2:"},
};

static char *read_all(const char *path) {
    char *text = NULL;
    size_t capacity = 0;
    FILE *in = fopen(path, "r");
    ck_assert_ptr_nonnull(in);
    if (getdelim(&text, &capacity, '\0', in) < 0) {
        free(text);
        text = strdup("");
    }
    fclose(in);
    return text;
}

static void run(const char *command) { ck_assert_int_eq(system(command), 0); }

static void enter_folder(char folder[static 32]) {
    strcpy(folder, "/tmp/test_simtcc.XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
    run("mkdir work temporary");
    setenv("TMPDIR", "../temporary", 1);
    setenv("S", simtcc, 1);
    ck_assert_int_eq(chdir("work"), 0);
}

static void leave_folder(const char *folder) {
    char command[64];
    ck_assert_int_eq(chdir("/"), 0);
    snprintf(command, sizeof command, "rmdir %s/temporary", folder); /* fails if something was left there */
    run(command);
    snprintf(command, sizeof command, "rm -r %s", folder);
    run(command);
}

static void write_source(const struct row *row) {
    FILE *to = fopen(row->file, "w");
    size_t length = row->length ? row->length : strlen(row->text);
    ck_assert_ptr_nonnull(to);
    ck_assert_uint_eq(fwrite(row->text, 1, length, to), length);
    ck_assert_int_eq(fclose(to), 0);
}

START_TEST(command_does_what_it_should) {
    const struct row *row = &rows[_i];
    char folder[32], command[1024];
    enter_folder(folder);
    if (row->text)
        write_source(row);
    snprintf(command, sizeof command, "(%s) >../out 2>../errors", row->command);
    int status = system(command);
    char *output = read_all("../out"), *errors = read_all("../errors");
    bool said = *row->errors ? strstr(errors, row->errors) != NULL : *errors == '\0';
    if (WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED) {
        leave_folder(folder);
        test_skip("%s", output);
    }
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == row->code, "%s: exit code %d, not %d\n%s",
                  row->name, WEXITSTATUS(status), row->code, errors);
    ck_assert_msg(strcmp(output, row->output) == 0, "%s: printed\n%s", row->name, output);
    ck_assert_msg(said, "%s: said\n%s\nnot\n%s", row->name, errors, row->errors);
    free(output);
    free(errors);
    leave_folder(folder);
}
END_TEST

/* A stand-in for the compiler prints that it runs, then waits to be stopped. */
START_TEST(a_signal_leaves_nothing_behind) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    char folder[32], line[16] = "";
    int ends[2], status;
#ifndef __x86_64__
    test_skip("on this processor simtcc takes no stand-in for g++");
#endif
    enter_folder(folder);
    run("printf '#!/bin/sh\\necho >&9\\nexec sleep 60\\n' >slow && chmod +x slow && echo 'int main() {}' "
        ">a.cu");
    setenv("SIMT_CXX", "./slow", 1);
    ck_assert_int_eq(pipe(ends), 0);
    pid_t pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0) {
        dup2(ends[1], 9);
        close(ends[0]);
        close(ends[1]);
        execl(simtcc, simtcc, "a.cu", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    ck_assert_int_eq(read(ends[0], line, 1), 1);
    kill(pid, signals[_i]);
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == signals[_i]);
    ck_assert_int_eq(read(ends[0], line, 1), 0); /* the compiler is gone too */
    close(ends[0]);
    leave_folder(folder);
}
END_TEST

/* build/bin/simtcc of the nearest folder above this program that has it. */
static bool find_simtcc(void) {
    char here[PATH_MAX] = "", folder[PATH_MAX];
    if (readlink("/proc/self/exe", here, sizeof here - 1) < 0)
        return false;
    do {
        snprintf(folder, sizeof folder, "%s", dirname(here));
        snprintf(simtcc, sizeof simtcc, "%.4000s/build/bin/simtcc", folder);
        if (access(simtcc, X_OK) == 0)
            return true;
    } while (strcmp(folder, "/") != 0);
    return false;
}

int main(void) {
    if (!find_simtcc()) {
        fputs("test_simtcc: no build/bin/simtcc above this program\n", stderr);
        return 2;
    }
    Suite *suite = suite_create("simtcc");
    TCase *commands = tcase_create("commands");
    tcase_set_timeout(commands, 60);
    tcase_add_loop_test(commands, command_does_what_it_should, 0, sizeof rows / sizeof *rows);
    tcase_add_loop_test(commands, a_signal_leaves_nothing_behind, 0, 3);
    suite_add_tcase(suite, commands);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
