/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "spec 88891b9a8b32",
    "profile h100 132 1980.0 2986.0",
    "counted spmv_csr reference 200000 3 312309 166780 0 7865 1454213",
    "speed spmv_csr reference h100 8388608 184.396 173.761 8.851 1.784 0.000 barriers 0.512 57089927",
    "counted spmv_csr naive 200000 1 482673 0 6250 0 1171929",
    "speed spmv_csr naive h100 8388608 1475.538 1468.236 5.517 1.784 0.000 atomics 0.947 62984336",
    "profile h200 132 1980.0 4242.0",
    "speed spmv_csr reference h200 8388608 175.194 166.269 7.213 1.712 0.000 barriers 0.521 57089927",
    "speed spmv_csr naive h200 8388608 1449.212 1443.037 4.463 1.712 0.000 atomics 0.955 62984336",
    "measured spmv_csr reference h200 16777216 329.152",
    "measured spmv_csr naive h200 16777216 1702.848",
    NULL,
};
