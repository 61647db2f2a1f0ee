// Unions, intersections, maps and selections of sparse rows.
//
// Idea: each operation is one pass over sorted rows. Code that is compiled once goes over the rows; only a loop that applies
// the caller's function to a batch of entries is compiled for each function. A vector is a matrix of one row. The caller's
// function is called with a value, or with a value and its position, as its parameters demand. Cost: O(nvals + nrows).
#pragma once

#include <algorithm>
#include <type_traits>

#include <graphblas_gpu/base/function_ref.hpp>
#include <graphblas_gpu/formats/dense_vector.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/elementwise/entry_pairs.hpp>
#include <graphblas_gpu/host/rows/rows.hpp>

namespace graphblas_gpu::host {

/// The operator of a union or an intersection, and the arrays of the values that it reads.
struct paired_values {
    const void* a = nullptr;
    const void* b = nullptr;
    pair_function function;
    pair_sizes bytes;  ///< of the values of a and of b, for unions and intersections
};

/// The structure of `like` with values of `value_bytes` bytes that are not set, and a copy of rows. All threads copy.
/// @{
formats::untyped_csr shaped_like(team& team, const structure_view& like, std::size_t value_bytes);
formats::untyped_csr copy_of(team& team, const formats::untyped_view& a);
/// @}

/// The union of two matrices: the operator is applied where both have an entry; elsewhere the entry is copied. The values of
/// the views have the type of the result.
formats::untyped_csr union_of_rows(team& team, const formats::untyped_view& a, const formats::untyped_view& b,
                                   const paired_values& both);

/// The intersection of two matrices: the operator is applied where both have an entry.
formats::untyped_csr intersection_of_rows(team& team, const structure_view& a, const structure_view& b, std::size_t value_bytes,
                                          const paired_values& both);

/// The entries of `a` at the positions of a matrix of the same shape. O(nvals(positions) + nrows) if `a` is full, else each
/// position is searched.
formats::untyped_csr entries_at(team& team, const formats::untyped_view& a, const structure_view& positions);

/// The entries of `a` at positions that another matrix of the same shape lacks. That one is dense, row after row, or else has
/// rows, in which each position is searched.
formats::untyped_csr entries_not_at(team& team, const formats::untyped_view& a, const formats::untyped_dense_view& dense,
                                    const structure_view& rows);

/// Entries [first, last) of a matrix, which are those of its rows [first_row, last_row), or of one row, some of its entries.
struct entry_range {
    index first_row, last_row;
    row_offset first, last;
    bool of_vector;
};

/// Writes the values of a function for the entries of a range to their positions in the array `out`.
using map_function = base::function_ref<void(const entry_range& where, std::byte* out)>;

/// The structure of a with the values that `map` writes.
formats::untyped_csr mapped(team& team, const structure_view& a, bool is_vector, std::size_t value_bytes, map_function map);

/// Writes the positions of the entries of a range for which a predicate holds, ascending; returns their number.
using keep_function = index (*)(const void* predicate, const formats::untyped_view& entries, const entry_range& where,
                                row_offset* kept);

/// The matrix of the entries that `keep` selects. `read` is a with the values that the predicate reads.
formats::untyped_csr filter_rows(team& team, const formats::untyped_view& a, bool is_vector, keep_function keep,
                                 const void* predicate, const formats::untyped_view& read);

/// A function that reads only the position of an entry has a member `position_only`. It is called as f(i, j); the entries of a
/// vector have the positions (j, 0), or j if it takes one number.
template <class F>
concept position_function = requires {
    requires F::position_only;
};

/// f(x, i, j) if f takes positions, else f(x). For vectors: f(x, j), else f(x).
template <bool is_vector, class F, class X>
constexpr decltype(auto) call_unary(const F& f, const X& x, index i, index j) {
    if constexpr (position_function<F> && std::is_invocable_v<const F&, index, index>)
        return is_vector ? f(j, index{0}) : f(i, j);
    else if constexpr (position_function<F>) return f(j);
    else if constexpr (is_vector && std::is_invocable_v<const F&, const X&, index>) return f(x, j);
    else if constexpr (!is_vector && std::is_invocable_v<const F&, const X&, index, index>) return f(x, i, j);
    else return f(x);
}

/// Whether call_unary calls f with entries over T.
template <bool is_vector, class F, class T>
constexpr bool takes_entries() {
    using x = const reading<T>&;
    if constexpr (position_function<F> || std::is_invocable_v<const F&, x>) return true;
    else if constexpr (is_vector) return std::is_invocable_v<const F&, x, index>;
    else return std::is_invocable_v<const F&, x, index, index>;
}

/// The type of the result of call_unary, in a std::type_identity.
template <bool is_vector, class F, class T>
constexpr auto result_of_unary() {
    constexpr bool is_function_of_entries = takes_entries<is_vector, F, T>();
    static_assert(
        is_function_of_entries,
        "a function of entries is const and takes a value as f(x), or with its position as f(x, i, j) in a matrix and "
        "f(x, i) in a vector; an operator gets its second operand by gb::bind_second(gb::times{}, 2.0)");
    if constexpr (is_function_of_entries) {
        using result = decltype(call_unary<is_vector>(std::declval<const F&>(), std::declval<const reading<T>&>(), 0, 0));
        constexpr bool returns_value = !std::is_void_v<result>;
        static_assert(returns_value, "a function of entries returns the new value, and this one returns nothing");
        return std::type_identity<std::remove_cvref_t<result>>{};
    } else {
        return std::type_identity<void>{};
    }
}
template <bool is_vector, class F, class T>
using unary_result = typename decltype(result_of_unary<is_vector, F, T>())::type;

/// Whether f is called with the row of an entry of a matrix over T.
template <class F, class T>
inline constexpr bool takes_row = position_function<F> || std::is_invocable_v<const F&, const reading<T>&, index, index>;

/// Writes f of the entries of a range, for entries over T and values of Z.
template <bool is_vector, class Z, class T, class F>
void map_entries(const void* function, const formats::untyped_view& entries, const entry_range& where, std::byte* out) {
    const F& f = *reinterpret_cast<std::add_const_t<F>*>(function);
    const csr_view<T> a = formats::typed<T>(entries);
    Z* const values = reinterpret_cast<Z*>(out);
    const auto map = [&](index i, row_offset first, row_offset last) {
        for (row_offset p = first; p < last; ++p)
            values[p] = cast<Z>(call_unary<is_vector>(f, read(a, p), i, index{a.columns[p]}));
    };
    // Only a function that asks for the row needs to know where rows begin.
    if constexpr (is_vector || !takes_row<F, T>) {
        map(where.first_row, where.first, where.last);
    } else {
        for (index i = where.first_row; i < where.last_row; ++i) map(i, a.begin(i), a.end(i));
    }
}

template <class F, class... Arguments>
concept answers = requires(const F& f, const Arguments&... x) {
    static_cast<bool>(f(x...));
};

/// Whether holds() calls f with entries over T.
template <bool is_vector, class F, class T>
constexpr bool decides_entries() {
    if constexpr (position_function<F>) return true;
    else if constexpr (std::is_void_v<T>) return answers<F, index> || answers<F, index, index>;
    else if constexpr (answers<F, T>) return true;
    else if constexpr (is_vector) return answers<F, T, index>;
    else return answers<F, T, index, index>;
}

/// The predicate of entry p. For matrices it is called as f(x, i, j), as f(x), or as f(i, j) if it reads only positions or
/// there are no values; for vectors without i.
template <bool is_vector, class T, class F>
constexpr bool holds(const F& f, const csr_view<T>& a, row_offset p, index i) {
    const auto j = static_cast<index>(a.columns[p]);
    if constexpr (position_function<F> || std::is_void_v<T>) {
        if constexpr (std::is_invocable_v<const F&, index, index>)
            return static_cast<bool>(f(is_vector ? j : i, is_vector ? 0 : j));
        else return static_cast<bool>(f(j));
    } else if constexpr (is_vector && std::is_invocable_v<const F&, const T&, index>) {
        return static_cast<bool>(f(a.values[p], j));
    } else if constexpr (!is_vector && std::is_invocable_v<const F&, const T&, index, index>) {
        return static_cast<bool>(f(a.values[p], i, j));
    } else {
        return static_cast<bool>(f(a.values[p]));
    }
}

/// Writes the positions of the entries of a range for which the predicate f holds; returns their number.
template <bool is_vector, class T, class F>
index keep_entries(const void* predicate, const formats::untyped_view& entries, const entry_range& where, row_offset* kept) {
    const F& f = *reinterpret_cast<std::add_const_t<F>*>(predicate);
    const csr_view<T> a = formats::typed<T>(entries);
    index count = 0;
    for (index i = where.first_row; i < where.last_row; ++i) {
        const row_offset last = std::min(where.last, a.end(i));
        for (row_offset p = std::max(where.first, a.begin(i)); p < last; ++p) {
            kept[count] = p;
            count += holds<is_vector>(f, a, p, i);
        }
    }
    return count;
}

}  // namespace graphblas_gpu::host
