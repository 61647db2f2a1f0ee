// What containers themselves need of the engines: building rows from lists of entries. Compiled once for all types.
//
// Idea: the rule for several entries at one position is a function that joins two values. On a device a rule has a code or
// carries its source (device/build.hpp).
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/formats/checks.hpp>
#include <graphblas_gpu/operations/device/build.hpp>
#include <graphblas_gpu/row_storage.hpp>

#include <cstring>
#include <span>

namespace graphblas_gpu::operations {

/// A rule for duplicates, without its types. It refers to the rule, which must outlive it.
struct duplicate_rule {
    const void* rule = nullptr;
    /// Stores the joined value of two entries at (i, j), in input order, in `earlier`. Values need not be aligned.
    void (*join)(const void* rule, void* earlier, const void* later, column_index i, column_index j) = nullptr;
    /// The rows that a device builds by the rule.
    cuda::csr (*build_on_device)(const cuda::engine_ptr& e, const char* operation, index nrows, index ncols,
                                 const cuda::entry_lists& entries, const void* rule, index& merged) = nullptr;
};

/// The rule on values of T.
template <class T, class Duplicates>
duplicate_rule duplicate_rule_of(const Duplicates& duplicates) {
    return {reinterpret_cast<const void*>(&duplicates),
            []([[maybe_unused]] const void* rule, [[maybe_unused]] void* earlier, [[maybe_unused]] const void* later,
               [[maybe_unused]] column_index i, [[maybe_unused]] column_index j) {
                if constexpr (std::is_same_v<Duplicates, no_duplicates_t>) {
                    formats::throw_duplicate(i, j);
                } else if constexpr (!std::is_void_v<T>) {
                    T x, y;
                    std::memcpy(static_cast<void*>(&x), earlier, sizeof(T));
                    std::memcpy(static_cast<void*>(&y), later, sizeof(T));
                    x = cast<T>((*reinterpret_cast<std::add_const_t<Duplicates>*>(rule))(x, y));
                    std::memcpy(earlier, static_cast<const void*>(&x), sizeof(T));
                }
            },
            [](const cuda::engine_ptr& e, const char* operation, index nrows, index ncols, const cuda::entry_lists& entries,
               const void* rule, index& merged) {
                return device::built<T>(e, operation, nrows, ncols, entries,
                                        *reinterpret_cast<std::add_const_t<Duplicates>*>(rule), merged);
            }};
}

/// Entries as lists of the caller's, with values of `type`. A vector has no rows.
struct listed_entries {
    const char* operation;  ///< with which messages begin
    std::span<const index> rows;
    std::span<const index> columns;
    const void* values;
};

/// The rows that have these entries: on the engine of `*ctx`, or in host memory by this thread if ctx is null. Throws what
/// matrix::from_edges and vector::from_entries throw.
/// @{
row_storage built_matrix(const context* ctx, index nrows, index ncols, const listed_entries& entries,
                         const type_descriptor& type, const duplicate_rule& duplicates);
row_storage built_vector(const context* ctx, index size, const listed_entries& entries, const type_descriptor& type,
                         const duplicate_rule& duplicates);
/// @}

}  // namespace graphblas_gpu::operations
