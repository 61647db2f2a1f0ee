// Idea: one product as `grb mxm` computes it. Operands, output and accumulator have the semiring's value type, the mask is
// boolean, and the semiring is an entry of the catalogue. An accumulator that is chosen on the command line is an object of one
// type for all operators: a function for the host and a code for a device. So the product is compiled once for each value type.
#pragma once

#include "verify.hpp"
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/cuda/elementwise/function_codes.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/jit_semiring.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grb {

namespace gb = graphblas_gpu;

/// A function (value of C, value of the product) -> new value of C.
template <class T>
class accumulator {
  public:
    accumulator(T (*apply)(T, T), gb::cuda::binary_code code) : apply_(apply), code_(code) {}
    T operator()(T c, T product) const { return apply_(c, product); }
    gb::cuda::binary_code code() const { return code_; }

  private:
    T (*apply_)(T, T);
    gb::cuda::binary_code code_;
};

std::vector<std::string> accumulator_names();

/// The operator with this name, which must be one of accumulator_names().
template <class T>
accumulator<T> find_accumulator(std::string_view name);

/// The operands and the mask of a product. T is void for a product of structures.
template <class T>
struct product_operands {
    gb::matrix<T> a;
    std::optional<gb::matrix<T>> b;  ///< if absent, A is used again
    std::optional<gb::matrix<bool>> mask;
    bool structural = false;
    bool complement = false;
    gb::descriptor desc;

    const gb::matrix<T>& right() const { return b ? *b : a; }
    gb::index nrows() const { return desc.transpose_a ? a.ncols() : a.nrows(); }
    gb::index ncols() const { return desc.transpose_b ? right().nrows() : right().ncols(); }

    /// f(mask) with the mask as it is to be read.
    template <class F>
    auto with_mask(const F& f) const {
        if (!mask) return f(gb::no_mask);
        const auto view = structural ? gb::structure(*mask) : gb::values(*mask);
        return f(complement ? !view : view);
    }
};

template <class T>
struct product_problem : product_operands<T> {
    std::optional<accumulator<T>> accum;
    gb::matrix<T> c;  ///< the output; its initial content is an input too
};

/// The question of a product without an accumulator. What it points to must live as long.
template <class T>
product_question<T> question_of(const std::string& semiring, const product_operands<T>& operands, const gb::matrix<T>& before) {
    return {.semiring = semiring,
            .a = &operands.a,
            .b = &operands.right(),
            .transpose_a = operands.desc.transpose_a,
            .transpose_b = operands.desc.transpose_b,
            .mask = operands.mask ? &*operands.mask : nullptr,
            .structural = operands.structural,
            .complement = operands.complement,
            .accum = {},
            .replace = operands.desc.replace,
            .c = &before};
}

/// A semiring of the catalogue, or one that is made from strings, as one type, so that the product is compiled once.
template <class T>
class semiring_choice {
  public:
    using value_type = T;
    using left_type = T;
    using right_type = T;

    /// The semiring of that name, which must be defined for type T.
    explicit semiring_choice(std::string_view name) : entry_(&gb::catalogued<T>(name).entry()) {}
    /// Throws what jit_semiring throws.
    explicit semiring_choice(const gb::semiring_expressions& expressions) : made_(expressions), entry_(&made_->entry()) {}

    /// Its name in the catalogue; empty if the catalogue lacks it.
    std::string_view name() const { return made_ && !made_->is_catalogued() ? std::string_view() : entry_->name; }
    /// For engines.
    /// @{
    const gb::catalogue_kernels& entry() const { return *entry_; }
    gb::cuda::product_recipe recipe(const char* operation) const {
        return made_ ? made_->recipe(operation) : gb::cuda::recipe_for(entry_->code);
    }
    /// @}

  private:
    std::optional<gb::jit_semiring<T>> made_;
    const gb::catalogue_kernels* entry_;
};

/// C<M, replace> = accum(C, A (+).(x) B). Throws what mxm throws.
template <class T>
void compute(const gb::context& ctx, const semiring_choice<T>& semiring, product_problem<T>& problem);

}  // namespace grb
