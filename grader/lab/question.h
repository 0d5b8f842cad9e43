/**
 * @file question.h
 * @brief Questions to answer before a run: what will the counters show?
 *
 * A lab's questions are about small programs in grader/course/labN/predict.cu, which are shown (or described,
 * if they are what the lab asks for) and run by the CPU engine. This file defines the questions and the form
 * of a table; it has no answers: the engine counts them (run/predictions.h).
 */
#ifndef WARPLAB_QUESTION_H
#define WARPLAB_QUESTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "counters.h"

struct spec;

/** The subject of a question, summed over all launches of a program. */
enum question_asks {
    ASK_LAUNCHES,        /**< of kernels */
    ASK_BLOCKS,          /**< of all grids */
    ASK_WARPS,           /**< of all blocks; the last one of a block may be partial */
    ASK_BARRIERS,        /**< as in the counter */
    ASK_STEPS,           /**< as in the counter */
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
    QUESTION_PARAMETERS = 3, /**< of a program, maximum */
    QUESTION_CHOICES = 6,    /**< values of a parameter, maximum */
    QUESTION_ANSWERS = 16    /**< questions of a lab, maximum */
};

/** A parameter of a program. */
struct question_parameter {
    const char *name;                 /**< its name in the launcher */
    int32_t values[QUESTION_CHOICES]; /**< the seed selects one; ends at the first 0 */
};

/** One question about a program. */
struct question {
    enum question_asks asks; /**< its subject */
    /**
     * Explains the number to students with a different answer, in one or two sentences. Each expression in
     * braces is replaced by its value: parameters, `key`, `launches`, `blocks`, `warps` and integers, with
     * + - * / between them, evaluated from left to right: "{n / block * 2}".
     */
    const char *why;
    int points; /**< for the right answer; 0 in a lab without points */
};

/** A program of predict.cu with its questions. */
struct question_program {
    const char *name; /**< the comment "// program: NAME" is above it */
    struct question_parameter
        parameters[QUESTION_PARAMETERS]; /**< in the launcher's order; ends at one without a name */
    const struct question *questions;    /**< about it */
    size_t question_count;               /**< of `questions` */
    const char *words; /**< a description, shown instead of its source if that is what the lab asks for; NULL:
                          the source is shown */
};

/** The parameters and counters of a program's run. */
struct question_counts {
    int32_t values[QUESTION_PARAMETERS]; /**< of its parameters */
    struct counters counters;            /**< of all launches */
    double blocks;                       /**< of all grids */
    double warps;                        /**< of all blocks */
};

/** Answers that are not numbers from 0 on. */
enum { QUESTION_NO_ANSWER = -1, QUESTION_NO_NUMBER = -2 };

/** The concept behind a question, counted on a class page: "sectors of global loads". */
const char *question_concept(enum question_asks asks);
/** The question itself. */
const char *question_text(enum question_asks asks);
/** NVIDIA Nsight Compute's name for it, the i-th of several metrics to add up; NULL past the last one. For
 * divergent warps, the last one is subtracted. */
const char *question_metric(enum question_asks asks, size_t i);
/** The right answer. */
int64_t question_key(enum question_asks asks, const struct question_counts *counts);

/** The number of a lab's questions. */
size_t question_count(const struct spec *lab);
/** The points for all of them. */
int question_points(const struct spec *lab);
/** The lab's i-th question, with its program's index in @p program. */
const struct question *question_at(const struct spec *lab, size_t i, size_t *program);
/** The values that a seed selects for a program's parameters. */
void question_draw(const struct question_program *program, uint64_t seed, int32_t *values);
/** "n = 1024, block = 128". */
void question_values(const struct question_program *program, const int32_t *values, char *text, size_t size);

/** Writes `why`, in the reader's language, with its values. @return false, with the text so far, if an
 * expression in braces is invalid */
bool question_explain(const struct question_program *program, const struct question *question,
                      const struct question_counts *counts, char *text, size_t size);

/** Reads an answer: an integer from 0 on, perhaps between blanks, or nothing. Above 10^18 it is 10^18. */
int64_t question_read(const char *text);

/** Writes the comment line for a student's file that hands in the answers with it. */
void question_print_line(FILE *out, const struct spec *lab, uint64_t seed, const int64_t *answers);
/**
 * Finds the last such line in a submission.
 * @param answers gets QUESTION_ANSWERS of them; missing ones are QUESTION_NO_ANSWER
 * @return false if there is none
 */
bool question_find_line(const char *text, uint64_t *seed, int64_t *answers);
/** The same for answers about a submission's own run: such a line also identifies the file. */
void question_print_explained(FILE *out, uint64_t seed, uint64_t file, const int64_t *answers, size_t count);
/** The last such line. @see question_find_line */
bool question_find_explained(const char *text, uint64_t *seed, uint64_t *file, int64_t *answers);
/** Whether a line of text is one of either kind. */
bool question_is_line(const char *line);

#endif
