/**
 * @file cuda_occupancy.h
 * @brief Replaces the CUDA Toolkit's header of this name, which Debian's CUB includes and does not use.
 * cudaOccupancyMaxActiveBlocksPerMultiprocessor() computes the same.
 */
