// A semiring that carries its source, as the engine sees it: without types.
#pragma once

#include <graphblas_gpu/base/type_code.hpp>
#include <graphblas_gpu/cuda/jit/operator_state.hpp>
#include <graphblas_gpu/cuda/jit/words.hpp>
#include <graphblas_gpu/cuda/kernels/kernels.hpp>

#include <cstdint>
#include <memory>
#include <type_traits>

namespace graphblas_gpu::cuda {

/// The operators on the host, over words (words.hpp). Only the emulated device of a rehearsal calls them.
struct host_calls {
    std::uint64_t (*multiply)(const void* state, std::uint64_t x, std::uint64_t y, std::int64_t i, std::int64_t k,
                              std::int64_t j) = nullptr;
    std::uint64_t (*add)(const void* state, std::uint64_t x, std::uint64_t y) = nullptr;
    /// The same of semirings with a type of 16 bytes, by addresses of values in their own types.
    /// @{
    void (*multiply_bytes)(const void* state, const void* x, const void* y, std::int64_t i, std::int64_t k, std::int64_t j,
                           void* out) = nullptr;
    void (*add_bytes)(const void* state, const void* x, const void* y, void* out) = nullptr;
    /// @}
};

struct sourced_semiring {
    const char* name = "";      ///< of the type, as the source defines it
    const char* text = "";      ///< the source
    product_value_types types;  ///< what the semiring reads and makes
    int word_bytes = 4;  ///< 4, or 8 if one of its types has 8 bytes; 16: kernels get addresses of values in their own types
    std::uint64_t nothing = 0;  ///< an accumulator without a term, as a word
    base::sixteen_bytes nothing_of_bytes = {};  ///< the same of 16 bytes
    bool is_any = false;
    bool reads_positions = false;
    bool runs_on_host = true;  ///< not if it was made from strings
    bool has_other_kernels = false;  ///< of the library, which run while specialised ones are made (jit/specialised.hpp)
    host_calls calls;
};

/// The initial word of an accumulator: the identity for integers. For floating-point numbers it is -0 if they are added,
/// because -0 + x is x; else all bits are set, which no arithmetic produces (see kernel_semiring.cuh).
template <class Word, class T>
Word word_without_terms(bool adds_numbers, const T& identity) {
    if constexpr (!std::is_floating_point_v<T>) return to_word<Word>(identity);
    else return adds_numbers ? to_word<Word>(-T{}) : static_cast<Word>(~Word{0});
}

/// Cheap: nothing is compiled yet.
std::shared_ptr<linked_program> program_of(const sourced_semiring& semiring);

/// The kernels of the semiring, which the program compiles. Throws unsupported, with what to install, if NVRTC or nvJitLink is
/// missing.
std::shared_ptr<const own_product_kernels> linked_kernels(const char* operation, const sourced_semiring& semiring,
                                                          const std::shared_ptr<linked_program>& program,
                                                          const operator_state& state);

}  // namespace graphblas_gpu::cuda
