/**
 * @file parts.h
 * @brief The list of launches in parts, one for each size that a program was run at.
 */
#ifndef SIMT_PARTS_H
#define SIMT_PARTS_H

/** Forgets all parts, as simt_kernels_clear() does the launches. */
void simt_parts_clear(void);

#endif
