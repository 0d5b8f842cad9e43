// Shifts by the width or more: a GPU shifts everything out, but the host's processor takes the count modulo
// the width. A class's own operators, and counts in constants, are unchanged.
#include <cstdio>
#include <cuda_runtime.h>

struct ring {
    unsigned int position;
    __device__ ring operator<<(int n) const { return ring{(position + n) % 8}; }
    __device__ ring &operator<<=(int n) { return *this = *this << n; }
};

struct fields {
    unsigned int width : 7, value : 25;
};

template <int N> __device__ constexpr int power() { return 1 << N; }

__global__ void shift_kernel(const unsigned int *counts, long long *out, const unsigned char *byte) {
    __shared__ unsigned int shared_word;
    const unsigned int n = counts[threadIdx.x];
    const int negative = -5;
    long long *my = out + 14 * threadIdx.x;
    my[0] = 0xf0000001u << n;
    my[1] = 0xf0000001u >> n;
    my[2] = negative >> n;
    my[3] = 3LL << n;
    my[4] = -3LL >> n;
    unsigned char small = *byte;
    small >>= n;
    my[5] = small;
    shared_word = 5;
    shared_word <<= n;
    my[6] = shared_word;
    volatile int watched = negative;
    watched >>= n;
    my[7] = watched;
    fields f = {n, 3};
    my[8] = (unsigned int)(f.value << f.width);
    ring r = {6};
    r <<= n;
    my[9] = (r << n).position;
    constexpr int bytes = 1 << 3;
    int array[bytes] = {power<4>()};
    my[10] = array[0] + bytes;
    my[11] = n < 40 && n > counts[0] >> n;
    my[12] = [=](int value) { return value << n; }(2);
    my[13] = true << n;
}

static const unsigned int counts[] = {0, 31, 32, 33, 64, 0xffffffff};
static const long long expected[][14] = {
    {0xf0000001, 0xf0000001, -5, 3, -3, 200, 5, -5, 3, 6, 24, 0, 2, 1},
    {0x80000000, 1, -1, 3LL << 31, -1, 0, 0x80000000, -1, 0x80000000, 4, 24, 1, 0, -0x7fffffffLL - 1},
    {0, 0, -1, 3LL << 32, -1, 0, 0, -1, 0, 6, 24, 1, 0, 0},
    {0, 0, -1, 3LL << 33, -1, 0, 0, -1, 0, 0, 24, 1, 0, 0},
    {0, 0, -1, 0, -1, 0, 0, -1, 0, 6, 24, 0, 0, 0},
    {0, 0, -1, 0, -1, 0, 0, -1, 0, 4, 24, 0, 0, 0},
};

int main() {
    enum { ROWS = sizeof counts / sizeof *counts };
    long long host[ROWS][14], *out;
    unsigned int *d_counts;
    unsigned char byte = 200, *d_byte;
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&d_counts, sizeof counts);
    cudaMalloc(&d_byte, 1);
    cudaMemcpy(d_counts, counts, sizeof counts, cudaMemcpyHostToDevice);
    cudaMemcpy(d_byte, &byte, 1, cudaMemcpyHostToDevice);
    for (int row = 0; row < ROWS; row++)
        shift_kernel<<<1, 1>>>(d_counts + row, out + 14 * row, d_byte);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int row = 0; row < ROWS; row++)
        for (int i = 0; i < 14; i++)
            if (host[row][i] != expected[row][i])
                printf("count %u: number %d is %lld, not %lld\n", counts[row], i, host[row][i],
                       expected[row][i]);
    cudaFree(out);
    cudaFree(d_counts);
    cudaFree(d_byte);
    return 0;
}
