// Sorting the entries of rows by their values.
//
// Idea: each value is sorted together with its position. The threads sort runs of a long row, then neighbouring runs are merged
// in pairs. Equal values keep the order of their columns, so that the result does not depend on the number of threads. Numbers
// become unsigned keys of the same order: of these, long runs are sorted by their digits (base/radix_sort.hpp). For another
// order the functions below are compiled with it: a run is sorted by the standard library's stable sort. All else is compiled
// once.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <utility>

#include <graphblas_gpu/base/blocks.hpp>
#include <graphblas_gpu/base/type_code.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/threads/team.hpp>
#include <semirings/operators.hpp>

namespace graphblas_gpu::host {

/// A value and its position in its row.
template <class T>
struct sortable {
    column_index position;
    T value;
};

/// How entries are sorted by an order. Entries are sortable<T> without their type.
struct sort_functions {
    std::size_t entry_bytes = 0;
    /// Makes entries of the values of a row, from position `first` on.
    void (*load)(const void* order, const std::byte* row, index first, index count, std::byte* entries) = nullptr;
    /// Sorts entries; those that are equal keep their order. `scratch` is as long as `entries`. Returns the one of the two that
    /// has the result.
    std::byte* (*sort)(const void* order, std::byte* entries, std::byte* scratch, index count) = nullptr;
    /// Merges two sorted runs, which end at `middle` and `last`, to the places from `first` on of another array.
    void (*merge)(const void* order, const std::byte* from, index first, index middle, index last, std::byte* to) = nullptr;
    /// Whether `sort` takes linear time and looks now and then whether the call was cancelled, so that runs may be long.
    bool by_digits = false;
    /// Where an entry has its value; 0 if it has a key or an address instead.
    std::size_t value_offset = 0;
};

/// sort_functions::sort and merge for entries with values of T. Before{order}(x, y) says that x comes before y.
/// @{
template <class T, class Before>
std::byte* sort_run(const void* order, std::byte* entries, std::byte*, index count) {
    auto* const run = reinterpret_cast<sortable<T>*>(entries);
    std::stable_sort(run, run + count, Before{order});
    return entries;
}
template <class T, class Before>
void merge_runs(const void* order, const std::byte* from_bytes, index first, index middle, index last, std::byte* to_bytes) {
    const auto* const from = reinterpret_cast<const sortable<T>*>(from_bytes);
    auto* const to = reinterpret_cast<sortable<T>*>(to_bytes);
    const Before before{order};
    index other = middle;
    base::in_blocks(first, middle, base::entries_between_looks, [&](index begin, index end) {
        // Of equal values those of the first run come first, so the entries of the other run below the next one of the first
        // run come now.
        const index other_end = end == middle ? last : std::lower_bound(from + other, from + last, from[end], before) - from;
        std::merge(from + begin, from + end, from + other, from + other_end, to + begin + (other - middle), before);
        other = other_end;
    });
}
/// @}

/// Whether x is sorted before y. NaN has no order, so NaN is sorted after all other values, and several NaN keep their order.
template <class T, class Op>
struct value_before {
    const void* op;
    bool operator()(const sortable<T>& x, const sortable<T>& y) const {
        if constexpr (std::floating_point<T>) {
            if (x.value != x.value) return false;
            if (y.value != y.value) return true;
        }
        return static_cast<bool>(apply_binary(*reinterpret_cast<std::add_const_t<Op>*>(op), x.value, y.value));
    }
};

/// The functions for an order of the caller's own.
template <class T, class Op>
constexpr sort_functions sort_functions_of() {
    return {sizeof(sortable<T>),
            [](const void*, const std::byte* row, index first, index count, std::byte* entries) {
                const auto* const values = reinterpret_cast<const T*>(row);
                auto* const to = reinterpret_cast<sortable<T>*>(entries);
                for (index n = 0; n < count; ++n) to[n] = {static_cast<column_index>(first + n), values[first + n]};
            },
            &sort_run<T, value_before<T, Op>>,
            &merge_runs<T, value_before<T, Op>>,
            false,
            std::max(sizeof(column_index), alignof(T))};
}
/// The functions for numbers of a built-in type in ascending or descending order.
sort_functions sort_functions_of_numbers(type_code type, bool descending);

/// Rows with their values sorted, and the columns where they were before, as values of type index.
struct rows_in_order {
    formats::untyped_csr values;
    formats::untyped_csr permutation;
};
/// The rows of A, sorted by keys, of which there is one for each entry. The only row of a vector is sorted by all threads.
rows_in_order sorted(team& team, const formats::untyped_view& a, const formats::untyped_view& keys,
                     const sort_functions& functions, const void* order);

}  // namespace graphblas_gpu::host
