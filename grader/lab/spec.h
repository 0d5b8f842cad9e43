/**
 * @file spec.h
 * @brief One lab as one table: tasks, inputs, reference, checks, thresholds, points and hints.
 *
 * A lab author writes grader/course/labN/spec.c, which fills a struct spec and ends in SPEC_REGISTER(labN);
 * the linker collects the tables, so there is no list of labs. A spec does not depend on sandboxes, engines
 * or files.
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

/** The devices on which a case runs; a set of bits. */
enum backend { BACKEND_CPU = 1, BACKEND_GPU = 2, BACKEND_ALL = 3 };

/** Fills @p output with the right answer for @p n elements of @p input. Plain serial code, no tricks. */
typedef void spec_reference(const void *input, int32_t n, int32_t option, void *output);

/** A case's inputs, and room for all its right answers. */
struct problem {
    struct shape shape;            /**< of the case */
    int32_t option;                /**< of the case */
    const void *in[SIGNATURE_MAX]; /**< the inputs, in the launcher's order */
    void *out[SIGNATURE_MAX];      /**< the outputs, likewise; a buffer that is both is separate here */
    double *bound[SIGNATURE_MAX];  /**< for each number of `out` (for each component of a vector): the largest
                                      error allowed; zeros at first, NULL without TOLERANCE_BOUND */
};

/** Fills `out`, and `bound` if it is not NULL: plain serial code. For one input and one exact output, a
 * spec_reference is enough. */
typedef void spec_solve(const struct problem *problem);

struct judged;
struct verdict;
/** Marks right answers other than the reference (judge.h). All three are buffers in the launcher's order. */
typedef void spec_judge(const struct judged *inputs, const struct judged *outputs,
                        const struct judged *reference, struct verdict *verdict);

/** How near a floating-point number must be to the right one. Integers are always exact. Any NaN matches a
 * NaN; for an infinity, the sign matters. */
enum tolerance {
    TOLERANCE_UNSAID, /**< of tasks without floating-point outputs */
    TOLERANCE_EXACT,  /**< the same number; 0 equals -0 */
    TOLERANCE_ULPS,   /**< at most the task's `ulps` units in the last place away */
    TOLERANCE_BOUND   /**< at most the distance that the task's `solve` computes, per element (float_sum.h) */
};

/** Before a function: compiles it twice, once with the vector instructions that most x86 processors have; the
 * program selects one when it starts. Sums over an input in the cache take a fifth of the time. */
#if defined __x86_64__
#define VECTOR_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define VECTOR_CLONES
#endif

/** How the answers to pieces of an input combine. Answers of timed calls are checked piece by piece, in the
 * cache, because they are large and many. */
enum spec_pieces {
    PIECES_NONE,   /**< they do not: the input is processed as a whole */
    PIECES_ADD,    /**< they are added word by word, modulo 2^32: sums and histograms */
    PIECES_FOLLOW, /**< they are concatenated: copies, and operations on each element */
    PIECES_SCAN /**< they are concatenated, and the sum of all ints before the piece is added to each word */
};

/**
 * Recognises a well-known wrong answer.
 * @param message receives one sentence about the mistake, if it is recognised
 * @return true if it is
 */
typedef bool spec_diagnosis(const void *input, int32_t n, int32_t option, const void *actual, char *message,
                            size_t size);

/** Recognises a well-known wrong answer. @param problem with the right answers in `out`
 * @param actual the launcher's outputs, in its order @see spec_diagnosis */
typedef bool spec_explain(const struct problem *problem, const void *const *actual, char *message,
                          size_t size);

/** One input for a launcher. */
struct spec_case {
    int32_t n;      /**< elements; with rows and columns their product, unless a buffer is n long */
    int32_t rows;   /**< for tasks that have them, */
    int32_t cols;   /**< as in struct shape */
    int32_t inner;  /**< likewise */
    double alpha;   /**< for tasks that use it, as in struct shape */
    double beta;    /**< likewise */
    int32_t spread; /**< the size is drawn from [n - spread, n + spread] for every seed, in steps of a warp or
                       a block; rows, cols and inner likewise, independently. At most n, or rows. Not for the
                       measured case of a task with points for speed */
    int32_t option; /**< extra argument of the signatures that have one */
    inputs_fill *fill;     /**< the values of the elements */
    inputs_divide *divide; /**< the lengths of the parts, for signatures with offsets; NULL: random */
    const char *data;      /**< a description for messages: "random", "all INT_MIN" */
    unsigned backends;     /**< set of enum backend; 0 means all */
    bool measured;         /**< technique and modelled bandwidth are judged by this case; one per task */
};

/** Cases that earn points together: all of them must be right. */
struct spec_group {
    const char *title;             /**< a phrase for the report */
    int points;                    /**< for all of its cases together */
    const struct spec_case *cases; /**< at least one */
    size_t case_count;             /**< of `cases` */
    bool input_untouched;          /**< the points also require that no case of any group changes its input */
};

/**
 * One bound on the CPU engine's counters in the measured case. If one without its own points does not hold,
 * the check earns none. One with its own points covers a part of the technique: if only that fails, its
 * points are lost, and the further off the value is, the more of them.
 */
struct spec_bound {
    const char *name;                                            /**< a phrase for the report */
    double (*value)(const struct counters *counters, int32_t n); /**< summed over all launches of the case */
    double at_least;                                             /**< the value must not be smaller */
    double at_most;                                              /**< the value must not be larger */
    const char *too_low;                                         /**< one sentence: its meaning, and a hint */
    const char *too_high;                                        /**< the same for a value that is too high */
    bool (*applies)(const struct counters *counters); /**< whether the bound applies; NULL: always */
    int points;     /**< of the check's, those lost if it does not hold; 0: all of them */
    int hint;       /**< the first of the task's hints about this bound, from 1; 0: none is */
    double zero_at; /**< with points: the value from which none of them are left; between it and the bound
                         they decrease linearly */
};

/**
 * How speed is judged: against the predicted speed of the reference on the same device. Full marks are given
 * from a share of it that is the same in all labs (timing.h), none at the speed of the lab's naive version.
 */
struct spec_bandwidth {
    double bytes_per_element; /**< that the problem must move */
    int32_t n;                /**< elements timed on a GPU; with rows as in a case */
    int32_t modelled_n; /**< elements run on the CPU engine for the modelled time, the same on every machine:
                             more memory than the second-level cache holds, and at most 700 MB; 0: 2^24, or
                             `n` if that is less */
    int32_t rows;       /**< for tasks that have them; proportionally fewer if n is smaller */
    int32_t cols;       /**< as in struct shape */
    int32_t inner;      /**< likewise, for any n */
    double alpha;       /**< as in a case */
    double beta;        /**< as in a case */
    int32_t option;     /**< as in a case */
    uint32_t warmups;   /**< untimed repetitions on a GPU */
    uint32_t repetitions;  /**< timed ones, at most JOB_MAX_REPETITIONS */
    inputs_fill *fill;     /**< the values of the elements */
    inputs_divide *divide; /**< as in a case */
};

/**
 * Establishes relations between inputs, after each of them was filled: sorts the parts of one by the offsets
 * in another, makes a permutation and its inverse, builds a matrix in two formats. It must work with any
 * numbers, including those of a small case that count up.
 * @param in all inputs in the launcher's order, to be changed @param rng for its random numbers
 */
typedef void spec_arrange(struct shape shape, int32_t option, struct rng *rng, void *const *in);

/** One launcher that a student writes. */
struct spec_task {
    const char *name;                           /**< the launcher's symbol */
    struct parameter parameters[SIGNATURE_MAX]; /**< its parameters, in order */
    int points[CHECK_ID_COUNT]; /**< of the checks made once per task; CHECK_CORRECT is the groups' sum */
    const struct spec_group *groups; /**< its cases */
    size_t group_count;              /**< of `groups` */
    spec_reference *reference;       /**< serial, on the host */
    spec_solve *solve;               /**< the same for more than one input or output, rows and columns, or a
                                        tolerance; `reference` is NULL then */
    spec_arrange *arrange;           /**< of its inputs, then the same in all timed calls; or NULL */
    spec_judge *judge;               /**< for answers that are not unique, with `solve`; else NULL */
    enum tolerance tolerance;        /**< for floating-point outputs */
    int32_t ulps;                    /**< for TOLERANCE_ULPS */
    const char *const *option_names; /**< the option's values in a report, by number; NULL: the number */
    enum spec_pieces pieces;         /**< of its answers, when it is timed */
    spec_diagnosis *diagnose;        /**< may be NULL */
    spec_explain *explain;           /**< for a task with `solve`; may be NULL */
    const struct spec_bound *bounds; /**< on its measured case */
    size_t bound_count;              /**< of `bounds` */
    struct spec_bandwidth bandwidth; /**< how its speed is judged */
    enum vendor_routine vendor;      /**< the CUB routine that a challenge is timed against */
};

/** Limits on one case. */
struct spec_limits {
    double case_s;             /**< wall time of a case without elements */
    double case_s_per_element; /**< plus this for each element */
    size_t memory_bytes;       /**< of one runner */
    size_t output_bytes;       /**< printed by one runner */
    double build_s;            /**< processor time of a compiler; 0 means 20 */
};

/** The maximum number of a lab's tasks: results of a run are kept in arrays of that size. */
enum { SPEC_MAX_TASKS = 16 };

/** One lab. All of it is constant. */
struct spec {
    const char *name;              /**< "lab3" */
    const char *title;             /**< "Shared-memory reduce" */
    int build_points;              /**< for compiling */
    int symbols_points;            /**< for keeping to the interface */
    const struct spec_task *tasks; /**< in the handout's order */
    size_t task_count;             /**< of `tasks` */
    struct spec_limits limits;     /**< for a submission */
    const char *const *speeds;     /**< recorded: of the reference and the naive version (speeds.h) */
    bool challenge; /**< ungraded: points only for correctness and safety, and on a GPU a line for the
                       leaderboard, compared with CUB */
    const char *const *hints; /**< as many for each task, in the tasks' order; the first is a question */
    size_t hint_count;        /**< of `hints` */
    const struct question_program *programs; /**< for the questions about numbers (question.h); NULL: none */
    size_t program_count;                    /**< of `programs` */
    const char *const *functions; /**< of the CUDA runtime that other labs may not call (docs/functions.md),
                                     and NULL; or NULL */
};

/** The number of an array's elements. */
#define SPEC_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/** Registers a lab: put it at the end of grader/course/labN/spec.c. */
#define SPEC_REGISTER(lab)                                                                                   \
    static const struct spec *const spec_entry_##lab __attribute__((used, section("warplab_specs"))) =       \
        &spec_##lab

/** Number of labs in this program. */
size_t spec_count(void);
/** The i-th lab, in no particular order. */
const struct spec *spec_get(size_t i);
/** The lab called @p name, or NULL. */
const struct spec *spec_find(const char *name);
/** Whether the grader has room for the lab, its tasks and their names, and whether the tasks' parameters and
 * tolerances are consistent. @return false with an error that names the lab */
bool spec_check(const struct spec *lab, struct error *error);
/** The same for all labs in this program. */
bool spec_check_all(struct error *error);
/** The lab whose name is nearest to @p name; NULL if there are no labs. */
const struct spec *spec_nearest(const char *name);
/** What a lab's results depend on besides the submission: the grader, the engine and the lab's spec. */
struct version {
    const char *lab; /**< "lab3" */
    const char *sum; /**< three sums of 12 hexadecimal digits with a "-" between: of the engine's sources, of
                        the grader's, and of the lab's spec and interface */
    const char
        *speeds; /**< a sum of what recorded speeds depend on: the spec without its strings, the interface */
};
/** Generated by the build from the sources (grader/mk/versions.sh); ends with an entry without a lab. */
extern const struct version versions[];
/** The sums of a lab; NULL if there is no such lab. */
const char *version_of(const char *lab);
/** The sum for a lab's recorded speeds; NULL if there is no such lab. */
const char *version_of_speeds(const char *lab);
/** The lab's recorded speeds; NULL if they were recorded for another spec than today's: points for speed
 * would be those of another solution. */
const char *const *spec_speeds(const struct spec *lab);
/** Whether a value is within the bound; NaN is not. */
bool spec_bound_holds(const struct spec_bound *bound, double value);
/** The number of the bound's own points that @p value earns. */
int spec_bound_points(const struct spec_bound *bound, double value);
/** Points of one check of one task: the table's, or for CHECK_CORRECT the groups' sum. */
int spec_task_points(const struct spec_task *task, enum check_id id);
/** The index of the task @p task in the lab; the number of tasks if there is none. */
size_t spec_task_number(const struct spec *lab, const char *task);
/** Whether some case of the task has that option: only then it has a meaning, and a right answer. */
bool spec_has_option(const struct spec_task *task, int32_t option);
/** The index of the task's first hint in the lab's hints; 0 if there is no such task. */
size_t spec_first_hint(const struct spec *lab, const char *task);
/** Processor seconds that a compiler may use for a submission. */
double spec_build_seconds(const struct spec *lab);
/** All points of the lab: 100 in a correct spec. */
int spec_total_points(const struct spec *lab);
/** A runner's job to call the task's launcher: its name, arguments, and the sizes. */
struct job spec_job(const struct spec_task *task, enum job_kind kind, struct shape shape, int32_t option);
/** Bytes of input: all buffers that are given, as laid out in the mapping. */
size_t spec_input_bytes(const struct spec_task *task, struct shape shape);
/** Bytes of output, likewise. */
size_t spec_output_bytes(const struct spec_task *task, struct shape shape);
/** Elements for the task's modelled time. */
int32_t spec_modelled_n(const struct spec_task *task);
/** The shape to time, scaled to @p n elements, by fewer rows if it has rows. */
struct shape spec_timed_shape(const struct spec_task *task, int32_t n);

#endif
