// cuBLAS: results as its documentation defines them, by columns, and mistakes at the line of the call.
#include <cmath>
#include <cstdio>
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

static int failures;

static void expect(const char *what, double got, double wanted) {
    if (got == wanted)
        return;
    printf("%s: %g, not %g\n", what, got, wanted);
    failures++;
}

template <class T> static T *device(const T *values, int n) {
    T *d;
    cudaMalloc(&d, n * sizeof *d);
    cudaMemcpy(d, values, n * sizeof *d, cudaMemcpyHostToDevice);
    return d;
}

template <class T> static void expect_all(const char *what, const T *d, const double *wanted, int n) {
    T host[64];
    cudaMemcpy(host, d, n * sizeof *host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        expect(what, (double)host[i], wanted[i]);
}

static void vectors(cublasHandle_t handle) {
    const float a[] = {1, -5, 2, 4}, b[] = {10, 20, 30, 40};
    float *x = device(a, 4), *y = device(b, 4), two = 2, result;
    int index;
    cublasSaxpy(handle, 4, &two, x, 1, y, 1);
    const double sums[] = {12, 10, 34, 48};
    expect_all("axpy", y, sums, 4);
    cublasSdot(handle, 4, x, 1, y, 1, &result);
    expect("dot", result, 12 - 50 + 68 + 192);
    cublasSdot(handle, 2, x, 2, y, -2, &result); // x0 * y2 + x2 * y0
    expect("dot with steps", result, 34 + 24);
    cublasSasum(handle, 4, x, 1, &result);
    expect("asum", result, 12);
    cublasSnrm2(handle, 4, x, 1, &result);
    expect("nrm2", result, (double)sqrtf(46));
    cublasIsamax(handle, 4, x, 1, &index);
    expect("amax", index, 2);
    cublasIsamin(handle, 4, x, 1, &index);
    expect("amin", index, 1);
    cublasSscal(handle, 2, &two, x, 2);
    const double scaled[] = {2, -5, 4, 4};
    expect_all("scal", x, scaled, 4);
    cublasSswap(handle, 4, x, 1, y, 1);
    expect_all("swap", y, scaled, 4);
    expect_all("swap", x, sums, 4);
    cublasScopy(handle, 4, x, 1, y, 1);
    expect_all("copy", y, sums, 4);
    // A result in device memory.
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
    cublasSasum(handle, 4, x, 1, y);
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
    const double total[] = {104};
    expect_all("asum on the device", y, total, 1);
    cudaFree(x);
    cudaFree(y);
}

static void matrices(cublasHandle_t handle) {
    const double a[] = {1, 2, 3, 4, 5, 6};  // columns (1 2) (3 4) (5 6)
    const double b[] = {1, 0, 2, -1, 1, 0}; // columns (1 0 2) (-1 1 0)
    const double zero = 0, one = 1, half = 0.5;
    double *x = device(a, 6), *y = device(b, 6), *c, *v;
    cudaMalloc(&c, 9 * sizeof *c);
    cudaMalloc(&v, 3 * sizeof *v);
    cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 3, &one, x, 2, y, 3, &zero, c, 2);
    const double product[] = {11, 14, 2, 2};
    expect_all("gemm", c, product, 4);
    cublasDgemm(handle, CUBLAS_OP_T, CUBLAS_OP_T, 3, 3, 2, &half, x, 2, y, 3, &zero, c, 3);
    const double transposed[] = {-0.5, -0.5, -0.5, 1, 2, 3, 1, 3, 5};
    expect_all("gemm of the transposed", c, transposed, 9);
    cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 3, &one, x, 2, y, 3, &half, c, 3);
    const double added[] = {10.75, 13.75, -0.5, 2.5, 3};
    expect_all("gemm, added to rows of a larger one", c, added, 5);
    cublasDgemv(handle, CUBLAS_OP_N, 2, 3, &one, x, 2, y, 1, &zero, v, 1);
    expect_all("gemv", v, product, 2);
    cublasDgemv(handle, CUBLAS_OP_T, 2, 3, &one, x, 2, y, 1, &zero, v, 1);
    const double by_rows[] = {1, 3, 5};
    expect_all("gemv of the transposed", v, by_rows, 3);
    cublasDger(handle, 2, 3, &one, y, 2, y, 2, x, 2); // (1 2) times (1 2 1)
    const double outer[] = {2, 4, 5, 8, 6, 8};
    expect_all("ger", x, outer, 6);
    cublasDgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, 3, 2, &one, x, 2, &zero, (const double *)nullptr, 3, c, 3);
    const double turned[] = {2, 5, 6, 4, 8, 8};
    expect_all("geam", c, turned, 6);
    cudaFree(x);
    cudaFree(y);
    cudaFree(c);
    cudaFree(v);
}

static void batches(cublasHandle_t handle) {
    const float a[] = {1, 2, 3, 4, 2, 0, 0, 2}, one = 1, zero = 0;
    float *x = device(a, 8), *c;
    cudaMalloc(&c, 8 * sizeof *c);
    cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, x, 2, 4, x + 4, 2, 0, &zero, c,
                              2, 4, 2);
    const double products[] = {2, 4, 6, 8, 4, 0, 0, 4};
    expect_all("a batch", c, products, 8);
    const __half h[] = {__float2half(1.5f), __float2half(2)}, unit = __float2half(1), none = __float2half(0);
    __half *u = device(h, 2), *w;
    cudaMalloc(&w, 4 * sizeof *w);
    cublasHgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 1, &unit, u, 2, u, 2, &none, w, 2);
    const double halves[] = {2.25, 3, 3, 4};
    expect_all("halves", w, halves, 4);
    cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 1, &one, u, CUDA_R_16F, 2, u, CUDA_R_16F, 2, &zero,
                 c, CUDA_R_32F, 2, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    expect_all("halves into floats", c, halves, 4);
    cudaFree(x);
    cudaFree(c);
    cudaFree(u);
    cudaFree(w);
}

static void settings(cublasHandle_t handle) {
    const double from[] = {1, 2, 3, 4, 5, 6};
    double *d, back[6];
    cudaMalloc(&d, sizeof from);
    expect("set", cublasSetMatrix(2, 3, sizeof *d, from, 2, d, 2), CUBLAS_STATUS_SUCCESS);
    expect("get", cublasGetVector(3, sizeof *d, d, 2, back, 1), CUBLAS_STATUS_SUCCESS);
    for (int i = 0; i < 3; i++)
        expect("every second", back[i], 1 + 2 * i);
    cudaStream_t stream, same;
    cudaStreamCreate(&stream);
    cublasSetStream(handle, stream);
    cublasGetStream(handle, &same);
    expect("stream", stream == same, 1);
    cudaStreamDestroy(stream);
    cublasSetStream(handle, nullptr);
    cudaFree(d);
}

static void mistakes(cublasHandle_t handle) {
    const float values[] = {1, 2, 3, 4}, one = 1, zero = 0;
    float *x = device(values, 4), *empty, host[4] = {0};
    cudaMalloc(&empty, 4 * sizeof *empty);
    cublasSaxpy(handle, 4, &one, host, 1, x, 1); // expect: host_pointer
    cublasSaxpy(handle, 5, &one, x, 1, x, 1);    // expect: out_of_bounds
    cublasSscal(handle, 4, &one, empty, 1);      // expect: uninitialized
    cublasSscal(handle, 4, x, x, 1);             // expect: api
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, x, 1, x, 2, &zero, empty, 2); // expect: api
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, x, 2, x, 2, &zero, empty, 2);
    cudaFree(x);
    cudaFree(empty);
    cublasDestroy(handle);
    cublasSscal(handle, 4, &one, x, 1); // expect: api
}

int main() {
    cublasHandle_t handle;
    expect("create", cublasCreate(&handle), CUBLAS_STATUS_SUCCESS);
    vectors(handle);
    matrices(handle);
    batches(handle);
    settings(handle);
    mistakes(handle);
    return failures != 0;
}
