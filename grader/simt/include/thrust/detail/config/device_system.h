/**
 * @file device_system.h
 * @brief Replaces the header of Thrust of this name: which of its systems is the device.
 *
 * Thrust is the package libthrust-dev of Debian. Its C++ algorithms do the work, each in one thread of a
 * kernel (thrust/system/omp/simt_device.h). That system has the place of Thrust's for OpenMP, which needs no
 * header of the CUDA Toolkit.
 */
#pragma once

#ifdef SIMT_CONFINED
#error "a submission must not use Thrust: it would do the lab's work"
#endif

/** @name As in Thrust
 * @{ */
/** The systems that it knows, and the one that is the device. */
#define THRUST_DEVICE_SYSTEM_CUDA 1
#define THRUST_DEVICE_SYSTEM_OMP 2
#define THRUST_DEVICE_SYSTEM_TBB 3
#define THRUST_DEVICE_SYSTEM_CPP 4
#undef THRUST_DEVICE_SYSTEM
#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_OMP
#define __THRUST_DEVICE_SYSTEM_NAMESPACE omp
/* A path, not a quotient. */
// clang-format off
#define __THRUST_DEVICE_SYSTEM_ROOT thrust/system/__THRUST_DEVICE_SYSTEM_NAMESPACE
// clang-format on
/** @} */
