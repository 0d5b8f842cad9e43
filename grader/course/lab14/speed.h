/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "spec 426df1094c19",
    "profile h100 132 1980.0 2986.0",
    "counted spmv_csr reference 200000 3 312309 166780 0 7865 1454213",
    "speed spmv_csr reference h100 8388608 185.069 174.434 8.851 1.784 0.000 barriers 0.504 56509888",
    "counted spmv_csr naive 200000 1 482673 0 6250 0 1171929",
    "speed spmv_csr naive h100 8388608 1475.533 1468.232 5.517 1.784 0.000 atomics 0.947 56957079",
    "profile h200 132 1980.0 4242.0",
    "speed spmv_csr reference h200 8388608 175.392 166.467 7.213 1.712 0.000 barriers 0.521 56509888",
    "speed spmv_csr naive h200 8388608 1449.220 1443.045 4.463 1.712 0.000 atomics 0.955 56957079",
    "measured spmv_csr reference h200 16777216 329.152",
    "measured spmv_csr naive h200 16777216 1702.848",
    NULL,
};
