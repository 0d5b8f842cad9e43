/**
 * @file rules.h
 * @brief The rules of the system-call filters, made into programs for the kernel when Warplab is built:
 * starting a box takes no time for it, and needs no library.
 */
#ifndef WARPLAB_SANDBOX_FILTER_RULES_H
#define WARPLAB_SANDBOX_FILTER_RULES_H

#include <seccomp.h>
#include <stdbool.h>

/** What a filter is for. */
struct filter_kind {
    bool build;    /**< a compiler; else a submission */
    bool gpu;      /**< the program may use the GPU's devices */
    bool landlock; /**< tier C: no namespaces around it */
};

/** @return NULL if the library fails; to be released with seccomp_release(). */
scmp_filter_ctx filter_make(const struct filter_kind *kind);

#endif
