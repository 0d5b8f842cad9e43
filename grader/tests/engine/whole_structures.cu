// A correct program: whole structures are copied, at every address that they may have. The copy equals the
// original, and nothing after it is read.
#include <algorithm>
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

enum { THREADS = 64 };

struct bytes {
    unsigned char byte[8];
};
struct pair {
    int a, b;
};
struct quad {
    int a, b, c, d;
};
struct six {
    int a, b, c, d, e, f;
};

// After one more element, so every second pair or six is not at a multiple of 8.
template <class T, class First> struct behind {
    First first;
    T whole;
};

template <class T, class First> __global__ void copy(const behind<T, First> *in, behind<T, First> *out) {
    __shared__ behind<T, First> own[THREADS];
    own[threadIdx.x].whole = in[threadIdx.x].whole;
    out[threadIdx.x].whole = own[threadIdx.x].whole;
}

template <class T, class First> static void copies(const char *name) {
    const size_t size = THREADS * sizeof(behind<T, First>);
    std::vector<unsigned char> bytes(size), result(size);
    behind<T, First> *in, *out;
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)(i * 7);
    cudaMalloc(&in, size);
    cudaMalloc(&out, size);
    cudaMemcpy(in, bytes.data(), size, cudaMemcpyHostToDevice);
    cudaMemcpy(out, bytes.data(), size, cudaMemcpyHostToDevice);
    copy<<<1, THREADS>>>(in, out);
    cudaMemcpy(result.data(), out, size, cudaMemcpyDeviceToHost);
    if (result != bytes)
        std::printf("%s: not what was copied\n", name);
    cudaFree(in);
    cudaFree(out);
}

// At multiples of 8 and 16 here, but nvcc knows only of 4: it copies word by word.
__global__ void copy_pairs(const pair *in, pair *out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void copy_quads(const quad *in, quad *out) { out[threadIdx.x] = in[threadIdx.x]; }

static void aligned_copies() {
    void *in, *out;
    cudaMalloc(&in, THREADS * sizeof(quad));
    cudaMalloc(&out, THREADS * sizeof(quad));
    cudaMemset(in, 1, THREADS * sizeof(quad));
    copy_pairs<<<1, THREADS>>>((const pair *)in, (pair *)out);
    copy_quads<<<1, THREADS>>>((const quad *)in, (quad *)out);
    cudaFree(in);
    cudaFree(out);
}

// The library moves what it sorts in pieces of any length.
static void host_sorts() {
    for (int n = 1; n < 20; n++) {
        std::vector<int> numbers;
        for (int i = 0; i < n; i++)
            numbers.push_back(i * 7 % n);
        std::stable_sort(numbers.begin(), numbers.end());
        if (!std::is_sorted(numbers.begin(), numbers.end()))
            std::printf("%d numbers are not sorted\n", n);
    }
}

int main() {
    copies<bytes, unsigned char>("bytes");
    copies<pair, int>("pair");
    copies<quad, int>("quad");
    copies<six, int>("six");
    copies<pair, short[2]>("pair behind two short ones");
    aligned_copies();
    host_sorts();
}
