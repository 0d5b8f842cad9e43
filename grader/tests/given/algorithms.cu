// The algorithms that lab 1 gives to be counted do what they are said to do, for every n they are run on.
#include "algorithms.h"
#include "warplab.h"

static int in[GIVEN_MAX], out[GIVEN_BLOCK * GIVEN_BLOCK], *data;

static int sum_of_first(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += in[i];
    return sum;
}

static void put(int n) {
    CUDA_CHECK(cudaMemset(data, 0, sizeof out));
    CUDA_CHECK(cudaMemcpy(data, in, n * sizeof(int), cudaMemcpyHostToDevice));
}

static void get() { CUDA_CHECK(cudaMemcpy(out, data, sizeof out, cudaMemcpyDeviceToHost)); }

static bool expect_sum(const char *what, int n) {
    get();
    if (out[0] != sum_of_first(n))
        printf("%s of %d elements: %d, not %d\n", what, n, out[0], sum_of_first(n));
    return out[0] == sum_of_first(n);
}

// out[first + i] is the sum of the first i + last elements.
static bool expect_scan(const char *what, int n, int first, int last) {
    get();
    for (int i = 0; i < n; i++)
        if (out[first + i] != sum_of_first(i + last)) {
            printf("%s of %d elements: element %d is %d\n", what, n, i, out[first + i]);
            return false;
        }
    return true;
}

static bool reduce_an_output(int n) {
    bool good = true;
    for (int i = 0; i < n; i++)
        CUDA_CHECK(cudaMemcpy(data + i * (i + 1) / 2, in, (i + 1) * sizeof(int), cudaMemcpyHostToDevice));
    reduce_an_output_kernel<<<n, GIVEN_BLOCK>>>(data);
    get();
    for (int i = 0; i < n; i++)
        good = good && out[i * (i + 1) / 2] == sum_of_first(i + 1);
    if (!good)
        printf("a reduce an output of %d elements is wrong\n", n);
    return good;
}

static bool all_for(int n) {
    int rounds = 0, padded = 1;
    for (; padded < n; padded *= 2)
        rounds++;
    put(n), serial_reduce_kernel<<<1, 1>>>(data, n);
    bool good = expect_sum("the serial reduce", n);
    put(n), tree_reduce_kernel<<<1, GIVEN_BLOCK>>>(data, n);
    good = expect_sum("the tree reduce", n) && good;
    put(n), serial_scan_kernel<<<1, 1>>>(data, n);
    good = expect_scan("the serial scan", n, 0, 1) && good;
    // Hillis-Steele changes places in each round.
    put(n), hillis_steele_kernel<<<1, GIVEN_BLOCK>>>(data, data + GIVEN_BLOCK, n);
    good = expect_scan("Hillis-Steele", n, rounds % 2 * GIVEN_BLOCK, 1) && good;
    put(n), blelloch_kernel<<<1, GIVEN_BLOCK>>>(data, padded);
    if (n > 1) // a tree of one node has no root to clear
        good = expect_scan("Blelloch", n, 0, 0) && good;
    return reduce_an_output(n) && good;
}

int main() {
    bool good = true;
    CUDA_CHECK(cudaMalloc((void **)&data, sizeof out));
    for (int i = 0; i < GIVEN_MAX; i++)
        in[i] = (i * 37 + 11) % 101 - 50;
    for (int n = 1; n <= GIVEN_MAX; n++)
        good = all_for(n) && good;
    CUDA_CHECK(cudaFree(data));
    return good ? 0 : 1;
}
