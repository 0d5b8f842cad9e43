// The host has a function of the C library read device memory, which no hook sees.
#include <cuda_runtime.h>
#include <string.h>

static volatile size_t longest = 64;

static size_t length_of(const char *text) {
    return strnlen(text, longest); // expect: host_pointer
}

int main() {
    char *d_text;
    cudaMalloc(&d_text, 64); // expect: leak
    cudaMemset(d_text, 'a', 64);
    return (int)length_of(d_text);
}
