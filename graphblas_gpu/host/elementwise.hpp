// Unions, intersections, maps and selections of sparse rows.
//
// Idea: each is one pass over sorted rows into build_rows. A vector is the row of a one-row matrix. What the caller's
// function is called with depends on what it takes: a value, or a value and its position.
#pragma once

#include <type_traits>

#include <graphblas_gpu/host/dot/dot_rows.hpp>
#include <graphblas_gpu/host/rows.hpp>

namespace graphblas_gpu::host {

/// What an entry of an object over T reads as: bool (true) where only structure is stored.
template <class T>
using reading = std::conditional_t<std::is_void_v<T>, bool, T>;

template <class T>
reading<T> read(const csr_view<T>& a, row_offset p) {
    if constexpr (std::is_void_v<T>) return true;
    else return a.values[p];
}

/// The union: op where both have an entry, the entry itself elsewhere.
template <class Z, class TA, class TB, class Op>
csr<Z> unite(team& team, const csr_view<TA>& a, const csr_view<TB>& b, const Op& op) {
    const buffer<row_offset> bound = scan_bounds(a.nrows, [&](index i) { return a.row_size(i) + b.row_size(i); });
    return build_rows<Z>(team, a.nrows, a.ncols, bound, [&](index i, column_index* columns, formats::stored<Z>* values) {
        row_offset p = a.begin(i), q = b.begin(i);
        const row_offset p_end = a.end(i), q_end = b.end(i);
        index size = 0;
        while (p < p_end || q < q_end) {
            const bool in_a = p < p_end && (q >= q_end || a.columns[p] <= b.columns[q]);
            const bool in_b = q < q_end && (p >= p_end || b.columns[q] <= a.columns[p]);
            columns[size] = in_a ? a.columns[p] : b.columns[q];
            if constexpr (!std::is_void_v<Z>) {
                values[size] = in_a && in_b ? cast<Z>(apply_binary(op, read(a, p), read(b, q)))
                               : in_a       ? cast<Z>(read(a, p))
                                            : cast<Z>(read(b, q));
            }
            ++size;
            p += in_a;
            q += in_b;
        }
        return size;
    });
}

/// The intersection: op where both have an entry.
template <class Z, class TA, class TB, class Op>
csr<Z> meet(team& team, const csr_view<TA>& a, const csr_view<TB>& b, const Op& op) {
    const buffer<row_offset> bound =
        scan_bounds(a.nrows, [&](index i) { return std::min(a.row_size(i), b.row_size(i)); });
    return build_rows<Z>(team, a.nrows, a.ncols, bound, [&](index i, column_index* columns, formats::stored<Z>* values) {
        index size = 0;
        intersect(a.columns, a.begin(i), a.end(i), b.columns, b.begin(i), b.end(i), [&](row_offset p, row_offset q) {
            columns[size] = a.columns[p];
            if constexpr (!std::is_void_v<Z>) values[size] = cast<Z>(apply_binary(op, read(a, p), read(b, q)));
            ++size;
            return true;
        });
        return size;
    });
}

/// A function that looks at the position alone says so by a member `position_only`: it is called as f(i, j), vectors being
/// columns.
template <class F>
concept position_function = requires { requires F::position_only; };

/// f(x, i, j) if f takes positions, else f(x). For vectors: f(x, j), else f(x).
template <bool is_vector, class F, class X>
constexpr decltype(auto) call_unary(const F& f, const X& x, index i, index j) {
    if constexpr (position_function<F>) return is_vector ? f(j, index{0}) : f(i, j);
    else if constexpr (is_vector && std::is_invocable_v<const F&, const X&, index>) return f(x, j);
    else if constexpr (!is_vector && std::is_invocable_v<const F&, const X&, index, index>) return f(x, i, j);
    else return f(x);
}

template <bool is_vector, class F, class T>
using unary_result =
    std::remove_cvref_t<decltype(call_unary<is_vector>(std::declval<const F&>(), std::declval<const reading<T>&>(), 0, 0))>;

/// f of every entry; the structure stays.
template <bool is_vector, class Z, class T, class F>
csr<Z> map(team& team, const csr_view<T>& a, const F& f) {
    csr<Z> out;
    out.nrows = a.nrows;
    out.ncols = a.ncols;
    const auto rows = static_cast<std::size_t>(a.nrows) + 1;
    const auto count = static_cast<std::size_t>(a.nvals());
    out.offsets = buffer<row_offset>(std::span<const row_offset>(a.offsets, rows));
    out.columns = buffer<column_index>(std::span<const column_index>(a.columns, count));
    if constexpr (!std::is_void_v<Z>) {
        out.values = buffer<Z>(count);
        for_ranges_by_work(team, {a.offsets, rows}, [&](index first, index last, int) {
            for (index i = first; i < last; ++i) {
                for (row_offset p = a.begin(i); p < a.end(i); ++p) {
                    out.values[static_cast<std::size_t>(p)] =
                        cast<Z>(call_unary<is_vector>(f, read(a, p), i, index{a.columns[p]}));
                }
            }
        });
    }
    return out;
}

/// Matrices: f(x, i, j), f(i, j) for structure alone and for position predicates, or f(x). Vectors: the same without i.
template <bool is_vector, class T, class F>
constexpr bool holds(const F& f, const csr_view<T>& a, row_offset p, index i) {
    const auto j = static_cast<index>(a.columns[p]);
    if constexpr (position_function<F> || std::is_void_v<T>) {
        if constexpr (std::is_invocable_v<const F&, index, index>) return static_cast<bool>(f(is_vector ? j : i, is_vector ? 0 : j));
        else return static_cast<bool>(f(j));
    } else if constexpr (is_vector && std::is_invocable_v<const F&, const T&, index>) {
        return static_cast<bool>(f(a.values[p], j));
    } else if constexpr (!is_vector && std::is_invocable_v<const F&, const T&, index, index>) {
        return static_cast<bool>(f(a.values[p], i, j));
    } else {
        return static_cast<bool>(f(a.values[p]));
    }
}

/// The entries for which the predicate holds.
template <bool is_vector, class T, class F>
csr<T> filter(team& team, const csr_view<T>& a, const F& f) {
    const std::span<const row_offset> bound(a.offsets, static_cast<std::size_t>(a.nrows) + 1);
    return build_rows<T>(team, a.nrows, a.ncols, bound, [&](index i, column_index* columns, formats::stored<T>* values) {
        index size = 0;
        for (row_offset p = a.begin(i); p < a.end(i); ++p) {
            if (!holds<is_vector>(f, a, p, i)) continue;
            columns[size] = a.columns[p];
            if constexpr (!std::is_void_v<T>) values[size] = a.values[p];
            ++size;
        }
        return size;
    });
}

}  // namespace graphblas_gpu::host
