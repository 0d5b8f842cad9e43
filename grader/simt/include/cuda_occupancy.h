/**
 * @file cuda_occupancy.h
 * @brief Replaces the CUDA Toolkit's header of this name, which Debian's CUB includes and does not use.
 * What it computes is known to cudaOccupancyMaxActiveBlocksPerMultiprocessor().
 */
