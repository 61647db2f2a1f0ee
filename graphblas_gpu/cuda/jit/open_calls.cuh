// The functions that kernels with open calls expect of a semiring; NVRTC compiles them with the semiring's source.
//
// Idea: kernels know words only (words.hpp). GB_DEFINE_OPEN_CALLS(S, Word, n) defines their calls for the semiring S, whose
// object, with its constants, lies where `state` points to. Accumulators follow kernel_semiring.cuh: of floating-point values
// that are not added up, one that is all ones is empty. Additions of numbers use the atomic instructions that compiled kernels
// use.
#pragma once

#include <graphblas_gpu/cuda/jit/calls.hpp>
#include <graphblas_gpu/cuda/shared/accumulator.cuh>
#include <semirings/bind.hpp>
#include <semirings/index_operators.hpp>

namespace gb = graphblas_gpu;

namespace graphblas_gpu::cuda {

/// The calls of a semiring S over words.
template <class S, class Word>
struct open_calls_of : calls_on_words<S, Word> {
    using value = semiring_value_t<S>;
    using calls_on_words<S, Word>::add;
    static constexpr bool is_sum = adds_numbers<S, Word>();
    static constexpr bool marks_empty = std::is_floating_point_v<value> && !is_sum;

    __device__ static Word add_or_begin(const void* state, Word p, Word x) {
        if (marks_empty && p == static_cast<Word>(~Word{0})) return x;
        return add(state, p, x);
    }
    __device__ static void add_to(const void* state, Word* to, Word x) {
        if constexpr (is_sum) detail::add_number<value>(to, from_word<value>(x));
        else detail::add_by_exchange(to, [&](Word p) { return add_or_begin(state, p, x); });
    }
    __device__ static void add_in_global(const void* state, Word* to, Word x) {
        if constexpr (is_sum) detail::add_number_in_global<value>(to, from_word<value>(x));
        else add_to(state, to, x);
    }
};

/// Stands for a struct of the caller's own in the macros below; it has the type that the operator names.
struct callers_struct {};

/// The types of the parameters of an operator whose call is one function.
/// @{
template <class F, class X>
struct first_type {
    using type = X;
};
template <class F>
struct first_type<F, callers_struct> {
    using type = decltype(first_parameter(&F::operator()));
};
template <class F>
requires(F::position_only) struct first_type<F, callers_struct> {
    using type = bool;  // which it does not read
};
template <class F, class Y>
struct second_type {
    using type = Y;
};
template <class F>
struct second_type<F, callers_struct> {
    using type = decltype(second_parameter(&F::operator()));
};
template <class Z, class Made>
using result_type = std::conditional_t<std::is_same_v<Z, callers_struct>, Made, Z>;
/// @}

/// f of a value and its position, as host/elementwise/elementwise.hpp calls it: f(i, j) if it reads positions alone, f(x, i, j)
/// (of a vector: f(x, j)) if it takes positions, else f(x).
template <bool is_vector, class F, class X>
__device__ auto call_function(const F& f, const X& x, std::int64_t i, std::int64_t j) {
    constexpr bool reads_position_alone = requires { requires F::position_only; };
    if constexpr (reads_position_alone && std::is_invocable_v<const F&, std::int64_t, std::int64_t>) {
        return is_vector ? f(j, std::int64_t{0}) : f(i, j);
    } else if constexpr (reads_position_alone) return f(j);
    else if constexpr (is_vector && std::is_invocable_v<const F&, const X&, std::int64_t>) return f(x, j);
    else if constexpr (!is_vector && std::is_invocable_v<const F&, const X&, std::int64_t, std::int64_t>) return f(x, i, j);
    else return f(x);
}

}  // namespace graphblas_gpu::cuda

/// The call of a function F of entries of type X (callers_struct: what F takes; of structure alone: bool, and the address is
/// null) whose results are stored as Z. `to` makes a Z of what F returns: gb::cast, or static_cast for predicates.
#define GB_DEFINE_OPEN_FUNCTION(F, X, Z, is_vector, to)                                                                  \
    extern "C" __device__ void graphblas_gpu_call(const void* state, const void* x, long i, long j, void* out) {         \
        namespace cu = graphblas_gpu::cuda;                                                                              \
        const auto made = cu::call_function<is_vector>(*static_cast<const F*>(state),                                    \
                                                       cu::read_at<typename cu::first_type<F, X>::type>(x), i, j);       \
        using result = cu::result_type<Z, std::remove_cvref_t<decltype(made)>>;                                          \
        cu::write_to<result>(out, to<result>(made));                                                                     \
    }

/// The call of a binary operator on values of types X and Y, of which `which` (1, 2, or 3 for both) are there. One alone is
/// cast to Z.
#define GB_DEFINE_OPEN_OPERATOR(Op, X, Y, Z)                                                                             \
    extern "C" __device__ void graphblas_gpu_call_pair(const void* state, const void* at_x, const void* at_y, int which, \
                                                       void* out) {                                                      \
        namespace cu = graphblas_gpu::cuda;                                                                              \
        const auto x = cu::read_at<typename cu::first_type<Op, X>::type>(at_x);                                          \
        const auto y = cu::read_at<typename cu::second_type<Op, Y>::type>(at_y);                                         \
        const Op& op = *static_cast<const Op*>(state);                                                                   \
        using result = cu::result_type<Z, std::remove_cvref_t<decltype(gb::apply_binary(op, x, y))>>;                    \
        cu::write_to<result>(out, which == 1   ? cu::cast_or_none<result>(x)                                             \
                                  : which == 2 ? cu::cast_or_none<result>(y)                                             \
                                               : gb::cast<result>(gb::apply_binary(op, x, y)));                          \
    }

/// The calls of a semiring with a type of 16 bytes.
#define GB_DEFINE_OPEN_CALLS_BY_ADDRESS(S)                                                                                \
    extern "C" __device__ void graphblas_gpu_multiply_16(const void* state, const void* x, const void* y, long i, long k, \
                                                         long j, void* out) {                                             \
        graphblas_gpu::cuda::calls_on_bytes<S>::multiply(state, x, y, i, k, j, out);                                      \
    }                                                                                                                     \
    extern "C" __device__ void graphblas_gpu_add_16(const void* state, const void* x, const void* y, void* out) {         \
        graphblas_gpu::cuda::calls_on_bytes<S>::add(state, x, y, out);                                                    \
    }

#define GB_DEFINE_OPEN_CALLS(S, Word, n)                                                                               \
    extern "C" __device__ Word graphblas_gpu_multiply_##n(const void* state, Word x, Word y, long i, long k, long j) { \
        return graphblas_gpu::cuda::open_calls_of<S, Word>::multiply(state, x, y, i, k, j);                            \
    }                                                                                                                  \
    extern "C" __device__ Word graphblas_gpu_add_##n(const void* state, Word x, Word y) {                              \
        return graphblas_gpu::cuda::open_calls_of<S, Word>::add(state, x, y);                                          \
    }                                                                                                                  \
    extern "C" __device__ Word graphblas_gpu_add_or_begin_##n(const void* state, Word p, Word x) {                     \
        return graphblas_gpu::cuda::open_calls_of<S, Word>::add_or_begin(state, p, x);                                 \
    }                                                                                                                  \
    extern "C" __device__ void graphblas_gpu_add_to_##n(const void* state, Word* to, Word x) {                         \
        graphblas_gpu::cuda::open_calls_of<S, Word>::add_to(state, to, x);                                             \
    }                                                                                                                  \
    extern "C" __device__ void graphblas_gpu_add_in_global_##n(const void* state, Word* to, Word x) {                  \
        graphblas_gpu::cuda::open_calls_of<S, Word>::add_in_global(state, to, x);                                      \
    }
