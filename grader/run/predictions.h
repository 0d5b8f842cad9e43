/**
 * @file predictions.h
 * @brief A student's predictions, and the counts of the CPU engine.
 *
 * The programs that questions are about (grader/course/labN/predict.cu) are the kit's own, as are their
 * parameters: they are compiled and run without a sandbox. Only the seed comes from a submission.
 */
#pragma once

#include "base/error.h"
#include "base/paths.h"
#include "lab/spec.h"

/** A lab's questions under one seed, with answers. Zeroed: there are none. */
struct predictions {
    const struct spec *lab;                          /**< NULL: nothing was predicted */
    uint64_t seed;                                   /**< of the programs' parameters */
    int64_t answers[QUESTION_ANSWERS];               /**< in the questions' order */
    bool counted;                                    /**< `counts` are known */
    struct question_counts counts[QUESTION_ANSWERS]; /**< of each program, in their order */
    struct error error;                              /**< why they are not, "" if they were not counted yet */
};

/** Draws the parameters from the seed, compiles the lab's programs, runs them and counts.
 * @return false with a sentence in the predictions' error */
bool predictions_count(struct predictions *predictions, const struct paths *paths);
/** Reads the answers in a submission's text, and counts. Without answers there are no predictions. */
void predictions_of(struct predictions *predictions, const struct spec *lab, const char *text,
                    const struct paths *paths);
/** The right answer of the i-th question. */
int64_t predictions_key(const struct predictions *predictions, size_t i);
/** The text of the file with the lab's programs. @param path PATH_MAX bytes for its path
 * @return NULL with an error; the caller frees it */
char *predictions_source(const struct spec *lab, const struct paths *paths, char *path, struct error *error);
/** The command that compiles a lab's programs: @p compiler, the file, `-o` @p program, include folders.
 * @param words receives the words, then NULL @param room PATH_MAX bytes each */
void predictions_compiler(const char **words, char room[3][PATH_MAX], const char *compiler,
                          const struct spec *lab, const struct paths *paths, const char *program);

/** The most words of such a command, with the NULL. */
enum { PREDICTIONS_WORDS = 16 };
