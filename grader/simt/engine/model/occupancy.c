// How many blocks of a kernel a multiprocessor holds at a time.
#include "engine/model/occupancy.h"

#include <math.h>

enum { WARP = 32, REGISTERS_PER_UNIT = 256, SCHEDULERS = 4 };

/** Warps of a multiprocessor that have room for their registers. */
static double warps_by_registers(const struct simt_profile *p, double registers) {
    const double of_warp = ceil(registers * WARP / REGISTERS_PER_UNIT) * REGISTERS_PER_UNIT;
    const double of_scheduler = (double)p->registers_per_multiprocessor / SCHEDULERS;
    return SCHEDULERS * floor(of_scheduler / of_warp);
}

double simt_occupancy(const struct simt_profile *p, double threads, double shared, double registers) {
    const double warps = ceil(threads / WARP);
    const double bytes = shared + (double)p->shared_reserved_per_block;
    double fit = floor(p->threads_per_multiprocessor / (WARP * warps));
    fit = fmin(fit, p->blocks_per_multiprocessor);
    if (bytes > 0)
        fit = fmin(fit, floor((double)p->shared_per_multiprocessor / bytes));
    if (registers > 0)
        fit = fmin(fit, floor(warps_by_registers(p, registers) / warps));
    return fit;
}
