/**
 * @file translated.h
 * @brief What translated text calls; translate/translate.h describes the translation.
 */
#pragma once

#include <type_traits>

#include "abi.h"
#include "vector_types.h"

/** @see memory.h */
extern "C" void *simt_memmove(void *to, const void *from, size_t size) noexcept;

#ifdef SIMT_UNCHECKED
/** Defined in a program with a source that was compiled with `--unchecked`. */
extern "C" {
__attribute__((weak, used)) char simt_unchecked_code = 1;
}
/* No hook would report the end of a function's variables. */
#define simt_local_variable(...) ((void)0)
#endif

namespace simt {

/** `<<<grid, block, shared_bytes, stream>>>`: always inlined, so that the launch has the user's line. */
SIMT_ON_BOTH inline __attribute__((always_inline, artificial)) void
configure(dim3 grid, dim3 block, size_t shared_bytes = 0, cudaStream_t stream = nullptr) noexcept {
    simt_configure(simt_dim3{grid.x, grid.y, grid.z}, simt_dim3{block.x, block.y, block.z}, shared_bytes,
                   stream);
}

/** A function that calls no hook. */
#define SIMT_UNWATCHED __attribute__((no_sanitize("thread"), no_sanitize_coverage))

/** What every lane runs: instrumented, with the captured arguments in a copy of its own. */
template <class F> __attribute__((noinline)) void lane_body(F body) { body(); }
/** The same for arguments in the memory where lane_entry() put them. */
template <class F> __attribute__((noinline)) void lane_body_in(F &body) { body(); }

/* What is not watched calls nothing of the program: addresses are not taken by `&`, which may be an operator
 * of it, names are qualified, since a lambda's namespace is the program's, and what may be specialised is not
 * asked. */

/** Where a lane starts. It copies the closure without hooks, since on hardware arguments reach a kernel as
 * bytes: no copy is constructed or destroyed there. */
template <class F> __attribute__((noinline)) SIMT_UNWATCHED void lane_entry(const void *closure) {
    if constexpr (__is_trivially_copyable(F)) {
        simt::lane_body<F>(*static_cast<const F *>(closure));
    } else {
        alignas(F) unsigned char bytes[sizeof(F)];
        simt_memmove(bytes, closure, sizeof bytes);
        simt::lane_body_in<F>(*reinterpret_cast<F *>(bytes));
    }
}

/** Launches a kernel's body. Its arguments are compared with those of other launches, so that no byte between
 * them may be left over from something else. */
template <class F> inline SIMT_UNWATCHED void kernel(const char *name, const F &body) {
#if __has_builtin(__builtin_clear_padding)
    if constexpr (__is_trivially_copyable(F)) {
        F clean(body);
        __builtin_clear_padding(__builtin_addressof(clean));
        simt_launch(name, simt::lane_entry<F>, __builtin_addressof(clean), sizeof clean);
        return;
    }
#endif
    simt_launch(name, simt::lane_entry<F>, __builtin_addressof(body), sizeof body);
}

/** The stricter of two alignments. */
constexpr size_t stricter(size_t a, size_t b) { return a > b ? a : b; }

/** A local array with a guard on either side, so that an index outside of it reaches no other variable. */
template <class T> struct guarded {
    enum : size_t { guard = sizeof(T) < 32 ? 32 : sizeof(T) > 256 ? 256 : (sizeof(T) + 15) / 16 * 16 };
    /** A guard. */
    struct room {
        /** Does nothing, so that initializing the array does not clear the guard. */
        __attribute__((always_inline, artificial)) room() noexcept {}
        unsigned char bytes[guard]; /**< unused */
    };
    room before; /**< before the array */
    T array;     /**< the program's array */
    room after;  /**< after the array */
};

/** Registers an array that is not yet written. Its elements may have padding, which is copied but never
 * written. */
template <class T>
inline __attribute__((always_inline, artificial)) T &local_array(guarded<T> &room,
                                                                 const char *name) noexcept {
    using element = std::remove_all_extents_t<T>;
    constexpr bool exact = std::is_scalar_v<element> || std::has_unique_object_representations_v<element>;
    simt_local_variable(__builtin_addressof(room), sizeof room, offsetof(guarded<T>, array), sizeof(T), name,
                        exact ? SIMT_LOCAL_EMPTY : SIMT_LOCAL_LOOSE);
    return room.array;
}
/** The same for an array with an initializer. */
template <class T>
inline __attribute__((always_inline, artificial)) T &filled_array(guarded<T> &room,
                                                                  const char *name) noexcept {
    simt_local_variable(__builtin_addressof(room), sizeof room, offsetof(guarded<T>, array), sizeof(T), name,
                        SIMT_LOCAL_FILLED);
    return room.array;
}
/** Registers a variable that is not yet written, and that may be read before it is. */
template <class T>
inline __attribute__((always_inline, artificial)) void watched(T &variable, const char *name) noexcept {
    constexpr bool exact =
        std::is_scalar_v<std::remove_all_extents_t<T>> || std::has_unique_object_representations_v<T>;
    simt_local_variable(const_cast<std::remove_cv_t<T> *>(__builtin_addressof(variable)), sizeof variable, 0,
                        sizeof variable, name, exact ? SIMT_LOCAL_EMPTY : SIMT_LOCAL_LOOSE);
}

/** Passes on what a function returned. A structure becomes a value here, so that the assignment stores it. */
template <class T>
inline __attribute__((always_inline, artificial)) constexpr auto returned(T &&value) noexcept
    -> std::conditional_t<(std::is_class_v<T> || std::is_union_v<T>)&&std::is_trivially_copyable_v<T>, T,
                          T &&> {
    return static_cast<T &&>(value);
}

/** Registers a variable without an initializer, if it is of a class without a constructor. */
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

/** The slot of an `extern __shared__` variable of type @p T, with the letters of its name: one for all of its
 * declarations. It is in no namespace, since the linker merges it. */
template <class T, char... Name> struct simt_named_slot {
    /** The name, as in the source. */
    static constexpr char name[] = {Name..., 0};
    static inline simt_shared_slot slot = {name, sizeof(T), alignof(T), 0, 0}; /**< the engine's */
};

/** Address of an `extern __shared__` variable: of dynamic shared memory for an array without a size, as
 * `typedef int numbers[]` makes one, else of a static variable. */
template <class T, char... Name>
inline __attribute__((always_inline, artificial)) void *simt_extern_shared() noexcept {
    if constexpr (std::is_array_v<T> && std::extent_v<T> == 0)
        return simt_dynamic_shared();
    else
        return simt_shared_variable(__builtin_addressof(simt_named_slot<T, Name...>::slot));
}
