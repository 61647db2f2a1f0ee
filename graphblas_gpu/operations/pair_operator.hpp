// A binary operator without its types, as operations call it on both engines: the operator of an element-wise operation, or an
// accumulator.
#pragma once

#include <graphblas_gpu/host/elementwise/cast_pairs.hpp>
#include <graphblas_gpu/operations/device/pair_operator.hpp>
#include <graphblas_gpu/type_descriptor.hpp>

namespace graphblas_gpu::operations {

/// A binary operator. It refers to the operator that it is made of, which must outlive it.
struct pair_operator {
    const type_descriptor* left = &type_of<void>();
    const type_descriptor* right = &type_of<void>();
    const type_descriptor* result = &type_of<void>();
    host::pair_function on_host{};
    device::pair_operator on_device{};
};

/// The cast of values that an operator reads or makes. The types were found to fit before.
inline host::value_cast cast_between(const type_descriptor& from, const type_descriptor& to) {
    return {from.code, to.code, !(from == to) && to.bytes > 0};
}

/// The operator on entries with values of A and B, whose results have values of Result.
template <class Result, class A, class B, class Op>
pair_operator pair_operator_of(const Op& op) {
    return {&type_of<A>(), &type_of<B>(), &type_of<Result>(), host::pair_function_of<Result, A, B>(op),
            device::pair_operator_of<Result, A, B>(op)};
}

/// `first` or `second` on values of one type, which are only moved.
pair_operator first_of(const type_descriptor& type);
pair_operator second_of(const type_descriptor& type);

}  // namespace graphblas_gpu::operations
