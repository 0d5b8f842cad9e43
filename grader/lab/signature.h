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

/** How large an input is. Without rows and columns they are 0. */
struct shape {
    int32_t n; /**< elements; where there are rows and columns their product, unless a buffer is n long: then
                    those of a sparse matrix that are there, or the like */
    int32_t rows;  /**< of a matrix or picture */
    int32_t cols;  /**< columns */
    int32_t inner; /**< what else there is: in a product of matrices the columns of the left one; the length
                      of a second array, or the planes of a volume */
    double
        alpha;   /**< no size, but a real number that the launcher is given: a factor, a width, a time step */
    double beta; /**< another one */
};

/** Elements of a buffer: the sum of these, each times what its name says. */
struct extent {
    int32_t fixed;           /**< whatever the shape is */
    int32_t n;               /**< times n, and so on */
    int32_t rows;            /**< one for each row */
    int32_t cols;            /**< one for each column */
    int32_t inner;           /**< one for each of what else there is */
    int32_t rows_cols;       /**< a matrix */
    int32_t rows_inner;      /**< the left one of a product */
    int32_t inner_cols;      /**< the right one */
    int32_t rows_cols_inner; /**< a volume */
};

/** What a scalar is. */
enum scalar {
    SCALAR_N,      /**< as in struct shape, and so on */
    SCALAR_ROWS,   /**< rows */
    SCALAR_COLS,   /**< columns */
    SCALAR_INNER,  /**< what else there is */
    SCALAR_OPTION, /**< the case's option */
    SCALAR_SIDE,   /**< rows, where all matrices are square: columns and what else there is are as many */
    SCALAR_ALPHA,  /**< a real number, and another one */
    SCALAR_BETA    /**< likewise */
};

/** One parameter. A role of 0 ends a table. */
struct parameter {
    enum argument_role role; /**< ARGUMENT_VALUE: a scalar */
    enum element element;    /**< its type, or that of its elements */
    struct extent extent;    /**< of a buffer */
    enum scalar scalar;      /**< which one; of indices, what they are less than, or offsets go up to */
    bool bins;               /**< an output whose elements are counters that are to begin at 0 */
    bool offsets;            /**< indices that ascend from 0: where parts of another buffer begin */
    int line;                /**< where it is written, for what is wrong with it */
};

/** Most parameters of a launcher. */
enum { SIGNATURE_MAX = CALL_WORDS };

/** @name Entries of a table: `SPEC_IN(FLOAT, .rows_cols = 1)` is `const float *` with rows * cols elements
 * @{ */
/** What the next ones are made of. */
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
/** A buffer for whatever the launcher likes. */
#define SPEC_SCRATCH(type, ...) SPEC_BUFFER(SCRATCH, type, __VA_ARGS__)
/** A buffer of counters that is written. */
#define SPEC_BINS(type, ...)                                                                                 \
    {                                                                                                        \
        .role = ARGUMENT_OUT, .element = ELEMENT_##type, .line = __LINE__, .extent = {__VA_ARGS__},          \
        .bins = true                                                                                         \
    }
/** A buffer of ints from 0 to what the second says, which is not among them: columns of a sparse matrix. */
#define SPEC_INDICES(below, ...)                                                                             \
    {                                                                                                        \
        .role = ARGUMENT_INDICES, .element = ELEMENT_INT32, .line = __LINE__, .scalar = SCALAR_##below,      \
        .extent = {                                                                                          \
            __VA_ARGS__                                                                                      \
        }                                                                                                    \
    }
/** A buffer of ints that ascend from 0 to what the second says: where each row begins, and the last one ends.
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
/** void f(const int *d_in, int *d_out, int *d_scratch, int n), with so many ints of output */
#define SPEC_REDUCE(outputs)                                                                                 \
    { SPEC_IN(INT32, .n = 1), SPEC_OUT(INT32, .fixed = outputs), SPEC_INT_SCRATCH, SPEC_SCALAR(INT32, N) }
/** the same with so many for each element */
#define SPEC_SCAN(each)                                                                                      \
    { SPEC_IN(INT32, .n = 1), SPEC_OUT(INT32, .n = each), SPEC_INT_SCRATCH, SPEC_SCALAR(INT32, N) }
/** void f(const int *d_in, int *d_out, int *d_scratch, int n, int option) */
#define SPEC_REDUCE_OPTION                                                                                   \
    {                                                                                                        \
        SPEC_IN(INT32, .n = 1), SPEC_OUT(INT32, .fixed = 1), SPEC_INT_SCRATCH, SPEC_SCALAR(INT32, N),        \
            SPEC_SCALAR(INT32, OPTION)                                                                       \
    }
/** the same with so many ints of output for each element */
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

/** How many parameters a table has. */
size_t signature_count(const struct parameter *parameters);
/** The arguments of a call. */
struct call signature_call(const struct parameter *parameters, const struct shape *shape, int32_t option);
/** The first parameter with a role of the set (call.h); NULL if there is none. */
const struct parameter *signature_first(const struct parameter *parameters, uint32_t set);
/** Whether the first output is a table of counters. */
bool signature_has_bins(const struct parameter *parameters);
/** Whether the first output has several numbers for each element, or for the whole input, that belong
 * together and are no counters. */
bool signature_has_records(const struct parameter *parameters);
/** Whether it is told of rows and columns. */
bool signature_has_rows(const struct parameter *parameters);
/** Whether it is, and n is a size of its own beside them. */
bool signature_has_entries(const struct parameter *parameters);
/** The first parameter that has offsets; NULL if there is none. */
const struct parameter *signature_offsets(const struct parameter *parameters);
/** The first input that has numbers to reckon with; without any the first of indices; NULL without inputs. */
const struct parameter *signature_numbers(const struct parameter *parameters);
/** Numbers of a parameter's buffer, of all components. */
size_t signature_length(const struct parameter *parameters, const struct shape *shape,
                        const struct parameter *parameter);
/** Whether all matrices are square. */
bool signature_is_square(const struct parameter *parameters);
/** A table's shape as launchers have it: of square matrices all sides are as many as rows, and n is what
 * follows from them. */
struct shape signature_whole_shape(const struct parameter *parameters, struct shape shape);
/** Whether the launcher is given a scalar. */
bool signature_has(const struct parameter *parameters, enum scalar scalar);
/** Where the buffer of a parameter that is given begins among all that are. */
size_t signature_place(const struct parameter *parameters, const struct shape *shape,
                       const struct parameter *parameter);
/** Whether some output is of a base type, or of vectors of it. */
bool signature_gives(const struct parameter *parameters, enum element base);
/** Whether some output is of a floating-point type. */
bool signature_gives_floats(const struct parameter *parameters);
/** A shape for @p size, for what a person follows by hand: so many elements, or so many rows and one more
 * column, so that rows and columns are told apart. */
struct shape signature_small_shape(const struct parameter *parameters, int32_t size);

/** Fills all inputs of a call with 1, 2, 3, ..., a vector's components likewise, or with -1, -2, -3, ...
 * Indices are 0, 1, 2, ... over and over, and offsets as inputs_parts_known() has them. */
void signature_count_up(const struct parameter *parameters, const struct shape *shape, void *input,
                        bool down);
/** Fills a buffer of indices or offsets. @param elements of it @param divide NULL: inputs_parts_random() */
void signature_fill_indices(const struct parameter *parameter, const struct shape *shape,
                            inputs_divide *divide, struct rng *rng, int32_t *to, int32_t elements);

#endif
