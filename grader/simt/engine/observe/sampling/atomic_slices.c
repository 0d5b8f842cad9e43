// Atomics of a launch, by the piece of memory that they fall on.
#include "engine/observe/sampling/atomic_slices.h"

#include <math.h>
#include <string.h>

/* Pieces that are told apart, by hash. */
enum { PIECES_LOG2 = 14, PIECES = 1 << PIECES_LOG2 };

static double passes_of[PIECES];
static unsigned piece_log2;

void simt_atomic_slices_begin(double slice_bytes) {
    piece_log2 = (unsigned)log2(fmax(slice_bytes, 1));
    memset(passes_of, 0, sizeof passes_of);
}

static unsigned piece_of(uint64_t offset) {
    return (unsigned)((offset >> piece_log2) * UINT64_C(0x9e3779b97f4a7c15) >> (64 - PIECES_LOG2));
}

void simt_atomic_slices_add(const struct simt_request *request, double passes) {
    const double each = passes / __builtin_popcount(request->lanes);
    for (uint32_t left = request->lanes; left; left &= left - 1)
        passes_of[piece_of(request->offset[__builtin_ctz(left)])] += each;
}

double simt_atomic_slices_most(void) {
    double most = 0;
    for (unsigned i = 0; i < PIECES; i++)
        most = passes_of[i] > most ? passes_of[i] : most;
    return most;
}
