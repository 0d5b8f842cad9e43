/**
 * @file library_types.h
 * @brief Replaces the CUDA Toolkit's header of this name: the types of numbers that its libraries name.
 */
#pragma once

/** As in the CUDA Toolkit. */
typedef enum cudaDataType_t {
    CUDA_R_32F = 0,
    CUDA_R_64F = 1,
    CUDA_R_16F = 2,
    CUDA_R_8I = 3,
    CUDA_C_32F = 4,
    CUDA_C_64F = 5,
    CUDA_R_8U = 8,
    CUDA_R_32I = 10,
    CUDA_R_16BF = 14
} cudaDataType_t;
/** Its other name. */
typedef cudaDataType_t cudaDataType;
