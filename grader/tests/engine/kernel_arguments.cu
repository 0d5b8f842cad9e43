// What reaches a kernel: its arguments as bytes, however many, without a constructor or destructor of theirs.
#include <cuda_runtime.h>
#include <stdio.h>

enum { WORDS = 1000 };

struct table {
    int word[WORDS];
};

// Counts on the host alone: a kernel could not free memory.
struct owner {
    int *memory;
    bool last;
    owner() : last(true) { cudaMalloc(&memory, sizeof(int)); }
    owner(const owner &other) : memory(other.memory), last(false) {}
    ~owner() {
        if (last)
            cudaFree(memory);
    }
};

__global__ void many_bytes(table t, int *out) {
    t.word[threadIdx.x] += 1;
    out[threadIdx.x] = t.word[threadIdx.x] + t.word[WORDS - 1];
}

__global__ void with_a_destructor(owner o) { *o.memory = 5; }

int main() {
    table t;
    int *d, host[64];
    for (int i = 0; i < WORDS; i++)
        t.word[i] = i;
    cudaMalloc(&d, sizeof host);
    many_bytes<<<1, 64>>>(t, d);
    cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
    if (host[63] != 63 + 1 + WORDS - 1)
        printf("%d\n", host[63]);
    owner o;
    with_a_destructor<<<1, 32>>>(o);
    cudaMemcpy(host, o.memory, sizeof(int), cudaMemcpyDeviceToHost);
    if (host[0] != 5)
        printf("%d, expected 5\n", host[0]);
    cudaFree(d);
}
