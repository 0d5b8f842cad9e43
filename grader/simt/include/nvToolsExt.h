/**
 * @file nvToolsExt.h
 * @brief Replaces the header of NVTX of this name: marks and ranges for a profiler. Without a profiler NVTX
 * does nothing, and so does this header.
 */
#pragma once

#include <stdint.h>

/** @name As in NVTX
 * @{ */
/** Versions, kinds of colors and of messages. */
#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
#define NVTX_NO_PUSH_POP_TRACKING (-2)
enum { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 };
enum { NVTX_MESSAGE_UNKNOWN = 0, NVTX_MESSAGE_TYPE_ASCII = 1, NVTX_MESSAGE_TYPE_UNICODE = 2 };
enum { NVTX_PAYLOAD_UNKNOWN = 0, NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1, NVTX_PAYLOAD_TYPE_INT64 = 2 };
/** The contents of an event. */
typedef struct nvtxEventAttributes_v2 {
    uint16_t version;    /**< NVTX_VERSION */
    uint16_t size;       /**< of this structure */
    uint32_t category;   /**< the program's */
    int32_t colorType;   /**< the kind of color */
    uint32_t color;      /**< the color */
    int32_t payloadType; /**< the kind of payload */
    int32_t reserved0;   /**< 0 */
    union {
        uint64_t ullValue; /**< unsigned */
        int64_t llValue;   /**< signed */
        double dValue;     /**< a number */
    } payload;             /**< the program's value */
    int32_t messageType;   /**< the kind of message */
    union {
        const char *ascii; /**< the text */
        const void *other; /**< of another kind */
    } message;             /**< the message */
} nvtxEventAttributes_t;
typedef uint64_t nvtxRangeId_t;
/** Events and ranges, which no profiler records. @return the range; levels are not counted */
static inline void nvtxMarkA(const char *message) { (void)message; }
static inline void nvtxMarkEx(const nvtxEventAttributes_t *event) { (void)event; }
static inline int nvtxRangePushA(const char *message) { return (void)message, NVTX_NO_PUSH_POP_TRACKING; }
static inline int nvtxRangePushEx(const nvtxEventAttributes_t *event) {
    return (void)event, NVTX_NO_PUSH_POP_TRACKING;
}
static inline int nvtxRangePop(void) { return NVTX_NO_PUSH_POP_TRACKING; }
static inline nvtxRangeId_t nvtxRangeStartA(const char *message) { return (void)message, 0; }
static inline nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *event) { return (void)event, 0; }
static inline void nvtxRangeEnd(nvtxRangeId_t range) { (void)range; }
#define nvtxMark nvtxMarkA
#define nvtxRangePush nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
/** @} */
