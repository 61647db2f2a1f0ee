// All rounds of propagate at once, on either engine: from public operands to the kernels of a search and of a relaxation.
//
// Idea: for the semirings of searches and shortest paths an engine makes all rounds by itself (host/propagate, cuda/propagate).
// What the template knows of the types goes into a call without types, and the code behind it is compiled once.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/cuda/product/recipe.hpp>
#include <graphblas_gpu/cuda/propagate/relaxation.hpp>
#include <graphblas_gpu/operations/propagate_options.hpp>
#include <graphblas_gpu/operations/value_conversion.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace graphblas_gpu::operations {

/// The operands of propagate without their types. W is a vector, or a matrix whose rows are searched or relaxed one by one.
template <class Stored>
struct propagate_call_of {
    const any_matrix* a = nullptr;
    const Stored* w = nullptr;
    const Stored* frontier = nullptr;  ///< only of a search from a vector; otherwise w itself is the frontier
    type_code type = type_code::none;  ///< of the values of w
    const propagate_options* how = nullptr;
};
using propagate_call = propagate_call_of<any_vector>;
using propagate_rows_call = propagate_call_of<any_matrix>;

/// What an engine has made: w, and the rounds, of int32: of a vector only if the caller asks for them, of rows only after a
/// search.
template <class Stored>
struct all_rounds_of {
    Stored w;
    Stored rounds;
    std::int32_t count = 0;
    bool is_made = false;  ///< otherwise the engine has no kernel for these operands and options
};
using all_rounds = all_rounds_of<any_vector>;
using all_rounds_of_rows = all_rounds_of<any_matrix>;

/// All rounds of a search, or of a relaxation over min.plus or, if `saturates`, min.saturating_plus.
/// @{
all_rounds searched(const context& ctx, const propagate_call& call, cuda::product_values values);
all_rounds_of_rows searched(const context& ctx, const propagate_rows_call& call);
all_rounds relaxed(const context& ctx, const propagate_call& call, const value_conversion& lengths, bool saturates);
all_rounds_of_rows relaxed(const context& ctx, const propagate_rows_call& call, bool saturates);
/// @}

/// Writes the rounds to how.rounds_of_rows, if the caller asks for them.
void give_rounds(const context& ctx, const propagate_options& how, index n, const std::vector<vector<std::int32_t>>& of_rows);

/// Whether a search can compute the values of the semiring and write them to w.
template <class TW, class S>
constexpr bool has_search() {
    if constexpr (cuda::has_code<S>) {
        constexpr cuda::product_values values = cuda::values_of(cuda::code_of<S>());
        constexpr bool has_kernel = values == cuda::product_values::one || values == cuda::product_values::first_k;
        return has_kernel && (std::is_void_v<TW> || std::is_same_v<TW, semiring_value_t<S>>);
    }
    return false;
}

template <class TW, class S>
constexpr bool has_relaxation() {
    if constexpr (cuda::has_code<S>) return std::is_same_v<TW, semiring_value_t<S>> && cuda::can_be_relaxed(cuda::code_of<S>());
    return false;
}

/// All rounds of propagate by one kernel of the engine; returns their number, or no_kernel.
/// @{
inline constexpr std::int32_t no_kernel = -1;
template <bool fills, class TW, class TF, class S, class TA>
std::int32_t propagate_at_once(const context& ctx, vector<TW>& w, [[maybe_unused]] const vector<TF>& frontier, const S&,
                               const matrix<TA>& a, const propagate_options& how) {
    all_rounds made;
    if constexpr (fills && has_search<TW, S>()) {
        constexpr auto values = std::is_void_v<TW> ? cuda::product_values::none : cuda::values_of(cuda::code_of<S>());
        made = searched(ctx, propagate_call{&a.any(), &w.any(), &frontier.any(), base::code_or_none<TW>(), &how}, values);
    } else if constexpr (!fills && std::is_same_v<TW, TF> && has_relaxation<TW, S>()) {
        const bool is_bounded = how.most_rounds != std::numeric_limits<std::int32_t>::max();
        if (&frontier != &w || how.rounds != nullptr || is_bounded) return no_kernel;
        made = relaxed(ctx, propagate_call{&a.any(), &w.any(), nullptr, base::code_of<TW>(), &how}, conversion<TA, TW>(),
                       cuda::code_of<S>().multiply == cuda::multiply_code::saturating_plus);
    }
    if (!made.is_made) return no_kernel;
    w = vector<TW>(std::move(made.w));
    if (how.rounds != nullptr) *how.rounds = vector<std::int32_t>(std::move(made.rounds));
    return made.count;
}

/// The same for the rows of a matrix.
template <bool fills, class TW, class TF, class S, class TA>
std::int32_t propagate_at_once(const context& ctx, matrix<TW>& w, [[maybe_unused]] const matrix<TF>& frontier, const S&,
                               const matrix<TA>& a, const propagate_options& how) {
    all_rounds_of_rows made;
    if constexpr (fills && std::is_void_v<TW> && std::is_void_v<TF> && has_search<TW, S>()) {
        if (&frontier != &w) return no_kernel;
        made = searched(ctx, propagate_rows_call{&a.any(), &w.any(), nullptr, type_code::none, &how});
    } else if constexpr (!fills && std::is_same_v<TW, TF> && has_relaxation<TW, S>()) {
        const bool is_bounded = how.most_rounds != std::numeric_limits<std::int32_t>::max();
        if (&frontier != &w || how.rounds_of_rows != nullptr || is_bounded) return no_kernel;
        made = relaxed(ctx, propagate_rows_call{&a.any(), &w.any(), nullptr, base::code_of<TW>(), &how},
                       cuda::code_of<S>().multiply == cuda::multiply_code::saturating_plus);
    }
    if (!made.is_made) return no_kernel;
    w = matrix<TW>(std::move(made.w));
    if (how.rounds_of_rows != nullptr) *how.rounds_of_rows = matrix<std::int32_t>(std::move(made.rounds));
    return made.count;
}
/// @}

}  // namespace graphblas_gpu::operations
