// Bad addresses, as students make them: one past the end, a forgotten guard, the wrong pointer.
#include "mistakes.h"

enum { T = 128, TILE = 16, RADIUS = 2 };

// case map_one_past: a guard that lets one too many through
MISTAKE(map_one_past) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (FIXED ? i < n : i <= n)
        out[i] = in[i] * 2; // expect: out_of_bounds
}

// case map_no_guard: more threads than elements
MISTAKE(map_no_guard) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (FIXED && i >= n)
        return;
    out[i] = in[i] + 1; // expect: out_of_bounds
}

// case stencil_left: the first element has no left neighbour
MISTAKE(stencil_left) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] - (FIXED && i == 0 ? 0 : in[i - 1]); // expect: out_of_bounds
}

// case stencil_right: nor the last a right one
MISTAKE(stencil_right) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] - (FIXED && i == n - 1 ? 0 : in[i + 1]); // expect: out_of_bounds
}

// case transpose_pitch: rows and columns mixed up in a matrix that is not square
MISTAKE(transpose_pitch) {
    enum { WIDTH = 40, HEIGHT = 25 };
    int x = threadIdx.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x < HEIGHT && y < WIDTH)
        out[y * HEIGHT + x] = in[FIXED ? x * WIDTH + y : y * WIDTH + x]; // expect: out_of_bounds
}

// case grid_stride: the loop asks for the start of a step, not for each element
MISTAKE(grid_stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x, sum = 0;
    for (int k = 0; k < n; k += stride)
        if (!FIXED || k + i < n)
            sum += in[k + i]; // expect: out_of_bounds
    out[i] = sum;
}

// case reduce_first_add: the second element of each thread does not exist
MISTAKE(reduce_first_add) {
    __shared__ int s[T];
    int i = blockIdx.x * 2 * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i < n ? in[i] : 0;
    if (FIXED ? i + blockDim.x < n : i < n)
        s[threadIdx.x] += in[i + blockDim.x]; // expect: out_of_bounds
    __syncthreads();
    out[i] = s[threadIdx.x];
}

// case reduce_unrolled: four elements a thread, one guard
MISTAKE(reduce_unrolled) {
    int i = blockIdx.x * 4 * blockDim.x + threadIdx.x, sum = 0;
    for (int k = 0; k < 4; k++)
        if (FIXED ? i + k * blockDim.x < n : i < n)
            sum += in[i + k * blockDim.x]; // expect: out_of_bounds
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// case histogram_value: a value that is no bin
MISTAKE(histogram_value) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, bins = 100;
    if (i < n) {
        int bin = FIXED ? in[i] % bins : in[i];
        atomicAdd(&out[SPARE - bins + bin], 1); // expect: out_of_bounds
    }
}

// case histogram_negative: a difference can be negative
MISTAKE(histogram_negative) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n) {
        int bin = in[i + 1] - in[i];
        atomicAdd(&out[FIXED && bin < 0 ? -bin : bin], 1); // expect: out_of_bounds
    }
}

// case histogram_shared_bins: as many bins as the largest value
MISTAKE(histogram_shared_bins) {
    __shared__ int bins[100 + FIXED];
    for (int b = threadIdx.x; b < 100 + FIXED; b += blockDim.x)
        bins[b] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[in[i]], 1); // expect: out_of_bounds
    __syncthreads();
    for (int b = threadIdx.x; b < 100 + FIXED; b += blockDim.x)
        atomicAdd(&out[b], bins[b]);
}

// case product_edge: a tile reaches past the matrix
MISTAKE(product_edge) {
    enum { WIDTH = 40, HEIGHT = 25 };
    __shared__ int tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    bool inside = x < WIDTH && y < HEIGHT;
    tile[threadIdx.y][threadIdx.x] = !FIXED || inside ? in[y * WIDTH + x] : 0; // expect: out_of_bounds
    __syncthreads();
    if (inside)
        out[y * WIDTH + x] = tile[threadIdx.y][threadIdx.x];
}

// case shared_total: the total has no place of its own
MISTAKE(shared_total) {
    __shared__ int s[T + FIXED], other[T];
    int t = threadIdx.x;
    s[t] = in[t];
    other[t] = 0;
    __syncthreads();
    if (t == 0)
        s[T] = s[T - 1] + 1; // expect: out_of_bounds
    __syncthreads();
    out[t] = s[t] + other[t];
}

// case shared_halo: room for one halo, and two are written
MISTAKE(shared_halo) {
    __shared__ int s[T + (FIXED ? 2 : 1) * RADIUS], weights[2 * RADIUS + 1];
    int t = threadIdx.x;
    s[t + RADIUS] = in[t + RADIUS];
    if (t < RADIUS) {
        s[t] = in[t];
        s[t + T + RADIUS] = in[t + T + RADIUS]; // expect: out_of_bounds
    }
    if (t <= 2 * RADIUS)
        weights[t] = 1;
    __syncthreads();
    out[t] = s[t] * weights[0];
}

// case dynamic_size: the launch gives fewer bytes than the kernel uses
MISTAKE(dynamic_size) {
    extern __shared__ int pool[];
    int t = threadIdx.x;
    if (!FIXED || t < T / 2)
        pool[t] = in[t]; // expect: out_of_bounds
    __syncthreads();
    out[t] = pool[t % (T / 2)];
}

// case dynamic_parts: the second array begins where its bytes were counted as numbers
MISTAKE(dynamic_parts) {
    extern __shared__ int pool[];
    int t = threadIdx.x;
    int *first = pool, *second = pool + (FIXED ? T : T * sizeof(int));
    first[t] = in[t];
    second[t] = in[t + T]; // expect: out_of_bounds
    __syncthreads();
    out[t] = first[T - 1 - t];
}

// case scan_shared: two elements a thread, one place each
MISTAKE(scan_shared) {
    __shared__ int s[FIXED ? 2 * T : T], sums[T];
    int t = threadIdx.x;
    s[2 * t] = in[2 * t];         // expect: out_of_bounds
    s[2 * t + 1] = in[2 * t + 1]; // expect: out_of_bounds
    sums[t] = 0;
    __syncthreads();
    out[t] = s[t] + sums[t];
}

// case scan_distance: the distance reaches before the array
MISTAKE(scan_distance) {
    __shared__ int first[32], s[T];
    int t = threadIdx.x;
    if (t < 32)
        first[t] = 0;
    s[t] = in[t];
    __syncthreads();
    int before = FIXED ? t > 0 ? s[t - 1] : 0 : s[t - 1]; // expect: out_of_bounds
    __syncthreads();
    out[t] = before + first[t % 32];
}

// case window_local: a window has 2 r + 1 elements
MISTAKE(window_local) {
    int window[2 * RADIUS + FIXED], sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++)
        window[k + RADIUS] = in[threadIdx.x + RADIUS + k]; // expect: out_of_bounds
    for (int k = 0; k < 2 * RADIUS; k++)
        sum += window[k];
    out[threadIdx.x] = sum;
}

// case local_beside: a[8] of an int a[8] is not b[0]
MISTAKE(local_beside) {
    int a[8], b[8];
    for (int i = 0; i < 8; i++)
        a[i] = b[i] = in[threadIdx.x + i];
    int sum = 0;
    for (int i = 0; i < (FIXED ? 8 : n % 7 + 3); i++)
        sum += a[i]; // expect: out_of_bounds
    out[threadIdx.x] = sum + b[0];
}

// case local_sort: the hole runs past the beginning
MISTAKE(local_sort) {
    int a[6];
    for (int i = 0; i < 6; i++)
        a[i] = in[6 * threadIdx.x + 5 - i] * (6 - i);
    for (int i = 1; i < 6; i++) {
        int value = a[i], k = i - 1;
        while ((!FIXED || k >= 0) && a[k] > value) { // expect: out_of_bounds
            a[k + 1] = a[k];
            if (--k < -4)
                break;
        }
        a[k + 1] = value; // expect: out_of_bounds
    }
    out[threadIdx.x] = a[0] + a[5];
}

// case local_bins: digits up to ten
MISTAKE(local_bins) {
    int digits[10] = {0};
    for (int i = 0; i < 8; i++)
        digits[in[threadIdx.x + i] / (FIXED ? 11 : 10)]++; // expect: out_of_bounds
    out[threadIdx.x] = digits[0];
}

// case padded_tile: the padded column is read where there is no row
MISTAKE(padded_tile) {
    __shared__ int tile[TILE][TILE + 1], sums[TILE];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * TILE + x];
    sums[y] = 0;
    __syncthreads();
    out[y * TILE + x] = tile[FIXED ? y : y + 1][x] + sums[y]; // expect: out_of_bounds
}

// case vector_load: four numbers at once, from an address of one
MISTAKE(vector_load) {
    int i = threadIdx.x;
    int4 v = *reinterpret_cast<const int4 *>(in + 4 * i + (FIXED ? 0 : 1)); // expect: misaligned
    out[i] = v.x + v.y + v.z + v.w;
}

// case bytes_as_number: a number read from the middle of a text
MISTAKE(bytes_as_number) {
    const char *text = reinterpret_cast<const char *>(in) + (FIXED ? 4 : 3) * threadIdx.x;
    out[threadIdx.x] = *reinterpret_cast<const int *>(text); // expect: misaligned
}

// case doubles_after_ints: doubles begin after an odd number of ints
MISTAKE(doubles_after_ints) {
    extern __shared__ int pool[];
    double *values = reinterpret_cast<double *>(pool + (FIXED ? 4 : 3));
    values[threadIdx.x] = in[threadIdx.x]; // expect: misaligned
    __syncthreads();
    out[threadIdx.x] = FIXED ? (int)values[threadIdx.x] : 0;
}

// case search_end: a search that looks at the end itself
MISTAKE(search_end) {
    int low = 0, high = n, wanted = threadIdx.x == 0 ? 5000 : threadIdx.x % 50;
    while (FIXED ? low < high : low <= high) {
        int middle = (low + high) / 2;
        if (in[middle] + middle < wanted) // expect: out_of_bounds
            low = middle + 1;
        else if (FIXED)
            high = middle;
        else
            high = middle - 1;
    }
    out[threadIdx.x] = low;
}

// case unsigned_below_zero: one less than an unsigned zero is far away
MISTAKE(unsigned_below_zero) {
    unsigned i = threadIdx.x;
    out[i] = in[FIXED && i == 0 ? 0 : i - 1]; // expect: out_of_bounds
}

// case list_end: the end of a list is followed
MISTAKE(list_end) {
    __shared__ int next[T];
    next[threadIdx.x] = threadIdx.x == 0 ? -1 : threadIdx.x - 1;
    __syncthreads();
    int at = threadIdx.x;
    for (int i = 0; i < 4; i++)
        if (!FIXED || at >= 0)
            at = next[at]; // expect: out_of_bounds
    out[threadIdx.x] = at;
}

// case table_of_constants: a constant table is one short
__constant__ int table[4] = {1, 2, 4, 8};
MISTAKE(table_of_constants) {
    out[threadIdx.x] = table[FIXED ? threadIdx.x % 4 : threadIdx.x % 5]; // expect: out_of_bounds
}

// case table_of_the_device: so is a table of the device
__device__ int counters[8];
MISTAKE(table_of_the_device) {
    atomicAdd(&counters[FIXED ? in[threadIdx.x] % 8 : threadIdx.x % 9], 1); // expect: out_of_bounds
    out[threadIdx.x] = 1;
}

// case freed_too_early: the result is freed before it is used again
template <bool FIXED> __global__ void add_to_freed(int *data) {
    data[threadIdx.x] += 1; // expect: use_after_free
}
template <bool FIXED> void freed_too_early() {
    int *data;
    cudaMalloc(&data, T * sizeof(int));
    cudaMemset(data, 0, T * sizeof(int));
    if (!FIXED)
        cudaFree(data);
    add_to_freed<FIXED><<<1, T>>>(data);
    cudaDeviceSynchronize();
    if (FIXED)
        cudaFree(data);
}

// case host_array: the host's array is passed to the kernel
template <bool FIXED> __global__ void add_to_host(int *data) {
    data[threadIdx.x] += 1; // expect: host_pointer
}
template <bool FIXED> void host_array() {
    int *host = (int *)calloc(T, sizeof(int)), *device;
    cudaMalloc(&device, T * sizeof(int));
    cudaMemcpy(device, host, T * sizeof(int), cudaMemcpyHostToDevice);
    add_to_host<FIXED><<<1, T>>>(FIXED ? device : host);
    cudaDeviceSynchronize();
    cudaFree(device);
    free(host);
}

// case host_pointer_in_class: a class with a pointer is copied, what it points to is not
struct vector_of_host {
    int *values;
    int count;
};
template <bool FIXED> __global__ void sum_of_vector(vector_of_host v, int *out) {
    if (threadIdx.x < v.count)
        out[threadIdx.x] = v.values[threadIdx.x]; // expect: host_pointer
}
template <bool FIXED> void host_pointer_in_class() {
    static int host[T];
    int *device, *out;
    cudaMalloc(&device, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    vector_of_host v = {FIXED ? device : host, T};
    sum_of_vector<FIXED><<<1, T>>>(v, out);
    cudaDeviceSynchronize();
    cudaFree(device);
    cudaFree(out);
}

// case bytes_for_elements: as many bytes as there should be elements
template <bool FIXED> __global__ void fill(int *data) {
    data[threadIdx.x] = threadIdx.x; // expect: out_of_bounds
}
template <bool FIXED> void bytes_for_elements() {
    int *data;
    cudaMalloc(&data, FIXED ? T * sizeof(int) : T);
    fill<FIXED><<<1, T>>>(data);
    cudaDeviceSynchronize();
    cudaFree(data);
}

// case swapped_arguments: input and output mixed up, and the output is the smaller one
template <bool FIXED> __global__ void copy_of(int *to, const int *from, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = from[i / 4]; // expect: out_of_bounds
}
template <bool FIXED> void swapped_arguments() {
    int *small, *large;
    cudaMalloc(&small, T * sizeof(int));
    cudaMalloc(&large, 4 * T * sizeof(int));
    cudaMemset(small, 0, T * sizeof(int));
    cudaMemset(large, 0, 4 * T * sizeof(int));
    copy_of<FIXED><<<4, T>>>(FIXED ? large : small, FIXED ? small : large, 4 * T);
    cudaDeviceSynchronize();
    cudaFree(small);
    cudaFree(large);
}

// case not_allocated: the allocation failed, and the error is ignored
template <bool FIXED> __global__ void store_to(int *data) {
    data[threadIdx.x] = 1; // expect: out_of_bounds
}
template <bool FIXED> void not_allocated() {
    int *data = nullptr;
    if (cudaMalloc(&data, FIXED ? T * sizeof(int) : (size_t)1 << 60) != cudaSuccess)
        data = nullptr;
    cudaGetLastError();
    store_to<FIXED><<<1, T>>>(data);
    cudaDeviceSynchronize();
    cudaFree(data);
}

static const struct mistake all[] = {
    KERNEL(map_one_past, 8, T),
    KERNEL(map_no_guard, 8, T),
    KERNEL(stencil_left, 8, T),
    KERNEL(stencil_right, 8, T),
    KERNEL(transpose_pitch, dim3(1, 3), dim3(32, 16)),
    KERNEL(grid_stride, 3, T),
    KERNEL(reduce_first_add, 4, T),
    KERNEL(reduce_unrolled, 3, T),
    KERNEL(histogram_value, 8, T),
    KERNEL(histogram_negative, 8, T),
    KERNEL(histogram_shared_bins, 8, T),
    KERNEL(product_edge, dim3(3, 2), dim3(TILE, TILE)),
    KERNEL(shared_total, 1, T),
    KERNEL(shared_halo, 1, T),
    KERNEL_WITH(dynamic_size, 1, T, T / 2 * sizeof(int)),
    KERNEL_WITH(dynamic_parts, 1, T, 2 * T * sizeof(int)),
    KERNEL(scan_shared, 1, T),
    KERNEL(scan_distance, 1, T),
    KERNEL(window_local, 1, T),
    KERNEL(local_beside, 1, T),
    KERNEL(local_sort, 1, T),
    KERNEL(local_bins, 1, T),
    KERNEL(padded_tile, 1, dim3(TILE, TILE)),
    KERNEL(vector_load, 1, T),
    KERNEL(bytes_as_number, 1, T),
    KERNEL_WITH(doubles_after_ints, 1, 32, 2 * T * sizeof(int)),
    KERNEL(search_end, 1, T),
    KERNEL(unsigned_below_zero, 1, T),
    KERNEL(list_end, 1, T),
    KERNEL(table_of_constants, 1, T),
    KERNEL(table_of_the_device, 1, T),
    PROGRAM(freed_too_early),
    PROGRAM(host_array),
    PROGRAM(host_pointer_in_class),
    PROGRAM(bytes_for_elements),
    PROGRAM(swapped_arguments),
    PROGRAM(not_allocated),
};

int main(int argc, char **argv) { return run_mistakes(all, sizeof all / sizeof *all, argc, argv); }
