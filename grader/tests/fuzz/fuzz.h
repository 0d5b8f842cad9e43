/**
 * @file fuzz.h
 * @brief The parsers of what nobody trusts, each fed with any bytes: under libFuzzer by `make fuzz`, with a
 * few by test_fuzz.
 *
 * Each comes back whatever the bytes are, and ends the program, with a word on standard error, where what a
 * parser returned does not hang together.
 */
#ifndef WARPLAB_FUZZ_H
#define WARPLAB_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** CUDA C for the translator. */
void fuzz_translate(const uint8_t *data, size_t size);
/** Names of files, what unpack says of an archive, Gradescope's list of names. */
void fuzz_uploads(const uint8_t *data, size_t size);
/** A runner's reply, its report, a compiler's messages, an object file, a submission, one compared; the first
 * byte says which. */
void fuzz_outside(const uint8_t *data, size_t size);

/** Ends the program if @p holds is false. @param what what is wrong then, a few words */
void fuzz_require(bool holds, const char *what);

#endif
