/**
 * @file translated.h
 * @brief What translated text calls: see translate/translate.h for what is turned into what.
 */
#ifndef SIMT_TRANSLATED_H
#define SIMT_TRANSLATED_H

#include <type_traits>

#include "abi.h"
#include "vector_types.h"

extern "C" void *simt_memmove(void *to, const void *from, size_t size) noexcept;

namespace simt {

/** `<<<grid, block, shared_bytes, stream>>>`: always inlined, so that the launch is charged to the user's
 * line. */
inline __attribute__((always_inline, artificial)) void
configure(dim3 grid, dim3 block, size_t shared_bytes = 0, void *stream = nullptr) noexcept {
    simt_configure(simt_dim3{grid.x, grid.y, grid.z}, simt_dim3{block.x, block.y, block.z}, shared_bytes,
                   stream);
}

/** What every lane runs: instrumented, with the captured arguments in a copy of its own. */
template <class F> __attribute__((noinline)) void lane_body(F body) { body(); }
template <class F> __attribute__((noinline)) void lane_body_in(F &body) { body(); }

/** Where a lane starts; the read of the closure is the engine's business, not the kernel's. On hardware
 * arguments reach a kernel as bytes: no copy is constructed there, and none destroyed. */
template <class F>
__attribute__((noinline, no_sanitize("thread"), no_sanitize_coverage)) void lane_entry(const void *closure) {
    if constexpr (std::is_trivially_copyable_v<F>) {
        lane_body<F>(*static_cast<const F *>(closure));
    } else {
        alignas(F) unsigned char bytes[sizeof(F)];
        simt_memmove(bytes, closure, sizeof bytes);
        lane_body_in<F>(*reinterpret_cast<F *>(bytes));
    }
}

/** A kernel's body, once a launch. */
template <class F>
inline __attribute__((no_sanitize("thread"), no_sanitize_coverage)) void kernel(const char *name,
                                                                                const F &body) {
    simt_launch(name, lane_entry<F>, &body);
}

/** The stricter of two alignments. */
constexpr size_t stricter(size_t a, size_t b) { return a > b ? a : b; }

} // namespace simt

#endif
