// cuda::atomic and cuda::atomic_ref: counts, signals and locks between threads and blocks, and what happens
// without them. A wrong result is printed.
#include <cstdio>
#include <cuda/atomic>

enum { BLOCKS = 8, THREADS = 64 };

__device__ cuda::atomic<int, cuda::thread_scope_device> arrived;

__global__ void count(int *sum, float *total, unsigned long long *most) {
    cuda::atomic_ref<int, cuda::thread_scope_device> ref(*sum);
    ref.fetch_add(2, cuda::std::memory_order_relaxed);
    ref++;
    cuda::atomic_ref<float> real(*total);
    real += 0.5f;
    cuda::atomic_ref<unsigned long long> largest(*most);
    largest.fetch_max(blockIdx.x * 1000ull + threadIdx.x);
    arrived.fetch_add(1, cuda::memory_order_relaxed);
}

// One thread writes, and signals another block by a flag.
__global__ void signal(int *data, int *flag, int *out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (blockIdx.x == 1) {
        *data = 42;
        ready.store(1, cuda::memory_order_release);
    } else {
        while (ready.load(cuda::memory_order_acquire) == 0)
            ;
        *out = *data;
    }
}

__global__ void signal_without_order(int *data, int *flag, int *out) {
    cuda::atomic_ref<int> ready(*flag);
    if (blockIdx.x == 1) {
        *data = 43;
        ready.store(1, cuda::memory_order_relaxed);
    } else {
        while (ready.load(cuda::memory_order_relaxed) == 0)
            ;
        *out = *data; // expect: race
    }
}

__global__ void with_a_lock(int *lock, int *counter) {
    cuda::atomic_ref<int, cuda::thread_scope_device> mutex(*lock);
    if (threadIdx.x != 0)
        return;
    int expected = 0;
    while (!mutex.compare_exchange_strong(expected, 1, cuda::memory_order_acquire))
        expected = 0;
    *counter += 1;
    mutex.store(0, cuda::memory_order_release);
}

__global__ void atomic_and_plain(int *p) {
    if (threadIdx.x == 0)
        cuda::atomic_ref<int>(*p).fetch_or(4);
    else
        *p += 1; // expect: race
}

__global__ void how_many(int *out) { *out = arrived.load(); }

int main() {
    struct words {
        int sum, data, flag, out, lock, counter;
        float total;
        unsigned long long most;
    } * w;
    cudaMallocManaged(&w, sizeof *w);
    *w = {};
    count<<<BLOCKS, THREADS>>>(&w->sum, &w->total, &w->most);
    how_many<<<1, 1>>>(&w->out);
    cudaDeviceSynchronize();
    if (w->sum != 3 * BLOCKS * THREADS || w->total != BLOCKS * THREADS / 2 || w->most != 7063 ||
        w->out != BLOCKS * THREADS)
        printf("%d %f %llu %d\n", w->sum, w->total, w->most, w->out);
    signal<<<2, 1>>>(&w->data, &w->flag, &w->out);
    with_a_lock<<<BLOCKS, THREADS>>>(&w->lock, &w->counter);
    cudaDeviceSynchronize();
    if (w->out != 42 || w->counter != BLOCKS)
        printf("%d %d\n", w->out, w->counter);
    w->flag = 0;
    signal_without_order<<<2, 1>>>(&w->data, &w->flag, &w->out);
    atomic_and_plain<<<1, 2>>>(&w->data);
    cuda::atomic<int> host(3);
    int seen = 3;
    if (host++ != 3 || host.exchange(9) != 4 || host.compare_exchange_strong(seen, 1) || seen != 9 ||
        host != 9)
        printf("on the host: %d\n", (int)host);
    cudaFree(w);
}
