/**
 * @file diagnose.h
 * @brief Recognises wrong answers that many students get, by their values.
 */
#ifndef WARPLAB_DIAGNOSE_H
#define WARPLAB_DIAGNOSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The maximum of threads per block: a block that is not full lacks fewer elements. */
enum { DIAGNOSE_MOST_THREADS = 1024 };

/** Writes the message of a diagnosis, in the reader's language. @return true, as from the diagnosis. */
bool diagnose_say(char *message, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

/** Whether a wrong number is the right one converted to float, which has 24 bits. */
bool diagnose_is_rounded(uint32_t expected, uint32_t actual);

/** A spec_diagnosis for sums of ints: only the first block summed, the tail dropped, 16 bits kept, … */
bool diagnose_sum(const void *input, int32_t n, int32_t option, const void *actual, char *message,
                  size_t size);
/** A spec_reference for sums of ints: wraps modulo 2^32. */
void reference_sum(const void *input, int32_t n, int32_t option, void *output);

/** The same for trees of blocks: only a block's first elements were added, or a stride was odd. */
bool diagnose_tree_sum(const void *input, int32_t n, int32_t option, const void *actual, char *message,
                       size_t size);

/** A spec_diagnosis for histograms of bytes: bins not cleared, counts lost, the tail dropped, … */
bool diagnose_histogram(const void *input, int32_t n, int32_t option, const void *actual, char *message,
                        size_t size);
/** A spec_reference for histograms of bytes: 256 bins. */
void reference_histogram(const void *input, int32_t n, int32_t option, void *output);

struct output;
/** Recognises real numbers that were converted to a shorter type: all have no more digits than it, or the
 * first wrong one is infinite in it. For any task: used if the task's own diagnosis finds nothing. */
bool diagnose_type(const struct output *output, char *message, size_t size);

/** A matrix of floats and the right one, row by row. */
struct float_matrix {
    const float *expected; /**< rows * cols */
    const float *actual;   /**< the same number */
    const double *bound;   /**< the largest error allowed for each; NULL: none */
    int32_t rows;          /**< of both matrices */
    int32_t cols;          /**< columns */
};
/** Recognises a wrong matrix: transposed, off by a row or a column, wrong only at its border, or after the
 * last whole tile. @see spec_diagnosis */
bool diagnose_matrix(const struct float_matrix *matrix, char *message, size_t size);

/** A product of a sparse matrix and a vector, and the right one; the matrix is stored by rows (CSR). */
struct sparse_product {
    const int32_t *offsets; /**< rows + 1: the start of each row, and the end of the last one */
    const int32_t *columns; /**< of each entry */
    const float *values;    /**< likewise */
    const float *x;         /**< the vector */
    const float *expected;  /**< rows */
    const float *actual;    /**< the same number */
    const double *bound;    /**< the largest error allowed for each */
    int32_t rows;           /**< of the matrix */
};
/** Recognises a wrong product: off by a row, empty rows not written, entries missing at a row's ends, the
 * last row dropped, rows cut at the end of a block of entries. @see spec_diagnosis */
bool diagnose_sparse(const struct sparse_product *product, char *message, size_t size);

/** @name Diagnoses of scans of ints: the other kind of scan, shifted, block offsets not added, …
 * @{ */
/** For an inclusive scan. @see spec_diagnosis */
bool diagnose_scan_inclusive(const void *input, int32_t n, int32_t option, const void *actual, char *message,
                             size_t size);
/** For an exclusive scan. @see spec_diagnosis */
bool diagnose_scan_exclusive(const void *input, int32_t n, int32_t option, const void *actual, char *message,
                             size_t size);
/** @} */
/** @name References of scans of ints: sums wrap modulo 2^32
 * @{ */
/** The element i is the sum of the elements 0 to i. */
void reference_scan_inclusive(const void *input, int32_t n, int32_t option, void *output);
/** The element i is the sum of the elements before i; the first is 0. */
void reference_scan_exclusive(const void *input, int32_t n, int32_t option, void *output);
/** @} */

#endif
