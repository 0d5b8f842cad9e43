/**
 * @file signature.h
 * @brief A launcher's parameters as a table in the spec: buffers by role, type and extent, and scalars.
 */
#ifndef WARPLAB_SIGNATURE_H
#define WARPLAB_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "element.h"
#include "inputs.h"
#include "runner/call.h"

/** The size of an input. Rows and columns are 0 if there are none. */
struct shape {
    int32_t n;     /**< elements; with rows and columns their product, unless a buffer is n long: then, for
                        example, the elements stored in a sparse matrix */
    int32_t rows;  /**< of a matrix or picture */
    int32_t cols;  /**< columns */
    int32_t inner; /**< a third size: in a product of matrices the columns of the left one; the length of a
                      second array, or the planes of a volume */
    double
        alpha;   /**< no size, but a real number that the launcher receives: a factor, a width, a time step */
    double beta; /**< another one */
};

/** Elements of a buffer: the sum of these, each times the size in its name. */
struct extent {
    int32_t fixed;           /**< a constant */
    int32_t n;               /**< times n, and so on */
    int32_t rows;            /**< one per row */
    int32_t cols;            /**< one per column */
    int32_t inner;           /**< one per `inner` */
    int32_t rows_cols;       /**< a matrix */
    int32_t rows_inner;      /**< the left one of a product */
    int32_t inner_cols;      /**< the right one */
    int32_t rows_cols_inner; /**< a volume */
};

/** The meaning of a scalar. */
enum scalar {
    SCALAR_N,      /**< as in struct shape, and so on */
    SCALAR_ROWS,   /**< rows */
    SCALAR_COLS,   /**< columns */
    SCALAR_INNER,  /**< the third size */
    SCALAR_OPTION, /**< the case's option */
    SCALAR_SIDE,   /**< rows, if all matrices are square: columns and `inner` are the same */
    SCALAR_ALPHA,  /**< a real number */
    SCALAR_BETA    /**< another one */
};

/** One parameter. A role of 0 ends a table. */
struct parameter {
    enum argument_role role; /**< ARGUMENT_VALUE: a scalar */
    enum element element;    /**< its type, or that of its elements */
    struct extent extent;    /**< of a buffer */
    enum scalar scalar;      /**< its meaning; of indices: the size above them, or the end of offsets */
    bool bins;               /**< an output whose elements are counters that start at 0 */
    bool offsets;            /**< indices that ascend from 0: the starts of another buffer's parts */
    int line;                /**< of the spec, for error messages */
};

/** The maximum number of a launcher's parameters. */
enum { SIGNATURE_MAX = CALL_WORDS };

/** @name Entries of a table: `SPEC_IN(FLOAT, .rows_cols = 1)` is `const float *` with rows * cols elements
 * @{ */
/** The common form of the next ones. */
#define SPEC_BUFFER(its_role, type, ...)                                                                     \
    {                                                                                                        \
        .role = ARGUMENT_##its_role, .element = ELEMENT_##type, .line = __LINE__, .extent = { __VA_ARGS__ }  \
    }
/** A buffer that is read. */
#define SPEC_IN(type, ...) SPEC_BUFFER(IN, type, __VA_ARGS__)
/** A buffer that is written. */
#define SPEC_OUT(type, ...) SPEC_BUFFER(OUT, type, __VA_ARGS__)
/** A buffer that is read and written. */
#define SPEC_IN_OUT(type, ...) SPEC_BUFFER(IN_OUT, type, __VA_ARGS__)
/** A buffer for the launcher's own use. */
#define SPEC_SCRATCH(type, ...) SPEC_BUFFER(SCRATCH, type, __VA_ARGS__)
/** A buffer of counters that is written. */
#define SPEC_BINS(type, ...)                                                                                 \
    {                                                                                                        \
        .role = ARGUMENT_OUT, .element = ELEMENT_##type, .line = __LINE__, .extent = {__VA_ARGS__},          \
        .bins = true                                                                                         \
    }
/** A buffer of ints that are at least 0 and below the first argument: columns of a sparse matrix. */
#define SPEC_INDICES(below, ...)                                                                             \
    {                                                                                                        \
        .role = ARGUMENT_INDICES, .element = ELEMENT_INT32, .line = __LINE__, .scalar = SCALAR_##below,      \
        .extent = {                                                                                          \
            __VA_ARGS__                                                                                      \
        }                                                                                                    \
    }
/** A buffer of ints that ascend from 0 to the first argument: the start of each row, and the end of the last.
 */
#define SPEC_OFFSETS(end, ...)                                                                               \
    {                                                                                                        \
        .role = ARGUMENT_INDICES, .element = ELEMENT_INT32, .line = __LINE__, .scalar = SCALAR_##end,        \
        .offsets = true, .extent = {                                                                         \
            __VA_ARGS__                                                                                      \
        }                                                                                                    \
    }
/** A scalar: N, ROWS, COLS, INNER, SIDE, OPTION, ALPHA or BETA. */
#define SPEC_SCALAR(type, what)                                                                              \
    { .role = ARGUMENT_VALUE, .element = ELEMENT_##type, .line = __LINE__, .scalar = SCALAR_##what }
/** @} */

/** @name The signatures of the course
 * @{ */
/** n + 4096 ints */
#define SPEC_INT_SCRATCH SPEC_SCRATCH(INT32, .fixed = 4096, .n = 1)
/** void f(const int *d_in, int *d_out, int *d_scratch, int n), with the given number of output ints */
#define SPEC_REDUCE(outputs)                                                                                 \
    { SPEC_IN(INT32, .n = 1), SPEC_OUT(INT32, .fixed = outputs), SPEC_INT_SCRATCH, SPEC_SCALAR(INT32, N) }
/** the same with the given number for each element */
#define SPEC_SCAN(each)                                                                                      \
    { SPEC_IN(INT32, .n = 1), SPEC_OUT(INT32, .n = each), SPEC_INT_SCRATCH, SPEC_SCALAR(INT32, N) }
/** void f(const int *d_in, int *d_out, int *d_scratch, int n, int option) */
#define SPEC_REDUCE_OPTION                                                                                   \
    {                                                                                                        \
        SPEC_IN(INT32, .n = 1), SPEC_OUT(INT32, .fixed = 1), SPEC_INT_SCRATCH, SPEC_SCALAR(INT32, N),        \
            SPEC_SCALAR(INT32, OPTION)                                                                       \
    }
/** the same with the given number of output ints for each element */
#define SPEC_SCAN_OPTION(each)                                                                               \
    {                                                                                                        \
        SPEC_IN(INT32, .n = 1), SPEC_OUT(INT32, .n = each), SPEC_INT_SCRATCH, SPEC_SCALAR(INT32, N),         \
            SPEC_SCALAR(INT32, OPTION)                                                                       \
    }
/** void f(const unsigned char *d_in, unsigned int *d_bins, unsigned int *d_scratch, int n) */
#define SPEC_HISTOGRAM                                                                                       \
    {                                                                                                        \
        SPEC_IN(UINT8, .n = 1), SPEC_BINS(UINT32, .fixed = 256),                                             \
            SPEC_SCRATCH(UINT32, .fixed = 4096, .n = 1), SPEC_SCALAR(INT32, N)                               \
    }
/** @} */

/** The number of parameters in a table. */
size_t signature_count(const struct parameter *parameters);
/** The arguments of a call. */
struct call signature_call(const struct parameter *parameters, const struct shape *shape, int32_t option);
/** The first parameter with a role of the set (call.h); NULL if there is none. */
const struct parameter *signature_first(const struct parameter *parameters, uint32_t set);
/** Whether the first output is a table of counters. */
bool signature_has_bins(const struct parameter *parameters);
/** Whether the first output has several numbers for each element, or for the whole input, that belong
 * together and are not counters. */
bool signature_has_records(const struct parameter *parameters);
/** Whether it has rows and columns. */
bool signature_has_rows(const struct parameter *parameters);
/** Whether it has them, and n is a separate size. */
bool signature_has_entries(const struct parameter *parameters);
/** The first parameter with offsets; NULL if there is none. */
const struct parameter *signature_offsets(const struct parameter *parameters);
/** The first input with numbers to compute with; or else the first with indices; NULL without inputs. */
const struct parameter *signature_numbers(const struct parameter *parameters);
/** The count of numbers in a parameter's buffer, of all components. */
size_t signature_length(const struct parameter *parameters, const struct shape *shape,
                        const struct parameter *parameter);
/** Whether all matrices are square. */
bool signature_is_square(const struct parameter *parameters);
/** A table's shape in full: with square matrices, all sides are equal to the rows, and n is computed from
 * them. */
struct shape signature_whole_shape(const struct parameter *parameters, struct shape shape);
/** Whether the launcher receives a scalar. */
bool signature_has(const struct parameter *parameters, enum scalar scalar);
/** The offset of an input buffer among all inputs. */
size_t signature_place(const struct parameter *parameters, const struct shape *shape,
                       const struct parameter *parameter);
/** Whether some output has a base type, or vectors of it. */
bool signature_gives(const struct parameter *parameters, enum element base);
/** Whether some output is of a floating-point type. */
bool signature_gives_floats(const struct parameter *parameters);
/** A shape of @p size that is easy to follow by hand: that many elements, or that many rows and one more
 * column, to distinguish rows from columns. */
struct shape signature_small_shape(const struct parameter *parameters, int32_t size);

/** Fills all inputs of a call with 1, 2, 3, ..., a vector's components likewise, or with -1, -2, -3, ...
 * Indices are 0, 1, 2, ... repeatedly, and offsets those of inputs_parts_known(). */
void signature_count_up(const struct parameter *parameters, const struct shape *shape, void *input,
                        bool down);
/** Fills a buffer of indices or offsets. @param elements of it @param divide NULL: inputs_parts_random() */
void signature_fill_indices(const struct parameter *parameter, const struct shape *shape,
                            inputs_divide *divide, struct rng *rng, int32_t *to, int32_t elements);

#endif
