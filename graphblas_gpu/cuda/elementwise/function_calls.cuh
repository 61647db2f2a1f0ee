// Calling the operators of function_codes.hpp, and reading and writing values of any type.
//
// Idea: all threads of a kernel take the same branch of these switches, and loading the values takes longer than the branch.
#pragma once

#include <cstring>

#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/elementwise/function_codes.hpp>

namespace graphblas_gpu::cuda {

/// values[p] of the given type, cast to W; 1 if there are no values.
template <class W>
__device__ inline W read_as(type_code type, const void* values, row_offset p) {
    const auto read = [&](auto one) {
        using T = decltype(one);
        return cast<W>(static_cast<const T*>(values)[p]);
    };
    switch (type) {
        case type_code::none: return static_cast<W>(1);
        case type_code::boolean: return read(bool{});
        case type_code::int8: return read(std::int8_t{});
        case type_code::int16: return read(std::int16_t{});
        case type_code::int32: return read(std::int32_t{});
        case type_code::int64: return read(std::int64_t{});
        case type_code::uint8: return read(std::uint8_t{});
        case type_code::uint16: return read(std::uint16_t{});
        case type_code::uint32: return read(std::uint32_t{});
        case type_code::uint64: return read(std::uint64_t{});
        case type_code::float32: return read(float{});
        default: break;
    }
    return read(double{});
}

/// values[p] = x, where the values have type W, or bool if `as_bool`.
template <class W>
__device__ inline void write_as(bool as_bool, void* values, row_offset p, const W& x) {
    if (as_bool) static_cast<bool*>(values)[p] = cast<bool>(x);
    else static_cast<W*>(values)[p] = x;
}

/// An operator on the bits of integers, which values of other types never come to.
template <class Op, class W>
__device__ inline W call_on_bits(const W& x, const W& y) {
    if constexpr (graphblas_gpu::detail::wrapping_integer<W>) return Op{}(x, y);
    else return x;
}

/// op(x, y); a comparison gives 0 or 1.
template <class W>
__device__ inline W call(binary_code op, const W& x, const W& y) {
    switch (op) {
        case binary_code::first:
        case binary_code::any: return x;
        case binary_code::second: return y;
        case binary_code::pair: return pair{}(x, y);
        case binary_code::plus: return plus{}(x, y);
        case binary_code::saturating_plus: return saturating_plus{}(x, y);
        case binary_code::minus: return minus{}(x, y);
        case binary_code::times: return times{}(x, y);
        case binary_code::divide: return divide{}(x, y);
        case binary_code::min: return min{}(x, y);
        case binary_code::max: return max{}(x, y);
        case binary_code::land: return land{}(x, y);
        case binary_code::lor: return lor{}(x, y);
        case binary_code::lxor: return lxor{}(x, y);
        case binary_code::lxnor: return lxnor{}(x, y);
        case binary_code::bit_and: return call_on_bits<bit_and>(x, y);
        case binary_code::bit_or: return call_on_bits<bit_or>(x, y);
        case binary_code::bit_xor: return call_on_bits<bit_xor>(x, y);
        case binary_code::bit_xnor: return call_on_bits<bit_xnor>(x, y);
        case binary_code::eq: return static_cast<W>(eq{}(x, y));
        case binary_code::ne: return static_cast<W>(ne{}(x, y));
        case binary_code::lt: return static_cast<W>(lt{}(x, y));
        case binary_code::le: return static_cast<W>(le{}(x, y));
        case binary_code::gt: return static_cast<W>(gt{}(x, y));
        case binary_code::ge: break;
    }
    return static_cast<W>(ge{}(x, y));
}

/// The x of the lane that is `distance` lanes above, or below. All lanes of the warp call.
/// @{
template <class W>
__device__ inline W shuffled_down(const W& x, unsigned distance) {
    std::conditional_t<(sizeof(W) > 4), unsigned long long, unsigned> bits = 0;
    memcpy(&bits, &x, sizeof(W));
    bits = __shfl_down_sync(simt::full_warp, bits, distance);
    W out;
    memcpy(&out, &bits, sizeof(W));
    return out;
}
template <class W>
__device__ inline W shuffled_up(const W& x, unsigned distance) {
    std::conditional_t<(sizeof(W) > 4), unsigned long long, unsigned> bits = 0;
    memcpy(&bits, &x, sizeof(W));
    bits = __shfl_up_sync(simt::full_warp, bits, distance);
    W out;
    memcpy(&out, &bits, sizeof(W));
    return out;
}
/// @}

/// A function of the value of an entry, with its bound operand in type W.
template <class W>
struct value_function {
    function_code code;
    binary_code op;
    W bound;

    explicit value_function(const entry_function& f) : code(f.code), op(f.op), bound() {
        if (f.bound.type() != type_code::none) bound = f.bound.as<W>();
    }
    __device__ W operator()(const W& x) const {
        switch (code) {
            case function_code::ainv: return ainv{}(x);
            case function_code::abs: return abs{}(x);
            case function_code::lnot: return lnot{}(x);
            case function_code::one: return one{}(x);
            case function_code::minv: return minv{}(x);
            case function_code::bit_not:
                if constexpr (graphblas_gpu::detail::wrapping_integer<W>) return bit_not{}(x);
                else return x;
            case function_code::bound_first: return call(op, bound, x);
            case function_code::bound_second: return call(op, x, bound);
            default: return x;
        }
    }
};

/// A function of the position of an entry only.
struct position_function {
    function_code code;
    bool of_vector;
    std::int64_t k;

    explicit position_function(const entry_function& f) : code(f.code), of_vector(f.of_vector), k(f.k) {}
    __device__ std::int64_t operator()(index row, column_index column) const {
        const std::int64_t i = of_vector ? index{column} : row;
        const std::int64_t j = of_vector ? 0 : index{column};
        switch (code) {
            case function_code::row: return rowindex{k}(i, j);
            case function_code::column: return colindex{k}(i, j);
            case function_code::diagonal: return diagindex{k}(i, j);
            case function_code::tril: return tril{k}(i, j);
            case function_code::triu: return triu{k}(i, j);
            case function_code::diag: return diag{k}(i, j);
            case function_code::offdiag: return offdiag{k}(i, j);
            case function_code::row_le: return rowle{k}(i, j);
            case function_code::row_gt: return rowgt{k}(i, j);
            case function_code::column_le: return colle{k}(i, j);
            case function_code::column_gt: return colgt{k}(i, j);
            default: return 1;
        }
    }
};

}  // namespace graphblas_gpu::cuda
