/**
 * @file question.h
 * @brief Questions to be answered before a run: which numbers will the counters show?
 *
 * A lab's questions are about small programs in grader/course/labN/predict.cu, which are shown, or described
 * where they are what the lab asks for, and run by the CPU engine. Here stand what may be asked, and a
 * table's form; no answer stands anywhere: the engine counts it (run/predictions.h).
 */
#ifndef WARPLAB_QUESTION_H
#define WARPLAB_QUESTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "counters.h"

struct spec;

/** What a question asks for, summed over all launches of a program. */
enum question_asks {
    ASK_LAUNCHES,        /**< of kernels */
    ASK_BLOCKS,          /**< of all grids */
    ASK_WARPS,           /**< of all blocks, the last one of a block perhaps partial */
    ASK_BARRIERS,        /**< as the counter */
    ASK_STEPS,           /**< as the counter */
    ASK_ADDS,            /**< through wl_add() */
    ASK_LOAD_REQUESTS,   /**< to global memory */
    ASK_LOAD_SECTORS,    /**< of global memory */
    ASK_STORE_REQUESTS,  /**< to global memory */
    ASK_STORE_SECTORS,   /**< of global memory */
    ASK_ATOMIC_REQUESTS, /**< to global memory */
    ASK_SHARED_LOADS,    /**< wavefronts */
    ASK_SHARED_STORES,   /**< wavefronts */
    ASK_SHARED_ATOMICS,  /**< wavefronts */
    ASK_DIVERGENT_WARPS, /**< of a program in which each thread stores once, in one of two branches */
    ASK_COUNT
};

enum {
    QUESTION_PARAMETERS = 3, /**< of a program, at most */
    QUESTION_CHOICES = 6,    /**< values that a parameter may have, at most */
    QUESTION_ANSWERS = 16    /**< questions of a lab, at most */
};

/** A number that a program is run with. */
struct question_parameter {
    const char *name;                 /**< as its launcher calls it */
    int32_t values[QUESTION_CHOICES]; /**< the seed chooses one; ends at the first 0 */
};

/** One question about a program. */
struct question {
    enum question_asks asks; /**< for what */
    /**
     * How the number arises, one or two sentences for whoever answered another one. What stands in braces is
     * replaced by its value: parameters, `key`, `launches`, `blocks`, `warps` and whole numbers, with + - * /
     * between them, from the left to the right: "{n / block * 2}".
     */
    const char *why;
    int points; /**< for the right answer; 0 in a lab that gives none */
};

/** A program of predict.cu with its questions. */
struct question_program {
    const char *name; /**< "// program: NAME" stands above it */
    struct question_parameter
        parameters[QUESTION_PARAMETERS]; /**< in its order; ends at one without a name */
    const struct question *questions;    /**< about it */
    size_t question_count;               /**< of `questions` */
    const char *words; /**< what it does, shown in place of its source where that is what the lab asks for;
                          NULL: the source is shown */
};

/** What a program was counted with. */
struct question_counts {
    int32_t values[QUESTION_PARAMETERS]; /**< of its parameters */
    struct counters counters;            /**< of all launches */
    double blocks;                       /**< of all grids */
    double warps;                        /**< of all blocks */
};

/** An answer that is no number from 0 on. */
enum { QUESTION_NO_ANSWER = -1, QUESTION_NO_NUMBER = -2 };

/** What is asked, as a concept that a class page counts: "sectors of global loads". */
const char *question_concept(enum question_asks asks);
/** The question itself. */
const char *question_text(enum question_asks asks);
/** What NVIDIA Nsight Compute calls it, the i-th of those that are added up; NULL behind the last one. Of
 * divergent warps the last one is taken off. */
const char *question_metric(enum question_asks asks, size_t i);
/** The right answer. */
int64_t question_key(enum question_asks asks, const struct question_counts *counts);

/** How many questions a lab has. */
size_t question_count(const struct spec *lab);
/** What all of them are worth. */
int question_points(const struct spec *lab);
/** The lab's i-th question, and the number of its program in @p program. */
const struct question *question_at(const struct spec *lab, size_t i, size_t *program);
/** The values that a seed gives a program's parameters. */
void question_draw(const struct question_program *program, uint64_t seed, int32_t *values);
/** "n = 1024, block = 128". */
void question_values(const struct question_program *program, const int32_t *values, char *text, size_t size);

/** Writes `why`, in the reader's language, with its values. @return false, with the text so far, if something
 * in braces is no such thing */
bool question_explain(const struct question_program *program, const struct question *question,
                      const struct question_counts *counts, char *text, size_t size);

/** Reads an answer: a whole number from 0 on, blanks around it, or nothing. One past 10^18 is 10^18. */
int64_t question_read(const char *text);

/** Writes the line that a student's file may have, as a comment, so that answers are handed in with it. */
void question_print_line(FILE *out, const struct spec *lab, uint64_t seed, const int64_t *answers);
/**
 * Finds the last such line in a submission.
 * @param answers QUESTION_ANSWERS of them; those that the line lacks are no answer
 * @return false if there is none
 */
bool question_find_line(const char *text, uint64_t *seed, int64_t *answers);
/** The same of answers about a submission's own run: such a line also says which file they are about. */
void question_print_explained(FILE *out, uint64_t seed, uint64_t file, const int64_t *answers, size_t count);
/** The last such line. @see question_find_line */
bool question_find_explained(const char *text, uint64_t *seed, uint64_t *file, int64_t *answers);
/** Whether a line of text is one of either sort. */
bool question_is_line(const char *line);

#endif
