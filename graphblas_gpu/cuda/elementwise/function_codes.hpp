// Operators, predicates and functions of entries as numbers, for the kernels of the element-wise operations.
//
// Idea: these kernels only stream entries, so they look the operator up at run time, and one kernel for each type serves all
// operators. A function of an entry is a unary operator, a binary operator with a bound operand, or a function of the position.
// select keeps the entries for which the function is not zero.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>

#include <graphblas_gpu/base/type_code.hpp>
#include <semirings/bind.hpp>
#include <semirings/index_operators.hpp>

namespace graphblas_gpu::cuda {

/// The binary operators of semirings/operators, in the order of binary_code_of.
enum class binary_code : std::uint8_t {
    first, second, pair, any, plus, minus, times, divide, min, max, land, lor, lxor, eq, ne, lt, le, gt, ge,
    saturating_plus, lxnor, bit_and, bit_or, bit_xor, bit_xnor
};

/// What entry_function computes from an entry x at (i, j). operations/device/entry_functions.hpp lists the types in this order.
enum class function_code : std::uint8_t {
    identity, ainv, abs, lnot, one, minv, bit_not,  ///< functions of x
    bound_first, bound_second,                      ///< op(bound, x), op(x, bound)
    row, column, diagonal,                          ///< i + k, j + k, j - i + k
    tril, triu, diag, offdiag, row_le, row_gt, column_le, column_gt  ///< comparisons of the position with k
};

/// A function of entries. In a vector, i is the position and j is 0.
struct entry_function {
    function_code code = function_code::identity;
    binary_code op = binary_code::first;    ///< of bound_first and bound_second
    /// the type to which x and the bound operand are cast; int64 if only positions are used
    type_code type = type_code::none;
    type_code result = type_code::none;     ///< `type`; or boolean; or int64 for positions
    base::scalar_value bound;
    std::int64_t k = 0;
    bool of_vector = false;

    bool is_of_position() const { return code >= function_code::row; }
};

/// A binary operator with the type in which it computes and the type of its result: the same, or boolean for comparisons.
struct binary_function {
    binary_code op = binary_code::second;
    type_code type = type_code::none;
    type_code result = type_code::none;
};

/// The code of an operator, or nothing if it is not one of the ready-made operators.
template <class Op>
constexpr std::optional<binary_code> binary_code_of() {
    constexpr int position =
        base::position_among<Op, first, second, pair, any, plus, minus, times, divide, min, max, land, lor, lxor, eq, ne, lt,
                             le, gt, ge, saturating_plus, lxnor, bit_and, bit_or, bit_xor, bit_xnor>();
    if constexpr (position < 0) return std::nullopt;
    else return static_cast<binary_code>(position);
}

/// An accumulator that is chosen at run time among the ready-made operators. Its member code() tells which one it is.
template <class Op>
concept names_its_operator = requires(const Op& op) {
    { op.code() } -> std::same_as<binary_code>;
};

/// If the operands differ in type, an operator computes in their common type. first and second take their operands as they are.
template <class Op, class A, class B>
using computed_in = typename std::conditional_t<
    std::is_same_v<Op, first>, std::type_identity<A>,
    std::conditional_t<std::is_same_v<Op, second>, std::type_identity<B>, std::common_type<A, B>>>::type;

}  // namespace graphblas_gpu::cuda
