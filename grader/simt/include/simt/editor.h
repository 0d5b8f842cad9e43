/**
 * @file editor.h
 * @brief Only for clangd, which reads CUDA C itself: labs/compile_flags.txt includes this before all
 * else.
 *
 * The other headers are written for simtcc, which translates the qualifiers. clang knows them as attributes.
 */
#ifndef SIMT_EDITOR_H
#define SIMT_EDITOR_H

/** @cond only clangd reads the following */
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))

#include <bits/stl_algobase.h>

/* The functions of these headers are not marked with a side; here they run on both. */
#pragma clang force_cuda_host_device begin
#include <assert.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#pragma clang force_cuda_host_device end

/* clang's translation of `<<<...>>>`. Its own CUDA header declares it so. */
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t bytes = 0,
                                                cudaStream_t stream = nullptr);
/** @endcond */

#endif
