// Sums of floating-point numbers, and the largest possible rounding error of a correct sum.
#include "float_sum.h"

#include <float.h>
#include <math.h>
#include <string.h>

// The exponent of the lowest bit of a number that is not 0.
static int lowest_bit(double value) {
    int exponent;
    const double fraction = frexp(value, &exponent);
    const int64_t bits = (int64_t)ldexp(fraction, DBL_MANT_DIG);
    return exponent - DBL_MANT_DIG + __builtin_ctzll((unsigned long long)bits);
}

void float_sum_add(struct float_sum *sum, double term) {
    const double next = sum->sum + term;
    sum->lost += fabs(sum->sum) >= fabs(term) ? sum->sum - next + term : term - next + sum->sum;
    sum->sum = next;
    sum->absolute += fabs(term);
    if (term == 0 || !isfinite(term))
        return;
    const int lowest = lowest_bit(term);
    sum->lowest = sum->terms == 0 || lowest < sum->lowest ? lowest : sum->lowest;
    sum->terms++;
}

double float_sum_value(const struct float_sum *sum) {
    return isfinite(sum->sum) ? sum->sum + sum->lost : sum->sum;
}

/* Above the bits of every number. */
enum { NO_BIT = 1024 };

// Works on the bits: millions of numbers are examined for each timed call.
int float_lowest_bit(const float *numbers, size_t n) {
    int lowest = NO_BIT;
    for (size_t i = 0; i < n; i++) {
        uint32_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        const int exponent = (int)(bits >> 23 & 0xff), stored = (int)(bits & 0x7fffff);
        if (exponent == 0xff || (exponent == 0 && stored == 0))
            continue;
        const int mantissa = exponent > 0 ? stored | 0x800000 : stored;
        const int bit = __builtin_ctz((unsigned)mantissa) + (exponent > 0 ? exponent : 1) - 150;
        lowest = bit < lowest ? bit : lowest;
    }
    return lowest;
}

double float_bound(double value, double absolute, int lowest, enum element element, uint64_t roundings) {
    const int digits = element_digits(element), least = element_least(element);
    // Fast, because millions of sums are examined for each timed call.
    const double unit = 1 / (double)(UINT64_C(1) << digits), k = (double)roundings * unit;
    if (absolute <= ldexp(1, lowest + digits) && lowest >= least)
        return 0;
    // A product too small for all its digits is rounded to the least number's multiples. The right sum is
    // stored rounded, too. Of so many terms that k is near 1 nothing is known.
    const double small = lowest < least ? (double)roundings * ldexp(1, least - 1) : 0;
    return k < 0.5 ? k / (1 - k) * absolute + small + unit * fabs(value) : INFINITY;
}

// The number as its type stores it; the largest number is used instead of infinity.
static double stored_as(enum element element, double value) {
    const int digits = element_digits(element);
    const double largest = ldexp(1 - ldexp(1, -digits), 3 - element_least(element) - digits);
    return fmax(-largest, fmin(largest, element_rounded(element, value)));
}

// Rounding keeps the order: a stored number lies between the stored ends of the interval.
double float_stored_bound(double value, double bound, enum element element) {
    const double stored = stored_as(element, value);
    return fmax(stored - stored_as(element, value - bound), stored_as(element, value + bound) - stored);
}

double float_sum_bound(const struct float_sum *sum, enum element element, uint64_t roundings) {
    return sum->terms == 0 ? 0
                           : float_bound(float_sum_value(sum), sum->absolute, sum->lowest, element,
                                         roundings > 0 ? roundings : sum->terms);
}
