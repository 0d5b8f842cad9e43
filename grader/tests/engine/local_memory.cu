// A thread's own variables: indices outside an array, and reads of uninitialised elements; and their correct
// counterparts, which look similar.
#include <cuda_runtime.h>
#include <string.h>

struct with_gap {
    char c;
    int x;
};

struct range {
    int low, high;
};

__device__ int sum_of(const int *p, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i]; // expect: uninitialized
    return s;
}

__device__ int sum_of_written(const int *p, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}

__device__ void fill(int *p, int n) {
    for (int i = 0; i < n; i++)
        p[i] = i;
}

template <int N> __device__ float window(const float *in) {
    float w[N], total = 0;
    for (int i = 0; i < N; i++)
        w[i] = in[i];
    for (int i = 0; i < N; i++)
        total += w[i];
    return total;
}

__device__ int factorial(int n) {
    int partial[2];
    partial[0] = n;
    partial[1] = n > 1 ? factorial(n - 1) : 1;
    return partial[0] * partial[1];
}

__global__ void arrays_kernel(int *out, const float *in) {
    int a[8], b[8], t = threadIdx.x;
    unsigned char bytes[7] = {1, 2, 3};
    const float table[3] = {1, 2, 3};
    char text[] = "abc";
    float4 v[2];
    with_gap gap[2];
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    gap[0].c = 1;
    gap[0].x = 2;
    gap[1] = gap[0];
    v[0] = make_float4(1, 2, 3, 4);
    v[1] = v[0];
    fill(a, 8);
    for (int i = 0; i < 8; i++) {
        int pair[2];
        pair[0] = i;
        pair[1] = pair[0];
        b[i] = a[i] + pair[1];
    }
    memset(a, 0, sizeof a);
    switch (t % 2) {
    case 0:
        int q[2];
        q[0] = 1;
        a[0] += q[0];
        break;
    case 1:
        a[1] = 2;
    }
    auto last = [=] { return a[7]; };
    out[t] = sum_of_written(b, 8) + bytes[6] + (int)table[1] + (int)v[1].w + gap[1].x + m[1][2] + last() +
             text[1] + factorial(5) + (int)window<4>(in);
}

__global__ void bounds_kernel(int *out, int n) {
    int a[8], b[8], c[4] = {0}, t = threadIdx.x;
    for (int i = 0; i <= n; i++)
        a[i] = i; // expect: out_of_bounds
    for (int i = 0; i < 8; i++)
        b[i] = i;
    out[t] = sum_of_written(b, n) + a[0] + c[0];
    int d[4] = {1, 2};
    out[t] += d[n - 4]; // expect: out_of_bounds
    out[t] += d[3 - n]; // expect: out_of_bounds
}

__global__ void unwritten_array_kernel(int *out, int n) {
    int a[8];
    short s[2];
    for (int i = 0; i < 7; i++)
        a[i] = i;
    out[threadIdx.x] = sum_of(a, n);
    s[0] = 1;
    out[threadIdx.x] += s[n - 7]; // expect: uninitialized
}

__global__ void loop_kernel(int *out, int n) {
    for (int i = 0; i < n; i++) {
        int twice[2];
        if (i == 0)
            twice[0] = twice[1] = 1;
        out[threadIdx.x] = twice[i % 2]; // expect: uninitialized
    }
}

__global__ void sum_kernel(int *out, const float *in, int n) {
    int sum;
    for (int i = 0; i < n; i++)
        sum += (int)in[i]; // expect: uninitialized
    out[threadIdx.x] = sum;
}

__global__ void last_kernel(int *out, const float *in, int n) {
    int last, i = threadIdx.x;
    if (i < n)
        last = (int)in[i];
    out[i] = last; // expect: uninitialized
}

__global__ void member_kernel(int *out, const float *in) {
    range r;
    r.low = (int)in[0];
    out[threadIdx.x] = r.high - r.low; // expect: uninitialized
}

/* The compiler cannot tell that these are written in time; they are. */
__global__ void written_in_time_kernel(int *out, const float *in, int n) {
    int best, found = 0;
    for (int i = threadIdx.x; i < n; i += 32)
        if (!found || (int)in[i] > best) {
            best = (int)in[i];
            found = 1;
        }
    range r;
    for (int side = 0; side < n; side++)
        (side == 0 ? r.low : r.high) = side;
    out[threadIdx.x] = best + r.low + r.high;
}

int main() {
    int *out;
    float *in;
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMalloc(&in, 64 * sizeof(float));
    cudaMemset(in, 0, 64 * sizeof(float));
    arrays_kernel<<<2, 32>>>(out, in);
    bounds_kernel<<<1, 32>>>(out, 8);
    unwritten_array_kernel<<<1, 32>>>(out, 8);
    loop_kernel<<<1, 32>>>(out, 2);
    sum_kernel<<<1, 32>>>(out, in, 8);
    last_kernel<<<1, 32>>>(out, in, 31);
    member_kernel<<<1, 32>>>(out, in);
    written_in_time_kernel<<<1, 32>>>(out, in, 40);
    cudaDeviceSynchronize();
    cudaFree(out);
    cudaFree(in);
    return 0;
}
