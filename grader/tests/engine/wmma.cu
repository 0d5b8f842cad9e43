// Fragments of a warp: every shape, type and layout gives the product; what the warp has not waited for is a
// race, a row's length that breaks the alignment an error.
#include <cstdio>
#include <cuda_runtime.h>
#include <mma.h>

using namespace nvcuda;

static int wrong;
static const float HALVES[] = {-2, -1.5, -1, -0.5, 0.5, 1, 1.5, 2};

template <class T> struct memory_of { typedef T type; };
template <> struct memory_of<wmma::precision::tf32> { typedef float type; };
template <class T> struct is_by_rows {
    enum { value = 0 };
};
template <> struct is_by_rows<wmma::row_major> {
    enum { value = 1 };
};

template <int M, int N, int K, class T, class D, class LA, class LB>
__global__ void product(const typename memory_of<T>::type *a, const typename memory_of<T>::type *b,
                        const D *c, D *d, int lda, int ldb, int ldc, wmma::layout_t layout) {
    wmma::fragment<wmma::matrix_a, M, N, K, T, LA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, LB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, D> fc, sum;
    wmma::fill_fragment(sum, D(1.0f));
    wmma::load_matrix_sync(fa, a, lda);
    wmma::load_matrix_sync(fb, b, ldb);
    wmma::load_matrix_sync(fc, c, ldc, layout);
    wmma::mma_sync(sum, fa, fb, sum);
    for (int i = 0; i < fc.num_elements; i++)
        sum.x[i] = D(float(sum.x[i]) + float(fc.x[i]));
    wmma::store_matrix_sync(d, sum, ldc, layout);
}

template <int M, int N, int K, class T, class D, class LA, class LB> void judge(wmma::layout_t layout) {
    typedef typename memory_of<T>::type S;
    enum { PAD = 16, MORE = 64 * 64 };
    const int rows_a = is_by_rows<LA>::value, rows_b = is_by_rows<LB>::value,
              rows_c = layout == wmma::mem_row_major;
    const int lda = (rows_a ? K : M) + PAD, ldb = (rows_b ? N : K) + PAD, ldc = (rows_c ? N : M) + PAD;
    S *a, *b;
    D *c, *d;
    cudaMallocManaged(&a, MORE * sizeof *a);
    cudaMallocManaged(&b, MORE * sizeof *b);
    cudaMallocManaged(&c, MORE * sizeof *c);
    cudaMallocManaged(&d, MORE * sizeof *d);
    unsigned seed = 7;
    for (int i = 0; i < MORE; i++) {
        seed = seed * 1664525 + 1013904223;
        const float fraction = sizeof(S) == 1 ? 4 : 1;
        a[i] = S(HALVES[seed >> 28 & 7] * fraction + (sizeof(S) == 1 ? 8 : 0));
        b[i] = S(HALVES[seed >> 24 & 7] * fraction + (sizeof(S) == 1 ? 8 : 0));
        c[i] = D(float(seed >> 20 & 3));
    }
    product<M, N, K, T, D, LA, LB><<<1, 32>>>(a, b, c, d, lda, ldb, ldc, layout);
    if (cudaDeviceSynchronize() != cudaSuccess)
        wrong++;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            const int at = rows_c ? i * ldc + j : j * ldc + i;
            float sum = 1 + float(c[at]);
            for (int k = 0; k < K; k++)
                sum += float(a[rows_a ? i * lda + k : k * lda + i]) *
                       float(b[rows_b ? k * ldb + j : j * ldb + k]);
            if (float(d[at]) != sum && wrong++ < 5)
                printf("%dx%dx%d: row %d, column %d is %g, not %g\n", M, N, K, i, j, float(d[at]), sum);
        }
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    cudaFree(d);
}

template <int M, int N, int K, class T, class D> void layouts() {
    judge<M, N, K, T, D, wmma::row_major, wmma::row_major>(wmma::mem_row_major);
    judge<M, N, K, T, D, wmma::row_major, wmma::col_major>(wmma::mem_col_major);
    judge<M, N, K, T, D, wmma::col_major, wmma::row_major>(wmma::mem_row_major);
    judge<M, N, K, T, D, wmma::col_major, wmma::col_major>(wmma::mem_col_major);
}
template <class T, class D> void shapes() {
    layouts<16, 16, 16, T, D>();
    layouts<32, 8, 16, T, D>();
    layouts<8, 32, 16, T, D>();
}

// tf32 has ten bits of fraction: 1 + 2^-11 is a tie, which goes away from zero.
__global__ void rounds(float *out) {
    out[0] = wmma::__float_to_tf32(1.00048828125f);
    out[1] = wmma::__float_to_tf32(-1.000244140625f);
}

typedef wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> factor;

// The load waits for the warp, but orders nothing.
__global__ void too_early(float *out, int waits) {
    __shared__ __align__(32) __half tile[256];
    factor a;
    for (int i = threadIdx.x; i < 256; i += 32)
        tile[i] = __half(1.0f);
    if (waits)
        __syncwarp();
    wmma::load_matrix_sync(a, tile, 16); // expect: race
    out[threadIdx.x] = float(a.x[0]);
}

__global__ void odd_rows(const __half *in, float *out, int ldm) {
    factor a;
    wmma::load_matrix_sync(a, in, ldm); // expect: misaligned
    out[threadIdx.x] = float(a.x[0]);
}

// A sum that is never set to zero.
__global__ void unset_sum(const __half *in, float *out) {
    factor a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::load_matrix_sync(a, in, 16);
    wmma::load_matrix_sync(b, in, 16);
    wmma::mma_sync(sum, a, b, sum); // expect: uninitialized
    out[threadIdx.x] = sum.x[0];
}

int main() {
    float *out;
    __half *in;
    shapes<__half, float>();
    shapes<__half, __half>();
    shapes<__nv_bfloat16, float>();
    shapes<signed char, int>();
    shapes<unsigned char, int>();
    layouts<16, 16, 8, wmma::precision::tf32, float>();
    layouts<8, 8, 4, double, double>();
    cudaMallocManaged(&out, 32 * sizeof *out);
    cudaMalloc(&in, 1024 * sizeof *in);
    cudaMemset(in, 0, 1024 * sizeof *in);
    rounds<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    if (out[0] != 1.0009765625f || out[1] != -1)
        printf("tf32: %.9g and %.9g\n", out[0], out[1]);
    too_early<<<1, 32>>>(out, 1);
    odd_rows<<<1, 32>>>(in, out, 24);
    too_early<<<1, 32>>>(out, 0);
    cudaDeviceSynchronize();
    odd_rows<<<1, 32>>>(in, out, 17);
    cudaDeviceSynchronize();
    unset_sum<<<1, 32>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
