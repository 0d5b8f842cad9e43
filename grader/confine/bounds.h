/**
 * @file bounds.h
 * @brief The first and the last object of a runner's link: what lies between them is the submission's.
 */
#ifndef WARPLAB_BOUNDS_H
#define WARPLAB_BOUNDS_H

/** @name Where the submission's data, and its data of zeros, begin and end
 * @{ */
/** One byte of the neighbour. */
extern char bounds_data_begin, bounds_data_end, bounds_bss_begin, bounds_bss_end;
/** @} */
/** Lies before the submission's code. */
void bounds_text_begin(void);
/** Lies behind it. */
void bounds_text_end(void);

#endif
