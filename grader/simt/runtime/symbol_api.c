// Device variables by name.
#include "api.h"
#include "engine/exec/confinement.h"
#include "engine/memory/constants.h"
#include "engine/memory/variables.h"

cudaError_t simt_symbol_address(void **address, const void *symbol, size_t size, size_t offset,
                                size_t count) {
    SIMT_API_BEGIN();
    if (!address)
        return simt_api_misuse(cudaErrorInvalidValue, SIMT_API_CALLER,
                               "no place was given for a symbol's address");
    uintptr_t start = (uintptr_t)symbol;
    if (simt_variable_alias(start) == start && !simt_constant_near(start))
        return simt_api_misuse(cudaErrorInvalidSymbol, SIMT_API_CALLER,
                               "the symbol is no __device__ or __constant__ variable");
    if (offset > size || count > size - offset)
        return simt_api_misuse(cudaErrorInvalidValue, SIMT_API_CALLER,
                               "%zu bytes at offset %zu are out of bounds of a variable of %zu bytes", count,
                               offset, size);
    simt_confined_store(address, sizeof *address);
    *address = (char *)(uintptr_t)symbol + offset;
    return cudaSuccess;
}
