/**
 * @file float16.h
 * @brief Floating-point numbers of 16 bits to and from double, exactly, by their bits: not every compiler of
 * a host has the types. In a header alone, so that the engine's library needs no other.
 *
 * A sum, difference, product, quotient or square root of such numbers is correctly rounded when it is
 * computed in double and rounded here: the double is either exact or not near a tie.
 */
#ifndef WARPLAB_FLOAT16_H
#define WARPLAB_FLOAT16_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/** How a number between two others is rounded; ties go to the even one. */
enum float16_rounding { FLOAT16_NEAREST, FLOAT16_ZERO, FLOAT16_UP, FLOAT16_DOWN };

/** A format of 16 bits: a sign, an exponent and a fraction. */
struct float16_format {
    int fraction;          /**< its bits */
    int least_exponent;    /**< of a normal number */
    int most_exponent;     /**< of a finite number */
    unsigned infinite;     /**< its bits */
    unsigned not_a_number; /**< as a GPU makes it */
};

/** IEEE 754 binary16, the format of `__half`. */
static const struct float16_format float16_half = {10, -14, 15, 0x7c00, 0x7fff};

/** Of a double. */
enum { FLOAT16_DOUBLE_FRACTION = 52, FLOAT16_DOUBLE_BIAS = 1023 };

/** Whether the kept part of a significand becomes one more. @param rest what is not kept
 * @param tie what half of one more would be */
static inline bool float16_rounds_away(enum float16_rounding rounding, bool negative, uint64_t kept,
                                       uint64_t rest, uint64_t tie) {
    switch (rounding) {
    case FLOAT16_NEAREST:
        return rest > tie || (rest == tie && (kept & 1));
    case FLOAT16_UP:
        return rest && !negative;
    case FLOAT16_DOWN:
        return rest && negative;
    default:
        return false;
    }
}

/** Bits of a finite magnitude, not zero: @p significand times 2 to the @p exponent - 52. */
static inline unsigned float16_magnitude(const struct float16_format *f, uint64_t significand, int exponent,
                                         bool negative, enum float16_rounding rounding) {
    if (exponent > f->most_exponent)
        return f->infinite - !float16_rounds_away(rounding, negative, 0, 2, 1);
    const bool normal = exponent >= f->least_exponent;
    const int dropped = FLOAT16_DOUBLE_FRACTION - f->fraction + (normal ? 0 : f->least_exponent - exponent);
    // Below a quarter of the least number the only question is whether it is 0.
    if (dropped > FLOAT16_DOUBLE_FRACTION + 2)
        return float16_rounds_away(rounding, negative, 0, 1, 2);
    const uint64_t kept = significand >> dropped, rest = significand & ((UINT64_C(1) << dropped) - 1);
    const unsigned bits =
        (unsigned)kept + (normal ? (unsigned)(exponent - f->least_exponent) << f->fraction : 0);
    return bits + float16_rounds_away(rounding, negative, kept, rest, UINT64_C(1) << (dropped - 1));
}

/** The bits of @p value rounded to the format. */
static inline uint16_t float16_bits(const struct float16_format *f, double value,
                                    enum float16_rounding rounding) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const unsigned sign = (unsigned)(bits >> 63) << 15;
    if (isnan(value))
        return (uint16_t)f->not_a_number;
    if (isinf(value) || value == 0)
        return (uint16_t)(sign | (value == 0 ? 0 : f->infinite));
    const uint64_t one = UINT64_C(1) << FLOAT16_DOUBLE_FRACTION;
    const int exponent = (int)(bits >> FLOAT16_DOUBLE_FRACTION & 0x7ff) - FLOAT16_DOUBLE_BIAS;
    return (uint16_t)(sign | float16_magnitude(f, (bits & (one - 1)) | one, exponent, sign != 0, rounding));
}

/** The value of such bits, which a double holds exactly. */
static inline double float16_value(const struct float16_format *f, uint16_t bits) {
    const unsigned most = f->infinite >> f->fraction, exponent = (unsigned)bits >> f->fraction & most,
                   fraction = (unsigned)bits & ((1u << f->fraction) - 1);
    const int least = f->least_exponent - f->fraction;
    const double magnitude = exponent == most ? (fraction ? (double)NAN : (double)INFINITY)
                             : exponent ? ldexp(fraction + (1u << f->fraction), (int)exponent - 1 + least)
                                        : ldexp(fraction, least);
    return bits >> 15 ? -magnitude : magnitude;
}

/** The bits of the `__half` that is nearest. */
static inline uint16_t float16_of(double value) {
    return float16_bits(&float16_half, value, FLOAT16_NEAREST);
}

/** The value of a `__half` with such bits. */
static inline double float16_to(uint16_t bits) { return float16_value(&float16_half, bits); }

#endif
