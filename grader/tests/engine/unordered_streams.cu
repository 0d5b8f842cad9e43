// Two streams use the same memory, and nothing orders the two: the later side is marked. A stream's own
// order, or a wait on the host, would be enough; one of these is missing in each case.
#include <cstdio>
#include <cuda_runtime.h>

enum { N = 256 };

__global__ void fill(int *out, int value) { out[threadIdx.x] = value + (int)threadIdx.x; }

__global__ void fill_beside(int *out, int value) {
    out[threadIdx.x] = value + (int)threadIdx.x; // expect: race
}

__global__ void add(const int *in, int *out) {
    out[threadIdx.x] = in[threadIdx.x] + 1; // expect: race
}

__global__ void add_later(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x] + 1; }

__global__ void overwrite_what_is_read(int *out) {
    out[threadIdx.x] = 7; // expect: race
}

__global__ void count(int *counter) { *counter += 1; } // expect: race

__global__ void read_what_is_cleared(const int *in, int *out) {
    out[threadIdx.x] = in[threadIdx.x]; // expect: race
}

__global__ void use_early(int *memory) {
    memory[threadIdx.x] = 1; // expect: race
}

__global__ void last_byte(char *bytes) {
    bytes[N - 1] = 1;
    bytes[N] = 3; // expect: race
}

__global__ void read_before_event(const int *in, int *out) {
    out[threadIdx.x] = in[threadIdx.x]; // expect: race
}

__global__ void read_without_flag(const int *data, volatile int *flag, int *out) {
    if (*flag)
        *out = *data; // expect: race
}

__global__ void raise_flag(int *data, volatile int *flag) {
    *data = 5;
    __threadfence();
    *flag = 1;
}

static cudaStream_t a, b, aside;
static cudaEvent_t event;
static int *x, *y, *z;

static void one_writes_the_other_reads() {
    fill<<<1, N, 0, a>>>(x, 1);
    add<<<1, N, 0, b>>>(x, y);
    cudaDeviceSynchronize();
}

static void both_write() {
    fill<<<1, N, 0, a>>>(x, 2);
    fill_beside<<<1, N, 0, b>>>(x, 3);
    cudaDeviceSynchronize();
    count<<<1, 1, 0, a>>>(z);
    count<<<1, 1, 0, b>>>(z);
    cudaDeviceSynchronize();
}

static void a_read_is_overtaken() {
    add_later<<<1, N, 0, a>>>(x, y);
    fill<<<1, N, 0, b>>>(z, 1); // other memory
    overwrite_what_is_read<<<1, N, 0, b>>>(x);
    cudaDeviceSynchronize();
}

// The second buffer is correct, but the first one is refilled while its kernel may still be reading it.
static void two_buffers_without_an_event() {
    int *pinned;
    cudaMallocHost(&pinned, N * sizeof(int));
    for (int i = 0; i < N; i++)
        pinned[i] = i;
    cudaMemcpyAsync(x, pinned, N * sizeof(int), cudaMemcpyHostToDevice, a);
    cudaEventRecord(event, a);
    cudaStreamWaitEvent(b, event, 0);
    add_later<<<1, N, 0, b>>>(x, y);
    cudaMemcpyAsync(x, pinned, N * sizeof(int), cudaMemcpyHostToDevice, a); // expect: race
    cudaDeviceSynchronize();
    cudaFreeHost(pinned);
}

static void an_event_recorded_too_early() {
    cudaEventRecord(event, a);
    fill<<<1, N, 0, a>>>(x, 4);
    cudaStreamWaitEvent(b, event, 0);
    read_before_event<<<1, N, 0, b>>>(x, y);
    cudaDeviceSynchronize();
}

static void a_stream_that_ignores_the_default_one() {
    cudaMemset(x, 0, N * sizeof(int));
    read_what_is_cleared<<<1, N, 0, aside>>>(x, y);
    cudaDeviceSynchronize();
    fill<<<1, N>>>(x, 5);
    cudaMemcpyAsync(y, x, N * sizeof(int), cudaMemcpyDeviceToDevice, aside); // expect: race
    cudaDeviceSynchronize();
}

static void waits_for_the_wrong_stream() {
    fill<<<1, N, 0, a>>>(x, 6);
    cudaStreamSynchronize(b);
    cudaMemsetAsync(x, 0, N * sizeof(int), b); // expect: race
    cudaDeviceSynchronize();
}

static void memory_of_a_stream() {
    int *memory, *other, *third;
    cudaMallocAsync(&memory, N * sizeof(int), a);
    use_early<<<1, N, 0, b>>>(memory);
    cudaDeviceSynchronize();
    fill<<<1, N, 0, b>>>(memory, 1);
    cudaFreeAsync(memory, a); // expect: race
    cudaDeviceSynchronize();
    cudaMallocAsync(&other, N * sizeof(int), a);
    fill<<<1, N, 0, a>>>(other, 1);
    cudaFree(other); // expect: race
    cudaDeviceSynchronize();
    cudaMallocAsync(&third, N * sizeof(int), a);
    cudaStreamSynchronize(a);
    fill<<<1, N, 0, a>>>(third, 1);
    cudaStreamSynchronize(a);
    cudaFree(third);
}

// Byte by byte: the halves of a word are different memory.
static void one_byte_in_common() {
    cudaMemsetAsync((char *)z + N, 0, N, a);
    last_byte<<<1, 1, 0, b>>>((char *)z);
    cudaDeviceSynchronize();
}

// What is volatile may be watched; it orders nothing without a fence on both sides.
static void a_flag_without_a_fence() {
    cudaMemset(z, 0, 8);
    cudaDeviceSynchronize();
    raise_flag<<<1, 1, 0, a>>>(z, z + 1);
    read_without_flag<<<1, 1, 0, b>>>(z, z + 1, y);
    cudaDeviceSynchronize();
}

int main() {
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaStreamCreateWithFlags(&aside, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaMalloc(&x, N * sizeof(int));
    cudaMalloc(&y, N * sizeof(int));
    cudaMalloc(&z, N * sizeof(int));
    cudaMemset(z, 0, N * sizeof(int));
    one_writes_the_other_reads();
    both_write();
    a_read_is_overtaken();
    two_buffers_without_an_event();
    an_event_recorded_too_early();
    a_stream_that_ignores_the_default_one();
    waits_for_the_wrong_stream();
    memory_of_a_stream();
    one_byte_in_common();
    a_flag_without_a_fence();
    if (cudaGetLastError() != cudaSuccess)
        printf("a call failed\n");
    cudaFree(x);
    cudaFree(y);
    cudaFree(z);
    cudaEventDestroy(event);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaStreamDestroy(aside);
}
