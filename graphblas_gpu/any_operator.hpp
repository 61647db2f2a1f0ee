// any_operator: the accumulator of an operation, chosen at run time.
//
// Source: GraphBLAS C API 2.1, section 3.5.1 (GrB_BinaryOp).
#pragma once

#include <graphblas_gpu/cuda/elementwise/function_codes.hpp>
#include <graphblas_gpu/host/entry_pairs.hpp>
#include <graphblas_gpu/operations/device/operation.hpp>
#include <graphblas_gpu/type_descriptor.hpp>

#include <optional>
#include <string_view>

namespace graphblas_gpu {

/// z = f(x, y) on values of a type that is known at run time. z is neither x nor y.
using binary_function_pointer = void (*)(void* z, const void* x, const void* y);

/// A binary operator z = f(x, y) on values of one type, or none.
class any_operator {
  public:
    /// No operator: the result replaces the content of the output.
    any_operator() = default;
    /// A ready-made operator by its name, such as "plus", on a built-in type. Throws invalid_value for unknown names and for
    /// types that the operator does not take.
    any_operator(std::string_view name, const type_descriptor& type);
    /// A function of the caller's own, for host threads; `type` has to live as long as this object.
    any_operator(binary_function_pointer function, const type_descriptor& type) noexcept : type_(&type), own_(function) {}

    /// Whether there is an operator.
    bool is_present() const noexcept { return type_ != nullptr; }
    /// The type of its operands and of its result; that of structure alone if there is no operator.
    const type_descriptor& type() const noexcept { return type_ == nullptr ? type_of<void>() : *type_; }

    /// The operator as an accumulator of an operation, which refers to this object, and on a device to `of`.
    /// @{
    host::accumulator on_host() const;
    /// What is accumulated in what.
    struct accumulated {
        const any_operator* by;
        const type_descriptor* added;   ///< of the values of T
        const type_descriptor* output;  ///< of the values of C
    };
    static device::accumulation on_device(const accumulated& of);
    /// @}
    /// Throws domain_mismatch unless the operator, if there is one, works on values of this type.
    void check_type(const char* operation, const type_descriptor& output) const;

  private:
    const type_descriptor* type_ = nullptr;
    std::optional<cuda::binary_code> code_;
    host::pair_function::function combine_ = nullptr;
    binary_function_pointer own_ = nullptr;
};

}  // namespace graphblas_gpu
