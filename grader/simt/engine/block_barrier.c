// __syncthreads and its kin, from a lane's side.
#include "machine.h"

int simt_barrier(enum simt_barrier_op op, int predicate)
{
    struct simt_lane *self = simt_self;
    if (!self)
        return 0;
    self->barrier_op = op;
    self->predicate = predicate;
    self->waits_at = (uintptr_t)__builtin_return_address(0);
    simt_park(LANE_AT_BARRIER);
    return (int)self->request.result;
}
