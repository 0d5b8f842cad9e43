// How much memory is brought in between two uses of the same.
#include "engine/model/distances.h"

void simt_distances_add(struct simt_distances *distances, uint64_t bytes) {
    const int octave = bytes > 1 ? 63 - __builtin_clzll(bytes) : 0;
    const int i = octave < SIMT_OCTAVES ? octave : SIMT_OCTAVES - 1;
    distances->count[i]++;
    distances->bytes[i] += (double)bytes;
}

double simt_distances_mean(const struct simt_distances *distances) {
    double bytes = 0, count = 0;
    for (int i = 0; i < SIMT_OCTAVES; i++) {
        bytes += distances->bytes[i];
        count += (double)distances->count[i];
    }
    return count > 0 ? bytes / count : 0;
}
