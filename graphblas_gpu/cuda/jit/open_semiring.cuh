// A semiring whose operators a kernel calls as functions that are linked in at run time.
//
// Idea: the kernels of all methods are compiled once for open_semiring<std::uint32_t> and once for std::uint64_t, as LTO-IR, in
// which the calls stay open. NVRTC compiles the operators of a semiring that carries its source (open_calls.cuh), and nvJitLink
// joins both and inlines the calls (toolchain.hpp). On the emulated device of a rehearsal the calls go to functions of the
// host.
#pragma once

#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/jit/sourced_semiring.hpp>
#include <graphblas_gpu/cuda/shared/accumulator.cuh>
#include <graphblas_gpu/cuda/shared/in_order.cuh>

#ifndef GRAPHBLAS_GPU_REHEARSAL
#define GB_DECLARE_OPEN_CALLS(Word, n)                                                                                \
    extern "C" __device__ Word graphblas_gpu_multiply_##n(const void* state, Word x, Word y, long i, long k, long j); \
    extern "C" __device__ Word graphblas_gpu_add_##n(const void* state, Word x, Word y);                              \
    extern "C" __device__ Word graphblas_gpu_add_or_begin_##n(const void* state, Word p, Word x);                     \
    extern "C" __device__ void graphblas_gpu_add_to_##n(const void* state, Word* to, Word x);                         \
    extern "C" __device__ void graphblas_gpu_add_in_global_##n(const void* state, Word* to, Word x);
GB_DECLARE_OPEN_CALLS(unsigned, 4)
GB_DECLARE_OPEN_CALLS(unsigned long long, 8)
#undef GB_DECLARE_OPEN_CALLS
#endif

namespace graphblas_gpu::cuda {

/// A K as kernel_semiring.cuh describes it, over words of 4 or 8 bytes.
template <class Word>
struct open_semiring {
    using left = Word;
    using right = Word;
    using value = Word;
    using accumulator = Word;
    static constexpr bool reads_left = true;
    static constexpr bool reads_right = true;
    static constexpr bool may_lack_values = true;
    static constexpr bool is_constant = false;
    static constexpr bool is_sum = false;
    /// An accumulator that is equal to empty() has no term; an identity may be added or left out.
    static constexpr bool marks_empty = true;

    operator_state state;
    Word nothing = 0;
    type_code value_type = type_code::none;
    bool needs_positions = false;
#ifdef GRAPHBLAS_GPU_REHEARSAL
    host_calls calls;

    value product(Word x, Word y, index i, index k, index j) const {
        return static_cast<Word>(calls.multiply(&state, x, y, i, k, j));
    }
    value sum(Word x, Word y) const { return static_cast<Word>(calls.add(&state, x, y)); }
    accumulator sum_into(accumulator p, Word x) const { return p == nothing ? x : sum(p, x); }
    void add(accumulator* to, Word x) const {
        detail::add_by_exchange(to, [&](accumulator p) { return sum_into(p, x); });
    }
    void add_in_global(accumulator* to, Word x) const { add(to, x); }
#else
    __device__ value product(Word x, Word y, index i, index k, index j) const {
        if constexpr (sizeof(Word) == 4)
            return graphblas_gpu_multiply_4(&state, x, y, i, k, j);
        else
            return graphblas_gpu_multiply_8(&state, x, y, i, k, j);
    }
    __device__ value sum(Word x, Word y) const {
        if constexpr (sizeof(Word) == 4)
            return graphblas_gpu_add_4(&state, x, y);
        else
            return graphblas_gpu_add_8(&state, x, y);
    }
    __device__ accumulator sum_into(accumulator p, Word x) const {
        if constexpr (sizeof(Word) == 4)
            return graphblas_gpu_add_or_begin_4(&state, p, x);
        else
            return graphblas_gpu_add_or_begin_8(&state, p, x);
    }
    __device__ void add(accumulator* to, Word x) const {
        if constexpr (sizeof(Word) == 4)
            graphblas_gpu_add_to_4(&state, to, x);
        else
            graphblas_gpu_add_to_8(&state, to, x);
    }
    __device__ void add_in_global(accumulator* to, Word x) const {
        if constexpr (sizeof(Word) == 4)
            graphblas_gpu_add_in_global_4(&state, to, x);
        else
            graphblas_gpu_add_in_global_8(&state, to, x);
    }
#endif
    type_code type() const { return value_type; }
    GB_HD bool reads_positions() const { return needs_positions; }
    GB_HD accumulator empty() const { return nothing; }
    GB_HD value read(accumulator p) const { return p; }
    GB_HD accumulator write(Word x) const { return x; }
};

/// The words may stand for any type.
template <class Word>
inline constexpr bool may_depend_on_order<open_semiring<Word>> = true;

/// The words, as accumulator_t has them.
using word32 = accumulator_t<std::uint32_t>;
using word64 = accumulator_t<std::uint64_t>;

}  // namespace graphblas_gpu::cuda
