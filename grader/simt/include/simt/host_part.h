/**
 * @file host_part.h
 * @brief Included behind the engine's headers where the host's part of a source is preprocessed:
 * `__CUDA_ARCH__` is a macro of device code.
 */
#undef __CUDA_ARCH__
