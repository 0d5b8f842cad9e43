// Small kernels, each with one way of accessing memory, whose counters were measured on a GPU: see
// counters.csv. Every kernel is launched once, with the grid and block given in main().
#include <cuda_runtime.h>
#include <stdlib.h>

enum { N = 4096 };

__device__ unsigned global_index() { return blockIdx.x * blockDim.x + threadIdx.x; }

// --- widths -----------------------------------------------------------------------------------------------
template <class T> __device__ void copy(const T *in, T *out) {
    unsigned i = global_index();
    out[i] = in[i];
}
__global__ void copy_1_byte(const unsigned char *in, unsigned char *out) { copy(in, out); }
__global__ void copy_2_bytes(const short *in, short *out) { copy(in, out); }
__global__ void copy_4_bytes(const int *in, int *out) { copy(in, out); }
__global__ void copy_8_bytes(const double *in, double *out) { copy(in, out); }
__global__ void copy_16_bytes(const int4 *in, int4 *out) { copy(in, out); }

// --- where the lanes go
// -------------------------------------------------------------------------------------
__global__ void stride_2(const int *in, int *out) { out[global_index()] = in[2 * global_index()]; }
__global__ void stride_8(const int *in, int *out) { out[global_index()] = in[8 * global_index()]; }
__global__ void stride_33(const int *in, int *out) { out[global_index()] = in[33 * global_index()]; }
__global__ void offset_1(const int *in, int *out) { out[global_index() + 1] = in[global_index() + 1]; }
__global__ void offset_5_doubles(const double *in, double *out) {
    out[global_index() + 5] = in[global_index() + 5];
}
__global__ void backwards(const int *in, int *out, int n) {
    out[n - 1 - global_index()] = in[global_index()];
}
__global__ void broadcast(const int *in, int *out) { out[global_index()] = in[blockIdx.x]; }
__global__ void gather(const int *in, const int *where, int *out) {
    out[global_index()] = in[where[global_index()]];
}
__global__ void scatter(const int *in, const int *where, int *out) {
    out[where[global_index()]] = in[global_index()];
}

struct particle {
    float x, y, z;
};
__global__ void array_of_structs(const particle *in, float *out) {
    out[global_index()] = in[global_index()].x;
}
__global__ void struct_of_arrays(const float *x, const float *y, float *out) {
    out[global_index()] = x[global_index()] + y[global_index()];
}

// --- transposes of 64 x 64
// ----------------------------------------------------------------------------------
enum { SIDE = 64, TILE = 32 };
__global__ void transpose_plain(const int *in, int *out) {
    unsigned x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    out[x * SIDE + y] = in[y * SIDE + x];
}
template <int WIDTH> __device__ void transpose_shared(const int *in, int *out) {
    __shared__ int tile[TILE][WIDTH];
    unsigned x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * SIDE + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    out[y * SIDE + x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void transpose_conflicts(const int *in, int *out) { transpose_shared<TILE>(in, out); }
__global__ void transpose_padded(const int *in, int *out) { transpose_shared<TILE + 1>(in, out); }

// --- scans of a block of 256
// --------------------------------------------------------------------------------
enum { BLOCK = 256 };
__global__ void hillis_steele(const int *in, int *out) {
    __shared__ int s[2][BLOCK];
    unsigned t = threadIdx.x, from = 0;
    s[0][t] = in[global_index()];
#pragma unroll 1
    for (unsigned d = 1; d < BLOCK; d *= 2) {
        __syncthreads();
        int sum = s[from][t];
        if (t >= d)
            sum += s[from][t - d];
        s[1 - from][t] = sum;
        from = 1 - from;
    }
    __syncthreads();
    out[global_index()] = s[from][t];
}
__device__ unsigned plain(unsigned i) { return i; }
__device__ unsigned padded(unsigned i) { return i + i / 32; }
template <unsigned (*PLACE)(unsigned)> __device__ void blelloch(const int *in, int *out) {
    __shared__ int s[2 * BLOCK + 2 * BLOCK / 32];
    unsigned t = threadIdx.x, first = blockIdx.x * 2 * BLOCK;
    s[PLACE(t)] = in[first + t];
    s[PLACE(t + BLOCK)] = in[first + t + BLOCK];
    unsigned stride = 1;
#pragma unroll 1
    for (unsigned pairs = BLOCK; pairs > 0; pairs /= 2, stride *= 2) {
        __syncthreads();
        if (t < pairs)
            s[PLACE(stride * (2 * t + 2) - 1)] += s[PLACE(stride * (2 * t + 1) - 1)];
    }
    if (t == 0)
        s[PLACE(2 * BLOCK - 1)] = 0;
#pragma unroll 1
    for (unsigned pairs = 1; pairs <= BLOCK; pairs *= 2) {
        stride /= 2;
        __syncthreads();
        if (t < pairs) {
            unsigned left = PLACE(stride * (2 * t + 1) - 1), right = PLACE(stride * (2 * t + 2) - 1);
            int low = s[left], high = s[right];
            s[left] = high;
            s[right] = low + high;
        }
    }
    __syncthreads();
    out[first + t] = s[PLACE(t)];
    out[first + t + BLOCK] = s[PLACE(t + BLOCK)];
}
__global__ void blelloch_conflicts(const int *in, int *out) { blelloch<plain>(in, out); }
__global__ void blelloch_padded(const int *in, int *out) { blelloch<padded>(in, out); }

// --- shared memory
// ------------------------------------------------------------------------------------------
template <class T, int STRIDE> __device__ void shared_stride(T *out) {
    __shared__ T s[BLOCK * STRIDE];
    s[threadIdx.x * STRIDE] = (T)threadIdx.x;
    __syncthreads();
    out[global_index()] = s[(threadIdx.x ^ 1) * STRIDE];
}
__global__ void shared_stride_2(int *out) { shared_stride<int, 2>(out); }
__global__ void shared_stride_3(int *out) { shared_stride<int, 3>(out); }
__global__ void shared_stride_8(int *out) { shared_stride<int, 8>(out); }
__global__ void shared_stride_32(int *out) { shared_stride<int, 32>(out); }
__global__ void shared_bytes(unsigned char *out) { shared_stride<unsigned char, 1>(out); }
__global__ void shared_shorts_stride_3(short *out) { shared_stride<short, 3>(out); }
__global__ void shared_doubles(double *out) { shared_stride<double, 1>(out); }
__global__ void shared_doubles_stride_2(double *out) { shared_stride<double, 2>(out); }
__global__ void shared_doubles_stride_3(double *out) { shared_stride<double, 3>(out); }
__global__ void shared_int4(int4 *out) {
    __shared__ int4 s[BLOCK];
    int t = (int)threadIdx.x;
    s[t] = make_int4(t, t, t, t);
    __syncthreads();
    out[global_index()] = s[t ^ 1];
}
__global__ void shared_one_word(int *out) {
    __shared__ int s[BLOCK];
    s[threadIdx.x] = (int)threadIdx.x;
    __syncthreads();
    out[global_index()] = s[blockIdx.x];
}
__global__ void shared_one_double_a_pair(double *out) {
    __shared__ double s[BLOCK];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[global_index()] = s[threadIdx.x / 2];
}
// Half a warp keeps to one pair of banks, the other half to another.
__global__ void shared_doubles_two_columns(double *out) {
    __shared__ double s[BLOCK * 16];
    unsigned t = threadIdx.x;
    s[t * 16 + t / 16 % 2] = t;
    __syncthreads();
    unsigned other = t ^ 1;
    out[global_index()] = s[other * 16 + other / 16 % 2];
}
__global__ void shared_int4_stride_2(int4 *out) {
    __shared__ int4 s[BLOCK * 2];
    int t = (int)threadIdx.x;
    s[2 * t] = make_int4(t, t, t, t);
    __syncthreads();
    out[global_index()] = s[2 * (t ^ 1)];
}
__global__ void shared_int4_one_a_quarter(int4 *out) {
    __shared__ int4 s[BLOCK];
    int t = (int)threadIdx.x;
    s[t] = make_int4(t, t, t, t);
    __syncthreads();
    out[global_index()] = s[t / 8];
}
__global__ void shared_gather(const int *where, int *out) {
    __shared__ int s[BLOCK];
    s[threadIdx.x] = (int)threadIdx.x;
    __syncthreads();
    out[global_index()] = s[where[global_index()] % BLOCK];
}

// --- atomics
// ------------------------------------------------------------------------------------------------
__global__ void global_atomics_one_word(int *out) { atomicAdd(out, (int)threadIdx.x); }
__global__ void global_atomics_in_a_row(int *out) { atomicAdd(&out[global_index()], (int)threadIdx.x); }
__global__ void global_atomics_scattered(const int *where, int *out) {
    atomicAdd(&out[where[global_index()]], (int)threadIdx.x);
}
__global__ void global_atomics_few_words(const int *where, int *out) {
    atomicAdd(&out[where[global_index()] % 16], (int)threadIdx.x);
}
__global__ void global_atomics_returning(const int *where, int *out, int *old) {
    old[global_index()] = atomicAdd(&out[where[global_index()]], (int)threadIdx.x);
}
__global__ void global_atomics_long(const int *where, unsigned long long *out) {
    atomicAdd(&out[where[global_index()] % 512], 3ull);
}
template <int WORDS> __device__ void shared_atomics(const int *where, int *out) {
    __shared__ int s[WORDS];
    for (unsigned i = threadIdx.x; i < WORDS; i += blockDim.x)
        s[i] = 0;
    __syncthreads();
    atomicAdd(&s[where[global_index()] % WORDS], 1);
    __syncthreads();
    out[global_index()] = s[threadIdx.x % WORDS];
}
__global__ void shared_atomics_one_word(const int *where, int *out) { shared_atomics<1>(where, out); }
__global__ void shared_atomics_8_words(const int *where, int *out) { shared_atomics<8>(where, out); }
__global__ void shared_atomics_1024_words(const int *where, int *out) { shared_atomics<1024>(where, out); }

// --- divergence
// --------------------------------------------------------------------------------------------- Each lane
// goes round its own number of times; what it loads depends on the round, so nothing can be merged.
__global__ void own_trip_count(const int *in, int *out) {
    int sum = 0;
#pragma unroll 1
    for (unsigned k = 0; k <= threadIdx.x % 7; k++)
        sum += in[(global_index() + k * 64) % N];
    out[global_index()] = sum;
}
__global__ void nested_trip_counts(const int *in, int *out) {
    int sum = 0;
#pragma unroll 1
    for (unsigned j = 0; j <= threadIdx.x % 3; j++)
#pragma unroll 1
        for (unsigned k = 0; k <= (threadIdx.x + j) % 4; k++)
            sum += in[(global_index() + j * 64 + k * 256) % N];
    out[global_index()] = sum;
}
__global__ void with_break(const int *in, int *out) {
    int sum = 0;
#pragma unroll 1
    for (unsigned k = 0; k < 16; k++) {
        if (k == threadIdx.x % 5)
            break;
        sum += in[(global_index() + k * 64) % N];
    }
    out[global_index()] = sum;
}
__global__ void with_continue(const int *in, int *out) {
    int sum = 0;
#pragma unroll 1
    for (unsigned k = 0; k < 8; k++) {
        if ((k + threadIdx.x) % 3 == 0)
            continue;
        sum += in[(global_index() + k * 64) % N];
    }
    out[global_index()] = sum;
}
__global__ void early_return(const int *in, int *out) {
    if (threadIdx.x % 4 == 3)
        return;
    out[global_index()] = in[global_index()];
}
__device__ __noinline__ int fetch(const int *in, unsigned i) { return in[i % N]; }
__global__ void function_in_a_branch(const int *in, int *out) {
    int sum = 0;
    if (threadIdx.x % 2)
        sum = fetch(in, global_index() + 64);
    else
        sum = 3 * fetch(in, global_index() + 128);
    out[global_index()] = sum;
}
__global__ void if_else(const int *in, int *out) {
    if (threadIdx.x & 4)
        out[global_index()] = in[global_index()];
    else
        out[global_index() + N] = in[global_index() + 32];
}

// --- shapes of blocks
// ---------------------------------------------------------------------------------------
__global__ void partial_warp(const int *in, int *out) { copy(in, out); }
__global__ void block_2d(const int *in, int *out) {
    unsigned i = (blockIdx.y * blockDim.y + threadIdx.y) * 64 + blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}
__global__ void block_3d(const int *in, int *out) {
    unsigned i = (threadIdx.z * 8 + threadIdx.y) * 32 + threadIdx.x;
    out[i] = in[i];
}
__global__ void guarded_tail(const int *in, int *out, unsigned n) {
    if (global_index() < n)
        out[global_index()] = in[global_index()];
}
__global__ void shuffle_sum(const int *in, int *out) {
    int sum = in[global_index()];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (threadIdx.x % 32 == 0)
        out[global_index() / 32] = sum;
}

int main() {
    enum { BYTES = 64 * N * 4 };
    int *a, *b, *c, *where, *host = (int *)malloc(BYTES);
    cudaMalloc(&a, BYTES);
    cudaMalloc(&b, BYTES);
    cudaMalloc(&c, BYTES);
    cudaMalloc(&where, BYTES);
    for (int i = 0; i < BYTES / 4; i++)
        host[i] = (int)((unsigned)i * 2654435761u >> 20); // below 4096, spread without a pattern
    cudaMemcpy(where, host, BYTES, cudaMemcpyHostToDevice);
    cudaMemcpy(a, host, BYTES, cudaMemcpyHostToDevice);
    cudaMemset(b, 0, BYTES);
    cudaMemset(c, 0, BYTES);
    dim3 tiles(SIDE / TILE, SIDE / TILE), tile(TILE, TILE);

    copy_1_byte<<<4, 256>>>((unsigned char *)a, (unsigned char *)b);
    copy_2_bytes<<<4, 256>>>((short *)a, (short *)b);
    copy_4_bytes<<<4, 256>>>(a, b);
    copy_8_bytes<<<4, 256>>>((double *)a, (double *)b);
    copy_16_bytes<<<4, 256>>>((int4 *)a, (int4 *)b);
    stride_2<<<4, 256>>>(a, b);
    stride_8<<<4, 256>>>(a, b);
    stride_33<<<4, 256>>>(a, b);
    offset_1<<<4, 256>>>(a, b);
    offset_5_doubles<<<4, 256>>>((double *)a, (double *)b);
    backwards<<<4, 256>>>(a, b, 1021 + 3);
    broadcast<<<4, 256>>>(a, b);
    gather<<<4, 256>>>(a, where, b);
    scatter<<<4, 256>>>(a, where + 1, c);
    array_of_structs<<<4, 256>>>((particle *)a, (float *)b);
    struct_of_arrays<<<4, 256>>>((float *)a, (float *)c, (float *)b);
    transpose_plain<<<tiles, tile>>>(a, b);
    transpose_conflicts<<<tiles, tile>>>(a, b);
    transpose_padded<<<tiles, tile>>>(a, b);
    hillis_steele<<<4, BLOCK>>>(a, b);
    blelloch_conflicts<<<4, BLOCK>>>(a, b);
    blelloch_padded<<<4, BLOCK>>>(a, b);
    shared_stride_2<<<4, BLOCK>>>(b);
    shared_stride_3<<<4, BLOCK>>>(b);
    shared_stride_8<<<4, BLOCK>>>(b);
    shared_stride_32<<<4, BLOCK>>>(b);
    shared_bytes<<<4, BLOCK>>>((unsigned char *)b);
    shared_shorts_stride_3<<<4, BLOCK>>>((short *)b);
    shared_doubles<<<4, BLOCK>>>((double *)b);
    shared_doubles_stride_2<<<4, BLOCK>>>((double *)b);
    shared_doubles_stride_3<<<4, BLOCK>>>((double *)b);
    shared_int4<<<4, BLOCK>>>((int4 *)b);
    shared_one_word<<<4, BLOCK>>>(b);
    shared_one_double_a_pair<<<4, BLOCK>>>((double *)b);
    shared_doubles_two_columns<<<4, BLOCK>>>((double *)b);
    shared_int4_stride_2<<<4, BLOCK>>>((int4 *)b);
    shared_int4_one_a_quarter<<<4, BLOCK>>>((int4 *)b);
    shared_gather<<<4, BLOCK>>>(where, b);
    global_atomics_one_word<<<4, 256>>>(b);
    global_atomics_in_a_row<<<4, 256>>>(b);
    global_atomics_scattered<<<4, 256>>>(where, b);
    global_atomics_few_words<<<4, 256>>>(where, b);
    global_atomics_returning<<<4, 256>>>(where, b, c);
    global_atomics_long<<<4, 256>>>(where, (unsigned long long *)b);
    shared_atomics_one_word<<<4, 256>>>(where, b);
    shared_atomics_8_words<<<4, 256>>>(where, b);
    shared_atomics_1024_words<<<4, 256>>>(where, b);
    own_trip_count<<<4, 64>>>(a, b);
    nested_trip_counts<<<4, 64>>>(a, b);
    with_break<<<4, 64>>>(a, b);
    with_continue<<<4, 64>>>(a, b);
    early_return<<<4, 256>>>(a, b);
    function_in_a_branch<<<4, 256>>>(a, b);
    if_else<<<4, 256>>>(a, b);
    partial_warp<<<5, 48>>>(a, b);
    block_2d<<<dim3(4, 4), dim3(16, 16)>>>(a, b);
    block_3d<<<1, dim3(8, 4, 4)>>>(a, b);
    guarded_tail<<<4, 256>>>(a, b, 1000);
    shuffle_sum<<<4, 256>>>(a, b);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    cudaFree(where);
    free(host);
}
