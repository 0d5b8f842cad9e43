/**
 * @file gpu_text.h
 * @brief JSON text that grows, for the GPU runner's replies: it is linked by nvcc with the submission, and
 * needs no library.
 */
#ifndef WARPLAB_GPU_TEXT_H
#define WARPLAB_GPU_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/** Zero-initialise; @c data is malloc'ed, NULL until something was added or if memory ran out. */
struct gpu_text {
    char *data;      /**< ends with '\\0' */
    size_t length;   /**< bytes, without the '\\0' */
    size_t capacity; /**< bytes there is room for */
    bool failed;     /**< memory ran out: what is added is lost */
};

/** Appends formatted text as it is. */
void gpu_text_add(struct gpu_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/** Appends @p value as a JSON string; bytes outside printable ASCII become question marks. */
void gpu_text_string(struct gpu_text *text, const char *value);
/** Appends `[…]`, with three decimals a number. */
void gpu_text_numbers(struct gpu_text *text, const double *values, size_t count);

#endif
