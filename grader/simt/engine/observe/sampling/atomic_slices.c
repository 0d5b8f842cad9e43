// Atomics of a launch, by the piece of memory that they fall on.
#include "engine/observe/sampling/atomic_slices.h"

#include <math.h>
#include <string.h>

/* Pieces that are told apart, by hash. */
enum { PIECES_LOG2 = 14, PIECES = 1 << PIECES_LOG2 };

static double passes_of[PIECES], passes_of_word[PIECES];
static unsigned piece_log2;

void simt_atomic_slices_begin(double slice_bytes) {
    piece_log2 = (unsigned)log2(fmax(slice_bytes, 1));
    memset(passes_of, 0, sizeof passes_of);
    memset(passes_of_word, 0, sizeof passes_of_word);
}

static unsigned place_of(uint64_t number) {
    return (unsigned)(number * UINT64_C(0x9e3779b97f4a7c15) >> (64 - PIECES_LOG2));
}

void simt_atomic_slices_add(const struct simt_request *request, double passes, double on_word) {
    enum { WORD_LOG2 = 2 };
    const double each = passes / __builtin_popcount(request->lanes);
    for (uint32_t left = request->lanes; left; left &= left - 1) {
        const uint64_t offset = request->offset[__builtin_ctz(left)];
        passes_of[place_of(offset >> piece_log2)] += each;
        if (on_word > 1)
            passes_of_word[place_of(offset >> WORD_LOG2)] += on_word * each;
    }
}

double simt_atomic_slices_most(void) {
    double most = 0;
    for (unsigned i = 0; i < PIECES; i++)
        most = fmax(most, fmax(passes_of[i], passes_of_word[i]));
    return most;
}
