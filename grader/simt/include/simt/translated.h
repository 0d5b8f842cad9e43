/**
 * @file translated.h
 * @brief What translated source calls: kernels, launches and shared variables.
 */
#ifndef SIMT_TRANSLATED_H
#define SIMT_TRANSLATED_H

#include "abi.h"
#include "qualifiers.h"
#include "vector_types.h"

namespace simt {

/** What `<<<grid, block, shared_bytes, stream>>>` becomes; its caller is the launch's line. */
SIMT_INLINE void configure(dim3 grid, dim3 block, size_t shared_bytes = 0, void *stream = nullptr) {
    simt_configure({grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, shared_bytes, stream);
}

/* A lane runs its own copy of the kernel's arguments, which the optimiser keeps in registers. */
template <class F> __attribute__((noinline)) void lane_body(F body) { body(); }

template <class F>
__attribute__((noinline, no_sanitize("thread"), no_sanitize_coverage)) void lane_entry(const void *closure) {
    lane_body<F>(*static_cast<const F *>(closure));
}

/** What a kernel's body becomes: run by every lane of the launch configured last. */
template <class F>
inline __attribute__((always_inline, no_sanitize("thread"))) void kernel(const char *name, const F &body) {
    simt_launch(name, lane_entry<F>, &body);
}

} // namespace simt

#endif
