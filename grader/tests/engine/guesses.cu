// A plain read that only guesses what a word holds, for an atomicCAS to check, is no race: the loop that the
// CUDA C++ Programming Guide makes any atomic of. What looks like it and is none, is.
#include <cuda_runtime.h>
#include <stdio.h>

enum { BLOCKS = 3, THREADS = 96, ALL = BLOCKS * THREADS };

#define EXPECT(condition)                                                                                    \
    do {                                                                                                     \
        if (!(condition))                                                                                    \
            printf("line %d: %s is false\n", __LINE__, #condition);                                          \
    } while (0)

// The guide's own: the sum of doubles.
__device__ double add_double(double *address, double value) {
    unsigned long long *word = (unsigned long long *)address;
    unsigned long long old = *word, assumed;
    do {
        assumed = old;
        old = atomicCAS(word, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

__global__ void sum_kernel(double *sum) { add_double(sum, threadIdx.x); }

// A histogram of it in shared memory, whose bins get different numbers of elements.
__global__ void shared_sum_kernel(double *bins) {
    __shared__ double mine[8];
    if (threadIdx.x < 8)
        mine[threadIdx.x] = 0;
    __syncthreads();
    add_double(&mine[threadIdx.x * threadIdx.x % 8], 1);
    __syncthreads();
    if (threadIdx.x < 8)
        add_double(&bins[threadIdx.x], mine[threadIdx.x]);
}

// The maximum of floats; a thread whose value is not larger tries nothing.
__global__ void max_kernel(float *most, const float *values) {
    int *word = (int *)most;
    float value = values[blockIdx.x * blockDim.x + threadIdx.x];
    int old = *word, assumed;
    while (value > __int_as_float(old)) {
        assumed = old;
        old = atomicCAS(word, assumed, __float_as_int(value));
        if (old == assumed)
            break;
    }
}

// The minimum, which stores the old value if it is smaller. Once reached, the minimum does not change.
__global__ void min_kernel(int *least, const float *values) {
    int value = (int)values[blockIdx.x * blockDim.x + threadIdx.x] / 1000, old = *least, assumed;
    do {
        assumed = old;
        old = atomicCAS(least, assumed, min(value, assumed));
    } while (assumed != old);
}

// Guesses again in each round.
__global__ void product_kernel(unsigned *product) {
    unsigned old;
    do
        old = *product;
    while (atomicCAS(product, old, old * 3) != old);
}

// A list to which all threads push: the guess is stored before it is checked.
__global__ void push_kernel(int *first, int *next) {
    int me = blockIdx.x * blockDim.x + threadIdx.x, old;
    do {
        old = *first;
        next[me] = old;
    } while (atomicCAS(first, old, me) != old);
}

// A long computation around it, so that the guess occurs at any place in the engine's log.
__global__ void long_kernel(double *sum, const float *values) {
    for (int round = 0; round < 300; round++) {
        double value = 0;
        for (unsigned i = 0; i < threadIdx.x % 3; i++)
            value += values[i];
        add_double(sum, value - value + 1);
    }
}

// Without the loop, some of the warp's additions are lost.
__global__ void once_kernel(int *count) {
    int old = *count;
    atomicCAS(count, old, old + 1); // expect: race
}

// Whether a lock is free cannot be asked so: the compiler may ask only once, and a barrier of its own it is
// none.
__global__ void lock_kernel(int *lock, int *count) {
    if (threadIdx.x != 0)
        return;
    for (bool done = false; !done;)
        if (*lock == 0 && atomicCAS(lock, 0, 1) == 0) { // expect: race
            __threadfence();
            *count = *count + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
}

// Another value than the one read is expected: this checks nothing.
__global__ void unrelated_kernel(int *counter, int *out) {
    int seen = *counter;
    atomicCAS(counter, seen + 1000, 0); // expect: race
    atomicAdd(counter, 1);              // expect: race
    out[blockIdx.x * blockDim.x + threadIdx.x] = seen;
}

// Another word than the one read.
__global__ void other_word_kernel(int *counter, int *other, int *out) {
    int seen = *counter;
    atomicCAS(other, seen, seen + 1);
    atomicAdd(counter, 1); // expect: race
    out[blockIdx.x * blockDim.x + threadIdx.x] = seen;
}

// Another store changes the value before it is checked.
__global__ void added_before_kernel(int *counter, int *out) {
    int seen = *counter;
    atomicAdd(counter, 1);              // expect: race
    atomicCAS(counter, seen, seen + 1); // expect: race
    out[blockIdx.x * blockDim.x + threadIdx.x] = seen;
}

// A plain store conflicts with every guess.
__global__ void reset_kernel(int *counter) {
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *counter = 0;
    int old = *counter, assumed; // expect: race
    do {
        assumed = old;
        old = atomicCAS(counter, assumed, assumed + 2); // expect: race
    } while (assumed != old);
}

template <class T> static T *device_array(const T *values, int n) {
    T *array;
    cudaMalloc(&array, n * sizeof(T));
    cudaMemcpy(array, values, n * sizeof(T), cudaMemcpyHostToDevice);
    return array;
}

template <class T> static T first_of(const T *array) {
    T value;
    cudaMemcpy(&value, array, sizeof value, cudaMemcpyDeviceToHost);
    return value;
}

static void right_ones(const float *values, const float *descending) {
    double zeros[8] = {0}, *sums = device_array(zeros, 8);
    float least = -1, *most = device_array(&least, 1);
    int large = 1 << 30, *smallest = device_array(&large, 1), none = -1, *list = device_array(&none, 1),
        *next;
    unsigned one = 1, three = 1, *product = device_array(&one, 1);
    cudaMalloc(&next, ALL * sizeof(int));
    sum_kernel<<<1, 32>>>(sums);
    EXPECT(first_of(sums) == 32 * 31 / 2.0);
    cudaMemset(sums, 0, sizeof(double));
    sum_kernel<<<BLOCKS, THREADS>>>(sums);
    EXPECT(first_of(sums) == BLOCKS * (THREADS * (THREADS - 1) / 2.0));
    shared_sum_kernel<<<BLOCKS, THREADS>>>(sums);
    EXPECT(first_of(sums + 1) == BLOCKS * THREADS / 2.0);
    max_kernel<<<1, 32>>>(most, descending);
    EXPECT(first_of(most) == 99);
    max_kernel<<<BLOCKS, THREADS>>>(most, values);
    EXPECT(first_of(most) == 1002);
    min_kernel<<<BLOCKS, THREADS>>>(smallest, values);
    EXPECT(first_of(smallest) == 0);
    product_kernel<<<BLOCKS, THREADS>>>(product);
    for (int i = 0; i < ALL; i++)
        three *= 3;
    EXPECT(first_of(product) == three);
    push_kernel<<<BLOCKS, THREADS>>>(list, next);
    cudaMemset(sums, 0, sizeof(double));
    long_kernel<<<BLOCKS, THREADS>>>(sums, values);
    EXPECT(first_of(sums) == 300.0 * ALL);
    void *all[] = {sums, most, smallest, product, list, next};
    for (void *p : all)
        cudaFree(p);
}

static void wrong_ones() {
    int zeros[4] = {0}, *words = device_array(zeros, 4), *out;
    cudaMalloc(&out, ALL * sizeof(int));
    once_kernel<<<1, 32>>>(words);
    EXPECT(first_of(words) < 32);
    cudaMemset(words, 0, sizeof zeros);
    lock_kernel<<<BLOCKS, THREADS>>>(words, words + 1);
    unrelated_kernel<<<BLOCKS, THREADS>>>(words, out);
    other_word_kernel<<<BLOCKS, THREADS>>>(words, words + 1, out);
    added_before_kernel<<<BLOCKS, THREADS>>>(words, out);
    reset_kernel<<<BLOCKS, THREADS>>>(words);
    cudaFree(words);
    cudaFree(out);
}

int main() {
    float numbers[ALL];
    for (int i = 0; i < ALL; i++)
        numbers[i] = i * 7 % 1007;
    float *values = device_array(numbers, ALL);
    for (int i = 0; i < ALL; i++)
        numbers[i] = 99 - i;
    float *descending = device_array(numbers, ALL);
    right_ones(values, descending);
    wrong_ones();
    cudaFree(values);
    cudaFree(descending);
}
