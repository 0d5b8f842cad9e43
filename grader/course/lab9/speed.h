/**
 * @file speed.h
 * @brief The speeds of this lab's solution and of its naive way (lab/speeds.h). Made by `make references`.
 */
#include <stddef.h>

// clang-format off
static const char *const speeds[] = {
    "profile h100 132 1980.0 2986.0",
    "counted histogram_private reference 1088576 2 54242 85448 0 68 546974",
    "speed histogram_private reference h100 67108864 85.991 78.484 7.507 0.000 0.000 latency 0.792",
    "counted histogram_multi reference 2137152 1 70978 249747 67836 262 444886",
    "speed histogram_multi reference h100 67108864 58.179 50.879 5.840 1.460 0.000 atomics 0.688",
    "counted histogram_private naive 1088576 1 361698 0 10240 0 357962",
    "speed histogram_private naive h100 67108864 2753.886 2746.586 5.840 1.460 0.000 latency 0.987",
    "counted histogram_multi naive 2137152 1 1577428 0 66786 0 1135422",
    "speed histogram_multi naive h100 67108864 18345.587 18338.287 5.840 1.460 0.000 atomics 0.999",
    "profile h200 132 1980.0 4242.0",
    "speed histogram_private reference h200 67108864 79.987 73.908 6.079 0.000 0.000 latency 0.789",
    "speed histogram_multi reference h200 67108864 53.676 47.502 4.704 1.470 0.000 atomics 0.740",
    "speed histogram_private naive h200 67108864 2426.791 2420.617 4.704 1.470 0.000 latency 0.986",
    "speed histogram_multi naive h200 67108864 18238.860 18232.686 4.704 1.470 0.000 atomics 0.999",
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
