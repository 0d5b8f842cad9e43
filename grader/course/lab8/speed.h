/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted histogram_global_atomics reference 120000 1 88726 0 3750 0 63770",
    "speed histogram_global_atomics reference h100 67108864 16500.413 16493.113 5.840 1.460 0.000 atomics 0.999",
    "counted histogram_wide_reads reference 120000 1 88758 0 3752 0 31994",
    "speed histogram_wide_reads reference h100 67108864 17350.165 17342.865 5.840 1.460 0.000 atomics 0.999",
    "counted histogram_shared_atomics reference 1088576 1 42466 111455 36132 528 227067",
    "speed histogram_shared_atomics reference h100 67108864 103.850 96.549 5.840 1.460 0.001 latency 0.898",
    "counted histogram_global_atomics naive 120000 1 88726 0 3750 0 30080",
    "speed histogram_global_atomics naive h100 67108864 94627.707 94620.407 5.840 1.460 0.000 latency 0.976",
    "counted histogram_wide_reads naive 120000 1 88693 0 3750 0 30080",
    "speed histogram_wide_reads naive h100 67108864 94627.707 94620.407 5.840 1.460 0.000 latency 0.976",
    "counted histogram_shared_atomics naive 1088576 1 803967 0 34018 0 578366",
    "speed histogram_shared_atomics naive h100 67108864 18345.587 18338.287 5.840 1.460 0.000 atomics 0.999",
    "profile h200 132 1980.0 4242.0",
    "speed histogram_global_atomics reference h200 67108864 16396.963 16390.789 4.704 1.470 0.000 atomics 0.999",
    "speed histogram_wide_reads reference h200 67108864 17243.219 17237.045 4.704 1.470 0.000 atomics 0.999",
    "speed histogram_shared_atomics reference h200 67108864 99.467 93.293 4.704 1.470 0.000 latency 0.904",
    "speed histogram_global_atomics naive h200 67108864 89524.858 89518.684 4.704 1.470 0.000 latency 0.976",
    "speed histogram_wide_reads naive h200 67108864 89524.858 89518.684 4.704 1.470 0.000 latency 0.976",
    "speed histogram_shared_atomics naive h200 67108864 18238.860 18232.686 4.704 1.470 0.000 atomics 0.999",
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
