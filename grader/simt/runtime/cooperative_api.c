// Cooperative launches.
#include "api.h"
#include "engine/exec/launch.h"
#include "engine/model/profile.h"
#include "engine/report/status.h"

enum { MAX_THREADS = 1024 };

cudaError_t simt_cooperative_fits(unsigned long long blocks, unsigned int threads, size_t dynamic_shared) {
    SIMT_API_BEGIN();
    simt_configure_cooperative(true);
    if (threads == 0 || threads > MAX_THREADS)
        return cudaSuccess; /* the launch itself reports the error */
    const uint64_t each = simt_blocks_per_multiprocessor(threads, dynamic_shared);
    if (blocks <= each * simt_multiprocessors_for(true))
        return cudaSuccess;
    simt_configure_cooperative(false);
    return (cudaError_t)simt_status_note(cudaErrorCooperativeLaunchTooLarge);
}
