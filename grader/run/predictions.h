/**
 * @file predictions.h
 * @brief What a student predicted, and what the CPU engine counts.
 *
 * The programs that questions are about (grader/course/labN/predict.cu) are the kit's own, as are the numbers
 * they are run with: they are compiled and run without a sandbox. Nothing of a submission goes into them but
 * the seed.
 */
#ifndef WARPLAB_PREDICTIONS_H
#define WARPLAB_PREDICTIONS_H

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
    struct error error;                              /**< why they are not, "" if nobody has tried */
};

/** Draws the parameters from the seed, compiles the lab's programs, runs them and counts.
 * @return false with a sentence in the predictions' error */
bool predictions_count(struct predictions *predictions, const struct paths *paths);
/** Reads the answers that a submission's text has, and counts. Without any the predictions are none. */
void predictions_of(struct predictions *predictions, const struct spec *lab, const char *text,
                    const struct paths *paths);
/** The right answer of the i-th question. */
int64_t predictions_key(const struct predictions *predictions, size_t i);
/** The file with the lab's programs, as a text. @param path PATH_MAX bytes for its place
 * @return NULL with an error; the caller frees it */
char *predictions_source(const struct spec *lab, const struct paths *paths, char *path, struct error *error);
/** The command that compiles a lab's programs: @p compiler, the file, `-o` @p program and where headers are.
 * @param words receives the words, then NULL @param room PATH_MAX bytes each */
void predictions_compiler(const char **words, char room[3][PATH_MAX], const char *compiler,
                          const struct spec *lab, const struct paths *paths, const char *program);

/** Words that such a command has at most, with the NULL. */
enum { PREDICTIONS_WORDS = 16 };

#endif
