// Unions, intersections, maps and selections of sparse rows.
//
// Idea: each operation is one pass over sorted rows. Code that is compiled once goes over the rows; only a loop that applies
// the caller's function to a batch of entries is compiled for each function. A vector is a matrix of one row. The caller's
// function is called with a value, or with a value and its position, as its parameters demand. Cost: O(nvals + nrows).
#pragma once

#include <type_traits>

#include <graphblas_gpu/formats/function_ref.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/convert.hpp>
#include <graphblas_gpu/host/entry_pairs.hpp>
#include <graphblas_gpu/host/rows.hpp>

namespace graphblas_gpu::host {

/// The operator of a union or an intersection, and the arrays of the values that it reads.
struct paired_values {
    const void* a = nullptr;
    const void* b = nullptr;
    pair_function function;
};

/// The union of two matrices: the operator is applied where both have an entry; elsewhere the entry is copied. The values of
/// the views have the type of the result.
formats::untyped_csr union_of_rows(team& team, const formats::untyped_view& a, const formats::untyped_view& b,
                                   const paired_values& both);

/// The intersection of two matrices: the operator is applied where both have an entry.
formats::untyped_csr intersection_of_rows(team& team, const structure_view& a, const structure_view& b, std::size_t value_bytes,
                                          const paired_values& both);

/// Writes the positions of the entries to keep, out of the entries [first, last) of a row, ascending; returns their number.
using keep_function = formats::function_ref<index(index row, row_offset first, row_offset last, row_offset* kept)>;

/// The matrix of the entries that `keep` selects.
formats::untyped_csr filter_rows(team& team, const formats::untyped_view& a, keep_function keep);

/// The matrix a with values of type Z. If they have to be converted, `keep` owns the converted values.
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
csr<Z> union_of(team& team, const csr_view<TA>& a, const csr_view<TB>& b, const Op& op) {
    buffer<formats::stored<Z>> a_values, b_values;
    const formats::untyped_view left = values_as<Z>(team, a, a_values), right = values_as<Z>(team, b, b_values);
    return formats::typed<Z>(union_of_rows(team, left, right, {a.values, b.values, pair_function_of<Z, TA, TB>(op)}));
}

template <class Z, class TA, class TB, class Op>
csr<Z> intersection_of(team& team, const csr_view<TA>& a, const csr_view<TB>& b, const Op& op) {
    return formats::typed<Z>(
        intersection_of_rows(team, a, b, formats::bytes_of<Z>, {a.values, b.values, pair_function_of<Z, TA, TB>(op)}));
}

/// A function that reads only the position of an entry has a member `position_only`. It is called as f(i, j); the entries of a
/// vector have the positions (j, 0), or j if it takes one number.
template <class F>
concept position_function = requires { requires F::position_only; };

/// f(x, i, j) if f takes positions, else f(x). For vectors: f(x, j), else f(x).
template <bool is_vector, class F, class X>
constexpr decltype(auto) call_unary(const F& f, const X& x, index i, index j) {
    if constexpr (position_function<F> && std::is_invocable_v<const F&, index, index>)
        return is_vector ? f(j, index{0}) : f(i, j);
    else if constexpr (position_function<F>)
        return f(j);
    else if constexpr (is_vector && std::is_invocable_v<const F&, const X&, index>)
        return f(x, j);
    else if constexpr (!is_vector && std::is_invocable_v<const F&, const X&, index, index>)
        return f(x, i, j);
    else
        return f(x);
}

template <bool is_vector, class F, class T>
using unary_result =
    std::remove_cvref_t<decltype(call_unary<is_vector>(std::declval<const F&>(), std::declval<const reading<T>&>(), 0, 0))>;

/// f applied to every entry. The structure is copied.
template <bool is_vector, class Z, class T, class F>
csr<Z> map(team& team, const csr_view<T>& a, const F& f) {
    csr<Z> out = formats::typed<Z>(formats::copied({a}));
    if constexpr (!std::is_void_v<Z>) {
        out.values = buffer<Z>(static_cast<std::size_t>(a.nvals()));
        const auto map_entries = [&](index i, row_offset first, row_offset last) {
            for (row_offset p = first; p < last; ++p) {
                out.values[static_cast<std::size_t>(p)] = cast<Z>(call_unary<is_vector>(f, read(a, p), i, index{a.columns[p]}));
            }
        };
        if constexpr (is_vector) {
            for_ranges(team, a.nvals(), a.nvals(), [&](index first, index last, int) { map_entries(0, first, last); });
        } else {
            for_ranges_by_work(team, {a.offsets, static_cast<std::size_t>(a.nrows) + 1}, [&](index first, index last, int) {
                for (index i = first; i < last; ++i) map_entries(i, a.begin(i), a.end(i));
            });
        }
    }
    return out;
}

/// The predicate of entry p. For matrices it is called as f(x, i, j), as f(x), or as f(i, j) if it reads only positions or
/// there are no values; for vectors without i.
template <bool is_vector, class T, class F>
constexpr bool holds(const F& f, const csr_view<T>& a, row_offset p, index i) {
    const auto j = static_cast<index>(a.columns[p]);
    if constexpr (position_function<F> || std::is_void_v<T>) {
        if constexpr (std::is_invocable_v<const F&, index, index>)
            return static_cast<bool>(f(is_vector ? j : i, is_vector ? 0 : j));
        else
            return static_cast<bool>(f(j));
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
