/**
 * @file disassembly.h
 * @brief Reads what nvdisasm prints of a cubin: a kernel's machine instructions (SASS), by line of the
 * source.
 *
 * Source: CUDA Binary Utilities, "nvdisasm"; its output with --print-code and --print-line-info-inline.
 */
#ifndef WARPLAB_DISASSEMBLY_H
#define WARPLAB_DISASSEMBLY_H

#include <stdbool.h>

/** A place in nvdisasm's output, within one kernel. */
struct disassembly {
    const char *at;   /**< what is read next; not owned */
    const char *file; /**< the submission's name; not owned */
    int line;         /**< of the submission, that the last instruction belongs to; 0: of none */
    char code[256];   /**< the last instruction or label, without its address */
};

/** Begins with a kernel. @param text nvdisasm's output @param kernel as the cubin names it
 * @param file the submission's name, without folders
 * @return false if the text has no such kernel */
bool disassembly_begin(struct disassembly *reader, const char *text, const char *kernel, const char *file);
/** Reads the kernel's next instruction or label. Padding behind its end is left out.
 * @return false if there is no more */
bool disassembly_next(struct disassembly *reader);

#endif
