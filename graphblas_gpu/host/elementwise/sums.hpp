// The sums of all entries, of the rows, or of the columns, of a matrix that is stored by rows.
//
// Idea: a sum starts with its first term and adds the other terms in ascending order, by column in a row and by row in a
// column. So the sums of the columns have the same bits as the sums of the rows of the transpose, but the transpose is not
// made: each thread reads all rows, and adds up one range of columns. The code is compiled once; only the loops that add are
// compiled for each monoid.
#pragma once

#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/elementwise/entry_pairs.hpp>
#include <graphblas_gpu/host/threads/team.hpp>
#include <semirings/monoids.hpp>

#include <algorithm>

namespace graphblas_gpu::host {

/// A monoid as functions over values, which are of another type than the sums if the functions cast them. It refers to the
/// monoid, which must outlive it.
struct monoid_functions {
    const void* monoid = nullptr;
    std::size_t bytes = 0;     ///< of a sum
    bool keeps_first = false;  ///< a sum begins with its first term, because the identity is not neutral (the monoid `any`)
    /// sum = the identity.
    void (*clear)(const void* monoid, void* sum) = nullptr;
    /// Adds the values [first, last) to a sum, in order; without a sum (`begins`) it begins with the first of them. It may end
    /// at a sum that no further term changes.
    /// @{
    void (*add)(const void* monoid, void* sum, bool begins, const void* values, row_offset first, row_offset last) = nullptr;
    void (*add_sums)(const void* monoid, void* sum, bool begins, const void* sums, row_offset first, row_offset last) = nullptr;
    /// @}
    /// Adds each of the values [first, last) to the sum of its column. `seen` says which columns have a sum.
    void (*add_to_columns)(const void* monoid, void* sums, bool* seen, const column_index* columns, const void* values,
                           row_offset first, row_offset last) = nullptr;
    /// Writes the sums of those of the rows [first, last) that have entries, one after the other. Null: add() does it.
    void (*add_rows)(const void* monoid, void* sums, const row_offset* offsets, const void* values, index first,
                     index last) = nullptr;
};

/// The loops of a monoid over values of T; entries without values read as true.
template <class Monoid, class T>
struct monoid_loops {
    using value = monoid_value_t<Monoid>;
    static value term(const void* values, row_offset p) {
        return cast<value>(read(csr_view<T>{{}, static_cast<const formats::stored<T>*>(values)}, p));
    }
    static void clear(const void*, void* sum) { *static_cast<value*>(sum) = Monoid::identity(); }
    static void add(const void* monoid, void* to, bool begins, const void* values, row_offset p, row_offset last) {
        const Monoid& m = *static_cast<const Monoid*>(monoid);
        value sum = begins ? term(values, p++) : *static_cast<const value*>(to);
        // Whether a sum is terminal is asked once for several terms, so that the compiler can keep the loop simple.
        while (p < last && !is_terminal(m, sum)) {
            for (const row_offset end = std::min<row_offset>(last, p + 64); p < end; ++p) sum = m(sum, term(values, p));
        }
        *static_cast<value*>(to) = sum;
    }
    static void add_to_columns(const void* monoid, void* to, bool* seen, const column_index* columns, const void* values,
                               row_offset first, row_offset last) {
        const Monoid& m = *static_cast<const Monoid*>(monoid);
        value* const sums = static_cast<value*>(to);
        for (row_offset p = first; p < last; ++p) {
            const column_index j = columns[p];
            sums[j] = seen[j] ? m(sums[j], term(values, p)) : term(values, p);
            seen[j] = true;
        }
    }
    static void add_rows(const void* monoid, void* to, const row_offset* offsets, const void* values, index first, index last) {
        const Monoid& m = *static_cast<const Monoid*>(monoid);
        auto* sums = static_cast<value*>(to);
        for (index i = first; i < last; ++i) {
            row_offset p = offsets[i];
            const row_offset end = offsets[i + 1];
            if (p == end) continue;
            value sum = term(values, p);
            for (++p; p < end && !is_terminal(m, sum); ++p) sum = m(sum, term(values, p));
            *sums++ = sum;
        }
    }
};

template <class Monoid, class T>
monoid_functions functions_of(const Monoid& monoid) {
    using loops = monoid_loops<Monoid, T>;
    using value = monoid_value_t<Monoid>;
    return {&monoid,
            sizeof(value),
            monoid_is_any<Monoid>,
            &loops::clear,
            &loops::add,
            &monoid_loops<Monoid, value>::add,
            &loops::add_to_columns,
            &loops::add_rows};
}

/// The sum of all entries, which is written to `sum`: the identity if there are none. It depends on the number of threads.
void sum_of_entries(team& team, const formats::untyped_view& a, const monoid_functions& f, void* sum);

/// The sums of the rows as the list of a vector. A row without entries has no sum.
formats::untyped_csr sums_of_rows(team& team, const formats::untyped_view& a, const monoid_functions& f);

/// The sums of the columns. O(nvals + nrows log(row size) threads + ncols); without the term ncols where ncols is far beyond
/// the entries.
formats::untyped_csr sums_of_columns(team& team, const formats::untyped_view& a, const monoid_functions& f);

}  // namespace graphblas_gpu::host
