// any_semiring: a semiring that is chosen at run time.
//
// Idea: products take a semiring as tables of functions (operations/semiring_view.hpp). These come from the catalogue, from a
// type of the caller's, from expressions that are compiled at run time (jit_semiring), or from two functions of a program that
// has no C++ types for its values.
// Source: GraphBLAS C API 2.1, section 3.5.3 (GrB_Semiring).
#pragma once

#include <graphblas_gpu/any_monoid.hpp>
#include <graphblas_gpu/any_operator.hpp>
#include <graphblas_gpu/operations/semiring_view.hpp>

#include <memory>
#include <string_view>

namespace graphblas_gpu {

/// A semiring as two functions on values of types that are known at run time. The types have to live as long as the semiring.
struct semiring_functions {
    binary_function_pointer add = nullptr;       ///< associative and commutative, on values of `value`
    binary_function_pointer multiply = nullptr;  ///< from values of `left` and `right` to a value of `value`
    const type_descriptor* left = nullptr;
    const type_descriptor* right = nullptr;
    const type_descriptor* value = nullptr;
};

/// A semiring with types that are known at run time.
class any_semiring {
  public:
    /// A semiring of the catalogue by its name, such as "min_plus", over a built-in type. Throws invalid_value if the catalogue
    /// has none.
    any_semiring(std::string_view name, const type_descriptor& type);
    /// A copy of a semiring with C++ types.
    template <product_semiring S>
    explicit any_semiring(const S& semiring) {
        const auto copy = std::make_shared<const S>(semiring);
        view_ = operations::view_of(*copy);
        owner_ = copy;
    }
    /// Two functions, called for each multiplication, on host threads. Throws invalid_value if a member is null, unsupported
    /// for values of more than 256 bytes.
    explicit any_semiring(const semiring_functions& functions);
    /// A monoid and an operator that makes values of its type: the semiring of the catalogue if both are ready-made and the
    /// catalogue has it. Others are called for each multiplication on host threads; a device compiles them where each is
    /// ready-made or has a source. Throws domain_mismatch, invalid_value if there is no operator, unsupported for values of
    /// more than 256 bytes.
    any_semiring(const any_monoid& add, const any_operator& multiply);

    /// The types of the factors and of the products.
    /// @{
    const type_descriptor& left_type() const noexcept { return *view_.left; }
    const type_descriptor& right_type() const noexcept { return *view_.right; }
    const type_descriptor& value_type() const noexcept { return *view_.value; }
    /// @}

    /// For the operations: what the engines need of it. It refers to this object.
    const operations::semiring_view& view() const noexcept { return view_; }

  private:
    void set_catalogued(const catalogue_kernels& entry, const type_descriptor& type);

    operations::semiring_view view_;
    std::shared_ptr<const void> owner_;
};

}  // namespace graphblas_gpu
