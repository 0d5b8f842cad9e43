// Conversions as the device does them: out of range becomes the nearest limit, not-a-number 0.
#include <limits.h>
#include <math.h>

short simt_to_short(double value);
unsigned short simt_to_ushort(double value);
int simt_to_int(double value);
unsigned int simt_to_uint(double value);
long long simt_to_longlong(double value);
unsigned long long simt_to_ulonglong(double value);

/* The limits of the 64-bit types are no doubles; the powers of two above them are. */
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
