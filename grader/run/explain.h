/**
 * @file explain.h
 * @brief Questions about a submission's own run, for --explain: what did this kernel just do?
 *
 * One task is run on a small known input and recorded, all warps of its first blocks (JOB_RECORD_WHOLE).
 * Questions, their answers and explanations are derived from that recording; a seed draws the task, its size
 * and the questions. The grader derives the questions of a handed-in file again: it
 * believes the seed and the answers in the file, and counts every key itself.
 */
#pragma once

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "lab/inputs.h"
#include "lab/plan.h"
#include "lab/spec.h"
#include "recorded.h"

struct grading;

/** The kinds of question; each is a concept that a class page counts. */
enum explain_kind {
    EXPLAIN_BLOCKS,     /**< of a launch */
    EXPLAIN_LOADER,     /**< the thread that loads an element */
    EXPLAIN_WRITER,     /**< the thread with the last store to an element */
    EXPLAIN_LAST_LINE,  /**< the line with the last store to an element */
    EXPLAIN_BUSIEST,    /**< the line with most requests */
    EXPLAIN_LANES,      /**< of a warp that execute a line */
    EXPLAIN_REQUESTS,   /**< of a line */
    EXPLAIN_WAVEFRONTS, /**< of a line */
    EXPLAIN_SECTORS,    /**< of a line */
    EXPLAIN_ATOMICS,    /**< of a line: operations of lanes */
    EXPLAIN_BARRIERS,   /**< that a block passes */
    EXPLAIN_VALUE,      /**< of an element after a barrier */
    EXPLAIN_RACE,       /**< the line that would race without a barrier */
    EXPLAIN_KINDS
};

enum { EXPLAIN_LEAST = 3, EXPLAIN_MOST = 5 };

/** One question with its answer. */
struct explain_question {
    enum explain_kind kind;     /**< its kind */
    int launch;                 /**< of the recorded call, from 1 */
    int line;                   /**< of the submission, named in the question; 0: none */
    int64_t key;                /**< the right answer, counted */
    enum question_asks counted; /**< the GPU's counter of it for the whole launch, named by
                                     question_metric(); ASK_COUNT: it has none */
    char text[512];             /**< the question, in the reader's language */
    char why[384];              /**< an explanation of the answer, likewise */
};

/** The kind as a concept: "wavefronts of a line". */
const char *explain_concept(enum explain_kind kind);
/** The kind's name in JSON: "wavefronts". */
const char *explain_name(enum explain_kind kind);

/**
 * Draws questions of different kinds. Numbers that are easy to guess (0, 1, a warp, the number of elements)
 * are no answers. At most two have an answer that is not a line, unless there are too few: knowledge of the
 * algorithm finds no line without the file. No question names a line that answers another.
 * @param trace the recording @param file the submission's name @param n elements of the case
 * @param most  of the questions
 * @return the number of questions
 */
size_t explain_draw(struct explain_question *questions, size_t most, const cJSON *trace, const char *file,
                    int32_t n, uint64_t seed);

/** A submission's questions with answers. Zeroed: there are none. */
struct explained {
    bool asked;                                      /**< the reader answers now, with --explain */
    bool handed_in;                                  /**< answers came with the file */
    bool changed;                                    /**< the file is not the one that they belong to */
    uint64_t seed;                                   /**< of all random choices */
    const struct spec_task *task;                    /**< the recorded task; NULL: none could be recorded */
    struct shape shape;                              /**< of its case */
    int32_t option;                                  /**< likewise */
    char words[PLAN_WORDS];                          /**< its input: "1, 2, 3, ..." */
    struct explain_question questions[EXPLAIN_MOST]; /**< at least EXPLAIN_LEAST, or none */
    size_t count;                                    /**< of `questions` */
    int64_t answers[QUESTION_ANSWERS];               /**< in their order */
    struct error error;                              /**< why nothing could be recorded; "" otherwise */
};

/** The file that answers belong to: the first half of the SHA-256 of its text, without the lines of
 * answers and without blanks after its last line. */
uint64_t explained_hash(const char *text);
/** Finds the answers in the submission's text. */
void explained_find(struct explained *explained, const char *text);
/** Records a task of a submission that is built for the CPU engine, and draws questions. A task qualifies if
 * its answer is right and no checker found anything. */
void explained_make(struct explained *explained, struct grading *grading);
/** The number of right answers. */
int explained_right(const struct explained *explained);

/* The kinds of questions about a recorded run: what explain.c and explain_kinds.c share. */

/** Limits: blocks whose barriers are kept, lines of a launch, lanes of a warp. */
enum { MOST_BLOCKS = 8, MOST_LINES = 64, LANES = 32 };

/** A recorded launch. */
struct launch {
    struct recorded_launch recorded; /**< owned */
    int number;                      /**< from 1 */
    int blocks;                      /**< of its grid */
    int threads;                     /**< of a block */
    bool whole;                      /**< all of it is recorded */
    const struct access *
        *elements; /**< accesses to memory, those of a block to an element one after another */
    const struct access **requests;    /**< the first access of each request */
    size_t count;                      /**< of `elements` */
    size_t request_count;              /**< of `requests` */
    int *barriers[MOST_BLOCKS];        /**< their lines, in order */
    size_t barrier_count[MOST_BLOCKS]; /**< how many */
};

/** A question that is being drawn. */
struct drawing {
    const struct explain_question *earlier; /**< up to `kept` */
    struct explain_question *kept;          /**< of all that could be asked so far */
    const struct launch *launch;            /**< that is asked about */
    struct rng rng;                         /**< draws it */
    int32_t n;                              /**< elements of the case */
    int seen;                               /**< that could be asked */
};

/** Looks at all that a kind could ask of a launch. */
extern void (*const explain_draws[EXPLAIN_KINDS])(struct drawing *, enum explain_kind);

/** False for a key that a guess would hit. */
bool explain_is_telling(const struct drawing *d, enum explain_kind kind, int64_t key);
/** True if this question takes the place of the one that was kept; its text begins then. @param line that it
 * names */
bool explain_take(struct drawing *d, enum explain_kind kind, int64_t key, int line);
/** Adds what is asked to the question's text. */
__attribute__((format(printf, 2, 3))) void explain_ask_for(struct drawing *d, const char *format, ...);
/** Sets the sentence that explains the key. */
__attribute__((format(printf, 2, 3))) void explain_because(struct drawing *d, const char *format, ...);
