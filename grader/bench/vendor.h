/**
 * @file vendor.h
 * @brief What `make bench` sets the labs beside: a copy, and CUB and Thrust of the installed CUDA Toolkit.
 */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A routine of a library, that solves the same problem as one of the labs' tasks. */
struct vendor {
    const char *library; /**< "copy", "CUB" or "Thrust" */
    const char *name;    /**< of the routine */
    const char *task;    /**< the lab's task with the same input and output */
    /** Bytes of working memory for @p n elements. */
    size_t (*memory)(int n);
    /** Solves it on the default stream. @param memory  on the device, @p bytes of it, as memory() says */
    void (*run)(const void *d_in, void *d_out, void *memory, size_t bytes, int n);
};

/** All of them; one without a name ends the table. */
extern const struct vendor vendors[];

#ifdef __cplusplus
}
#endif
