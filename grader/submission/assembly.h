/**
 * @file assembly.h
 * @brief What nvcc makes of a submission: PTX, machine code, and what each kernel needs of a multiprocessor.
 */
#ifndef WARPLAB_ASSEMBLY_H
#define WARPLAB_ASSEMBLY_H

#include "build.h"

/** What ptxas says of one kernel. */
struct assembly_needs {
    int registers;    /**< of a thread */
    int shared_bytes; /**< static, of a block */
    int spill_bytes;  /**< stored and loaded, of a thread */
};

/** One compilation. Freed with assembly_free(). */
struct assembly {
    char *ptx;   /**< with lines of the source, where it was compiled; owned */
    char *sass;  /**< what nvdisasm made of the machine code (disassembly.h); owned, NULL without nvdisasm */
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

#endif
