/**
 * @file cuda_occupancy.h
 * @brief Stands in for the CUDA Toolkit's header of this name, which Debian's CUB includes and does not use.
 * What it computes is known to cudaOccupancyMaxActiveBlocksPerMultiprocessor().
 */
