/* The harness of a file of planted mistakes. Each mistake is a template with two instances: one makes it, and
   the other, FIXED, does not; the line to be blamed ends in `// expect: KIND`. A comment `// case NAME: ...`
   begins each.

       PROGRAM mistakes|fixed [NAME]

   A kernel finds N numbers in `in`, SPARE zeros in `out`, and SPARE uninitialised numbers in
   `scratch`. */
#ifndef MISTAKES_H
#define MISTAKES_H

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000, SPARE = 4096 };

typedef void (*kernel_function)(const int *in, int *out, int *scratch, int n);

struct mistake {
    const char *name;
    kernel_function mistaken, fixed;
    dim3 grid, block;
    size_t shared_bytes;
    void (*mistaken_program)(), (*fixed_program)();
};

#define KERNEL(name, grid, block)                                                                            \
    { #name, name < false>, name < true>, grid, block, 0, nullptr, nullptr }
#define KERNEL_WITH(name, grid, block, bytes)                                                                \
    { #name, name < false>, name < true>, grid, block, bytes, nullptr, nullptr }
#define PROGRAM(name)                                                                                        \
    { #name, nullptr, nullptr, 1, 1, 0, name < false>, name < true> }
#define MISTAKE(name) template <bool FIXED> __global__ void name(const int *in, int *out, int *scratch, int n)

struct buffers {
    int *in, *out, *scratch;
};

static inline struct buffers make_buffers() {
    struct buffers b;
    static int values[N];
    for (int i = 0; i < N; i++)
        values[i] = i * 7 % 101;
    cudaMalloc(&b.in, sizeof values);
    cudaMalloc(&b.out, SPARE * sizeof(int));
    cudaMalloc(&b.scratch, SPARE * sizeof(int));
    cudaMemcpy(b.in, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMemset(b.out, 0, SPARE * sizeof(int));
    return b;
}

static inline void free_buffers(struct buffers b) {
    cudaFree(b.in);
    cudaFree(b.out);
    cudaFree(b.scratch);
}

static inline void run_mistake(const struct mistake *m, bool fixed) {
    if (m->mistaken_program) {
        (fixed ? m->fixed_program : m->mistaken_program)();
    } else {
        struct buffers b = make_buffers();
        kernel_function kernel = fixed ? m->fixed : m->mistaken;
        kernel<<<m->grid, m->block, m->shared_bytes>>>(b.in, b.out, b.scratch, N);
        cudaDeviceSynchronize();
        free_buffers(b);
    }
    cudaDeviceReset(); /* after an error nothing else would run */
}

static inline int run_mistakes(const struct mistake *all, size_t count, int argc, char **argv) {
    bool fixed = argc > 1 && strcmp(argv[1], "fixed") == 0;
    for (size_t i = 0; i < count; i++)
        if (argc < 3 || strcmp(argv[2], all[i].name) == 0)
            run_mistake(&all[i], fixed);
    return 0;
}

#endif
