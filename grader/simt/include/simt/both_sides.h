/**
 * @file both_sides.h
 * @brief Functions of the C and C++ libraries that kernels may call, too: declared once more, for both sides.
 *
 * Source: the CUDA C++ Programming Guide, "Mathematical Functions", "Formatted Output", "Dynamic Global
 * Memory Allocation"; the CUDA Math API. What is not declared here is the host's alone.
 */
#pragma once

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "qualifiers.h"

#ifdef __CUDACC__

/** @name Functions of one form for double and one, with an f at the end, for float
 * @{ */
/** As in the C library. */
#define SIMT_MATH(result, name, ...) extern "C" SIMT_ON_BOTH result name(__VA_ARGS__) noexcept;
#define SIMT_MATH_1(name)                                                                                    \
    SIMT_MATH(double, name, double)                                                                          \
    SIMT_MATH(float, name##f, float)                                                                         \
    namespace std {                                                                                          \
    SIMT_ON_BOTH constexpr float name(float);                                                                \
    }
#define SIMT_MATH_2(name)                                                                                    \
    SIMT_MATH(double, name, double, double)                                                                  \
    SIMT_MATH(float, name##f, float, float)                                                                  \
    namespace std {                                                                                          \
    SIMT_ON_BOTH constexpr float name(float, float);                                                         \
    }
#define SIMT_MATH_TO(result, name)                                                                           \
    SIMT_MATH(result, name, double)                                                                          \
    SIMT_MATH(result, name##f, float)                                                                        \
    namespace std {                                                                                          \
    SIMT_ON_BOTH constexpr result name(float);                                                               \
    }
SIMT_MATH_1(acos)
SIMT_MATH_1(acosh)
SIMT_MATH_1(asin)
SIMT_MATH_1(asinh)
SIMT_MATH_1(atan)
SIMT_MATH_1(atanh)
SIMT_MATH_1(cbrt)
SIMT_MATH_1(ceil)
SIMT_MATH_1(cos)
SIMT_MATH_1(cosh)
SIMT_MATH_1(erf)
SIMT_MATH_1(erfc)
SIMT_MATH_1(exp)
SIMT_MATH_1(exp2)
SIMT_MATH_1(expm1)
SIMT_MATH_1(fabs)
SIMT_MATH_1(floor)
SIMT_MATH_1(lgamma)
SIMT_MATH_1(log)
SIMT_MATH_1(log10)
SIMT_MATH_1(log1p)
SIMT_MATH_1(log2)
SIMT_MATH_1(logb)
SIMT_MATH_1(nearbyint)
SIMT_MATH_1(rint)
SIMT_MATH_1(round)
SIMT_MATH_1(sin)
SIMT_MATH_1(sinh)
SIMT_MATH_1(sqrt)
SIMT_MATH_1(tan)
SIMT_MATH_1(tanh)
SIMT_MATH_1(tgamma)
SIMT_MATH_1(trunc)
SIMT_MATH_2(atan2)
SIMT_MATH_2(copysign)
SIMT_MATH_2(fdim)
SIMT_MATH_2(fmax)
SIMT_MATH_2(fmin)
SIMT_MATH_2(fmod)
SIMT_MATH_2(hypot)
SIMT_MATH_2(nextafter)
SIMT_MATH_2(pow)
SIMT_MATH_2(remainder)
SIMT_MATH_TO(int, ilogb)
SIMT_MATH_TO(long, lrint)
SIMT_MATH_TO(long, lround)
SIMT_MATH_TO(long long, llrint)
SIMT_MATH_TO(long long, llround)
#undef SIMT_MATH_1
#undef SIMT_MATH_2
#undef SIMT_MATH_TO
SIMT_MATH(double, fma, double, double, double)
SIMT_MATH(float, fmaf, float, float, float)
SIMT_MATH(double, frexp, double, int *)
SIMT_MATH(float, frexpf, float, int *)
SIMT_MATH(double, ldexp, double, int)
SIMT_MATH(float, ldexpf, float, int)
SIMT_MATH(double, modf, double, double *)
SIMT_MATH(float, modff, float, float *)
SIMT_MATH(double, remquo, double, double, int *)
SIMT_MATH(float, remquof, float, float, int *)
SIMT_MATH(double, scalbn, double, int)
SIMT_MATH(float, scalbnf, float, int)
SIMT_MATH(double, scalbln, double, long)
SIMT_MATH(float, scalblnf, float, long)
SIMT_MATH(double, nan, const char *)
SIMT_MATH(float, nanf, const char *)
SIMT_MATH(double, exp10, double)
SIMT_MATH(float, exp10f, float)
SIMT_MATH(void, sincos, double, double *, double *)
SIMT_MATH(void, sincosf, float, float *, float *)
SIMT_MATH(double, j0, double)
SIMT_MATH(double, j1, double)
SIMT_MATH(double, jn, int, double)
SIMT_MATH(double, y0, double)
SIMT_MATH(double, y1, double)
SIMT_MATH(double, yn, int, double)
SIMT_MATH(float, j0f, float)
SIMT_MATH(float, j1f, float)
SIMT_MATH(float, jnf, int, float)
SIMT_MATH(float, y0f, float)
SIMT_MATH(float, y1f, float)
SIMT_MATH(float, ynf, int, float)
#undef SIMT_MATH
/** @} */

/** @name Functions that the C++ library overloads
 * @{ */
/** As there. */
namespace std {
SIMT_ON_BOTH constexpr float abs(float);
SIMT_ON_BOTH constexpr double abs(double);
SIMT_ON_BOTH long abs(long);
SIMT_ON_BOTH long long abs(long long);
SIMT_ON_BOTH constexpr float fma(float, float, float);
SIMT_ON_BOTH float frexp(float, int *);
SIMT_ON_BOTH constexpr float ldexp(float, int);
SIMT_ON_BOTH float modf(float, float *);
SIMT_ON_BOTH float remquo(float, float, int *);
SIMT_ON_BOTH constexpr float scalbn(float, int);
SIMT_ON_BOTH constexpr float scalbln(float, long);
SIMT_ON_BOTH constexpr bool isfinite(float);
SIMT_ON_BOTH constexpr bool isfinite(double);
SIMT_ON_BOTH constexpr bool isinf(float);
SIMT_ON_BOTH constexpr bool isinf(double);
SIMT_ON_BOTH constexpr bool isnan(float);
SIMT_ON_BOTH constexpr bool isnan(double);
SIMT_ON_BOTH constexpr bool signbit(float);
SIMT_ON_BOTH constexpr bool signbit(double);
template <class T, class U> SIMT_ON_BOTH constexpr typename __gnu_cxx::__promote_2<T, U>::__type pow(T, U);
} // namespace std
/** @} */

/** @name Other functions of the C library
 * @{ */
/** As there; memory is the device's heap in a kernel (libc.h). */
extern "C" {
SIMT_ON_BOTH int abs(int) noexcept;
SIMT_ON_BOTH long labs(long) noexcept;
SIMT_ON_BOTH long long llabs(long long) noexcept;
SIMT_ON_BOTH int printf(const char *__restrict, ...);
SIMT_ON_BOTH int vprintf(const char *__restrict, va_list);
SIMT_ON_BOTH void *malloc(size_t) noexcept;
SIMT_ON_BOTH void free(void *) noexcept;
SIMT_ON_BOTH void *memcpy(void *__restrict, const void *__restrict, size_t) noexcept;
SIMT_ON_BOTH void *memset(void *, int, size_t) noexcept;
SIMT_ON_BOTH clock_t clock() noexcept;
SIMT_ON_BOTH void __assert_fail(const char *, const char *, unsigned int, const char *) noexcept;
}
/** @} */

#ifndef SIMT_EDITOR_H /* of itself clang has these */
/** @name Memory of C++
 * @{ */
/** As in the C++ library. */
SIMT_ON_BOTH void *operator new(size_t);
SIMT_ON_BOTH void *operator new[](size_t);
SIMT_ON_BOTH void operator delete(void *) noexcept;
SIMT_ON_BOTH void operator delete[](void *) noexcept;
SIMT_ON_BOTH void operator delete(void *, size_t) noexcept;
SIMT_ON_BOTH void operator delete[](void *, size_t) noexcept;
SIMT_ON_BOTH void *operator new(size_t, void *) noexcept;
SIMT_ON_BOTH void *operator new[](size_t, void *) noexcept;
SIMT_ON_BOTH void operator delete(void *, void *) noexcept;
SIMT_ON_BOTH void operator delete[](void *, void *) noexcept;
/** @} */
#endif

#endif
