/**
 * @file assembly.h
 * @brief nvcc's output for a submission: PTX, machine code, and the resources that each kernel needs.
 */
#ifndef WARPLAB_ASSEMBLY_H
#define WARPLAB_ASSEMBLY_H

#include "build.h"

#include <stdbool.h>

/** The resources of one kernel, as reported by ptxas. */
struct assembly_needs {
    int registers;    /**< per thread */
    int shared_bytes; /**< static, per block */
    int spill_bytes;  /**< stored and loaded, per thread */
};

/** One compilation. Freed with assembly_free(). */
struct assembly {
    char *ptx;   /**< with the source lines of its instructions; owned */
    char *sass;  /**< nvdisasm's output for the machine code; owned, NULL without nvdisasm */
    char *needs; /**< ptxas's output about all kernels; owned */
};

/**
 * Compiles the submission in the stage in which it was built, with the options of a grading.
 * @param arch in nvcc's notation: "sm_90"
 * @return false with a sentence in @p error; the caller frees @p assembly in any case
 */
bool assembly_make(struct assembly *assembly, const struct build_setting *setting, const char *arch,
                   struct error *error);
/** Looks up a kernel by its name in the PTX. @return false if ptxas did not report it */
bool assembly_needs(const struct assembly *assembly, const char *kernel, struct assembly_needs *needs);
/** Frees its strings. */
void assembly_free(struct assembly *assembly);

/* Reads nvdisasm's output for a cubin: a kernel's machine instructions (SASS), by line of the source.
 *
 * Source: CUDA Binary Utilities, "nvdisasm"; its output with --print-code and --print-line-info-inline. */

/** A position in nvdisasm's output, within one kernel. */
struct disassembly {
    const char *at;   /**< the rest of the text; not owned */
    const char *file; /**< the submission's name; not owned */
    int line;         /**< the submission's line for the last instruction; 0: none */
    char code[256];   /**< the last instruction or label, without its address */
};

/** Starts at a kernel. @param text nvdisasm's output @param kernel its name in the cubin
 * @param file the submission's name, without folders
 * @return false if the text has no such kernel */
bool disassembly_begin(struct disassembly *reader, const char *text, const char *kernel, const char *file);
/** Reads the kernel's next instruction or label. Padding after its end is skipped.
 * @return false if there are no more */
bool disassembly_next(struct disassembly *reader);

#endif
