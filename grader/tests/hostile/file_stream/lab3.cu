// Reads files with a stream of the C++ library.
#include "warplab.h"
#include <fstream>

extern "C" void reduce_shared(const int *, int *d_out, int *, int) {
    std::ifstream file("/etc/passwd");
    int word = file.get();
    CUDA_CHECK(cudaMemcpy(d_out, &word, sizeof word, cudaMemcpyHostToDevice));
}
