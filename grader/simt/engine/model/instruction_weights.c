// How many instructions a GPU would issue for a basic block: from its record, which the compiler's plugin
// wrote. Where there was no plugin they are estimated from the host's machine code
// (engine/processor/host_weights.h).
#include "engine/model/instruction_weights.h"

struct simt_weight simt_weight_of_info(const struct simt_code_info *info) {
    uint32_t issued = info->accesses;
    for (unsigned unit = 0; unit < SIMT_UNITS; unit++) {
        issued += info->skipped.issued[unit];
        for (unsigned i = 0; i <= info->accesses; i++)
            issued += info->segment[i].issued[unit];
    }
    /* What is guarded is among what the block before it has to issue in any case. */
    return (struct simt_weight){.own = info->own, .issued = info->guarded ? 0 : issued};
}
