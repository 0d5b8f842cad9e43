// The host uses memory that it shares with the device, without waiting for pending work there: it reads old
// values. If it does not, something is printed.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define EXPECT(condition)                                                                                    \
    do {                                                                                                     \
        if (!(condition))                                                                                    \
            printf("line %d: " #condition "\n", __LINE__);                                                   \
    } while (0)

enum { N = 256 };

__global__ void fill(int *out, int value) { out[threadIdx.x] = value; }
__global__ void copy(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void add_to_all(int *out) { atomicAdd(&out[threadIdx.x], 1); }

static int *device;
static cudaStream_t stream, other;

static void managed_memory() {
    int *managed, value;
    cudaMallocManaged(&managed, N * sizeof(int));
    for (int i = 0; i < N; i++)
        managed[i] = -1;
    fill<<<1, N>>>(managed, 5);
    value = managed[3]; // expect: race
    EXPECT(value == -1);
    cudaDeviceSynchronize();
    EXPECT(managed[3] == 5 && managed[N - 1] == 5);

    add_to_all<<<1, N>>>(managed);
    add_to_all<<<1, N>>>(managed);
    value = managed[4]; // expect: race
    EXPECT(value == 5);
    cudaDeviceSynchronize();
    EXPECT(managed[4] == 7);

    copy<<<1, N>>>(managed, device);
    managed[5] = 9; // expect: race
    cudaDeviceSynchronize();
    EXPECT(managed[5] == 9);

    fill<<<1, N, 0, stream>>>(managed, 6);
    cudaStreamSynchronize(other);
    EXPECT(managed[6] == 7); // expect: race
    cudaStreamSynchronize(stream);
    EXPECT(managed[6] == 6);

    fill<<<1, N, 0, stream>>>(managed, 8);
    cudaStreamQuery(stream);
    EXPECT(managed[7] == 6); // expect: race
    cudaFree(managed);
}

static void pinned_memory() {
    int *pinned;
    cudaMallocHost(&pinned, N * sizeof(int));
    memset(pinned, 0, N * sizeof(int));
    fill<<<1, N, 0, stream>>>(device, 3);
    cudaMemcpyAsync(pinned, device, N * sizeof(int), cudaMemcpyDeviceToHost, stream);
    EXPECT(pinned[0] == 0); // expect: race
    cudaStreamSynchronize(stream);
    EXPECT(pinned[0] == 3);

    cudaMemcpyAsync(device, pinned, N * sizeof(int), cudaMemcpyHostToDevice, stream);
    memset(pinned, 1, N * sizeof(int)); // expect: race
    cudaStreamSynchronize(stream);

    cudaMemsetAsync(pinned, 0, N * sizeof(int), stream);
    EXPECT(pinned[1] == 0x01010101); // expect: race
    cudaDeviceSynchronize();
    EXPECT(pinned[1] == 0);
    cudaFreeHost(pinned);
}

static void an_event_of_too_little() {
    int *pinned;
    cudaEvent_t event;
    cudaMallocHost(&pinned, 2 * sizeof(int));
    cudaEventCreate(&event);
    pinned[0] = pinned[1] = 0;
    cudaMemcpyAsync(&pinned[0], device, sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaEventRecord(event, stream);
    cudaMemcpyAsync(&pinned[1], device, sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaEventSynchronize(event);
    EXPECT(pinned[0] != 0);
    EXPECT(pinned[1] == 0); // expect: race
    cudaEventDestroy(event);
    cudaFreeHost(pinned);
}

static void registered_memory() {
    int *memory = (int *)malloc(N * sizeof(int)), *mapped;
    memset(memory, 0, N * sizeof(int));
    cudaHostRegister(memory, N * sizeof(int), cudaHostRegisterMapped);
    cudaHostGetDevicePointer(&mapped, memory, 0);
    fill<<<1, N>>>(mapped, 4);
    EXPECT(memory[2] == 0); // expect: race
    cudaDeviceSynchronize();
    EXPECT(memory[2] == 4);
    cudaHostUnregister(memory);
    free(memory);
}

__managed__ int total = 2, list[N];
static __device__ __managed__ volatile int signal_of_host;
__device__ int behind;

__global__ void add_to_total(int value) { total += value; }
__global__ void fill_list(int value) { list[threadIdx.x] = value; }
__global__ void wait_for_signal(int value) {
    behind = value;
    signal_of_host = value;
}

static void managed_variables() {
    EXPECT(total == 2);
    total = 3;
    add_to_total<<<1, 1>>>(4);
    EXPECT(total == 3); // expect: race
    cudaDeviceSynchronize();
    EXPECT(total == 7);

    fill_list<<<1, N, 0, stream>>>(6);
    list[9] = 1; // expect: race
    cudaStreamSynchronize(other);
    EXPECT(list[8] == 0); // expect: race
    cudaStreamSynchronize(stream);
    EXPECT(list[8] == 6);
    list[8] = 7;

    fill_list<<<1, N, 0, stream>>>(8);
    total = 1;
    cudaStreamSynchronize(stream);
    EXPECT(total == 1 && list[8] == 8);

    int *shown;
    cudaGetSymbolAddress((void **)&shown, list);
    cudaMemsetAsync(shown, 0, sizeof list, stream);
    EXPECT(list[2] == 8); // expect: race
    cudaDeviceSynchronize();
    EXPECT(list[2] == 0);

    wait_for_signal<<<1, 1>>>(5);
    while (signal_of_host != 5)
        continue;
    cudaDeviceSynchronize();

    cudaPointerAttributes attributes;
    EXPECT(cudaPointerGetAttributes(&attributes, &total) == cudaSuccess);
    EXPECT(attributes.type == cudaMemoryTypeManaged && attributes.hostPointer == &total);
}

int main() {
    cudaStreamCreate(&stream);
    cudaStreamCreate(&other);
    cudaMalloc(&device, N * sizeof(int));
    managed_memory();
    pinned_memory();
    an_event_of_too_little();
    registered_memory();
    managed_variables();
    cudaFree(device);
    cudaStreamDestroy(stream);
    cudaStreamDestroy(other);
}
