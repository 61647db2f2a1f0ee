// All rounds of propagate as one kernel: from public operands to cuda::run_search and cuda::run_relaxation.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>

#include <graphblas_gpu/cuda/propagate/relaxation.hpp>
#include <graphblas_gpu/cuda/propagate/search.hpp>
#include <graphblas_gpu/formats/numbering.hpp>
#include <graphblas_gpu/operations/device/operation.hpp>
#include <graphblas_gpu/operations/device/reporting.hpp>
#include <graphblas_gpu/operations/propagate_options.hpp>

namespace graphblas_gpu::device {

/// The kind of values that the kernel of a search writes to w (none, one or first_k), or nothing if the kernel cannot compute
/// the values of the semiring.
template <class TW, class S>
constexpr std::optional<cuda::product_values> values_of_search() {
    using enum cuda::product_values;
    if constexpr (cuda::has_code<S>) {
        constexpr cuda::product_values values = cuda::values_of(cuda::code_of<S>());
        if constexpr (values != one && values != first_k) return std::nullopt;
        else if constexpr (std::is_void_v<TW>) return none;
        else if constexpr (std::is_same_v<TW, semiring_value_t<S>>) return values;
    }
    return std::nullopt;
}

template <class TW, class S>
constexpr bool has_relaxation() {
    if constexpr (cuda::has_code<S>) return std::is_same_v<TW, semiring_value_t<S>> && cuda::can_be_relaxed(cuda::code_of<S>());
    return false;
}

template <class TW, class TF, class TA>
std::int32_t filled_by_search(const context& ctx, vector<TW>& w, const vector<TF>& frontier, cuda::product_values values,
                              const matrix<TA>& a, const propagate_options& how) {
    const engine_ptr& e = ctx.cuda_engine();
    const reporting reporting(ctx);
    const auto push = own_operand(e, a, how.transpose);
    std::shared_ptr<const cuda::csr> pull;
    if (how.method == method::automatic && (how.transpose || a.has_cached_device_transpose()))
        pull = own_operand(e, a, !how.transpose);
    const auto from = frontier.device_list(e);
    const auto before = w.device_list(e);

    cuda::search_request request;
    request.push = push->view().structure();
    if (pull) request.pull = pull->view().structure();
    request.frontier = from->view().structure();
    request.filled = before->view();
    request.most_rounds = how.most_rounds;
    request.values = values;
    request.type = formats::code_or_none<TW>();
    cuda::search_answer found = cuda::run_search(e, request);

    report r;
    r.operation = "propagate";
    r.method = method::dense;
    r.reason = "one kernel: " + std::to_string(found.pushed) + " rounds pushed, " + std::to_string(found.pulled) + " pulled";
    r.nvals = found.filled.nvals;
    w = vector<TW>::from_device(std::move(found.filled));
    if (how.rounds != nullptr) *how.rounds = vector<std::int32_t>::from_device(std::move(found.rounds));
    reporting.file(std::move(r));
    return found.last_round;
}

template <class T, class TA>
std::int32_t improved_by_relaxation(const context& ctx, vector<T>& w, bool saturates, const matrix<TA>& a, const propagate_options& how) {
    const engine_ptr& e = ctx.cuda_engine();
    const reporting reporting(ctx);
    const operand rows(e, a, how.transpose, formats::code_of<T>());
    const auto before = w.device_list(e);
    cuda::relaxation_request request;
    request.rows = rows.view();
    request.given = before->view();
    request.saturates = saturates;
    request.longest = how.longest > 0 ? how.longest : 0;
    cuda::relaxation_answer found = cuda::run_relaxation(e, request);

    report r;
    r.operation = "propagate";
    r.method = method::dense;
    r.reason = "one kernel: " + std::to_string(found.rounds) + " rounds, " + std::to_string(found.raised) + " buckets";
    r.flops = found.edges;
    r.nvals = found.values.nvals;
    w = vector<T>::from_device(std::move(found.values));
    reporting.file(std::move(r));
    return found.rounds;
}

/// Runs all rounds of propagate in one kernel and returns their number, or returns nothing if there is no kernel for the
/// operands and options.
template <bool fills, class TW, class TF, class S, class TA>
std::optional<std::int32_t> propagated(const context& ctx, vector<TW>& w, [[maybe_unused]] const vector<TF>& frontier, const S&,
                                       const matrix<TA>& a, const propagate_options& how) {
    if (how.method != method::automatic && how.method != method::dense) return std::nullopt;
    if (formats::is_hypersparse(a.nrows(), a.nvals()) || !cuda::can_be_searched(a.nrows(), a.nvals())) return std::nullopt;
    if constexpr (fills && values_of_search<TW, S>().has_value()) {
        const cuda::engine::use here(*ctx.cuda_engine(), "propagate");
        return filled_by_search(ctx, w, frontier, *values_of_search<TW, S>(), a, how);
    } else if constexpr (!fills && std::is_same_v<TW, TF> && has_relaxation<TW, S>()) {
        const bool all_rounds = how.most_rounds == std::numeric_limits<std::int32_t>::max();
        if (&frontier != &w || how.rounds != nullptr || !all_rounds) return std::nullopt;
        const cuda::engine::use here(*ctx.cuda_engine(), "propagate");
        return improved_by_relaxation(ctx, w, cuda::code_of<S>().multiply == cuda::multiply_code::saturating_plus, a, how);
    } else {
        return std::nullopt;
    }
}

}  // namespace graphblas_gpu::device
