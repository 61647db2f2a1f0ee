// A binary operator on values of built-in types that are cast to the types of its operands, and whose results are cast too.
#pragma once

#include <graphblas_gpu/base/type_code.hpp>
#include <graphblas_gpu/host/elementwise/entry_pairs.hpp>

namespace graphblas_gpu::host {

/// A cast from one built-in type to another; none if both are the same type, which need not be built in.
struct value_cast {
    type_code from = type_code::none;
    type_code to = type_code::none;
    bool is_needed = false;
};

/// An operator with casts, as a function over pairs that refers to this object.
class cast_pairs {
  public:
    cast_pairs(const pair_function& op, const value_cast& left, const value_cast& right, const value_cast& result)
        : op_(op), left_(left), right_(right), result_(result) {}

    pair_function function() const {
        if (!left_.is_needed && !right_.is_needed && !result_.is_needed) return op_;
        return {this, op_.combine == nullptr ? nullptr : &combine};
    }

  private:
    static void combine(const void* self, const void* a, const void* b, void* out, const entry_pair* pairs, std::size_t count);

    pair_function op_;
    value_cast left_, right_, result_;
};

}  // namespace graphblas_gpu::host
