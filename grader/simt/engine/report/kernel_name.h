/**
 * @file kernel_name.h
 * @brief A kernel's name for people, out of what the compiler calls it.
 */
#ifndef SIMT_KERNEL_NAME_H
#define SIMT_KERNEL_NAME_H

#include <stddef.h>

/**
 * From `void lab::scan(const T*, int) [with T = int]` to `lab::scan [with T = int]`: without return type and
 * parameters, with the template's arguments. Text of another form is copied as it is.
 * @param pretty what `__PRETTY_FUNCTION__` gives
 */
void simt_kernel_name(const char *pretty, char *out, size_t size);

#endif
