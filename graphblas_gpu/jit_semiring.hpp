// A semiring that is made at run time from strings, for tools and for other languages.
//
// Idea: the strings are expressions of C++. A combination that the catalogue has is that entry of the catalogue, on both
// engines. Any other one is compiled for a CUDA device when a product first needs it (NVRTC; docs/device-source.md). The host
// has no compiler at run time, and refuses it.
//
// The strings are code that will be executed: whoever can write to them runs code on the device with the rights of the program.
// They must not come from people who are not allowed to do that.
#pragma once

#include <graphblas_gpu/catalogued.hpp>
#include <graphblas_gpu/cuda/product/recipe.hpp>

#include <memory>
#include <string>

namespace graphblas_gpu {

/// A semiring as expressions of C++.
struct semiring_expressions {
    std::string add;       ///< of x and y: the sum of two values. It has to be associative and commutative
    /// The sum of no values: a decimal number as in C++ (without zeros before it), INFINITY, -INFINITY, true, false, or
    /// INT32_MIN and its like. "inf" and "nan" are no numbers of C++.
    std::string identity;
    std::string multiply;  ///< of x = A(i, k) and y = B(k, j), and of the positions i, k and j if it names them: the product
};

namespace detail {

struct made_semiring;
std::shared_ptr<const made_semiring> semiring_of(const semiring_expressions& expressions, type_code type);
const catalogue_kernels& entry_of(const made_semiring& semiring);
cuda::product_recipe recipe_of(const char* operation, const made_semiring& semiring);

}  // namespace detail

/// The semiring of these expressions over T. It can be used where `catalogued` can: in mxm, mxm_reduce by a monoid of the
/// library, mxv and vxm:
///
///     const gb::jit_semiring<float> shortest({.add = "min(x, y)", .identity = "INFINITY", .multiply = "x + y"});
///     const auto c = gb::mxm(ctx, shortest, a, b);
///
/// Results of expressions are cast to T as by static_cast. Expressions may use min, max, abs, the functions of cmath and
/// integers of a given size as std::int32_t; they have no semicolons, braces, quotes or directives. The constructor throws
/// invalid_value if an expression is empty or has one of these, or if the identity is not one of the above. A product throws
/// unsupported, before it changes anything: on the host, unless the catalogue has the semiring (as is_catalogued() says); on a
/// device for expressions that do not compile, with the compiler's messages, and without NVRTC. Cost: as of a semiring that
/// carries its source (docs/device-source.md). What has been compiled of different expressions stays in memory until the
/// process ends.
template <scalar T>
class jit_semiring {
  public:
    using value_type = T;
    using left_type = T;
    using right_type = T;

    explicit jit_semiring(const semiring_expressions& expressions)
        : made_(detail::semiring_of(expressions, base::code_of<T>())) {}

    /// Whether this is a semiring of the catalogue, so that the host can compute with it too.
    bool is_catalogued() const { return entry().code.type != type_code::none; }
    /// For engines.
    /// @{
    const catalogue_kernels& entry() const { return detail::entry_of(*made_); }
    cuda::product_recipe recipe(const char* operation) const { return detail::recipe_of(operation, *made_); }
    /// @}

  private:
    std::shared_ptr<const detail::made_semiring> made_;
};

}  // namespace graphblas_gpu
