// Idea: see graph_input.hpp.
#include "graph_input.hpp"

#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/formats/build.hpp>
#include <graphblas_gpu/host/arrange/transpose.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/input.hpp>
#include <graphblas_gpu/select.hpp>
#include <semirings/index_operators.hpp>
#include <semirings/operators.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <span>
#include <type_traits>

namespace grb {
namespace {

using gb::io::stored_matrix;

/// Whether x is finite and T can hold its whole part.
template <class T, class Weight>
constexpr bool fits(Weight x) {
    if constexpr (std::is_floating_point_v<Weight>) {
        if (!std::isfinite(x)) return false;
        if constexpr (std::is_floating_point_v<T>) return std::isfinite(static_cast<T>(x));
        // One more than the largest T is a power of two, which every Weight can hold.
        constexpr Weight beyond = static_cast<Weight>(std::numeric_limits<T>::max() / 2 + 1) * 2;
        return x < beyond && x > -beyond - 1;
    } else {
        return std::in_range<T>(x);
    }
}

/// Whether every Weight fits T.
template <class T, class Weight>
constexpr bool fits_always() {
    if constexpr (std::is_floating_point_v<Weight>) return false;
    else if constexpr (std::is_floating_point_v<T> || std::is_same_v<Weight, bool>) return true;
    else return fits<T>(std::numeric_limits<Weight>::min()) && fits<T>(std::numeric_limits<Weight>::max());
}

template <class Weight>
std::span<const Weight> stored_values_of(const stored_matrix& m) {
    return {reinterpret_cast<const Weight*>(m.values.data()), static_cast<std::size_t>(m.nvals())};
}

/// The position of the first weight that does not fit, or the number of weights.
template <class T, class Weight>
std::size_t first_unfit(std::span<const Weight> weights) {
    if constexpr (fits_always<T, Weight>()) return weights.size();
    else return static_cast<std::size_t>(std::find_if_not(weights.begin(), weights.end(), fits<T, Weight>) - weights.begin());
}

gb::index self_loops_in(const gb::structure_view& a) {
    gb::index loops = 0;
    for (gb::index i = 0; i < std::min(a.nrows, a.ncols); ++i) loops += gb::formats::find(a, i, i) >= 0;
    return loops;
}

bool is_symmetric(const gb::context& ctx, const stored_matrix& m) {
    const bool is_real = m.type == gb::type_code::float32 || m.type == gb::type_code::float64;
    return gb::host::is_symmetric(ctx.team(), m.structure(), m.values.data(), {m.value_bytes, is_real, nullptr});
}

/// Replaces the structure of a pattern by change(structure), on host threads.
template <class Change>
void change_pattern(const gb::context& ctx, stored_matrix& m, const Change& change) {
    const gb::context host = ctx.is_cuda() ? gb::context::host() : ctx;
    const auto before = gb::matrix<void>::from_storage(gb::formats::typed<void>(std::move(m)));
    static_cast<gb::formats::untyped_csr&>(m) = gb::formats::untyped(change(host, before).to_csr());
}

}  // namespace

graph_input::graph_input(const gb::context& ctx, const std::string& path, gb::read_options how, bool name_edge_lists)
    : name_(gb::io::input_name(path)) {
    const gb::base::named_operation running(gb::base::unnamed_operation, ctx.host_memory_limit());
    gb::io::input from(path, gb::io::member_path{how.member});
    how.format = gb::io::format_of(from, how.format);
    how.named |= name_edge_lists && how.format == gb::file_format::edge_list;
    content_ = gb::io::read_content(ctx, from, how);
}

gb::type_code graph_input::type() const { return gb::io::type_of_content(content_); }

gb::type_code graph_input::wide_type() const {
    using enum gb::type_code;
    if (const auto* const entries = std::get_if<gb::coordinates>(&content_)) {
        constexpr gb::type_code types[] = {none, int64, float64, uint64};  // in the order of the variant
        return types[entries->values.index()];
    }
    const gb::type_code stored = std::get<stored_matrix>(content_).type;
    if (stored == none || stored == uint64) return stored;
    return stored == float32 || stored == float64 ? float64 : int64;
}

gb::coordinates& graph_input::listed() {
    if (auto* const m = std::get_if<stored_matrix>(&content_)) {
        gb::coordinates entries = gb::io::to_coordinates(std::move(*m), name_);
        content_ = std::move(entries);
    }
    return std::get<gb::coordinates>(content_);
}

gb::coordinates graph_input::to_entries() const {
    graph_input copy(*this);
    return std::move(copy.listed());
}

void graph_input::symmetrise(const gb::context& ctx, gb::duplicate_policy duplicates) {
    const bool is_joined = duplicates == gb::duplicate_policy::sum || duplicates == gb::duplicate_policy::refuse;
    if (auto* const m = std::get_if<stored_matrix>(&content_); m != nullptr && !is_joined && m->nrows == m->ncols) {
        // With values that are equal in both directions, of the two entries any is the right one.
        if (is_symmetric(ctx, *m)) return;
        if (m->type == gb::type_code::none) {
            const gb::index before = m->nvals();
            change_pattern(ctx, *m, [](const gb::context& host, const gb::matrix<void>& a) {
                gb::matrix<void> both(a.nrows(), a.ncols());
                gb::ewise_add(host, both, gb::no_mask, gb::no_accum, gb::lor{}, a, a, {.transpose_b = true});
                return both;
            });
            m->report.mirrored += m->nvals() - before;
            return;
        }
    }
    listed().symmetrise(duplicates);
}

void graph_input::drop_self_loops(const gb::context& ctx) {
    auto* const m = std::get_if<stored_matrix>(&content_);
    if (m == nullptr || m->type != gb::type_code::none) return listed().drop_self_loops();
    const gb::index loops = self_loops_in(m->structure());
    if (loops == 0) return;
    change_pattern(ctx, *m,
                   [](const gb::context& host, const gb::matrix<void>& a) { return gb::select(host, gb::offdiag{}, a); });
    m->report.self_loops_dropped += loops;
}

void graph_input::assign_random_weights(std::uint64_t seed) { gb::assign_random_weights(listed(), seed); }

void graph_input::join_sides() {
    gb::coordinates& entries = listed();
    const gb::index side = entries.nrows + entries.ncols;
    if (side > gb::index{gb::max_side})
        throw gb::io_error(name_, 0,
                           fmt::format("{} sources and targets, more than the {} vertices possible", side, gb::max_side));
    for (gb::column_index& column : entries.columns) column += static_cast<gb::column_index>(entries.nrows);
    entries.nrows = entries.ncols = side;
}

gb::index graph_input::drop_infinite_weights(const gb::context& ctx, gb::duplicate_policy duplicates) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const auto* const entries = std::get_if<gb::coordinates>(&content_);
    const auto* const reals = entries != nullptr ? std::get_if<std::vector<double>>(&entries->values) : nullptr;
    const bool could_be = reals != nullptr ? std::find(reals->begin(), reals->end(), infinite) != reals->end()
                                           : entries == nullptr && wide_type() == gb::type_code::float64;
    if (!could_be) return 0;
    // Of several weights of an edge, --duplicates may choose the infinite one, so that they are joined first.
    const gb::context host = ctx.is_cuda() ? gb::context::host() : ctx;
    const gb::matrix<double> all(take_matrix(host, gb::type_code::float64, duplicates));
    const gb::matrix<double> finite = gb::select(host, gb::value_ne{infinite}, all);
    stored_matrix kept;
    kept.type = gb::type_code::float64;
    kept.report = report();
    static_cast<gb::formats::untyped_csr&>(kept) = gb::formats::untyped(finite.to_csr());
    content_ = std::move(kept);
    return all.nvals() - finite.nvals();
}

bool graph_input::has_one_direction_only(const gb::context& ctx) const {
    if (const auto* const entries = std::get_if<gb::coordinates>(&content_))
        return !entries->has_opposite_entries() && entries->rows != entries->columns;
    const gb::structure_view a = std::get<stored_matrix>(content_).structure();
    std::atomic<bool> has_edges{false}, has_opposites{false};
    gb::host::for_ranges_by_work(
        ctx.team(), {a.offsets, static_cast<std::size_t>(a.nrows) + 1}, [&](gb::index first, gb::index last, int) {
            bool has_edges_here = false;
            for (gb::index i = first; i < last && !has_opposites.load(std::memory_order_relaxed); ++i) {
                for (gb::row_offset p = a.begin(i); p < a.end(i); ++p) {
                    const gb::index j{a.columns[p]};
                    has_edges_here |= j != i;
                    if (j > i && j < a.nrows && gb::formats::find(a, j, i) >= 0) has_opposites = true;
                }
            }
            if (has_edges_here) has_edges = true;
        });
    return has_edges && !has_opposites;
}

template <class T>
unfit_weight graph_input::first_unfit_weight() const {
    const auto described = [](gb::index row, gb::column_index column, auto weight) {
        return unfit_weight{static_cast<gb::column_index>(row), column, fmt::format("{}", weight),
                            std::isfinite(static_cast<double>(weight))};
    };
    if (const auto* const m = std::get_if<stored_matrix>(&content_)) {
        if (m->type == gb::type_code::none) return {};
        return gb::base::with_code(m->type, [&]<class Weight>(std::type_identity<Weight>) -> unfit_weight {
            const std::span<const Weight> weights = stored_values_of<Weight>(*m);
            const std::size_t p = first_unfit<T>(weights);
            if (p == weights.size()) return {};
            const auto behind = std::upper_bound(m->offsets.begin(), m->offsets.end(), static_cast<gb::row_offset>(p));
            return described(behind - m->offsets.begin() - 1, m->columns[p], weights[p]);
        });
    }
    const auto& entries = std::get<gb::coordinates>(content_);
    return std::visit(
        [&]<class Values>(const Values& weights) -> unfit_weight {
            if constexpr (!std::is_same_v<Values, std::monostate>) {
                const std::size_t p = first_unfit<T>(std::span(weights));
                if (p < weights.size()) return described(entries.rows[p], entries.columns[p], weights[p]);
            }
            return {};
        },
        entries.values);
}

template unfit_weight graph_input::first_unfit_weight<std::int32_t>() const;
template unfit_weight graph_input::first_unfit_weight<std::int64_t>() const;
template unfit_weight graph_input::first_unfit_weight<float>() const;
template unfit_weight graph_input::first_unfit_weight<double>() const;

}  // namespace grb
