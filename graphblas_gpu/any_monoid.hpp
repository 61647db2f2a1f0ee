// any_monoid: an associative operator on one type and its identity, chosen at run time.
//
// Source: GraphBLAS C API 2.1, section 3.5.2 (GrB_Monoid).
#pragma once

#include <graphblas_gpu/any_operator.hpp>
#include <graphblas_gpu/any_scalar.hpp>

#include <memory>
#include <string_view>

namespace graphblas_gpu {

/// A monoid on values of a type that is known at run time. The type has to live as long as the monoid.
class any_monoid {
  public:
    /// A ready-made monoid by the name of its operator: "plus", "times", "min", "max" and "any" on built-in types, "land",
    /// "lor", "lxor", "lxnor" and "eq" on bool, "bit_and", "bit_or", "bit_xor" and "bit_xnor" on integers. Throws
    /// invalid_value.
    any_monoid(std::string_view name, const type_descriptor& type);
    /// An operator on one type, which is associative and commutative, and its identity. Throws invalid_value if either is
    /// missing, domain_mismatch if they are of other types.
    any_monoid(const any_operator& op, const any_scalar& identity);

    /// The type of its values.
    const type_descriptor& type() const noexcept { return op_.result_type(); }
    /// Whether it is one of the ready-made monoids.
    bool is_ready_made() const noexcept { return named_.add != nullptr; }
    /// The operator.
    const any_operator& op() const noexcept { return op_; }
    /// The identity.
    const any_scalar& identity() const noexcept { return identity_; }

    /// For the operations: what the engines need of it. It refers to this object.
    operations::monoid_view view() const;

  private:
    any_operator op_;
    any_scalar identity_;
    host::monoid_functions named_;  ///< the compiled loops of a ready-made monoid
};

}  // namespace graphblas_gpu
