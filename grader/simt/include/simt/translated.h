/**
 * @file translated.h
 * @brief What translated text calls: see translate/translate.h for what is turned into what.
 */
#ifndef SIMT_TRANSLATED_H
#define SIMT_TRANSLATED_H

#include <type_traits>

#include "abi.h"
#include "vector_types.h"

/** @see memory.h */
extern "C" void *simt_memmove(void *to, const void *from, size_t size) noexcept;

#ifdef SIMT_UNCHECKED
/** There where a source was compiled with `--unchecked`. */
extern "C" {
__attribute__((weak, used)) char simt_unchecked_code = 1;
}
/* Nobody would say when a function's variables are gone. */
#define simt_local_variable(...) ((void)0)
#endif

namespace simt {

/** `<<<grid, block, shared_bytes, stream>>>`: always inlined, so that the launch is charged to the user's
 * line. */
inline __attribute__((always_inline, artificial)) void
configure(dim3 grid, dim3 block, size_t shared_bytes = 0, void *stream = nullptr) noexcept {
    simt_configure(simt_dim3{grid.x, grid.y, grid.z}, simt_dim3{block.x, block.y, block.z}, shared_bytes,
                   stream);
}

#ifdef __clang__
/** A function that calls no hook. */
#define SIMT_UNWATCHED __attribute__((disable_sanitizer_instrumentation))
#else
/** A function that calls no hook. */
#define SIMT_UNWATCHED __attribute__((no_sanitize("thread"), no_sanitize_coverage))
#endif

/** What every lane runs: instrumented, with the captured arguments in a copy of its own. */
template <class F> __attribute__((noinline)) void lane_body(F body) { body(); }
/** The same for arguments that lie where lane_entry() put them. */
template <class F> __attribute__((noinline)) void lane_body_in(F &body) { body(); }

/** Where a lane starts; the read of the closure is the engine's business, not the kernel's. On hardware
 * arguments reach a kernel as bytes: no copy is constructed there, and none destroyed. */
template <class F> __attribute__((noinline)) SIMT_UNWATCHED void lane_entry(const void *closure) {
    if constexpr (std::is_trivially_copyable_v<F>) {
        lane_body<F>(*static_cast<const F *>(closure));
    } else {
        alignas(F) unsigned char bytes[sizeof(F)];
        simt_memmove(bytes, closure, sizeof bytes);
        lane_body_in<F>(*reinterpret_cast<F *>(bytes));
    }
}

/** A kernel's body, once a launch. */
template <class F> inline SIMT_UNWATCHED void kernel(const char *name, const F &body) {
    simt_launch(name, lane_entry<F>, &body);
}

/** The stricter of two alignments. */
constexpr size_t stricter(size_t a, size_t b) { return a > b ? a : b; }

/** A local array with a guard on either side, so that an index outside of it meets no other variable. */
template <class T> struct guarded {
    enum : size_t { guard = sizeof(T) < 32 ? 32 : sizeof(T) > 256 ? 256 : (sizeof(T) + 15) / 16 * 16 };
    /** A guard. */
    struct room {
        /** Does nothing, so that it is not cleared with the array. */
        __attribute__((always_inline, artificial)) room() noexcept {}
        unsigned char bytes[guard]; /**< of no content */
    };
    room before; /**< in front of it */
    T array;     /**< the program's own */
    room after;  /**< behind it */
};

/** The same place. Clang leaves a local variable's elements alone unless it does not know whose they are. */
template <class T> inline __attribute__((always_inline, artificial)) T &known_to_all(T &place) noexcept {
    T *address = &place;
#ifdef __clang__
    __asm__("" : "+r"(address));
#endif
    return *address;
}

/** Tells the engine of an array that nobody has written yet. Its elements may have bytes that are never
 * written, which are copied with the rest. */
template <class T>
inline __attribute__((always_inline, artificial)) T &local_array(guarded<T> &room,
                                                                 const char *name) noexcept {
    using element = std::remove_all_extents_t<T>;
    constexpr bool exact = std::is_scalar_v<element> || std::has_unique_object_representations_v<element>;
    simt_local_variable(&room, sizeof room, offsetof(guarded<T>, array), sizeof(T), name,
                        exact ? SIMT_LOCAL_EMPTY : SIMT_LOCAL_LOOSE);
    return known_to_all(room.array);
}
/** The same for an array with an initializer. */
template <class T>
inline __attribute__((always_inline, artificial)) T &filled_array(guarded<T> &room,
                                                                  const char *name) noexcept {
    simt_local_variable(&room, sizeof room, offsetof(guarded<T>, array), sizeof(T), name, SIMT_LOCAL_FILLED);
    return known_to_all(room.array);
}
/** Tells the engine of a variable that nobody has written yet, and that may be read before somebody has. */
template <class T>
inline __attribute__((always_inline, artificial)) void watched(T &variable, const char *name) noexcept {
    constexpr bool exact =
        std::is_scalar_v<std::remove_all_extents_t<T>> || std::has_unique_object_representations_v<T>;
    simt_local_variable(const_cast<std::remove_cv_t<T> *>(&variable), sizeof variable, 0, sizeof variable,
                        name, exact ? SIMT_LOCAL_EMPTY : SIMT_LOCAL_LOOSE);
}

/** What a function returned, on its way to where it is assigned: a structure becomes a value here, which the
 * assignment stores; anything else passes. */
template <class T>
inline __attribute__((always_inline, artificial)) constexpr auto returned(T &&value) noexcept
    -> std::conditional_t<(std::is_class_v<T> || std::is_union_v<T>)&&std::is_trivially_copyable_v<T>, T,
                          T &&> {
    return static_cast<T &&>(value);
}

/** Tells the engine of a variable that was given no value, if it is a class without a constructor. */
template <class T>
inline __attribute__((always_inline, artificial)) void declared(T &variable, const char *name) noexcept {
    if constexpr (std::is_class_v<T> && std::is_trivially_default_constructible_v<T> &&
                  std::is_trivially_copyable_v<T>)
        watched(variable, name);
    else
        (void)variable, (void)name;
}

#undef SIMT_UNWATCHED
#ifdef SIMT_UNCHECKED
#undef simt_local_variable
#endif
} // namespace simt

#endif
