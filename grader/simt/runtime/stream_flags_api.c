// Streams that may ignore the default stream. This is a file of its own so that it is linked only with
// programs that make such streams: only there has the engine to keep what the default stream did before.
#include "api.h"

/** That this is linked. The engine asks for its address. */
extern char simt_streams_aside;
char simt_streams_aside = 1;

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags) {
    SIMT_API_BEGIN();
    return simt_api_create_stream(stream, flags, 0);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority) {
    SIMT_API_BEGIN();
    return simt_api_create_stream(stream, flags, priority);
}
