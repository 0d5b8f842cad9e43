/**
 * @file build.h
 * @brief Compiles a submission, checks it and links it with the runner, in the sandbox, for one backend.
 */
#ifndef WARPLAB_BUILD_H
#define WARPLAB_BUILD_H

#include "base/paths.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/work_directory.h"
#include "lab/spec.h"
#include "sandbox/tool.h"
#include "submission.h"
#include "symbols.h"

/* Searches compiler output for the first error in the student's file. */

/** The first error of a compiler's output. */
struct diagnostic {
    int line;          /**< in the student's file, 0 if the error has no line */
    char message[600]; /**< the compiler's text */
};

/**
 * Finds the first error about @p source: `lab3.cu:6:5: error: …` (g++, simtcc) or `lab3.cu(6): error: …`
 * (nvcc). If a declaration conflicts with an earlier one, g++'s note on that is added.
 * @return false if there is none; @p found then holds the first line with the word "error"
 */
bool diagnostics_first(const char *output, const char *source, struct diagnostic *found);

/** Replaces the message that was found by the linker's @p output about a name that is defined twice, or not
 * at all. */
void diagnostics_of_linker(const char *output, struct diagnostic *found);

/** The first @p lines lines of @p output, cleaned for terminal and JSON, without @p directory in paths;
 * allocated, the caller frees it. */
char *diagnostics_excerpt(const char *output, const char *directory, int lines);

/** The state of a build. */
enum build_state {
    BUILD_NOT_TRIED,
    BUILD_DONE,
    BUILD_FAILED,  /**< the submission does not compile, or does not link */
    BUILD_REFUSED, /**< it compiles, but breaks the lab's interface: see `symbols` */
    BUILD_BROKEN   /**< a compiler failed, and the submission is not to blame */
};

/** The settings that all builds of one grading run share. */
struct build_setting {
    const struct spec *lab;              /**< the lab whose tasks are in the kit's table */
    const struct paths *paths;           /**< of the compilers, and of the kit's parts */
    const struct work_directory *stage;  /**< the directory for all of it */
    const struct submission *submission; /**< copied into the stage's box */
    long block; /**< threads per block, if the submission uses WL_BLOCK(), for traces; 0: its own */
};

/** The build for one backend. All zeros is BUILD_NOT_TRIED. */
struct build {
    enum build_state state;       /**< after build_finish() */
    enum backend backend;         /**< selects the compiler: simtcc or nvcc */
    char runner[PATH_MAX];        /**< with BUILD_DONE: the program to run */
    char libraries[PATH_MAX];     /**< the folder of additional libraries that it needs, or "" */
    struct diagnostic diagnostic; /**< with BUILD_FAILED: the first error */
    char *log;                    /**< the first lines of the compiler's output, NULL if none; owned */
    struct error error;           /**< with BUILD_BROKEN: the reason; or the limit that ended the compiler */
    struct tool_cost cost;        /**< of its compilers */
    bool limited;                 /**< a limit ended the compiler */
    struct symbols symbols;       /**< the object's definitions and references, once it is compiled */
    struct tool compile;          /**< runs between start and finish */
};

/** The architecture for nvcc, in its notation ("sm_90"): that of this machine's GPU or, without one, that of
 * the device for which the CPU engine predicts times. */
const char *build_arch(void);
/** Fills the kit of a stage: compiler, libraries, headers and the table of tasks. It is the same for all
 * submissions of a lab. */
bool build_make_bundle(const struct build_setting *setting, struct error *error);
/** Fills the stage: the kit, unless it is shared, and the submission. */
bool build_prepare(const struct build_setting *setting, struct error *error);
/** Starts the compiler of one backend and returns at once. */
void build_start(struct build *build, const struct build_setting *setting, enum backend backend);
/** Waits for the compiler, checks the object's symbols and, with @p link, makes the runner. */
void build_finish(struct build *build, const struct build_setting *setting, bool link);
/** Frees its data, and ends a compiler that is still running. */
void build_free(struct build *build);

/* The memory that a program needs before it runs: its variables, constants and code.
 *
 * A program larger than its memory limit cannot be started, and that failure does not show the reason. So the
 * trusted side checks the size before, from the object and again from the linked program.
 */

/** The size of a file in memory. */
struct program_size {
    uint64_t bytes;         /**< of all that is loaded, including space for alignment */
    uint64_t thread_bytes;  /**< of these, the variables that each thread has a copy of */
    size_t sections;        /**< their number */
    size_t symbols;         /**< their number */
    char largest[160];      /**< name of the largest variable, "" if there is none */
    uint64_t largest_bytes; /**< its size */
};

/** The limits of a lab's program. */
struct program_limits {
    uint64_t bytes;        /**< of all that is loaded */
    uint64_t thread_bytes; /**< of variables that each thread has a copy of */
    size_t sections;       /**< of the object */
    size_t symbols;        /**< of the object */
};

/** The share of a runner's @p memory_bytes that a program may take before it runs. */
struct program_limits program_limits_for(size_t memory_bytes);
/**
 * Reads the size of an object file or a linked program, which is untrusted input.
 * @return false with an error if it cannot be read
 */
bool program_size_read(const char *path, struct program_size *size, struct error *error);
/**
 * Writes a sentence about what is too large: the largest variable by name, its size and the limit.
 * @return false if nothing is too large
 */
bool program_size_complaint(const struct program_size *size, const struct program_limits *limits, char *to,
                            size_t room);
/** The line of the largest variable's declaration, 0 if unknown. This is slow: only for a complaint. */
int program_size_line(const char *path, const struct program_size *size);

#endif
