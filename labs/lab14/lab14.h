/**
 * @file lab14.h
 * @brief Lab 14: a sparse matrix times a vector, by a segmented scan. The interface; do not edit.
 */
#ifndef WARPLAB_LAB14_H
#define WARPLAB_LAB14_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @brief The product of a sparse matrix of floats and a vector: `d_y = A * d_x`.
 *
 * The matrix is stored by rows, with its entries alone (CSR, compressed sparse rows). Row r has the entries
 * d_offsets[r] to d_offsets[r + 1] - 1, maybe none; entry i is the number d_values[i] in column d_columns[i].
 * Columns of a row come in any order, and one may come twice: then both entries count.
 *
 * The launcher runs on the host and chooses grid and block of the kernels it launches. Each thread has as
 * many entries as any other, however long rows are, and the sums of rows are put together by a segmented scan
 * (G. E. Blelloch, M. A. Heroux and M. Zagha, "Segmented operations for sparse matrix computation on vector
 * multiprocessors", CMU-CS-93-173, 1993). The sums are of floats, in any order. All work is ordered on the
 * default stream; the launcher need not wait for it.
 *
 * @param d_offsets      device, rows + 1 ints, ascending from 0 to entries; must be as before when the work
 *                       is done
 * @param d_columns      device, entries ints from 0 to cols - 1; likewise
 * @param d_values       device, entries floats; likewise
 * @param d_x            device, cols floats; likewise
 * @param d_y            device, rows floats; receives the product, of a row without entries 0
 * @param d_scratch_rows device, entries + rows + 4096 ints, for whatever you like
 * @param d_scratch_sums device, entries + rows + 4096 floats, likewise
 * @param rows           of the matrix, 0 or more, not always a multiple of anything
 * @param cols           columns of the matrix, likewise
 * @param entries        of the matrix, likewise
 */
void spmv_csr(const int *d_offsets, const int *d_columns, const float *d_values, const float *d_x, float *d_y,
              int *d_scratch_rows, float *d_scratch_sums, int rows, int cols, int entries);

#ifdef __cplusplus
}
#endif

#endif
