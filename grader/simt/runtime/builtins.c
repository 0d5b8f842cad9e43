// What kernels use of the device without a call of the engine: threadIdx and the like, conversions of
// numbers, arithmetic with a rounding mode, and IEEE 754 binary16.
#include <fenv.h>
#include <limits.h>
#include <math.h>

#include "base/float16.h"
#include "engine/exec/builtins.h"
#include "simt/rounded_math.h"

/* The storage of threadIdx and the like. */
__thread struct simt_dim3 simt_builtin_thread_idx;
__thread struct simt_dim3 simt_builtin_block_idx;
__thread struct simt_dim3 simt_builtin_block_dim;
__thread struct simt_dim3 simt_builtin_grid_dim;

extern const int simt_builtin_warp_size;
const int simt_builtin_warp_size = 32;

/* Conversions as on the device: a value out of range becomes the nearest limit, not-a-number becomes 0. */

short simt_to_short(double value);
unsigned short simt_to_ushort(double value);
int simt_to_int(double value);
unsigned int simt_to_uint(double value);
long long simt_to_longlong(double value);
unsigned long long simt_to_ulonglong(double value);

/* No double equals the limits of the 64-bit types, but doubles have the powers of two above them. */
static const double TWO_TO_63 = 9223372036854775808.0, TWO_TO_64 = 18446744073709551616.0;

short simt_to_short(double value) {
    return isnan(value) ? 0 : value <= SHRT_MIN ? SHRT_MIN : value >= SHRT_MAX ? SHRT_MAX : (short)value;
}

unsigned short simt_to_ushort(double value) {
    return isnan(value) || value <= 0 ? 0 : value >= USHRT_MAX ? USHRT_MAX : (unsigned short)value;
}

int simt_to_int(double value) {
    return isnan(value) ? 0 : value <= INT_MIN ? INT_MIN : value >= INT_MAX ? INT_MAX : (int)value;
}

unsigned int simt_to_uint(double value) {
    return isnan(value) || value <= 0 ? 0 : value >= UINT_MAX ? UINT_MAX : (unsigned int)value;
}

long long simt_to_longlong(double value) {
    return isnan(value)         ? 0
           : value < -TWO_TO_63 ? LLONG_MIN
           : value >= TWO_TO_63 ? LLONG_MAX
                                : (long long)value;
}

unsigned long long simt_to_ulonglong(double value) {
    return isnan(value) || value <= 0 ? 0 : value >= TWO_TO_64 ? ULLONG_MAX : (unsigned long long)value;
}

/* Arithmetic with another rounding mode of the processor, which is set for the one operation. The compiler
   does not know the mode, and could compute earlier or at compile time; volatile operands and results prevent
   that. */

static const int modes[] = {[SIMT_ROUND_NEAREST] = FE_TONEAREST,
                            [SIMT_ROUND_ZERO] = FE_TOWARDZERO,
                            [SIMT_ROUND_UP] = FE_UPWARD,
                            [SIMT_ROUND_DOWN] = FE_DOWNWARD};

/* Returns a value computed in the mode. */
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

/* Numbers of 16 bits. The roundings have the same order here and there. */

static const struct float16_format bfloat16 = {7, -126, 127, 0x7f80, 0x7fff};
_Static_assert((int)SIMT_ROUND_NEAREST == FLOAT16_NEAREST && (int)SIMT_ROUND_ZERO == FLOAT16_ZERO &&
                   (int)SIMT_ROUND_UP == FLOAT16_UP && (int)SIMT_ROUND_DOWN == FLOAT16_DOWN,
               "a rounding has one number");

uint16_t simt_half_bits(double value, enum simt_rounding rounding) {
    return float16_bits(&float16_half, value, (enum float16_rounding)rounding);
}
double simt_half_value(uint16_t bits) { return float16_to(bits); }
uint16_t simt_bfloat_bits(double value, enum simt_rounding rounding) {
    return float16_bits(&bfloat16, value, (enum float16_rounding)rounding);
}
double simt_bfloat_value(uint16_t bits) { return float16_value(&bfloat16, bits); }
