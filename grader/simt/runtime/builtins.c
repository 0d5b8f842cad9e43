// What kernels use of the device without a call of the engine: threadIdx and the like, conversions of
// numbers, arithmetic with a rounding mode, and IEEE 754 binary16.
#include <fenv.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

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

/* IEEE 754 binary16 to and from double, by the bits: not every host has the type. */

/** A format of 16 bits: a sign, an exponent and a fraction. */
struct format {
    int fraction;          /* its bits */
    int least_exponent;    /* of a normal number */
    int most_exponent;     /* of a finite number */
    unsigned infinite;     /* its bits */
    unsigned not_a_number; /* as a GPU makes it */
};
static const struct format binary16 = {10, -14, 15, 0x7c00, 0x7fff},
                           bfloat16 = {7, -126, 127, 0x7f80, 0x7fff};
enum { DOUBLE_FRACTION = 52, DOUBLE_BIAS = 1023 };

static bool rounds_away(enum simt_rounding rounding, bool negative, uint64_t kept, uint64_t rest,
                        uint64_t tie) {
    switch (rounding) {
    case SIMT_ROUND_NEAREST:
        return rest > tie || (rest == tie && (kept & 1));
    case SIMT_ROUND_UP:
        return rest && !negative;
    case SIMT_ROUND_DOWN:
        return rest && negative;
    default:
        return false;
    }
}

/** Bits of a finite magnitude, not zero: @p significand times 2 to the @p exponent - 52. */
static unsigned magnitude_bits(const struct format *f, uint64_t significand, int exponent, bool negative,
                               enum simt_rounding rounding) {
    if (exponent > f->most_exponent)
        return f->infinite - !rounds_away(rounding, negative, 0, 2, 1);
    bool normal = exponent >= f->least_exponent;
    int dropped = DOUBLE_FRACTION - f->fraction + (normal ? 0 : f->least_exponent - exponent);
    if (dropped >
        DOUBLE_FRACTION + 2) /* below a quarter of the least number: the only question is whether it is 0 */
        return rounds_away(rounding, negative, 0, 1, 2);
    uint64_t kept = significand >> dropped, rest = significand & ((UINT64_C(1) << dropped) - 1);
    unsigned bits = (unsigned)kept + (normal ? (unsigned)(exponent - f->least_exponent) << f->fraction : 0);
    return bits + rounds_away(rounding, negative, kept, rest, UINT64_C(1) << (dropped - 1));
}

static uint16_t bits_of(const struct format *f, double value, enum simt_rounding rounding) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    unsigned sign = (unsigned)(bits >> 63) << 15;
    if (isnan(value))
        return (uint16_t)f->not_a_number;
    if (isinf(value) || value == 0)
        return (uint16_t)(sign | (value == 0 ? 0 : f->infinite));
    uint64_t fraction = bits & ((UINT64_C(1) << DOUBLE_FRACTION) - 1);
    int exponent = (int)(bits >> DOUBLE_FRACTION & 0x7ff) - DOUBLE_BIAS;
    return (uint16_t)(sign | magnitude_bits(f, fraction | UINT64_C(1) << DOUBLE_FRACTION, exponent, sign != 0,
                                            rounding));
}

static double value_of(const struct format *f, uint16_t bits) {
    const unsigned most = f->infinite >> f->fraction, exponent = (unsigned)bits >> f->fraction & most,
                   fraction = (unsigned)bits & ((1u << f->fraction) - 1);
    const int least = f->least_exponent - f->fraction;
    double magnitude = exponent == most ? (fraction ? (double)NAN : (double)INFINITY)
                       : exponent       ? ldexp(fraction + (1u << f->fraction), (int)exponent - 1 + least)
                                        : ldexp(fraction, least);
    return bits >> 15 ? -magnitude : magnitude;
}

uint16_t simt_half_bits(double value, enum simt_rounding rounding) {
    return bits_of(&binary16, value, rounding);
}
double simt_half_value(uint16_t bits) { return value_of(&binary16, bits); }
uint16_t simt_bfloat_bits(double value, enum simt_rounding rounding) {
    return bits_of(&bfloat16, value, rounding);
}
double simt_bfloat_value(uint16_t bits) { return value_of(&bfloat16, bits); }
