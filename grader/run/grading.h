/**
 * @file grading.h
 * @brief One grading run: its settings, findings and verdicts, which the reports read.
 */
#pragma once

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/gpus.h"
#include "base/paths.h"
#include "base/work_directory.h"
#include "explain.h"
#include "first_wrong.h"
#include "lab/check.h"
#include "lab/plan.h"
#include "lab/spec.h"
#include "outside_clock.h"
#include "predictions.h"
#include "reports.h"
#include "sandbox/sandbox.h"
#include "submission/build.h"
#include "submission/submission.h"

enum { GRADING_MAX_CHECKS = 2 + CHECK_ID_COUNT * SYMBOLS_MAX_LAUNCHERS + ASK_COUNT + EXPLAIN_MOST };

/** The outcome of one case on one backend. */
enum outcome_kind {
    OUTCOME_NOT_RUN,    /**< an earlier case went past a limit, or the build failed */
    OUTCOME_NOT_WANTED, /**< it is for another backend, or needs a race that was not found */
    OUTCOME_RIGHT,
    OUTCOME_WRONG,
    OUTCOME_DIED,        /**< the program ended, or sent nonsense, before it replied */
    OUTCOME_LIMIT,       /**< a limit ended it */
    OUTCOME_DEVICE,      /**< the engine or the GPU could not continue */
    OUTCOME_NOT_DEFINED, /**< no such launcher */
};

/** The outcome of one case on one backend. */
struct outcome {
    enum outcome_kind kind; /**< its kind */
    bool input_modified;    /**< the launcher changed the input */
    bool untouched;         /**< not a word of output was written */
    bool partly_written;    /**< some words of output were written, and others not */
    bool diagnosed;         /**< the message names the mistake */
    char message[400];      /**< one sentence; "" if the answer is right */
    bool crashed;           /**< it was killed by a bad address */
    bool endless;           /**< it was ended because it took too long */
    bool launches_on;       /**< endless in a loop of the host's, around a launch */
    bool unsupported;       /**< it uses a feature that the CPU engine lacks */
    int line;               /**< the source line the message is about, 0 if none */
    cJSON *report;          /**< the runner's JSON, NULL if there is none or it is no JSON; owned */
};

/** The capabilities of a device, from the answer to JOB_CALIBRATE: measured, or from a profile. */
struct calibration {
    bool known;             /**< false: the figures below mean nothing */
    char device[128];       /**< its name; on the CPU engine the profile's */
    double copy_gbps;       /**< read and written, 10^9 bytes per second */
    double multiprocessors; /**< number of them */
    double clock_mhz;       /**< of the multiprocessors */
    double memory_bytes;    /**< of the device; 0 if it is not known */
    double slowed;          /**< by other programs on the GPU: the factor for a long kernel; 0 or about 1
                               without them */
    double short_us;        /**< kernels up to this time are not slowed */
    struct outside_overhead turn;  /**< of a GPU: of a call without a launcher */
    struct outside_overhead store; /**< of a call that stores much: its proof needs the stores in memory */
};

/** A launch most of whose blocks have nothing to do, at any size. */
struct idle_blocks {
    char kernel[64]; /**< its name; "": there is none */
    double blocks;   /**< of the launch */
    double idle;     /**< of these, those that loaded nothing from global memory */
    char file[64];   /**< its place, "" if unknown */
    int line;        /**< 0 if unknown */
};

/** The breakdown of a task's time, by the CPU engine's model (simt.h). Times are in microseconds. */
struct prediction {
    double us;               /**< all of it; 0: unknown */
    double kernels_us;       /**< in kernels */
    double launches_us;      /**< to launch them */
    double copies_us;        /**< in copies and fills */
    double host_us;          /**< in the host's own work */
    char bound[24];          /**< the main bottleneck: "memory", "issue", … */
    double share;            /**< its share of the time */
    char file[64];           /**< the place with most of it, "" if unknown */
    int line;                /**< 0 if unknown */
    double without_us;       /**< the time without that bottleneck */
    double touched_bytes;    /**< of device memory that kernels load or store, each launch each byte once */
    double instructions;     /**< run by all threads */
    struct idle_blocks idle; /**< if there are any */
};

/** One task's bandwidth on one backend. */
struct bandwidth {
    const struct spec_task *task; /**< the timed task */
    bool known;                   /**< there is a figure */
    bool failed;                  /**< the submission did not complete the timed run */
    bool wrong;                   /**< a timed repetition gave a wrong answer */
    bool starved;                 /**< in the model: this machine's memory was used up */
    struct error error;           /**< why there is no figure, "" if there is one */
    int32_t n;                    /**< elements of the timed input */
    double bytes;                 /**< the least that the problem must move */
    double gbps;                  /**< 10^9 bytes a second: median of the repetitions */
    double best_gbps;             /**< of the best quarter of the repetitions */
    double outside_gbps;          /**< on a GPU: the best quarter by the grader's own clock; else 0 */
    double claimed_gbps;          /**< the runner's own median if the grader's clock refutes it; else 0 */
    bool late;                    /**< a timed answer was incomplete when the runner reported it */
    struct prediction prediction; /**< on the CPU engine: the breakdown of the time */
};

/** One backend's part of a run. */
struct backend_run {
    enum backend backend;           /**< one of the two, not a set */
    bool asked;                     /**< by --backend, and the machine can build for it */
    bool device;                    /**< there is a device to run it on */
    struct gpu_lease lease;         /**< the GPU that it holds while it runs */
    struct build build;             /**< of the submission for this backend */
    bool ran;                       /**< runners were started for it */
    bool estimated;                 /**< instructions are estimated: no plugin of g++ counts them */
    struct outcome *outcomes;       /**< one a case of the plan; owned */
    struct calibration calibration; /**< of its device */
    struct bandwidth bandwidths[SYMBOLS_MAX_LAUNCHERS]; /**< one for each task */
    struct bandwidth vendor[SYMBOLS_MAX_LAUNCHERS];     /**< of CUB, in a challenge on a GPU */
    struct counted counted[SYMBOLS_MAX_LAUNCHERS];      /**< the GPU's counters for each task, if requested */
    struct reached reached[SYMBOLS_MAX_LAUNCHERS];      /**< likewise, the share of the GPU's limits */
    char *printed;         /**< the first bytes the submission printed, NULL if none; owned */
    struct tool_cost cost; /**< of its runners */
    struct error error;    /**< an error of the grader during the run, "" if none */
};

/** A small input on which a check fails. Zeroed: unknown. */
struct small_case {
    int32_t n;       /**< its elements, at least 1; 0: unknown */
    int32_t option;  /**< of the launcher */
    char values[96]; /**< its elements in the syntax of --values; "": the default of a trace */
    cJSON *report;   /**< the runner's JSON with the fault; owned */
};

/** The smallest inputs that show a task's faults (smallest.h). */
struct smallest {
    struct small_case of[CHECK_ID_COUNT]; /**< by the failing check; CHECK_CORRECT: a wrong answer */
    char words[96];                       /**< the input of the wrong answer: "n = 4 (1, 2, 3, ...)" */
    enum cause cause;                     /**< of the wrong answer */
    int32_t right_up_to; /**< every small input gave the right answer, up to so many elements; 0: not so */
    char large[512];     /**< then: the elements of a larger one that are counted wrongly
                              (contributions.h); "": unknown */
    int line;            /**< of the submission, that wrote the first wrong element; 0: unknown */
    struct first_wrong inside; /**< the first wrong intermediate value, if known */
    char never_written[256];   /**< an element that is read uninitialised; "" if none is known */
    char *rows;                /**< the wrong answer as rows of numbers (example.h); owned, NULL without */
    bool as_traced;            /**< --trace runs threads in the same order */
};

/** One run, from the command line to the score. Zeroed, then filled by flow_grade(); freed by grading_free().
 */
struct grading {
    const struct spec *lab; /**< not owned */
    bool counters;          /**< hardware counters were requested */
    bool small_only;        /**< small cases alone: no figures of time, no verdict on technique or speed */
    const char *profile;    /**< of the CPU engine's device, as a file; NULL: its own. Not owned */
    size_t runners;         /**< of CPU cases in parallel; 0: the number of idle cores */
    struct paths paths;     /**< of this machine */
    bool has_gpu;           /**< this machine has a GPU, used or not */
    struct submission submission;                    /**< the student's file */
    struct work_directory stage;                     /**< where it is built and run */
    struct plan plan;                                /**< its cases */
    enum sandbox_tier tier;                          /**< the sandbox that was used */
    char tier_why[1100];                             /**< why no better tier is used: two reasons */
    struct backend_run cpu;                          /**< on the engine */
    struct backend_run gpu;                          /**< on a GPU */
    struct smallest smallest[SYMBOLS_MAX_LAUNCHERS]; /**< one for each task */
    struct predictions predictions;                  /**< answers that came with the submission */
    struct explained explained;                      /**< questions about its own run, and answers */
    struct check checks[GRADING_MAX_CHECKS];         /**< in the order of a report */
    size_t check_count;                              /**< of `checks` */
    int score;                                       /**< points earned */
    int open_points;                                 /**< not judged: neither earned nor lost */
    int max_score;                                   /**< the possible points */
    double seconds;                                  /**< elapsed time */
};

/** The outcome of the plan's i-th case; NULL if the backend did not run, or did not have to run this case. */
const struct outcome *grading_outcome(const struct backend_run *run, size_t i);
/** The index of the CPU case by which technique and modelled bandwidth of @p task are judged; the plan's
 * count if there is none. */
size_t grading_measured_case(const struct grading *grading, const struct spec_task *task);
/** Whether @p run found a race in some case of @p task. */
bool grading_has_race(const struct grading *grading, const struct backend_run *run,
                      const struct spec_task *task);
/** Whether some case of @p task had a wrong answer on @p run, or a finding of a checker. */
bool grading_has_fault(const struct grading *grading, const struct backend_run *run,
                       const struct spec_task *task);
/** Whether a launcher returned without a launch or a write, like a starter's; or is missing. */
bool grading_did_nothing(const struct outcome *outcome);
/** The check of that id and task (NULL: of the whole submission); NULL if there is none. */
struct check *grading_check(struct grading *grading, enum check_id id, const char *task);
/**
 * For measurements: adds a line with the processor seconds and bytes of all compilers and runners to the
 * file that WARPLAB_COST names, if set. It is no part of the result, which a seed reproduces exactly.
 */
void grading_tell_cost(const struct grading *grading);
/** Frees everything a run holds, its stage included. */
void grading_free(struct grading *grading);
