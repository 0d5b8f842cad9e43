/**
 * @file lab1.h
 * @brief Lab 1: who am I, and what does an algorithm cost? The interface; do not edit.
 */
#ifndef WARPLAB_LAB1_H
#define WARPLAB_LAB1_H

/** Threads of a block in ids_1d(), and columns and rows of one in ids_2d(). */
enum { IDS_BLOCK = 96, IDS_COLUMNS = 24, IDS_ROWS = 6 };

/** Ints of one record of ids_1d() and of ids_2d(), and of the costs of one algorithm. */
enum { IDS_1D_RECORD = 5, IDS_2D_RECORD = 7, COST_RECORD = 3 };

/** The scans to choose from, and no answer yet. Where two are equally good, take the one named first. */
enum scan { SCAN_UNKNOWN = -1, SCAN_SERIAL, SCAN_HILLIS_STEELE, SCAN_BLELLOCH };

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @brief Has n threads say who they are: a row of blocks of IDS_BLOCK threads, one thread per element.
 *
 * @param d_in      device, n ints; not needed
 * @param d_out     device, n records of 5 ints: the thread's number in the grid, its block, its number in
 *                  the block, its warp in the block, its lane in the warp
 * @param d_scratch device, n + 4096 ints; not needed
 * @param n         number of threads that answer, 0 or more
 */
void ids_1d(const int *d_in, int *d_out, int *d_scratch, int n);

/**
 * @brief The same for a picture: a grid of blocks of IDS_COLUMNS x IDS_ROWS threads, one thread per pixel.
 *
 * The picture has `width` columns and as many rows as n pixels need; the last row may be short. Pixel
 * y * width + x belongs to the thread in column x and row y of the grid.
 *
 * @param d_out device, n records of 7 ints: x, y, the thread's number in the grid (rows of the whole grid
 *              one after the other), the block's number in the grid, the thread's number in the block, its
 *              warp in the block, its lane in the warp
 * @param width columns of the picture, 1 or more
 */
void ids_2d(const int *d_in, int *d_out, int *d_scratch, int n, int width);

/** @brief Copies n ints from d_in to d_out with at most 1024 blocks, however large n is. */
void copy_grid_stride(const int *d_in, int *d_out, int *d_scratch, int n);

/**
 * @brief Steps and work of adding up n elements: one after the other, and as a tree.
 *
 * @param d_out device, 2 records of 3 ints: steps, the lower and the upper 32 bits of the work
 */
void count_reduces(const int *d_in, int *d_out, int *d_scratch, int n);

/** @brief The same for four scans of n elements: serial, one reduce per output, Hillis-Steele, Blelloch. */
void count_scans(const int *d_in, int *d_out, int *d_scratch, int n);

/**
 * @brief Which scan has the least time on so many processors, by Brent's bound?
 *
 * @param d_in  device, n sizes, each 1 or more
 * @param d_out device, n answers, each an enum scan
 */
void pick_scans(const int *d_in, int *d_out, int *d_scratch, int n, int processors);

#ifdef __cplusplus
}
#endif

#endif
