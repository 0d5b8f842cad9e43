/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "spec 0967dd9b30a0",
    "profile h100 132 1980.0 2986.0",
    "counted histogram_private reference 1088576 2 54242 85448 0 68 546974",
    "speed histogram_private reference h100 67108864 90.679 83.171 7.507 0.000 0.001 latency 0.797 61079296",
    "counted histogram_multi reference 2137152 1 70978 249747 67836 262 444886",
    "speed histogram_multi reference h100 67108864 57.841 50.540 5.840 1.460 0.001 atomics 0.692 16578547",
    "counted histogram_private naive 1088576 1 361698 0 10240 0 357962",
    "speed histogram_private naive h100 67108864 1678.206 1670.905 5.840 1.460 0.001 latency 0.979 57772726",
    "counted histogram_multi naive 2137152 1 1577428 0 66786 0 1135422",
    "speed histogram_multi naive h100 67108864 18287.136 18279.835 5.840 1.460 0.001 atomics 0.999 35947503",
    "profile h200 132 1980.0 4242.0",
    "speed histogram_private reference h200 67108864 83.946 77.867 6.079 0.000 0.001 latency 0.797 61079296",
    "speed histogram_multi reference h200 67108864 53.677 47.502 4.704 1.470 0.001 atomics 0.740 16578547",
    "speed histogram_private naive h200 67108864 1594.645 1588.470 4.704 1.470 0.001 latency 0.979 57772726",
    "speed histogram_multi naive h200 67108864 18180.631 18174.456 4.704 1.470 0.001 atomics 0.999 35947503",
    "measured histogram_private reference h200 67108864 80.224",
    "measured histogram_multi reference h200 67108864 57.120",
    "measured histogram_private naive h200 67108864 2490.656",
    "measured histogram_multi naive h200 67108864 17255.873",
    "measured histogram_private reference h100 67108864 84.544",
    "measured histogram_multi reference h100 67108864 60.736",
    "measured histogram_private naive h100 67108864 2565.984",
    "measured histogram_multi naive h100 67108864 17281.696",
    NULL,
};
