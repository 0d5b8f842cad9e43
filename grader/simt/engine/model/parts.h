/**
 * @file parts.h
 * @brief The list of launches in parts, one for each size that a program was run at.
 */
#ifndef SIMT_PARTS_H
#define SIMT_PARTS_H

/** Forgets all parts, as simt_kernels_clear() does the launches. */
void simt_parts_clear(void);

/** Another number after each end of a part: memory is another one from then on. */
unsigned simt_part_now(void);

#endif
