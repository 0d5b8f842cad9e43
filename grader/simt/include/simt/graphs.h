/**
 * @file graphs.h
 * @brief Graphs that are made by capturing streams. C and C++.
 *
 * Launches, asynchronous copies and fills, and functions of the host are captured. A graph runs its
 * operations one after another, in the order of capture: races between its branches are
 * not checked. Graphs that are built node by node are missing. Source: the CUDA C++ Programming Guide,
 * "CUDA Graphs".
 */
#pragma once

#include "simt/runtime_types.h"

__BEGIN_DECLS

/** @name As in the CUDA Runtime API, "Graph Management" and "Stream Management"
 * @{ */
/** Operations of a captured stream do not run. A call that would wait for it fails. @return
 * cudaErrorInvalidValue, or cudaErrorStreamCapture… as there */
typedef struct simt_graph *cudaGraph_t;
typedef struct simt_graph_exec *cudaGraphExec_t;
typedef struct simt_captured *cudaGraphNode_t;
enum cudaStreamCaptureMode {
    cudaStreamCaptureModeGlobal = 0,
    cudaStreamCaptureModeThreadLocal = 1,
    cudaStreamCaptureModeRelaxed = 2
};
enum cudaStreamCaptureStatus {
    cudaStreamCaptureStatusNone = 0,
    cudaStreamCaptureStatusActive = 1,
    cudaStreamCaptureStatusInvalidated = 2
};
enum cudaGraphNodeType {
    cudaGraphNodeTypeKernel = 0,
    cudaGraphNodeTypeMemcpy = 1,
    cudaGraphNodeTypeMemset = 2,
    cudaGraphNodeTypeHost = 3
};
enum cudaGraphExecUpdateResult { cudaGraphExecUpdateSuccess = 0, cudaGraphExecUpdateError = 1 };
/** @cond CUDA: its members are those of the CUDA Runtime API */
typedef struct cudaGraphExecUpdateResultInfo_st {
    enum cudaGraphExecUpdateResult result;
    cudaGraphNode_t errorNode, errorFromNode;
} cudaGraphExecUpdateResultInfo;
/** @endcond */
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status);
cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph);
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type);
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags);
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *info);
cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream);
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec);
/** @} */

__END_DECLS

#ifdef __cplusplus

#include "simt/qualifiers.h"

/** @name The forms of cudaGraphInstantiate
 * @{ */
/** Of this toolkit and of older ones. */
SIMT_HOST_INLINE cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                                  unsigned long long flags = 0) {
    return cudaGraphInstantiateWithFlags(exec, graph, flags);
}
SIMT_HOST_INLINE cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphNode_t *,
                                                  char *, size_t) {
    return cudaGraphInstantiateWithFlags(exec, graph, 0);
}
/** @} */
#endif
