/**
 * @file build.h
 * @brief A submission compiled, examined and linked with the runner, in the sandbox, for one backend.
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

/* What compilers print, read for the first error in the student's file. */

/** The first error of a compiler's output. */
struct diagnostic {
    int line;          /**< in the student's file, 0 if it names no line */
    char message[600]; /**< the compiler's own words */
};

/**
 * Finds the first error about @p source: `lab3.cu:6:5: error: …` (g++, simtcc) or `lab3.cu(6): error: …`
 * (nvcc). Where a declaration does not agree with an earlier one, what g++ notes on that is added.
 * @return false if there is none; @p found then holds the first line with the word "error"
 */
bool diagnostics_first(const char *output, const char *source, struct diagnostic *found);

/** Puts what a linker's @p output says of a name that is there twice, or not at all, in place of the words
 * that were found in it. */
void diagnostics_of_linker(const char *output, struct diagnostic *found);

/** The first @p lines lines of @p output, cleaned for terminal and JSON, without @p directory in paths;
 * malloc, the caller frees it. */
char *diagnostics_excerpt(const char *output, const char *directory, int lines);

/** How a build came out. */
enum build_state {
    BUILD_NOT_TRIED,
    BUILD_DONE,
    BUILD_FAILED,  /**< the submission does not compile, or does not link */
    BUILD_REFUSED, /**< it compiles, but breaks the lab's interface: `symbols` says how */
    BUILD_BROKEN   /**< a compiler could not do its work, through no error of the submission */
};

/** What all builds of one grading run share. */
struct build_setting {
    const struct spec *lab;              /**< whose tasks the table of the kit lists */
    const struct paths *paths;           /**< of the compilers, and of what the kit is made of */
    const struct work_directory *stage;  /**< where all of it is done */
    const struct submission *submission; /**< copied into the stage's box */
    long block; /**< threads per block where the submission uses WL_BLOCK(), for a trace; 0: as it says */
};

/** One backend's build. Zeroed is BUILD_NOT_TRIED. */
struct build {
    enum build_state state;       /**< after build_finish() */
    enum backend backend;         /**< whose compiler: simtcc or nvcc */
    char runner[PATH_MAX];        /**< with BUILD_DONE: the program to run */
    char libraries[PATH_MAX];     /**< and the folder of libraries that it needs beside the system's, or "" */
    struct diagnostic diagnostic; /**< with BUILD_FAILED: the first error */
    char *log;                    /**< the first lines the compiler printed, NULL if none; owned */
    struct error error;     /**< with BUILD_BROKEN: what went wrong; or which limit ended the compiler */
    struct tool_cost cost;  /**< of its compilers */
    bool limited;           /**< a limit ended the compiler */
    struct symbols symbols; /**< what the object defines and needs, once it compiled */
    struct tool compile;    /**< it runs between start and finish */
};

/** The architecture that nvcc compiles for, in its words ("sm_90"): that of this machine's GPU; without one,
 * that of the device for which the CPU engine predicts times. */
const char *build_arch(void);
/** Fills the kit of a stage: compiler, libraries, headers and the table of tasks. It is the same for all
 * submissions of a lab. */
bool build_make_bundle(const struct build_setting *setting, struct error *error);
/** Fills the stage: the kit, unless it is shared, and the submission. */
bool build_prepare(const struct build_setting *setting, struct error *error);
/** Starts the compiler of one backend and returns at once. */
void build_start(struct build *build, const struct build_setting *setting, enum backend backend);
/** Waits for it, checks the object's symbols and, with @p link, makes the runner. */
void build_finish(struct build *build, const struct build_setting *setting, bool link);
/** Frees what it owns, and ends a compiler that still runs. */
void build_free(struct build *build);

/* How much memory a program takes before it has run at all: its variables, constants and code.
 *
 * A program that is larger than its memory limit cannot even be started, and how that ends says nothing about
 * why. So the size is judged before, by the trusted side, from the object and again from the linked program.
 */

/** What a file takes. */
struct program_size {
    uint64_t bytes;         /**< of all that is loaded, with the space that alignment may take */
    uint64_t thread_bytes;  /**< of that, what each thread gets a copy of */
    size_t sections;        /**< how many */
    size_t symbols;         /**< how many */
    char largest[160];      /**< name of the largest variable, "" if there is none */
    uint64_t largest_bytes; /**< its size */
};

/** The most that a lab's program may be. */
struct program_limits {
    uint64_t bytes;        /**< of all that is loaded */
    uint64_t thread_bytes; /**< of variables that each thread has a copy of */
    size_t sections;       /**< of the object */
    size_t symbols;        /**< of the object */
};

/** What of a runner's @p memory_bytes a program may take before it runs. */
struct program_limits program_limits_for(size_t memory_bytes);
/**
 * Reads the size of an object file or a linked program, which is untrusted input.
 * @return false with an error if it cannot be read
 */
bool program_size_read(const char *path, struct program_size *size, struct error *error);
/**
 * Says in one sentence what is too large: the largest variable by name, its size and the limit.
 * @return false if nothing is
 */
bool program_size_complaint(const struct program_size *size, const struct program_limits *limits, char *to,
                            size_t room);
/** The line where the largest variable is declared, 0 if unknown. It takes long: only for a complaint. */
int program_size_line(const char *path, const struct program_size *size);

#endif
