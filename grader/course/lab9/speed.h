/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted histogram_private reference 1088576 2 54242 85448 0 68 862209",
    "speed histogram_private reference h100 67108864 9571.995 9571.995 0.000 0.000 0.000 latency 0.987",
    "counted histogram_multi reference 2137152 1 70978 249747 67836 262 617207",
    "speed histogram_multi reference h100 67108864 1980.391 1980.391 0.000 0.000 0.000 latency 1.000",
    "counted histogram_private naive 1088576 1 361698 0 10240 0 385224",
    "speed histogram_private naive h100 67108864 108415.836 108415.836 0.000 0.000 0.000 latency 1.000",
    "counted histogram_multi naive 2137152 1 1577428 0 66786 0 734688",
    "speed histogram_multi naive h100 67108864 12376.546 12376.546 0.000 0.000 0.000 atomics 1.000",
    "profile h200 132 1980.0 4242.0",
    "speed histogram_private reference h200 67108864 9279.436 9279.436 0.000 0.000 0.000 latency 0.987",
    "speed histogram_multi reference h200 67108864 1900.519 1900.519 0.000 0.000 0.000 latency 1.000",
    "speed histogram_private naive h200 67108864 103304.028 103304.028 0.000 0.000 0.000 latency 1.000",
    "speed histogram_multi naive h200 67108864 12356.156 12356.156 0.000 0.000 0.000 atomics 1.000",
    NULL,
};
