// Runs one step of the ladder once, for the engine to count.
#include <cstdlib>
#include <cuda_runtime.h>

#include "ladder.h"

static bool fill(void *data, unsigned n) {
    unsigned *random = (unsigned *)std::malloc(n * sizeof *random);
    if (!random)
        return false;
    std::srand(1);
    for (unsigned i = 0; i < n; i++)
        random[i] = (unsigned)std::rand() << 12 ^ (unsigned)std::rand();
    bool fine = !cudaMemcpy(data, random, n * sizeof *random, cudaMemcpyHostToDevice);
    std::free(random);
    return fine;
}

extern "C" int ladder_run_once(const struct ladder_step *step, unsigned n) {
    unsigned *in = nullptr, *out = nullptr, *scratch = nullptr;
    bool fine = !cudaMalloc(&in, n * sizeof *in) && !cudaMalloc(&out, n * sizeof *out) &&
                !cudaMalloc(&scratch, (n + 4096) * sizeof *scratch) && fill(in, n) &&
                !cudaMemset(out, 0, n * sizeof *out);
    if (fine)
        step->run(in, out, scratch, n);
    fine = fine && !cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    cudaFree(scratch);
    return fine;
}
