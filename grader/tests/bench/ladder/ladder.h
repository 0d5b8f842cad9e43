/**
 * @file ladder.h
 * @brief The kernels that the time model is judged by: plain reduces, scans and histograms, each a step of
 *        the ladder that the labs climb. `measure.cu` times them on a GPU, `table.c` has them modelled.
 */
#ifndef LADDER_H
#define LADDER_H

#ifdef __cplusplus
extern "C" {
#endif

/** A step. */
struct ladder_step {
    const char *name;
    unsigned bytes_per_element; /**< what the problem must move: for the effective bandwidth */
    /** Launches it for @p n elements, a power of two from 2^20 on. Device pointers: @p in holds n ints, or
     * for histograms n bytes; @p out n ints; @p scratch n ints and some more. */
    void (*run)(void *in, unsigned *out, unsigned *scratch, unsigned n);
};

extern const struct ladder_step ladder[];
extern const unsigned ladder_steps;

/** Runs a step once, on random data of its own (once.cu). @return 0 if something failed */
int ladder_run_once(const struct ladder_step *step, unsigned n);

#ifdef __cplusplus
}
#endif

#endif
