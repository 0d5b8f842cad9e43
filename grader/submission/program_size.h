/**
 * @file program_size.h
 * @brief How much memory a program takes before it has run at all: its variables, constants and code.
 *
 * A program that is larger than its memory limit cannot even be started, and how that ends says nothing about
 * why. So the size is judged before, by the trusted side, from the object and again from the linked program.
 */
#ifndef WARPLAB_PROGRAM_SIZE_H
#define WARPLAB_PROGRAM_SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/** What a file takes. */
struct program_size {
    uint64_t bytes;         /**< of all that is loaded, with the space that alignment may take */
    uint64_t thread_bytes;  /**< of that, what each thread gets a copy of */
    size_t sections;        /**< how many */
    size_t symbols;         /**< how many */
    char largest[160];      /**< name of the largest variable, "" if there is none */
    uint64_t largest_bytes; /**< its size */
};

/** The most that a lab's program may be. */
struct program_limits {
    uint64_t bytes;        /**< of all that is loaded */
    uint64_t thread_bytes; /**< of variables that each thread has a copy of */
    size_t sections;       /**< of the object */
    size_t symbols;        /**< of the object */
};

/** What of a runner's @p memory_bytes a program may take before it runs. */
struct program_limits program_limits_for(size_t memory_bytes);
/**
 * Reads the size of an object file or a linked program, which is untrusted input.
 * @return false with an error if it cannot be read
 */
bool program_size_read(const char *path, struct program_size *size, struct error *error);
/**
 * Says in one sentence what is too large: the largest variable by name, its size and the limit.
 * @return false if nothing is
 */
bool program_size_complaint(const struct program_size *size, const struct program_limits *limits, char *to,
                            size_t room);
/** The line where the largest variable is declared, 0 if unknown. It takes long: only for a complaint. */
int program_size_line(const char *path, const struct program_size *size);

#endif
