/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "spec f8bc760d50b8",
    "profile h100 132 1980.0 2986.0",
    "counted histogram_global_atomics reference 120000 1 88726 0 3750 0 63770",
    "speed histogram_global_atomics reference h100 16777216 4459.365 4452.063 5.840 1.460 0.001 atomics 0.998 8986863",
    "counted histogram_wide_reads reference 120000 1 88758 0 3752 0 31994",
    "speed histogram_wide_reads reference h100 16777216 4490.357 4483.055 5.840 1.460 0.001 atomics 0.998 4530364",
    "counted histogram_shared_atomics reference 1088576 1 42466 111455 36132 528 227067",
    "speed histogram_shared_atomics reference h100 67108864 104.203 96.900 5.840 1.460 0.002 latency 0.899 19851253",
    "counted histogram_global_atomics naive 120000 1 88726 0 3750 0 30080",
    "speed histogram_global_atomics naive h100 16777216 12416.513 12409.213 5.840 1.460 0.000 latency 0.959 14680344",
    "counted histogram_wide_reads naive 120000 1 88693 0 3750 0 30080",
    "speed histogram_wide_reads naive h100 16777216 12597.325 12590.025 5.840 1.460 0.000 latency 0.959 14680344",
    "counted histogram_shared_atomics naive 1088576 1 803967 0 34018 0 578366",
    "speed histogram_shared_atomics naive h100 67108864 17491.213 17483.912 5.840 1.460 0.001 atomics 0.999 35947503",
    "profile h200 132 1980.0 4242.0",
    "speed histogram_global_atomics reference h200 16777216 4432.306 4426.131 4.704 1.470 0.001 atomics 0.998 8986863",
    "speed histogram_wide_reads reference h200 16777216 4463.067 4456.892 4.704 1.470 0.001 atomics 0.998 4530364",
    "speed histogram_shared_atomics reference h200 67108864 100.099 93.923 4.704 1.470 0.001 latency 0.904 19851253",
    "speed histogram_global_atomics naive h200 16777216 12399.419 12393.245 4.704 1.470 0.000 latency 0.959 14680344",
    "speed histogram_wide_reads naive h200 16777216 12402.061 12395.887 4.704 1.470 0.000 latency 0.959 14680344",
    "speed histogram_shared_atomics naive h200 67108864 17387.667 17381.492 4.704 1.470 0.001 atomics 0.999 35947503",
    "measured histogram_global_atomics reference h200 67108864 17252.447",
    "measured histogram_wide_reads reference h200 67108864 17251.167",
    "measured histogram_shared_atomics reference h200 67108864 100.928",
    "measured histogram_global_atomics naive h200 67108864 101856.674",
    "measured histogram_wide_reads naive h200 67108864 102591.232",
    "measured histogram_shared_atomics naive h200 67108864 17252.417",
    "measured histogram_global_atomics reference h100 67108864 17289.761",
    "measured histogram_wide_reads reference h100 67108864 17289.951",
    "measured histogram_shared_atomics reference h100 67108864 109.056",
    "measured histogram_global_atomics naive h100 67108864 103353.085",
    "measured histogram_wide_reads naive h100 67108864 103661.026",
    "measured histogram_shared_atomics naive h100 67108864 17288.769",
    NULL,
};
