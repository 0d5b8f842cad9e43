/**
 * @file fuzz.h
 * @brief The parsers of untrusted input, each fed with any bytes: under libFuzzer by `make fuzz`, with a
 * few by test_fuzz.
 *
 * Each returns for any bytes, and ends the program, with a word on standard error, if the result of a
 * parser is inconsistent.
 */
#ifndef WARPLAB_FUZZ_H
#define WARPLAB_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** CUDA C for the translator. */
void fuzz_translate(const uint8_t *data, size_t size);
/** Names of files, the output of unpack for an archive, Gradescope's list of names. */
void fuzz_uploads(const uint8_t *data, size_t size);
/** A runner's reply, its report, a compiler's messages, an object file, a submission, a comparison; the first
 * byte selects one. */
void fuzz_outside(const uint8_t *data, size_t size);

/** Ends the program if @p holds is false. @param what the error, in a few words */
void fuzz_require(bool holds, const char *what);

#endif
