/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted histogram_global_atomics reference 120000 1 88726 0 3750 0 41264",
    "speed histogram_global_atomics reference h100 67108864 12230.272 12230.272 0.000 0.000 0.000 atomics 1.000",
    "counted histogram_wide_reads reference 120000 1 88758 0 3752 0 27268",
    "speed histogram_wide_reads reference h100 67108864 12537.116 12537.116 0.000 0.000 0.000 atomics 1.000",
    "counted histogram_shared_atomics reference 1088576 1 42466 111455 36132 528 220845",
    "speed histogram_shared_atomics reference h100 67108864 132.990 132.990 0.000 0.000 0.000 atomics 1.000",
    "counted histogram_global_atomics naive 120000 1 88726 0 3750 0 26290",
    "speed histogram_global_atomics naive h100 67108864 105939.229 105939.229 0.000 0.000 0.000 latency 1.000",
    "counted histogram_wide_reads naive 120000 1 88693 0 3750 0 26290",
    "speed histogram_wide_reads naive h100 67108864 105939.229 105939.229 0.000 0.000 0.000 latency 1.000",
    "counted histogram_shared_atomics naive 1088576 1 803967 0 34018 0 374240",
    "speed histogram_shared_atomics naive h100 67108864 12376.546 12376.546 0.000 0.000 0.000 atomics 1.000",
    "profile h200 132 1980.0 4242.0",
    "speed histogram_global_atomics reference h200 67108864 12208.007 12208.007 0.000 0.000 0.000 atomics 1.000",
    "speed histogram_wide_reads reference h200 67108864 12518.492 12518.492 0.000 0.000 0.000 atomics 1.000",
    "speed histogram_shared_atomics reference h200 67108864 132.655 132.655 0.000 0.000 0.000 atomics 1.000",
    "speed histogram_global_atomics naive h200 67108864 100827.421 100827.421 0.000 0.000 0.000 latency 1.000",
    "speed histogram_wide_reads naive h200 67108864 100827.421 100827.421 0.000 0.000 0.000 latency 1.000",
    "speed histogram_shared_atomics naive h200 67108864 12356.156 12356.156 0.000 0.000 0.000 atomics 1.000",
    NULL,
};
