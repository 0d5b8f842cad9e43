/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted spmv_csr reference 200000 3 312309 166780 0 7865 1454213",
    "speed spmv_csr reference h100 16777216 398.690 388.056 8.526 2.108 0.000 barriers 0.572",
    "counted spmv_csr naive 200000 1 482673 0 6250 0 1171929",
    "speed spmv_csr naive h100 16777216 899.382 892.082 5.192 2.108 0.000 atomics 0.832",
    "profile h200 132 1980.0 4242.0",
    "speed spmv_csr reference h200 16777216 380.397 371.473 6.970 1.954 0.000 barriers 0.576",
    "speed spmv_csr naive h200 16777216 850.024 843.850 4.220 1.954 0.000 atomics 0.850",
    "measured spmv_csr reference h200 16777216 329.152",
    "measured spmv_csr naive h200 16777216 1702.848",
    NULL,
};
