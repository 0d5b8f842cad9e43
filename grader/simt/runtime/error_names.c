// Names and meanings of CUDA errors.
#include "simt/runtime_functions.h"

static const struct {
    cudaError_t error;
    const char *name, *meaning;
} errors[] = {
#define ROW(error, number, meaning) {error, #error, meaning},
    SIMT_CUDA_ERRORS(ROW)
#undef ROW
};

const char *cudaGetErrorName(cudaError_t error) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].error == error)
            return errors[i].name;
    return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].error == error)
            return errors[i].meaning;
    return "unrecognized error code";
}
