/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "spec b42bb236543c",
    "profile h100 132 1980.0 2986.0",
    "counted compact_any reference 528288 1 106765 61032 16770 774 467274",
    "speed compact_any reference h100 16777216 48.273 40.972 5.840 1.460 0.001 memory 0.759 14547948",
    "counted compact_any naive 528288 1 378032 0 16509 0 297201",
    "speed compact_any naive h100 16777216 415.524 408.223 5.840 1.460 0.001 atomics 0.926 9437184",
    "profile h200 132 1980.0 4242.0",
    "speed compact_any reference h200 16777216 37.270 31.095 4.704 1.470 0.001 arithmetic 0.834 14547948",
    "speed compact_any naive h200 16777216 409.894 403.719 4.704 1.470 0.001 atomics 0.935 9437184",
    NULL,
};
