/**
 * @file spec.h
 * @brief One lab as one table: tasks, inputs, reference, checks, thresholds, points and hints.
 *
 * A lab author writes grader/course/labN/spec.c, which fills a struct spec and ends in SPEC_REGISTER(labN);
 * the linker gathers the tables, so there is no list of labs anywhere. A spec knows nothing of sandboxes,
 * engines or files.
 */
#ifndef WARPLAB_SPEC_H
#define WARPLAB_SPEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check.h"
#include "counters.h"
#include "inputs.h"
#include "question.h"
#include "runner/job.h"
#include "signature.h"
#include "speeds.h"

struct error;

/** Where a case runs; a set of bits. */
enum backend { BACKEND_CPU = 1, BACKEND_GPU = 2, BACKEND_ALL = 3 };

/** Fills @p output with the right answer for @p n elements of @p input. Plain serial code, no tricks. */
typedef void spec_reference(const void *input, int32_t n, int32_t option, void *output);

/** A case's inputs, and room for all its right answers. */
struct problem {
    struct shape shape;            /**< of the case */
    int32_t option;                /**< of the case */
    const void *in[SIGNATURE_MAX]; /**< what is given, in the launcher's order */
    void *out[SIGNATURE_MAX];      /**< what is written, likewise: of what is both this is another place */
    double *bound[SIGNATURE_MAX];  /**< for each number of `out`, of a vector for each component: how far an
                                      answer may be from it; zeros at first, NULL without TOLERANCE_BOUND */
};

/** Fills `out`, and `bound` where it is there: plain serial code. A spec_reference does for one input and one
 * output that is exact. */
typedef void spec_solve(const struct problem *problem);

struct judged;
struct verdict;
/** Says which other answers than the reference are right (judge.h). All three are buffers in the launcher's
 * order. */
typedef void spec_judge(const struct judged *inputs, const struct judged *outputs,
                        const struct judged *reference, struct verdict *verdict);

/** How near a floating-point number must be to the right one. Whole numbers are always exact. Where NaN is
 * right every NaN is; of an infinity the sign counts. */
enum tolerance {
    TOLERANCE_UNSAID, /**< of tasks without floating-point outputs */
    TOLERANCE_EXACT,  /**< the same number; 0 is -0 */
    TOLERANCE_ULPS,   /**< at most the task's `ulps` units in the last place away */
    TOLERANCE_BOUND   /**< at most as far away as the task's `solve` says, element by element (float_sum.h) */
};

/** Before a function: it is compiled twice, once with the vector instructions that most x86 processors have;
 * the program chooses when it starts. Sums over an input in the cache take a fifth of the time. */
#if defined __x86_64__
#define VECTOR_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define VECTOR_CLONES
#endif

/** How answers to pieces of an input make up the answer to all of it. Those of timed calls are checked piece
 * by piece, in the cache, for they are large and many. */
enum spec_pieces {
    PIECES_NONE,   /**< they do not: the input is taken whole */
    PIECES_ADD,    /**< word by word they are added, modulo 2^32: sums and histograms */
    PIECES_FOLLOW, /**< they follow each other: copies, and what is done to each element by itself */
    PIECES_SCAN /**< they follow each other, and to each word the sum of all ints before the piece is added */
};

/**
 * Recognises a well-known wrong answer.
 * @param message receives one sentence on what went wrong, if it is recognised
 * @return true if it is
 */
typedef bool spec_diagnosis(const void *input, int32_t n, int32_t option, const void *actual, char *message,
                            size_t size);

/** Recognises a well-known wrong answer. @param problem with the right answers in `out`
 * @param actual what was written, in the launcher's order @see spec_diagnosis */
typedef bool spec_explain(const struct problem *problem, const void *const *actual, char *message,
                          size_t size);

/** One input a launcher is run on. */
struct spec_case {
    int32_t n;      /**< elements; with rows and columns their product, unless a buffer is n long */
    int32_t rows;   /**< of tasks that have them, */
    int32_t cols;   /**< as in struct shape */
    int32_t inner;  /**< likewise */
    double alpha;   /**< of tasks that are given it, as in struct shape */
    double beta;    /**< likewise */
    int32_t spread; /**< the size is drawn from [n - spread, n + spread], anew for every seed, in steps of a
                       warp or a block; rows, cols and inner each likewise, one by one. At most n, or rows.
                       Not of the measured case where the task has points for speed */
    int32_t option; /**< extra argument of the signatures that have one */
    inputs_fill *fill;     /**< what the elements are */
    inputs_divide *divide; /**< how long the parts of signatures with offsets are; NULL: by chance */
    const char *data;      /**< the same in words, for messages: "random", "all INT_MIN" */
    unsigned backends;     /**< set of enum backend; 0 means all */
    bool measured; /**< technique, and the modelled bandwidth, are judged by this case; one per task */
};

/** Cases that earn points together: all of them right, or none. */
struct spec_group {
    const char *title;             /**< in words, for the report */
    int points;                    /**< for all of its cases together */
    const struct spec_case *cases; /**< at least one */
    size_t case_count;             /**< of `cases` */
    bool input_untouched; /**< the points also need the input untouched in every case of every group */
};

/**
 * One bound on what the CPU engine counted in the measured case. Where one without points of its own does not
 * hold, the check has none. One with points of its own is about a part of the technique: where it alone does
 * not hold its points are lost, the more of them the further off the value is.
 */
struct spec_bound {
    const char *name;                                            /**< in words, for the report */
    double (*value)(const struct counters *counters, int32_t n); /**< summed over all launches of the case */
    double at_least;                                             /**< the value must not be less */
    double at_most;                                              /**< the value must not be more */
    const char *too_low;  /**< one sentence: what it means, and what to think about */
    const char *too_high; /**< the same for a value that is too high */
    bool (*applies)(const struct counters *counters); /**< if it holds; NULL: always */
    int points; /**< of the check's, those lost if it does not hold; 0: all of them */
    int hint;   /**< of the task's hints, the first that is about this bound, from 1; 0: the first of all */
    double zero_at; /**< with points: the value from which on none of them are left; between it and the bound
                         they fall linearly */
};

/**
 * How speed is judged: against the speed that the reference is predicted to reach on the same device. Full
 * marks are given from a share of it that is the same in all labs (timing.h), none at the speed of the lab's
 * naive way.
 */
struct spec_bandwidth {
    double bytes_per_element; /**< that the problem must move */
    int32_t n;                /**< elements that are timed on a GPU; with rows as in a case */
    int32_t modelled_n; /**< elements that are run on the CPU engine for the modelled time, the same on every
                             machine: more memory than the second-level cache holds, and all of it within 700
                           MB; 0: 2^24, or `n` if that is less */
    int32_t rows;       /**< of tasks that have them; in proportion fewer where n is smaller */
    int32_t cols;       /**< as in struct shape */
    int32_t inner;      /**< likewise, whatever n is */
    double alpha;       /**< as in a case */
    double beta;        /**< as in a case */
    int32_t option;     /**< as in a case */
    uint32_t warmups;   /**< untimed repetitions on a GPU */
    uint32_t repetitions;  /**< timed ones, at most JOB_MAX_REPETITIONS */
    inputs_fill *fill;     /**< what the elements are */
    inputs_divide *divide; /**< as in a case */
};

/**
 * Gives inputs what they have only together, after each of them was filled: sorts the parts of one by the
 * offsets in another, makes a permutation and its inverse, builds a matrix in two formats. It must get along
 * with any numbers that are there, with those of a small case that count up, too.
 * @param in all inputs in the launcher's order, to be changed @param rng for what it draws
 */
typedef void spec_arrange(struct shape shape, int32_t option, struct rng *rng, void *const *in);

/** One launcher a student writes. */
struct spec_task {
    const char *name;                           /**< the launcher's symbol */
    struct parameter parameters[SIGNATURE_MAX]; /**< its parameters, in order */
    int points[CHECK_ID_COUNT]; /**< of the checks that stand once a task; CHECK_CORRECT is the groups' sum */
    const struct spec_group *groups; /**< what it is run on */
    size_t group_count;              /**< of `groups` */
    spec_reference *reference;       /**< serial, on the host */
    spec_solve *solve;               /**< the same for more than one input or output, rows and columns, or a
                                        tolerance; then `reference` is NULL */
    spec_arrange *arrange;           /**< its inputs, which then are the same in all timed calls; or NULL */
    spec_judge *judge;               /**< of answers that are not unique, beside `solve`; else NULL */
    enum tolerance tolerance;        /**< of floating-point outputs */
    int32_t ulps;                    /**< of TOLERANCE_ULPS */
    const char *const *option_names; /**< what a report calls the option, by its number; NULL: that number */
    enum spec_pieces pieces;         /**< of its answers, where it is timed */
    spec_diagnosis *diagnose;        /**< may be NULL */
    spec_explain *explain;           /**< of a task with `solve`; may be NULL */
    const struct spec_bound *bounds; /**< on its measured case */
    size_t bound_count;              /**< of `bounds` */
    struct spec_bandwidth bandwidth; /**< how its speed is judged */
    enum vendor_routine vendor;      /**< what of a library a challenge is timed beside */
};

/** Limits on one case. */
struct spec_limits {
    double case_s;             /**< wall time of a case of no elements */
    double case_s_per_element; /**< and what each element adds */
    size_t memory_bytes;       /**< of one runner */
    size_t output_bytes;       /**< printed by one runner */
    double build_s;            /**< processor time of a compiler; 0 means 20 */
};

/** Tasks that a lab may have: results of a run are kept in arrays of so many. */
enum { SPEC_MAX_TASKS = 16 };

/** One lab. Everything in it is constant. */
struct spec {
    const char *name;              /**< "lab3" */
    const char *title;             /**< "Shared-memory reduce" */
    int build_points;              /**< for compiling */
    int symbols_points;            /**< for keeping to the interface */
    const struct spec_task *tasks; /**< in the handout's order */
    size_t task_count;             /**< of `tasks` */
    struct spec_limits limits;     /**< on a submission */
    const char *const *speeds;     /**< recorded: those of the reference and of the naive way (speeds.h) */
    bool challenge; /**< ungraded: points for right and safe alone, and on a GPU a line for the leaderboard,
                       beside the vendor's library */
    const char *const *hints; /**< as many for each task, in the tasks' order; its first is a question */
    size_t hint_count;        /**< of `hints` */
    const struct question_program *programs; /**< that numbers are predicted of (question.h); NULL: none */
    size_t program_count;                    /**< of `programs` */
    const char *const *functions; /**< of the CUDA runtime that are closed to other labs (docs/functions.md),
                                     and NULL; or NULL */
};

/** Number of elements of an array, for the tables. */
#define SPEC_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/** Makes a lab known: put it at the end of grader/course/labN/spec.c. */
#define SPEC_REGISTER(lab)                                                                                   \
    static const struct spec *const spec_entry_##lab __attribute__((used, section("warplab_specs"))) =       \
        &spec_##lab

/** Number of labs in this program. */
size_t spec_count(void);
/** The i-th lab, in no particular order. */
const struct spec *spec_get(size_t i);
/** The lab called @p name, or NULL. */
const struct spec *spec_find(const char *name);
/** Whether the grader has room for the lab, for its tasks and for their names, and whether the tasks'
 * parameters and tolerances make sense. @return false with an error that names the lab */
bool spec_check(const struct spec *lab, struct error *error);
/** The same of all labs in this program. */
bool spec_check_all(struct error *error);
/** The lab whose name is nearest to @p name; NULL if there are no labs. */
const struct spec *spec_nearest(const char *name);
/** What a lab's results depend on besides the submission: the grader, the engine and the lab's spec. */
struct version {
    const char *lab; /**< "lab3" */
    const char *sum; /**< three sums of 12 hexadecimal digits with a "-" between: of the engine's sources, of
                        the grader's, and of the lab's spec and interface */
    const char
        *speeds; /**< a sum of what recorded speeds depend on: the spec without its words, the interface */
};
/** Made by the build, from the sources (grader/mk/versions.sh); ends with an entry without a lab. */
extern const struct version versions[];
/** The sums of a lab; NULL if there is no such lab. */
const char *version_of(const char *lab);
/** The sum that recorded speeds of a lab are of; NULL if there is no such lab. */
const char *version_of_speeds(const char *lab);
/** Whether a value is within the bound; NaN is not. */
bool spec_bound_holds(const struct spec_bound *bound, double value);
/** What @p value earns of the bound's own points. */
int spec_bound_points(const struct spec_bound *bound, double value);
/** Points of one check of one task: the table's, or for CHECK_CORRECT the groups' sum. */
int spec_task_points(const struct spec_task *task, enum check_id id);
/** The place of the task called @p task among the lab's; their count if there is none. */
size_t spec_task_number(const struct spec *lab, const char *task);
/** Whether some case of the task has that option: then it has a meaning, and a right answer. */
bool spec_has_option(const struct spec_task *task, int32_t option);
/** Where in the lab's hints those of the task called @p task begin; 0 if there is no such task. */
size_t spec_first_hint(const struct spec *lab, const char *task);
/** Processor seconds that a compiler may take over a submission. */
double spec_build_seconds(const struct spec *lab);
/** All points of the lab: 100 in a lab that is right. */
int spec_total_points(const struct spec *lab);
/** What a runner is asked for to call the task's launcher: its name, arguments, and how large all is. */
struct job spec_job(const struct spec_task *task, enum job_kind kind, struct shape shape, int32_t option);
/** Bytes of input: all buffers that are given, as they lie in the mapping. */
size_t spec_input_bytes(const struct spec_task *task, struct shape shape);
/** Bytes of output, likewise. */
size_t spec_output_bytes(const struct spec_task *task, struct shape shape);
/** Elements for which the task's time is modelled. */
int32_t spec_modelled_n(const struct spec_task *task);
/** What is timed, made as large as @p n elements, by fewer rows where it has rows. */
struct shape spec_timed_shape(const struct spec_task *task, int32_t n);

#endif
