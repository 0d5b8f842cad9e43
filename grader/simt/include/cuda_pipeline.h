/**
 * @file cuda_pipeline.h
 * @brief Replaces the CUDA Toolkit's header of this name: copies from global to shared memory that go on
 *        beside their thread.
 *
 * A copy is made when its thread waits for it. So data that is read earlier is unwritten memory, or a race.
 * Source: the CUDA C++ Programming Guide, "Asynchronous Data Copies", "Pipeline Primitives Interface".
 */
#pragma once

#include "cuda_runtime.h"

/** @name As in the guide
 * @{ */
/** 4, 8 or 16 bytes, the last @p zeros of which are zeros; commit closes a group; wait leaves the last @p
 * prior groups open. */
SIMT_INLINE void __pipeline_memcpy_async(void *to, const void *from, size_t size, size_t zeros = 0) {
    simt_async_copy(to, from, size - zeros, zeros);
}
SIMT_INLINE void __pipeline_commit() { simt_async_commit(); }
SIMT_INLINE void __pipeline_wait_prior(size_t prior) { simt_async_wait(prior); }
/** @} */
