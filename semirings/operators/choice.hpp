// Idea: operators that do not combine their operands, but choose: one of the operands, the number one, or (the positional
// operators, for the multiply of a product) a row or column index of A(i,k) or B(k,j). Kernels need not load operands that are
// not read.
//
// Source: GraphBLAS C API 2.1, table 3.4; SuiteSparse:GraphBLAS user guide for `any`, `pair` and the positional ones.
#pragma once

#include <semirings/types.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace graphblas_gpu {

/// x. The types of x and y may differ.
struct first {
    static constexpr const char* name = "first";
    static constexpr bool reads_left = true, reads_right = false;
    template <class T, class U>
    GB_HD constexpr T operator()(T x, const U&) const {
        return x;
    }
};

/// y. The types of x and y may differ.
struct second {
    static constexpr const char* name = "second";
    static constexpr bool reads_left = false, reads_right = true;
    template <class T, class U>
    GB_HD constexpr U operator()(const T&, U y) const {
        return y;
    }
};

/// 1 for any operands.
struct pair {
    static constexpr const char* name = "pair";
    static constexpr bool reads_left = false, reads_right = false;
    template <class T>
    requires requires { static_cast<T>(1); }
    GB_HD constexpr T operator()(const T&, const T&) const { return static_cast<T>(1); }
};

/// By definition either operand is a valid result. This operator keeps its left operand, and kernels combine terms in ascending
/// k, so that the result is always the first term: deterministic, and the same for every method.
struct any {
    static constexpr const char* name = "any";
    static constexpr bool reads_left = true, reads_right = true;
    /// Every value ends the summation.
    static constexpr bool always_terminal = true;
    template <class T>
    GB_HD constexpr T operator()(T x, const T&) const {
        return x;
    }
    /// The content of an accumulator before the first term. No value is neutral for "keep the left operand", so the accumulator
    /// must remember whether it has a term.
    template <std::default_initializable T>
    GB_HD static constexpr T identity() {
        return T{};
    }
    /// There is no single terminal value to compare with: see always_terminal.
    template <class T>
    static constexpr bool has_terminal = false;
};

/// The row of A(i,k).
struct firsti {
    static constexpr const char* name = "firsti";
    static constexpr bool reads_left = false, reads_right = false;
    GB_HD constexpr std::int64_t operator()(std::int64_t i, std::int64_t, std::int64_t) const { return i; }
};

/// The column of A(i,k).
struct firstj {
    static constexpr const char* name = "firstj";
    static constexpr bool reads_left = false, reads_right = false;
    GB_HD constexpr std::int64_t operator()(std::int64_t, std::int64_t k, std::int64_t) const { return k; }
};

/// The row of B(k,j).
struct secondi {
    static constexpr const char* name = "secondi";
    static constexpr bool reads_left = false, reads_right = false;
    GB_HD constexpr std::int64_t operator()(std::int64_t, std::int64_t k, std::int64_t) const { return k; }
};

/// The column of B(k,j).
struct secondj {
    static constexpr const char* name = "secondj";
    static constexpr bool reads_left = false, reads_right = false;
    GB_HD constexpr std::int64_t operator()(std::int64_t, std::int64_t, std::int64_t j) const { return j; }
};

template <class Op>
concept positional_operator = std::is_invocable_r_v<std::int64_t, const Op&, std::int64_t, std::int64_t, std::int64_t>;

}  // namespace graphblas_gpu
