// any_function: a function of the entries of a matrix or a vector, chosen at run time, for apply and select.
//
// Idea: the functions of the standard are one class here, because both operations take all of them: unary operators, binary
// operators with one operand bound, index unary operators, and functions of the position alone.
// Source: GraphBLAS C API 2.1, sections 3.5.1 and 3.5.2 (GrB_UnaryOp, GrB_IndexUnaryOp).
#pragma once

#include <graphblas_gpu/any_operator.hpp>
#include <graphblas_gpu/any_scalar.hpp>
#include <graphblas_gpu/operations/device/run_time_source.hpp>

#include <string_view>
#include <utility>

namespace graphblas_gpu {

/// z = f(x) on values of types that are known at run time. z is not x.
using unary_function_pointer = void (*)(void* z, const void* x);
/// z = f(x, i, j, y) for the entry x at (i, j); of a vector the index is i, and j is 0. z is neither x nor y.
using index_function_pointer = void (*)(void* z, const void* x, std::uint64_t i, std::uint64_t j, const void* y);

/// A function of entries. The types that it is made of have to live as long as it does.
class any_function {
  public:
    /// A ready-made unary operator by its name, such as "ainv", on a built-in type. Throws invalid_value for unknown names and
    /// for types that the operator does not take.
    any_function(std::string_view name, const type_descriptor& type);
    /// A function of the position alone, with its number k: "rowindex", "colindex", "diagindex" make int64 values; "tril",
    /// "triu", "diag", "offdiag", "rowle", "rowgt", "colle", "colgt" say which entries to select. Throws invalid_value.
    any_function(std::string_view name, std::int64_t k);
    /// Functions of the caller's own, for host threads, and for a device if they have a source. Throws invalid_value if y has
    /// no value.
    /// @{
    any_function(unary_function_pointer function, const type_descriptor& argument, const type_descriptor& result,
                 function_source_ptr source = nullptr) noexcept
        : kind_(kind::unary_pointer), argument_(&argument), result_(&result), unary_(function), source_(std::move(source)) {}
    any_function(index_function_pointer function, const type_descriptor& argument, const type_descriptor& result, any_scalar y,
                 function_source_ptr source = nullptr);
    /// @}
    /// op(x, entry) and op(entry, y); comparisons with y select entries by their values. The value is cast to the type of the
    /// operand. Throws invalid_value if there is no operator or no value, domain_mismatch.
    /// @{
    static any_function bind_first(const any_operator& op, const any_scalar& x) { return any_function(op, x, true); }
    static any_function bind_second(const any_operator& op, const any_scalar& y) { return any_function(op, y, false); }
    /// @}

    /// The types of the values that it reads, void if it reads none, and makes.
    /// @{
    const type_descriptor& argument_type() const noexcept { return *argument_; }
    const type_descriptor& result_type() const noexcept { return *result_; }
    /// @}

    /// The bound operand, or y; a scalar without a value if there is none.
    const any_scalar& bound() const noexcept { return bound_; }
    /// z = f(x) on the host, of the entry x at (i, j), for functions that read values; z is not x.
    void call(void* z, const void* x, std::uint64_t i, std::uint64_t j) const;

    /// For the operations: what the engines need of it. It refers to this object.
    /// @{
    operations::entry_function view() const;
    /// Throws domain_mismatch if the values that it makes are neither true nor false.
    operations::entry_predicate predicate() const;
    /// @}

  private:
    enum class kind { unary, position, bound_first, bound_second, unary_pointer, index_pointer };
    using unary_loop = void (*)(const std::byte* values, std::byte* out, index count);

    any_function(const any_operator& op, const any_scalar& bound, bool is_first);

    /// Writes the values for the entries of a range in one row, one after the other.
    void write(const formats::untyped_view& a, const host::entry_range& where, std::byte* out) const;
    void write_bound(const formats::untyped_view& a, const host::entry_range& where, std::byte* out) const;
    cuda::entry_function device_code(const char* operation, bool of_vector) const;
    /// The text of the function or of the operator that is bound, if a device can compile it, else null.
    const function_source* device_source() const noexcept;
    device::call_form form() const noexcept;
    device::entry_function on_device(bool is_predicate) const;

    kind kind_;
    const type_descriptor* argument_ = &type_of<void>();
    const type_descriptor* result_ = &type_of<void>();
    cuda::function_code code_ = cuda::function_code::identity;
    unary_loop loop_ = nullptr;
    std::int64_t k_ = 0;
    any_operator op_;
    any_scalar bound_;  ///< the bound operand, or y
    unary_function_pointer unary_ = nullptr;
    index_function_pointer index_unary_ = nullptr;
    function_source_ptr source_;
};

}  // namespace graphblas_gpu
