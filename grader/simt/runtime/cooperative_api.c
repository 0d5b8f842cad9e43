// Cooperative launches. This is a file of its own so that it is linked only with programs that make them:
// only these are told of the whole device where few of its multiprocessors hold the blocks of other launches.
#include "api.h"
#include "engine/exec/launch.h"
#include "engine/model/profile.h"
#include "engine/report/status.h"

enum { MAX_THREADS = 1024 };

/** That this is linked. The device profile asks for its address. */
extern char simt_launches_cooperatively;
char simt_launches_cooperatively = 1;

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
