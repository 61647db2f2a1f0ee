// How a kernel whose operators are linked in later moves values: as words of 4 or 8 bytes.
//
// Idea: such a kernel is compiled once for each size of a word. A value that is shorter than the word is widened without loss,
// so that a sign or a fraction survives, and a struct fills the low bytes; the operators, which know the types, turn words into
// values and back. Read by g++, nvcc and NVRTC.
#pragma once

#include <semirings/types.hpp>

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace graphblas_gpu::cuda {

/// The type of the size of Word that holds every value of T.
template <class T, class Word>
using widened = std::conditional_t<
    sizeof(T) == sizeof(Word), std::conditional_t<std::is_same_v<T, bool>, Word, T>,
    std::conditional_t<
        std::is_floating_point_v<T>, double,
        std::conditional_t<std::is_signed_v<T>, std::conditional_t<sizeof(Word) == 4, std::int32_t, std::int64_t>,
                           std::conditional_t<sizeof(Word) == 4, std::uint32_t, std::uint64_t>>>>;

template <class Word, class T>
GB_HD inline Word to_word(const T& x) {
    static_assert(sizeof(T) <= sizeof(Word));
    Word bits{};
    if constexpr (std::is_arithmetic_v<T>) {
        const auto wide = static_cast<widened<T, Word>>(x);
        memcpy(&bits, &wide, sizeof(Word));
    } else {
        memcpy(&bits, &x, sizeof(T));
    }
    return bits;
}

template <class T, class Word>
GB_HD inline T from_word(const Word& bits) {
    if constexpr (std::is_arithmetic_v<T>) {
        widened<T, Word> wide;
        memcpy(&wide, &bits, sizeof(Word));
        return static_cast<T>(wide);
    } else {
        T x{};
        memcpy(static_cast<void*>(&x), &bits, sizeof(T));
        return x;
    }
}

}  // namespace graphblas_gpu::cuda
