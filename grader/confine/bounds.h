/**
 * @file bounds.h
 * @brief The first and the last object of a runner's link; the submission lies between them.
 */
#pragma once

/** @name Where the submission's data, and its data of zeros, begin and end
 * @{ */
/** One byte each, beside the submission's. */
extern char bounds_data_begin, bounds_data_end, bounds_bss_begin, bounds_bss_end;
/** @} */
/** Before the submission's code. */
void bounds_text_begin(void);
/** After the submission's code. */
void bounds_text_end(void);
