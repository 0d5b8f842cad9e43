// The device the engine stands in for, of this run.

#include "engine/model/profile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/model/occupancy.h"
#include "include/simt/simt.h"

static void read_file(const char *path, struct simt_profile *out) {
    char why[256];
    simt_profile_clear(out);
    FILE *in = fopen(path, "r");
    bool good = in && simt_profile_read(in, out, why, sizeof why);
    if (!good) {
        fprintf(stderr, "simt: cannot use the device profile SIMT_DEVICE=%s: %s\n", path,
                in ? why : strerror(errno));
        exit(EXIT_FAILURE);
    }
    fclose(in);
}

static const struct simt_profile *whole_device(void) {
    static struct simt_profile from_file;
    static const struct simt_profile *chosen;
    if (chosen)
        return chosen;
    const char *device = getenv("SIMT_DEVICE");
    chosen = simt_profile_builtin(device && *device ? device : "h200");
    if (!chosen) {
        read_file(device, &from_file);
        chosen = &from_file;
    }
    return chosen;
}

static struct simt_profile part;
static bool is_part; /* of the device's multiprocessors */

void simt_set_multiprocessors(unsigned count) {
    is_part = count > 0;
    part = *whole_device();
    if (is_part && count < part.multiprocessors)
        part.multiprocessors = count;
}

const struct simt_profile *simt_profile(void) { return is_part ? &part : whole_device(); }

uint32_t simt_blocks_per_multiprocessor(uint64_t threads, uint64_t shared) {
    return (uint32_t)simt_occupancy(simt_profile(), (double)threads, (double)shared, 0);
}

uint32_t simt_multiprocessors_for(bool cooperative) {
    return is_part && !cooperative ? part.multiprocessors : whole_device()->multiprocessors;
}
