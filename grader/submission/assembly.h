/**
 * @file assembly.h
 * @brief What nvcc makes of a submission: PTX, machine code, and what each kernel needs of a multiprocessor.
 */
#ifndef WARPLAB_ASSEMBLY_H
#define WARPLAB_ASSEMBLY_H

#include "build.h"

#include <stdbool.h>

/** What ptxas says of one kernel. */
struct assembly_needs {
    int registers;    /**< of a thread */
    int shared_bytes; /**< static, of a block */
    int spill_bytes;  /**< stored and loaded, of a thread */
};

/** One compilation. Freed with assembly_free(). */
struct assembly {
    char *ptx;   /**< with lines of the source, where it was compiled; owned */
    char *sass;  /**< what nvdisasm made of the machine code; owned, NULL without nvdisasm */
    char *needs; /**< what ptxas said of all kernels; owned */
};

/**
 * Compiles the submission in the stage, where it was built before, with the options of a grading.
 * @param arch in nvcc's words: "sm_90"
 * @return false with a sentence in @p error; the caller frees @p assembly in any case
 */
bool assembly_make(struct assembly *assembly, const struct build_setting *setting, const char *arch,
                   struct error *error);
/** Looks up a kernel by its name in the PTX. @return false if ptxas said nothing of it */
bool assembly_needs(const struct assembly *assembly, const char *kernel, struct assembly_needs *needs);
/** Frees what it holds. */
void assembly_free(struct assembly *assembly);

/* Reads what nvdisasm prints of a cubin: a kernel's machine instructions (SASS), by line of the
 * source.
 *
 * Source: CUDA Binary Utilities, "nvdisasm"; its output with --print-code and --print-line-info-inline. */

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
