/**
 * @file version.h
 * @brief What a result depends on besides the submission: the grader, the engine and the lab's spec.
 */
#ifndef WARPLAB_VERSION_H
#define WARPLAB_VERSION_H

/** One lab and the sum over all its results depend on. */
struct version {
    const char *lab; /**< "lab3" */
    const char *sum; /**< 16 hexadecimal digits */
};

/** Made by the build, from the sources; ends with an entry without a lab. */
extern const struct version versions[];

/** The sum of a lab, 16 hexadecimal digits; NULL if there is no such lab. */
const char *version_of(const char *lab);

#endif
