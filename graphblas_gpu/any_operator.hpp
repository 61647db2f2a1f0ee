// any_operator: a binary operator, or the accumulator of an operation, that is chosen at run time.
//
// Source: GraphBLAS C API 2.1, section 3.5.1 (GrB_BinaryOp).
#pragma once

#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/function_source.hpp>
#include <graphblas_gpu/operations/entry_functions.hpp>

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace graphblas_gpu {

/// z = f(x, y) on values of types that are known at run time. z is neither x nor y.
using binary_function_pointer = void (*)(void* z, const void* x, const void* y);

/// A binary operator z = f(x, y), or none.
class any_operator {
  public:
    /// No operator: as an accumulator, the result replaces the content of the output.
    any_operator() = default;
    /// A ready-made operator by its name, such as "plus", on a built-in type. Comparisons make bool, all others values of this
    /// type. Throws invalid_value for unknown names and for types that the operator does not take.
    any_operator(std::string_view name, const type_descriptor& type);
    /// The same; `one_by_one` is a function that computes it, by which a semiring that the catalogue lacks calls it on host
    /// threads.
    any_operator(std::string_view name, const type_descriptor& type, binary_function_pointer one_by_one)
        : any_operator(name, type) {
        own_ = one_by_one;
    }
    /// A function of the caller's own, for host threads, and for a device if it has a source. The types have to live as long
    /// as the operator.
    /// @{
    any_operator(binary_function_pointer function, const type_descriptor& left, const type_descriptor& right,
                 const type_descriptor& result, function_source_ptr source = nullptr) noexcept
        : left_(&left), right_(&right), result_(&result), own_(function), source_(std::move(source)) {}
    any_operator(binary_function_pointer function, const type_descriptor& type) noexcept
        : any_operator(function, type, type, type) {}
    /// @}
    /// A copy of an operator that is a C++ object, on values of A and B.
    template <class A, class B, class Op>
    requires binary_operator_for<Op, A, B>
    static any_operator of(const Op& op) {
        using result = binary_result_t<Op, A, B>;
        const auto copy = base::library_call("any_operator", [&] { return std::make_shared<const Op>(op); });
        any_operator out;
        out.left_ = &type_of<A>();
        out.right_ = &type_of<B>();
        out.result_ = &type_of<result>();
        out.copied_ = operations::pair_operator_of<result, A, B>(*copy);
        out.owner_ = copy;
        return out;
    }

    /// Whether there is an operator.
    bool is_present() const noexcept { return result_ != nullptr; }
    /// The types of its operands and of its result; those of structure alone if there is no operator.
    /// @{
    const type_descriptor& left_type() const noexcept { return left_ == nullptr ? type_of<void>() : *left_; }
    const type_descriptor& right_type() const noexcept { return right_ == nullptr ? type_of<void>() : *right_; }
    const type_descriptor& result_type() const noexcept { return result_ == nullptr ? type_of<void>() : *result_; }
    /// @}
    /// Whether all three types are this one.
    bool is_on(const type_descriptor& type) const noexcept {
        return left_type() == type && right_type() == type && result_type() == type;
    }

    /// The name of a ready-made operator; empty for all others.
    std::string_view name() const noexcept;
    /// The text of a function of the caller's own, or null.
    const function_source* source() const noexcept { return source_.get(); }
    /// The same operator for host threads alone.
    any_operator without_source() const {
        any_operator out = *this;
        out.source_ = nullptr;
        return out;
    }
    /// z = f(x, y) on the host, for an operator that there is; z is neither x nor y.
    void call(void* z, const void* x, const void* y) const;

    /// For the operations: what the engines need of it. It refers to this object.
    operations::pair_operator view() const;

  private:
    const type_descriptor* left_ = nullptr;
    const type_descriptor* right_ = nullptr;
    const type_descriptor* result_ = nullptr;
    std::optional<cuda::binary_code> code_;
    host::pair_function::function named_ = nullptr;
    binary_function_pointer own_ = nullptr;
    function_source_ptr source_;
    operations::pair_operator copied_;
    std::shared_ptr<const void> owner_;
};

}  // namespace graphblas_gpu
