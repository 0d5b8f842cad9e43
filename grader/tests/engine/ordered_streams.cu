// Streams, events and waiting, all correct: nothing is reported, and every result is right.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <thread>
#include <vector>

#define EXPECT(condition)                                                                                    \
    do {                                                                                                     \
        if (!(condition))                                                                                    \
            printf("line %d: " #condition "\n", __LINE__);                                                   \
    } while (0)

enum { N = 256, CHUNKS = 8, BYTES = N * sizeof(int) };

__global__ void fill(int *out, int value) { out[threadIdx.x] = value; }
__global__ void copy(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void twice(int *data, int n) {
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        data[i] *= 2;
}
__global__ void twice_bytes(char *data, int n) {
    if ((int)threadIdx.x < n)
        data[threadIdx.x] *= 2;
}
__global__ void count(int *counter) { atomicAdd(counter, 1); }
__global__ void raise_system_flag(int *data, volatile int *flag) {
    *data = 42;
    __threadfence_system();
    *flag = 1;
}
__global__ void publish(int *data, volatile int *flag) {
    *data = 43;
    __threadfence();
    *flag = 1;
}
__global__ void consume(const int *data, volatile int *flag, int *out) {
    while (*flag == 0)
        ;
    __threadfence();
    *out = *data;
}

static cudaStream_t a, b, c, aside;
static cudaEvent_t event, second;
static int *x, *y, *z, *pinned, *managed;

static void clear_all() {
    cudaMemset(x, 0, BYTES);
    cudaMemset(y, 0, BYTES);
    cudaMemset(z, 0, BYTES);
    cudaDeviceSynchronize();
    memset(pinned, 0, BYTES);
    memset(managed, 0, BYTES);
}

static void one_stream_orders_itself() {
    fill<<<1, N, 0, a>>>(x, 1);
    copy<<<1, N, 0, a>>>(x, y);
    cudaMemsetAsync(x, 0, BYTES, a);
    cudaMemcpyAsync(pinned, y, BYTES, cudaMemcpyDeviceToHost, a);
    cudaStreamSynchronize(a);
    EXPECT(pinned[N - 1] == 1);
}

static void an_event_between_two_streams() {
    fill<<<1, N, 0, a>>>(x, 2);
    cudaEventRecord(event, a);
    cudaStreamWaitEvent(b, event, 0);
    copy<<<1, N, 0, b>>>(x, y);
    cudaStreamSynchronize(b);
    cudaMemcpy(pinned, y, BYTES, cudaMemcpyDeviceToHost);
    EXPECT(pinned[0] == 2);
}

static void events_in_a_chain_of_three() {
    fill<<<1, N, 0, a>>>(x, 3);
    cudaEventRecord(event, a);
    cudaStreamWaitEvent(b, event, 0);
    copy<<<1, N, 0, b>>>(x, y);
    cudaEventRecord(second, b);
    cudaStreamWaitEvent(c, second, 0);
    fill<<<1, N, 0, c>>>(x, 4); // after both, though it waits only for b
    cudaEventSynchronize(second);
    cudaStreamSynchronize(c);
}

static void fork_and_join() {
    fill<<<1, N, 0, a>>>(x, 5);
    cudaEventRecord(event, a);
    cudaStreamWaitEvent(b, event, 0);
    cudaStreamWaitEvent(c, event, 0);
    copy<<<1, N, 0, b>>>(x, y);
    copy<<<1, N, 0, c>>>(x, z); // two streams read the same
    cudaEventRecord(event, b);
    cudaEventRecord(second, c);
    cudaStreamWaitEvent(a, event, 0);
    cudaStreamWaitEvent(a, second, 0);
    fill<<<1, N, 0, a>>>(x, 6);
    cudaStreamSynchronize(a);
}

static void the_default_stream_waits_for_blocking_ones() {
    fill<<<1, N, 0, a>>>(x, 7);
    fill<<<1, N, 0, b>>>(y, 7);
    copy<<<1, N>>>(x, y);
    copy<<<1, N, 0, b>>>(y, z);
    cudaMemcpy(pinned, z, BYTES, cudaMemcpyDeviceToHost);
    EXPECT(pinned[5] == 7);
}

static void a_stream_between_two_launches_in_the_default_one() {
    fill<<<1, N>>>(x, 8);
    copy<<<1, N, 0, a>>>(x, y);
    fill<<<1, N>>>(x, 9);
    fill<<<1, N, 0, cudaStreamPerThread>>>(x, 10); // a blocking stream, too
    cudaDeviceSynchronize();
}

static void a_stream_aside_with_events() {
    cudaMemset(x, 0, BYTES);
    cudaEventRecord(event, 0);
    cudaStreamWaitEvent(aside, event, 0);
    copy<<<1, N, 0, aside>>>(x, y);
    cudaEventRecord(event, aside);
    cudaStreamWaitEvent(0, event, 0);
    fill<<<1, N>>>(x, 3);
    cudaDeviceSynchronize();
}

static void a_stream_aside_after_waiting() {
    fill<<<1, N>>>(x, 4);
    cudaStreamSynchronize(0);
    copy<<<1, N, 0, aside>>>(x, y);
    cudaStreamSynchronize(aside);
    cudaMemcpy(x, pinned, BYTES, cudaMemcpyHostToDevice); // waits until it has arrived
    copy<<<1, N, 0, aside>>>(x, y);
    cudaDeviceSynchronize();
}

static void chunks_in_streams_of_their_own() {
    int *big;
    cudaStream_t stream[CHUNKS];
    std::vector<int> pageable(CHUNKS * N, 3);
    cudaMalloc(&big, CHUNKS * BYTES);
    for (int i = 0; i < CHUNKS; i++) {
        cudaStreamCreate(&stream[i]);
        cudaMemcpyAsync(big + i * N, &pageable[(size_t)i * N], BYTES, cudaMemcpyHostToDevice, stream[i]);
        twice<<<1, N, 0, stream[i]>>>(big + i * N, N);
        cudaMemcpyAsync(&pageable[(size_t)i * N], big + i * N, BYTES, cudaMemcpyDeviceToHost, stream[i]);
    }
    cudaDeviceSynchronize();
    for (int value : pageable)
        EXPECT(value == 6);
    for (int i = 0; i < CHUNKS; i++)
        cudaStreamDestroy(stream[i]);
    cudaFree(big);
}

// Chunks that share a word, but no byte.
static void chunks_of_odd_size() {
    char *bytes = (char *)x;
    cudaMemset(bytes, 1, 4 * 33);
    cudaStreamSynchronize(0);
    for (int i = 0; i < 4; i++)
        twice_bytes<<<1, 64, 0, i % 2 ? a : b>>>(bytes + 33 * i, 33);
    cudaDeviceSynchronize();
    cudaMemcpy2DAsync(y, 64, x, 64, 31, 4, cudaMemcpyDeviceToDevice, a);
    cudaMemcpy2DAsync((char *)y + 31, 64, (char *)x + 31, 64, 33, 4, cudaMemcpyDeviceToDevice, b);
    cudaDeviceSynchronize();
}

static void two_buffers_with_events() {
    int *buffer[2] = {x, y}, *staged;
    cudaEvent_t filled[2], used[2];
    cudaMallocHost(&staged, 6 * BYTES);
    for (int i = 0; i < 6 * N; i++)
        staged[i] = i;
    for (int i = 0; i < 2; i++) {
        cudaEventCreateWithFlags(&filled[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&used[i], cudaEventDisableTiming);
    }
    for (int round = 0; round < 6; round++) {
        const int i = round % 2;
        cudaStreamWaitEvent(a, used[i], 0); // never recorded in the first two rounds
        cudaMemcpyAsync(buffer[i], staged + round * N, BYTES, cudaMemcpyHostToDevice, a);
        cudaEventRecord(filled[i], a);
        cudaStreamWaitEvent(b, filled[i], 0);
        twice<<<1, N, 0, b>>>(buffer[i], N);
        cudaMemcpyAsync(staged + round * N, buffer[i], BYTES, cudaMemcpyDeviceToHost, b);
        cudaEventRecord(used[i], b);
    }
    cudaStreamSynchronize(b);
    EXPECT(staged[6 * N - 1] == 2 * (6 * N - 1));
    for (int i = 0; i < 2; i++) {
        cudaEventDestroy(filled[i]);
        cudaEventDestroy(used[i]);
    }
    cudaFreeHost(staged);
}

static void pageable_memory_is_staged() {
    int host[N];
    for (int i = 0; i < N; i++)
        host[i] = i;
    cudaMemcpyAsync(x, host, BYTES, cudaMemcpyHostToDevice, a);
    memset(host, 0, BYTES);
    cudaMemcpyAsync(host, x, BYTES, cudaMemcpyDeviceToHost, a);
    cudaStreamSynchronize(a);
    EXPECT(host[9] == 9);
}

static void copies_wait_for_launches() {
    int value;
    fill<<<1, N>>>(managed, 12);
    cudaMemcpy(&value, managed + 3, sizeof value, cudaMemcpyDefault);
    EXPECT(value == 12 && managed[4] == 12);
    fill<<<1, N, 0, a>>>(pinned, 13);
    cudaMemcpy(&value, x, sizeof value, cudaMemcpyDeviceToHost); // in the default stream: waits for a, too
    EXPECT(pinned[4] == 13);
}

static void managed_memory_by_halves() {
    fill<<<1, N / 2>>>(managed, 14);
    for (int i = N / 2; i < N; i++)
        managed[i] = 15; // the other half
    cudaDeviceSynchronize();
    EXPECT(managed[0] == 14 && managed[N / 2 - 1] == 14 && managed[N / 2] == 15 && managed[N - 1] == 15);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < N; i++)
            managed[i]++;
        twice<<<1, N>>>(managed, N);
        cudaDeviceSynchronize();
    }
    EXPECT(managed[0] == ((14 + 1) * 2 + 1) * 4 + 2);
}

static void both_read_managed_memory() {
    copy<<<1, N>>>(managed, x);
    EXPECT(managed[0] == 126);
    copy<<<1, N, 0, aside>>>(managed, y);
    cudaDeviceSynchronize();
}

static void memory_of_a_stream() {
    int *memory;
    cudaMallocAsync(&memory, BYTES, a);
    fill<<<1, N, 0, a>>>(memory, 1);
    cudaEventRecord(event, a);
    cudaStreamWaitEvent(b, event, 0);
    copy<<<1, N, 0, b>>>(memory, y);
    cudaFreeAsync(memory, b);
    cudaMallocAsync(&memory, BYTES, a);
    cudaStreamSynchronize(a);
    fill<<<1, N, 0, c>>>(memory, 2);
    cudaStreamSynchronize(c);
    cudaFree(memory);
}

static void freed_while_a_kernel_runs() {
    int *memory;
    cudaMalloc(&memory, BYTES);
    fill<<<1, N, 0, aside>>>(memory, 1);
    cudaFree(memory); // waits
}

struct sum {
    int total;
    const int *from;
};
static void add_up(void *data) {
    sum *s = (sum *)data;
    for (int i = 0; i < N; i++)
        s->total += s->from[i];
}

static void a_callback_behind_its_copy() {
    sum s = {0, pinned};
    fill<<<1, N, 0, a>>>(x, 2);
    cudaMemcpyAsync(pinned, x, BYTES, cudaMemcpyDeviceToHost, a);
    cudaLaunchHostFunc(a, add_up, &s);
    cudaMemsetAsync(pinned, 0, BYTES, a);
    cudaStreamSynchronize(a);
    EXPECT(s.total == 2 * N && pinned[0] == 0);
}

// The callback signals another thread, which uses the result.
static std::atomic<bool> told;
static void tell(void *) { told = true; }

static void a_thread_waits_for_a_callback() {
    told = false;
    std::thread reader([] {
        while (!told)
            std::this_thread::yield();
        EXPECT(pinned[8] == 33);
        pinned[8] = 0;
    });
    fill<<<1, N, 0, a>>>(x, 33);
    cudaMemcpyAsync(pinned, x, BYTES, cudaMemcpyDeviceToHost, a);
    cudaLaunchHostFunc(a, tell, NULL);
    reader.join();
}

// Both sides add to one word at the same time, and the host's loop begins with a guess.
static void atomics_of_both_sides() {
    managed[0] = managed[1] = 0;
    count<<<1, 32>>>(managed);
    count<<<1, 32>>>(managed + 1);
    for (int i = 0; i < 10; i++) {
        int expected;
        __sync_fetch_and_add(&managed[0], 1);
        do {
            expected = managed[1];
        } while (!__sync_bool_compare_and_swap(&managed[1], expected, expected + 1));
    }
    cudaDeviceSynchronize();
    EXPECT(managed[0] == 42 && managed[1] == 42);
}

static void asks_until_it_is_done() {
    fill<<<1, N, 0, a>>>(pinned, 21);
    cudaEventRecord(event, a);
    int asked = 0;
    while (cudaStreamQuery(a) == cudaErrorNotReady)
        asked++;
    EXPECT(asked == 1 && pinned[7] == 21);
    fill<<<1, N, 0, a>>>(pinned, 22);
    cudaEventRecord(event, a);
    while (cudaEventQuery(event) == cudaErrorNotReady)
        ;
    EXPECT(pinned[7] == 22 && cudaStreamQuery(a) == cudaSuccess && cudaGetLastError() == cudaSuccess);
}

static void counters_of_two_streams() {
    count<<<1, 32, 0, a>>>(z);
    count<<<1, 32, 0, b>>>(z);
    fill<<<1, 32, 0, a>>>(x, 1); // the same value by both
    fill<<<1, 32, 0, b>>>(x, 1);
    cudaDeviceSynchronize();
}

static void the_same_bytes_by_both() {
    int host[N] = {1, 2, 3};
    cudaMemcpyAsync(x, host, BYTES, cudaMemcpyHostToDevice, a);
    cudaMemcpyAsync(x, host, BYTES, cudaMemcpyHostToDevice, b);
    cudaMemsetAsync(y, 3, BYTES, a);
    cudaMemsetAsync(y, 3, BYTES, b);
    cudaDeviceSynchronize();
}

static void the_host_polls_a_flag() {
    volatile int *flag = pinned + 1;
    pinned[0] = pinned[1] = 0;
    raise_system_flag<<<1, 1, 0, aside>>>(pinned, flag);
    while (*flag == 0)
        ;
    EXPECT(pinned[0] == 42);
    std::atomic<int> *atomic = (std::atomic<int> *)(pinned + 2);
    pinned[0] = pinned[2] = 0;
    raise_system_flag<<<1, 1, 0, aside>>>(pinned, pinned + 2);
    while (atomic->load() == 0)
        ;
    EXPECT(pinned[0] == 42);
    cudaDeviceSynchronize();
}

static void a_kernel_polls_a_flag_of_another() {
    cudaMemset(z, 0, BYTES);
    cudaDeviceSynchronize();
    publish<<<1, 1, 0, a>>>(z, z + 1);
    consume<<<1, 1, 0, b>>>(z, z + 1, z + 2);
    cudaDeviceSynchronize();
    cudaMemcpy(pinned, z, BYTES, cudaMemcpyDeviceToHost);
    EXPECT(pinned[2] == 43);
}

// A thread may use another's stream after that thread has been joined.
static void threads_with_a_stream_each() {
    auto work = [](int *memory, int value) {
        cudaStream_t own;
        cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
        for (int i = 0; i < 10; i++) {
            fill<<<1, N, 0, own>>>(memory, value + i);
            twice<<<1, N, 0, own>>>(memory, N);
        }
        cudaStreamSynchronize(own);
        cudaStreamDestroy(own);
    };
    std::thread one(work, x, 1), two(work, y, 2);
    one.join();
    two.join();
    copy<<<1, N>>>(x, z);
    cudaDeviceSynchronize();
}

static void registered_memory() {
    int *memory = (int *)malloc(BYTES);
    memset(memory, 0, BYTES);
    cudaHostRegister(memory, BYTES, cudaHostRegisterDefault);
    fill<<<1, N, 0, a>>>(memory, 31);
    cudaStreamSynchronize(a);
    EXPECT(memory[N - 1] == 31);
    memory[0] = 1;
    cudaMemcpyAsync(x, memory, BYTES, cudaMemcpyHostToDevice, a);
    cudaHostUnregister(memory);
    free(memory);
}

static void many_streams_one_after_the_other() {
    for (int i = 0; i < 100; i++) {
        cudaStream_t stream;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        twice<<<1, N, 0, stream>>>(x, N);
        cudaStreamSynchronize(stream);
        cudaStreamDestroy(stream);
    }
}

int main() {
    void (*const cases[])() = {one_stream_orders_itself,
                               an_event_between_two_streams,
                               events_in_a_chain_of_three,
                               fork_and_join,
                               the_default_stream_waits_for_blocking_ones,
                               a_stream_between_two_launches_in_the_default_one,
                               a_stream_aside_with_events,
                               a_stream_aside_after_waiting,
                               chunks_in_streams_of_their_own,
                               chunks_of_odd_size,
                               two_buffers_with_events,
                               pageable_memory_is_staged,
                               copies_wait_for_launches,
                               managed_memory_by_halves,
                               both_read_managed_memory,
                               memory_of_a_stream,
                               freed_while_a_kernel_runs,
                               a_callback_behind_its_copy,
                               a_thread_waits_for_a_callback,
                               atomics_of_both_sides,
                               asks_until_it_is_done,
                               counters_of_two_streams,
                               the_same_bytes_by_both,
                               the_host_polls_a_flag,
                               a_kernel_polls_a_flag_of_another,
                               threads_with_a_stream_each,
                               registered_memory,
                               many_streams_one_after_the_other};
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaStreamCreateWithPriority(&c, cudaStreamDefault, 0);
    cudaStreamCreateWithFlags(&aside, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&second, cudaEventDisableTiming);
    cudaMalloc(&x, BYTES);
    cudaMalloc(&y, BYTES);
    cudaMalloc(&z, BYTES);
    cudaMallocHost(&pinned, BYTES);
    cudaMallocManaged(&managed, BYTES);
    clear_all();
    for (void (*run)() : cases) {
        run();
        cudaDeviceSynchronize();
    }
    EXPECT(cudaGetLastError() == cudaSuccess);
    cudaFree(x);
    cudaFree(y);
    cudaFree(z);
    cudaFreeHost(pinned);
    cudaFree(managed);
    cudaEventDestroy(event);
    cudaEventDestroy(second);
    for (cudaStream_t stream : {a, b, c, aside})
        cudaStreamDestroy(stream);
}
