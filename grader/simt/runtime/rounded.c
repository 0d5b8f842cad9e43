/* Arithmetic under another rounding mode of the processor, which is set for the one operation. Operands and
   results pass through volatile variables: the compiler knows nothing of the mode, and would compute before
   it is set, or when compiling. */
#include "simt/rounded_math.h"

#include <fenv.h>
#include <math.h>

static const int modes[] = {[SIMT_ROUND_NEAREST] = FE_TONEAREST,
                            [SIMT_ROUND_ZERO] = FE_TOWARDZERO,
                            [SIMT_ROUND_UP] = FE_UPWARD,
                            [SIMT_ROUND_DOWN] = FE_DOWNWARD};

/* A value computed with the mode set. */
#define UNDER(rounding, type, expression)                                                                    \
    do {                                                                                                     \
        int before = fegetround();                                                                           \
        fesetround(modes[rounding]);                                                                         \
        volatile type result = (expression);                                                                 \
        fesetround(before);                                                                                  \
        return result;                                                                                       \
    } while (0)

#define COMPUTE(type, name, fma_of, root_of)                                                                 \
    type name(enum simt_rounded_op op, enum simt_rounding rounding, type a, type b, type c) {                \
        volatile type x = a, y = b, z = c;                                                                   \
        switch (op) {                                                                                        \
        case SIMT_ROUNDED_ADD:                                                                               \
            UNDER(rounding, type, x + y);                                                                    \
        case SIMT_ROUNDED_MULTIPLY:                                                                          \
            UNDER(rounding, type, x *y);                                                                     \
        case SIMT_ROUNDED_DIVIDE:                                                                            \
            UNDER(rounding, type, x / y);                                                                    \
        case SIMT_ROUNDED_FMA:                                                                               \
            UNDER(rounding, type, fma_of(x, y, z));                                                          \
        default:                                                                                             \
            UNDER(rounding, type, root_of(x));                                                               \
        }                                                                                                    \
    }
COMPUTE(float, simt_rounded_float, fmaf, sqrtf)
COMPUTE(double, simt_rounded_double, fma, sqrt)

#define CONVERT(to, from, name)                                                                              \
    to name(from value, enum simt_rounding rounding) {                                                       \
        volatile from v = value;                                                                             \
        UNDER(rounding, to, (to)v);                                                                          \
    }
CONVERT(float, double, simt_float_of_double)
CONVERT(float, long long, simt_float_of_longlong)
CONVERT(float, unsigned long long, simt_float_of_ulonglong)
CONVERT(double, long long, simt_double_of_longlong)
CONVERT(double, unsigned long long, simt_double_of_ulonglong)
