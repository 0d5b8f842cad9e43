// The handles of cuBLAS, their settings, and copies of vectors and matrices between host and device.
#include <stdlib.h>

#include "blas.h"
#include "engine/exec/exit.h"
#include "engine/report/errors.h"
#include "engine/streams/capture.h"

static struct cublasContext *handles;

static struct cublasContext **find(cublasHandle_t handle) {
    struct cublasContext **link = &handles;
    while (*link && *link != handle)
        link = &(*link)->next;
    return link;
}

bool simt_blas_begin(struct simt_blas_call *call, cublasHandle_t handle) {
    *call = (struct simt_blas_call){.handle = handle};
    if (simt_api_begin() != cudaSuccess)
        call->status = CUBLAS_STATUS_EXECUTION_FAILED;
    else if (!handle || !*find(handle))
        call->status = CUBLAS_STATUS_NOT_INITIALIZED;
    if (call->status == CUBLAS_STATUS_SUCCESS && simt_is_captured(handle->stream))
        simt_unsupported_at("a call of cuBLAS while its stream is captured", simt_api_now.at);
    if (call->status == CUBLAS_STATUS_NOT_INITIALIZED) {
        const struct simt_actor caller = {.pc = simt_api_now.at};
        simt_error_add(SIMT_API, SIMT_SPACE_HOST, &caller, NULL,
                       "Program hit CUBLAS_STATUS_NOT_INITIALIZED (1): %s: there is no such handle",
                       simt_api_now.function);
    }
    return call->status == CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasCreate(cublasHandle_t *handle) {
    SIMT_API_ENTER(__func__);
    if (simt_api_begin() != cudaSuccess)
        return CUBLAS_STATUS_EXECUTION_FAILED;
    struct cublasContext *new = calloc(1, sizeof *new);
    if (!handle || !new) {
        free(new);
        return handle ? CUBLAS_STATUS_ALLOC_FAILED : CUBLAS_STATUS_INVALID_VALUE;
    }
    new->next = handles;
    handles = new;
    SIMT_API_STORE(handle, new);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasDestroy(cublasHandle_t handle) {
    SIMT_BLAS_BEGIN(handle);
    *find(handle) = handle->next;
    free(handle);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version) {
    SIMT_BLAS_BEGIN(handle);
    SIMT_API_STORE(version, CUBLAS_VERSION);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream) {
    SIMT_BLAS_BEGIN(handle);
    handle->stream = stream;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream) {
    SIMT_BLAS_BEGIN(handle);
    SIMT_API_STORE(stream, handle->stream);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode) {
    SIMT_BLAS_BEGIN(handle);
    handle->mode = mode;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode) {
    SIMT_BLAS_BEGIN(handle);
    SIMT_API_STORE(mode, handle->mode);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
    SIMT_BLAS_BEGIN(handle);
    (void)mode; /* all arithmetic is exact except for one rounding */
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace, size_t bytes) {
    SIMT_BLAS_BEGIN(handle);
    (void)workspace, (void)bytes; /* none needed */
    return CUBLAS_STATUS_SUCCESS;
}

#define STATUSES(X)                                                                                          \
    X(CUBLAS_STATUS_SUCCESS)                                                                                 \
    X(CUBLAS_STATUS_NOT_INITIALIZED)                                                                         \
    X(CUBLAS_STATUS_ALLOC_FAILED)                                                                            \
    X(CUBLAS_STATUS_INVALID_VALUE)                                                                           \
    X(CUBLAS_STATUS_ARCH_MISMATCH)                                                                           \
    X(CUBLAS_STATUS_MAPPING_ERROR)                                                                           \
    X(CUBLAS_STATUS_EXECUTION_FAILED)                                                                        \
    X(CUBLAS_STATUS_INTERNAL_ERROR)                                                                          \
    X(CUBLAS_STATUS_NOT_SUPPORTED)                                                                           \
    X(CUBLAS_STATUS_LICENSE_ERROR)

const char *cublasGetStatusName(cublasStatus_t status) {
    switch (status) {
#define NAME(status)                                                                                         \
    case status:                                                                                             \
        return #status;
        STATUSES(NAME)
#undef NAME
    }
    return "unknown status";
}

const char *cublasGetStatusString(cublasStatus_t status) { return cublasGetStatusName(status); }

/** Copies columns; a vector with a stride is a matrix of one row. */
static cublasStatus_t copy(int rows, int columns, int size, const void *from, int from_ld, void *to,
                           int to_ld, enum cudaMemcpyKind kind) {
    if (rows < 0 || columns < 0 || size <= 0 || from_ld <= 0 || to_ld <= 0)
        return CUBLAS_STATUS_INVALID_VALUE;
    const struct simt_copy c = {.to = to,
                                .from = from,
                                .to_pitch = (size_t)to_ld * (size_t)size,
                                .from_pitch = (size_t)from_ld * (size_t)size,
                                .width = (size_t)rows * (size_t)size,
                                .height = (size_t)columns,
                                .kind = kind};
    return simt_api_copy_rows(&c) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

/** Defines a function that copies in one direction. */
#define COPIES(vector, matrix, kind)                                                                         \
    cublasStatus_t vector(int n, int size, const void *from, int from_step, void *to, int to_step) {         \
        SIMT_API_ENTER(__func__);                                                                            \
        const bool dense = from_step == 1 && to_step == 1;                                                   \
        return copy(dense ? n : 1, dense ? 1 : n, size, from, dense ? n : from_step, to,                     \
                    dense ? n : to_step, kind);                                                              \
    }                                                                                                        \
    cublasStatus_t matrix(int rows, int columns, int size, const void *from, int from_ld, void *to,          \
                          int to_ld) {                                                                       \
        SIMT_API_ENTER(__func__);                                                                            \
        return copy(rows, columns, size, from, from_ld, to, to_ld, kind);                                    \
    }
COPIES(cublasSetVector, cublasSetMatrix, cudaMemcpyHostToDevice)
COPIES(cublasGetVector, cublasGetMatrix, cudaMemcpyDeviceToHost)
