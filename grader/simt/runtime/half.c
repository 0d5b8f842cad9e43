// IEEE 754 binary16 to and from double, by the bits: not every host has the type.
#include "simt/half_bits.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum {
    FRACTION = 10,
    LEAST_EXPONENT = -14,
    MOST_EXPONENT = 15,
    INFINITE = 0x7c00,
    LARGEST = 0x7bff,
    NOT_A_NUMBER = 0x7fff,
    DOUBLE_FRACTION = 52,
    DOUBLE_BIAS = 1023
};

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
static unsigned magnitude_bits(uint64_t significand, int exponent, bool negative,
                               enum simt_rounding rounding) {
    if (exponent > MOST_EXPONENT)
        return rounds_away(rounding, negative, 0, 2, 1) ? INFINITE : LARGEST;
    bool normal = exponent >= LEAST_EXPONENT;
    int dropped = DOUBLE_FRACTION - FRACTION + (normal ? 0 : LEAST_EXPONENT - exponent);
    if (dropped >
        DOUBLE_FRACTION + 2) /* below a quarter of the least number: only that it is not zero counts */
        return rounds_away(rounding, negative, 0, 1, 2);
    uint64_t kept = significand >> dropped, rest = significand & ((UINT64_C(1) << dropped) - 1);
    unsigned bits = (unsigned)kept + (normal ? (unsigned)(exponent - LEAST_EXPONENT) << FRACTION : 0);
    return bits + rounds_away(rounding, negative, kept, rest, UINT64_C(1) << (dropped - 1));
}

uint16_t simt_half_bits(double value, enum simt_rounding rounding) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    unsigned sign = (unsigned)(bits >> 63) << 15;
    if (isnan(value))
        return NOT_A_NUMBER;
    if (isinf(value) || value == 0)
        return (uint16_t)(sign | (value == 0 ? 0 : INFINITE));
    uint64_t fraction = bits & ((UINT64_C(1) << DOUBLE_FRACTION) - 1);
    int exponent = (int)(bits >> DOUBLE_FRACTION & 0x7ff) - DOUBLE_BIAS;
    return (uint16_t)(sign | magnitude_bits(fraction | UINT64_C(1) << DOUBLE_FRACTION, exponent, sign != 0,
                                            rounding));
}

double simt_half_value(uint16_t bits) {
    unsigned exponent = bits >> FRACTION & 31, fraction = bits & ((1u << FRACTION) - 1);
    double magnitude = exponent == 31 ? (fraction ? (double)NAN : (double)INFINITY)
                       : exponent     ? ldexp(fraction + (1u << FRACTION), (int)exponent - 25)
                                      : ldexp(fraction, LEAST_EXPONENT - FRACTION);
    return bits >> 15 ? -magnitude : magnitude;
}
