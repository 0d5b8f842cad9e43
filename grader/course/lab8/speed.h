/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted histogram_global_atomics reference 120000 1 88726 0 3750 0 63770",
    "speed histogram_global_atomics reference h100 67108864 16906.314 16899.014 5.840 1.460 0.000 atomics 1.000",
    "counted histogram_wide_reads reference 120000 1 88758 0 3752 0 31994",
    "speed histogram_wide_reads reference h100 67108864 17553.091 17545.791 5.840 1.460 0.000 atomics 1.000",
    "counted histogram_shared_atomics reference 1088576 1 42466 111455 36132 528 227067",
    "speed histogram_shared_atomics reference h100 67108864 106.051 98.750 5.840 1.460 0.001 latency 0.897",
    "counted histogram_global_atomics naive 120000 1 88726 0 3750 0 30080",
    "speed histogram_global_atomics naive h100 67108864 94777.340 94770.040 5.840 1.460 0.000 latency 0.981",
    "counted histogram_wide_reads naive 120000 1 88693 0 3750 0 30080",
    "speed histogram_wide_reads naive h100 67108864 94777.340 94770.040 5.840 1.460 0.000 latency 0.981",
    "counted histogram_shared_atomics naive 1088576 1 803967 0 34018 0 578366",
    "speed histogram_shared_atomics naive h100 67108864 18016.312 18009.012 5.840 1.460 0.000 atomics 1.000",
    "profile h200 132 1980.0 4242.0",
    "speed histogram_global_atomics reference h200 67108864 16803.284 16797.110 4.704 1.470 0.000 atomics 1.000",
    "speed histogram_wide_reads reference h200 67108864 17448.099 17441.925 4.704 1.470 0.000 atomics 1.000",
    "speed histogram_shared_atomics reference h200 67108864 101.641 95.467 4.704 1.470 0.000 latency 0.903",
    "speed histogram_global_atomics naive h200 67108864 90501.051 90494.877 4.704 1.470 0.000 latency 0.980",
    "speed histogram_wide_reads naive h200 67108864 90501.051 90494.877 4.704 1.470 0.000 latency 0.980",
    "speed histogram_shared_atomics naive h200 67108864 17911.666 17905.492 4.704 1.470 0.000 atomics 1.000",
    "measured histogram_global_atomics reference h200 67108864 18974.367",
    "measured histogram_wide_reads reference h200 67108864 17299.841",
    "measured histogram_shared_atomics reference h200 67108864 104.992",
    "measured histogram_global_atomics naive h200 67108864 106694.847",
    "measured histogram_wide_reads naive h200 67108864 105459.488",
    "measured histogram_shared_atomics naive h200 67108864 17304.417",
    NULL,
};
