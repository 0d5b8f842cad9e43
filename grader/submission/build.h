/**
 * @file build.h
 * @brief A submission compiled, examined and linked with the runner, in the sandbox, for one backend.
 */
#ifndef WARPLAB_BUILD_H
#define WARPLAB_BUILD_H

#include "base/paths.h"
#include "base/work_directory.h"
#include "diagnostics.h"
#include "lab/spec.h"
#include "sandbox/tool.h"
#include "submission.h"
#include "symbols.h"

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

#endif
