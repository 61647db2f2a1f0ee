// Unions, intersections, maps and selections of sparse rows.
//
// Idea: each is one pass over sorted rows. What depends on the caller's function is a loop over some entries at a time; the
// rows around it are walked by code that is compiled once. A vector is the row of a one-row matrix. What the caller's function
// is called with depends on what it takes: a value, or a value and its position.
#pragma once

#include <type_traits>

#include <graphblas_gpu/formats/function_ref.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/convert.hpp>
#include <graphblas_gpu/host/entry_pairs.hpp>
#include <graphblas_gpu/host/rows.hpp>

namespace graphblas_gpu::host {

/// The operator of a union or an intersection, and the arrays of values that it reads.
struct paired_values {
    const void* a = nullptr;
    const void* b = nullptr;
    pair_function function;
};

/// The union: the operator where both have an entry, the entry itself elsewhere. The views' values have the type of the result.
formats::untyped_csr unite_rows(team& team, const formats::untyped_view& a, const formats::untyped_view& b, const paired_values& both);

/// The intersection: the operator where both have an entry.
formats::untyped_csr meet_rows(team& team, const structure_view& a, const structure_view& b, std::size_t value_bytes,
                               const paired_values& both);

/// Writes which of the entries [first, last) of a row stay, ascending, and returns their number.
using keep_function = formats::function_ref<index(index row, row_offset first, row_offset last, row_offset* kept)>;

/// The entries that stay.
formats::untyped_csr filter_rows(team& team, const formats::untyped_view& a, keep_function keep);

/// The values of a in the type Z of a result; `keep` holds them if they had to be made.
template <class Z, class T>
formats::untyped_view values_as(team& team, const csr_view<T>& a, [[maybe_unused]] buffer<formats::stored<Z>>& keep) {
    csr_view<Z> out{a, nullptr};
    if constexpr (std::is_same_v<Z, T>) {
        out.values = a.values;
    } else if constexpr (!std::is_void_v<Z>) {
        keep = converted_values<Z>(team, a);
        out.values = keep.data();
    }
    return formats::untyped(out);
}

template <class Z, class TA, class TB, class Op>
csr<Z> unite(team& team, const csr_view<TA>& a, const csr_view<TB>& b, const Op& op) {
    buffer<formats::stored<Z>> a_values, b_values;
    const formats::untyped_view left = values_as<Z>(team, a, a_values), right = values_as<Z>(team, b, b_values);
    return formats::typed<Z>(unite_rows(team, left, right, {a.values, b.values, pair_function_of<Z, TA, TB>(op)}));
}

template <class Z, class TA, class TB, class Op>
csr<Z> meet(team& team, const csr_view<TA>& a, const csr_view<TB>& b, const Op& op) {
    return formats::typed<Z>(
        meet_rows(team, a, b, formats::bytes_of<Z>, {a.values, b.values, pair_function_of<Z, TA, TB>(op)}));
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
    return formats::typed<T>(
        filter_rows(team, formats::untyped(a), [&](index i, row_offset first, row_offset last, row_offset* kept) {
            index count = 0;
            for (row_offset p = first; p < last; ++p) {
                kept[count] = p;
                count += holds<is_vector>(f, a, p, i);
            }
            return count;
        }));
}

}  // namespace graphblas_gpu::host
