/**
 * @file mma.h
 * @brief Replaces the CUDA Toolkit's header of this name: matrix fragments of a warp, and their
 * products.
 *
 * The lane of an element is unspecified, and differs from a GPU's here: each element is in one lane. A
 * product's sums are computed in double and rounded once, while a GPU rounds in between. Fragments are passed
 * by shuffles, and are counted as such. 4-bit and 1-bit elements, and `satf` of products, are missing and do
 * not compile.
 */
#pragma once

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "simt/ptx.h"

namespace nvcuda {
namespace wmma {

/** @name As in the CUDA C++ Programming Guide, "Warp Matrix Functions"
 * @{ */
struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
namespace precision {
struct tf32;
}
enum layout_t { mem_row_major, mem_col_major };
/** @} */

namespace simt_fragments {
/** The type in which an element is stored. */
template <class T> struct stored { typedef T type; /**< itself */ };
/** The same of tf32. */
template <> struct stored<precision::tf32> {
    typedef float type; /**< of which only the upper 19 bits are multiplied */
};
/** Whether two types are the same. */
template <class A, class B> constexpr bool is_same = false;
/** The same type twice. */
template <class A> constexpr bool is_same<A, A> = true;

/** Whether the guide's tables have factors of type T in this shape. */
template <int M, int N, int K, class T> constexpr bool are_factors() {
    if constexpr (is_same<T, precision::tf32>)
        return M == 16 && N == 16 && K == 8;
    else if constexpr (is_same<T, double>)
        return M == 8 && N == 8 && K == 4;
    else
        return (is_same<T, __half> || is_same<T, __nv_bfloat16> || is_same<T, signed char> ||
                is_same<T, unsigned char>)&&K == 16 &&
               ((M == 16 && N == 16) || (M == 32 && N == 8) || (M == 8 && N == 32));
}
/** The same of sums. */
template <int M, int N, int K, class T> constexpr bool are_sums() {
    if constexpr (is_same<T, double>)
        return are_factors<M, N, K, double>();
    else if constexpr (is_same<T, float>)
        return are_factors<M, N, K, precision::tf32>() || are_factors<M, N, K, __half>();
    else
        return (is_same<T, __half> || is_same<T, int>)&&are_factors<M, N, K, __half>();
}
SIMT_INLINE unsigned int lane() {
    return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32;
}
/** Waits for the whole warp. Like a shuffle, it orders no accesses to memory. */
SIMT_INLINE void together() { __all_sync(0xffffffffu, 1); }

/** The elements of all lanes' fragments, in matrix order. */
template <class T, int Each> struct whole { T x[32 * Each]; /**< lane by lane */ };
/** Sends the elements of all lanes to each lane. */
template <class Fragment, class T, int Each>
SIMT_INLINE void gather(const Fragment &mine, whole<T, Each> &all) {
    constexpr int words = (sizeof(T) * Each + 7) / 8;
    uint64_t own[words] = {};
    uint64_t got[words];
    __builtin_memcpy(own, mine.x, sizeof(T) * Each);
    for (int source = 0; source < 32; source++) {
        for (int w = 0; w < words; w++)
            got[w] = simt_shuffle(0xffffffffu, SIMT_SHUFFLE_INDEX, own[w], source, 32);
        __builtin_memcpy(all.x + source * Each, got, sizeof(T) * Each);
    }
}
/** A factor as a number: exact, except that tf32 has a 10-bit fraction. */
template <class T, class S> SIMT_INLINE auto number(S value) {
    if constexpr (is_same<T, precision::tf32>)
        return static_cast<double>(__uint_as_float(__float_as_uint(value) & 0xffffe000u));
    else if constexpr (sizeof(S) == 1)
        return static_cast<long long>(value);
    else if constexpr (is_same<T, double>)
        return value;
    else
        return static_cast<double>(static_cast<float>(value));
}
} // namespace simt_fragments

/** @name As in the CUDA C++ Programming Guide, "Warp Matrix Functions"
 * @{ */
/** A lane's part of a matrix. In memory order, or by rows in an accumulator, each lane has the next elements.
 */
template <class Use, int M, int N, int K, class T, class Layout = void> class fragment {
    static constexpr bool is_a = simt_fragments::is_same<Use, matrix_a>;
    static constexpr bool is_b = simt_fragments::is_same<Use, matrix_b>;
    static constexpr bool by_rows = !simt_fragments::is_same<Layout, col_major>;
    static_assert(is_a || is_b ? simt_fragments::are_factors<M, N, K, T>()
                               : simt_fragments::are_sums<M, N, K, T>(),
                  "no fragment of this shape and type");
    static_assert((is_a || is_b) != simt_fragments::is_same<Layout, void>, "factors alone have a layout");

  public:
    typedef T element_type;                                                /**< of the matrix */
    typedef typename simt_fragments::stored<T>::type storage_element_type; /**< of @ref x */
    static constexpr int simt_rows = is_b ? K : M;                         /**< of the matrix */
    static constexpr int simt_columns = is_a ? K : N;                      /**< of the matrix */
    static constexpr int simt_line =
        by_rows ? simt_columns : simt_rows; /**< elements of a row, or of a column */
    static constexpr int num_elements = simt_rows * simt_columns / 32; /**< of a lane */
    static constexpr int num_storage_elements = num_elements;          /**< of a lane */
    /** The position of row @p i and column @p j, counted over all lanes. */
    SIMT_MEMBER static constexpr int simt_place(int i, int j) {
        return by_rows ? i * simt_columns + j : j * simt_rows + i;
    }
    storage_element_type x[num_elements]; /**< the lane's elements */
};

template <class Use, int M, int N, int K, class T, class Layout, class V>
SIMT_INLINE void fill_fragment(fragment<Use, M, N, K, T, Layout> &a, const V &value) {
    for (auto &element : a.x)
        element = static_cast<typename fragment<Use, M, N, K, T, Layout>::storage_element_type>(value);
}
/** @} */

namespace simt_fragments {
/** Loads a lane's elements, up to 16 bytes at once: an address that is no multiple of these is an error. */
template <class Fragment, class S>
SIMT_INLINE void load_lines(Fragment &to, const S *from, unsigned int ldm) {
    constexpr unsigned int bytes = sizeof to.x, piece = bytes < 16 ? bytes : 16, count = piece / sizeof(S);
    const unsigned int place = lane() * Fragment::num_elements;
    const S *at = from + static_cast<size_t>(place / Fragment::simt_line) * ldm + place % Fragment::simt_line;
    for (unsigned int i = 0; i < Fragment::num_elements; i += count) {
        S elements[count];
        simt_load(elements, at + i, piece);
        for (unsigned int j = 0; j < count; j++)
            to.x[i + j] = elements[j]; /* plain stores show the checkers that it is initialised */
    }
}
/** The address of an accumulator's element in memory by columns. */
template <class Fragment, class S> SIMT_INLINE S *in_column(S *base, int element, unsigned int ldm) {
    const unsigned int place = lane() * Fragment::num_elements + static_cast<unsigned int>(element);
    return base + static_cast<size_t>(place % Fragment::simt_line) * ldm + place / Fragment::simt_line;
}
} // namespace simt_fragments

/** @name As in the CUDA C++ Programming Guide, "Warp Matrix Functions"
 * @{ */
template <class Use, int M, int N, int K, class T, class Layout>
SIMT_INLINE void
load_matrix_sync(fragment<Use, M, N, K, T, Layout> &a,
                 const typename fragment<Use, M, N, K, T, Layout>::storage_element_type *from,
                 unsigned int ldm) {
    static_assert(!simt_fragments::is_same<Use, accumulator>, "an accumulator is loaded with a layout");
    simt_fragments::together();
    simt_fragments::load_lines(a, from, ldm);
}
template <int M, int N, int K, class T>
SIMT_INLINE void load_matrix_sync(fragment<accumulator, M, N, K, T> &a, const T *from, unsigned int ldm,
                                  layout_t layout) {
    typedef fragment<accumulator, M, N, K, T> F;
    simt_fragments::together();
    if (layout == mem_row_major)
        simt_fragments::load_lines(a, from, ldm);
    else
        for (int i = 0; i < F::num_elements; i++)
            a.x[i] = *simt_fragments::in_column<F>(from, i, ldm);
}
template <int M, int N, int K, class T>
SIMT_INLINE void store_matrix_sync(T *to, const fragment<accumulator, M, N, K, T> &a, unsigned int ldm,
                                   layout_t layout) {
    typedef fragment<accumulator, M, N, K, T> F;
    constexpr unsigned int count = 16 / sizeof(T) < F::num_elements ? 16 / sizeof(T) : F::num_elements;
    const unsigned int place = simt_fragments::lane() * F::num_elements;
    simt_fragments::together();
    if (layout == mem_row_major)
        for (unsigned int i = 0; i < F::num_elements; i += count)
            simt_store(to + static_cast<size_t>(place / F::simt_line) * ldm + place % F::simt_line + i,
                       &a.x[i], count * sizeof(T));
    else
        for (int i = 0; i < F::num_elements; i++)
            *simt_fragments::in_column<F>(to, i, ldm) = a.x[i];
}

/** D = A * B + C. Integers wrap. */
template <int M, int N, int K, class T, class LayoutA, class LayoutB, class D, class C>
SIMT_INLINE void
mma_sync(fragment<accumulator, M, N, K, D> &d, const fragment<matrix_a, M, N, K, T, LayoutA> &a,
         const fragment<matrix_b, M, N, K, T, LayoutB> &b, const fragment<accumulator, M, N, K, C> &c) {
    typedef fragment<matrix_a, M, N, K, T, LayoutA> A;
    typedef fragment<matrix_b, M, N, K, T, LayoutB> B;
    typedef fragment<accumulator, M, N, K, D> F;
    constexpr bool are_integers = sizeof(a.x[0]) == 1, are_halves = simt_fragments::is_same<T, __half>;
    static_assert(are_halves ? !simt_fragments::is_same<D, int> && !simt_fragments::is_same<C, int>
                             : simt_fragments::is_same<C, D> && !simt_fragments::is_same<D, __half> &&
                                   are_integers == simt_fragments::is_same<D, int>,
                  "no product of these types");
    simt_fragments::whole<typename A::storage_element_type, A::num_elements> all_a;
    simt_fragments::whole<typename B::storage_element_type, B::num_elements> all_b;
    simt_fragments::gather(a, all_a);
    simt_fragments::gather(b, all_b);
    for (int e = 0; e < F::num_elements; e++) {
        const int place = static_cast<int>(simt_fragments::lane()) * F::num_elements + e;
        const int row = place / N, column = place % N;
        auto sum = simt_fragments::number<T>(all_a.x[A::simt_place(row, 0)]) * 0;
        if constexpr (are_integers || simt_fragments::is_same<C, double>)
            sum = c.x[e];
        else
            sum = static_cast<float>(c.x[e]);
        for (int k = 0; k < K; k++)
            sum += simt_fragments::number<T>(all_a.x[A::simt_place(row, k)]) *
                   simt_fragments::number<T>(all_b.x[B::simt_place(k, column)]);
        d.x[e] = static_cast<D>(sum);
    }
}
/** @} */

/** @name Rounding to tf32, to nearest, ties away from zero
 * @{ */
/** As in the CUDA C++ Programming Guide, "Alternate Floating Point". */
SIMT_INLINE float __float_to_tf32(float value) {
    const unsigned int bits = __float_as_uint(value);
    return (bits & 0x7f800000u) == 0x7f800000u ? value : __uint_as_float((bits + 0x1000u) & 0xffffe000u);
}
/** @} */

} // namespace wmma
} // namespace nvcuda
