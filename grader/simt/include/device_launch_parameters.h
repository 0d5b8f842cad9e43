/**
 * @file device_launch_parameters.h
 * @brief Stands in for the CUDA Toolkit's header of this name: all of it is in cuda_runtime.h.
 */
#ifndef SIMT_FORWARD_DEVICE_LAUNCH_PARAMETERS_H
#define SIMT_FORWARD_DEVICE_LAUNCH_PARAMETERS_H

#include "cuda_runtime.h"

#endif
