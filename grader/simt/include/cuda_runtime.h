/**
 * @file cuda_runtime.h
 * @brief Replaces the CUDA Toolkit's header of this name when a program is compiled for the CPU engine.
 *
 * What CUDA has and this has not fails to compile. The parts are in simt/.
 */
#pragma once

#ifndef __cplusplus
#error "CUDA C is compiled as C++"
#endif

/** @name What programs test to see whether CUDA's headers are included, and their version
 * @{ */
/** With the toolkit's values. */
#define __CUDA_RUNTIME_H__
#define __DRIVER_TYPES_H__

#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
/** @} */

#include "simt/libc.h"

#include <cstddef>

/* Since version 14 the C++ library uses the race detector's instrumentation, and would call its library. */
#undef _GLIBCXX_TSAN

/* GNU's C++ library: see cmath. */
#pragma push_macro("_GLIBCXX_USE_STD_SPEC_FUNCS")
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#include <math.h>
#pragma pop_macro("_GLIBCXX_USE_STD_SPEC_FUNCS")

/* std::min and similar functions, which CUDA's headers bring, too. */
#include <bits/stl_algobase.h>

#include <ctype.h>
#include <limits.h>
#include <limits>
#include <new>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "simt/abi.h"
#include "simt/atomics.h"
#include "simt/both_sides.h"
#include "simt/builtins.h"
#include "simt/device_math.h"
#include "simt/qualifiers.h"
#include "simt/runtime_api.h"
#include "simt/runtime_types.h"
#include "simt/shifts.h"
#include "simt/translated.h"
#include "simt/vector_types.h"
#include "simt/video_math.h"
#include "simt/warp.h"

#include "simt/graphs.h"
#include "simt/hints.h"
#include "simt/launch_kernel.h"
#include "simt/memory.h"
#include "simt/memory_pools.h"
#include "simt/ptx.h"
#include "simt/textures.h"
#include "simt/volumes.h"
