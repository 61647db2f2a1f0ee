// What containers themselves need of the engines: building rows from lists of entries. Compiled once for all types.
//
// Idea: the rule for several entries at one position is an operator that joins two values.
#pragma once

#include <graphblas_gpu/base/checks.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/cuda/structure/build.hpp>
#include <graphblas_gpu/duplicates.hpp>
#include <graphblas_gpu/operations/pair_operator.hpp>
#include <graphblas_gpu/row_storage.hpp>

#include <span>

namespace graphblas_gpu::operations {

/// A rule for duplicates on values of a type: an operator on values of this type that joins two of them, or none, which refuses
/// them. It refers to the operator.
struct duplicate_rule {
    const type_descriptor* type = &type_of<void>();
    bool joins = false;
    pair_operator op{};

    /// Stores the joined value of two entries at (i, j), in input order, in `earlier`. Throws invalid_value if there is no
    /// operator.
    void join(void* earlier, const void* later, column_index i, column_index j) const {
        if (!joins) base::throw_duplicate(i, j);
        const host::entry_pair only{0, 0, 0};
        if (op.on_host.combine != nullptr) op.on_host.combine(op.on_host.op, earlier, later, earlier, &only, 1);
    }
    /// The rows that a device builds by the rule; see cuda::built. Throws unsupported.
    cuda::csr build_on_device(const cuda::engine_ptr& e, const char* operation, index nrows, index ncols,
                              const cuda::entry_lists& entries, index& merged) const;
};

/// The rule on values of T.
template <class T, class Duplicates>
duplicate_rule duplicate_rule_of(const Duplicates& duplicates) {
    if constexpr (std::is_same_v<Duplicates, no_duplicates_t>) return {&type_of<T>()};
    else if constexpr (std::is_void_v<T>) return {&type_of<T>(), true};
    else return {&type_of<T>(), true, pair_operator_of<T, T, T>(duplicates)};
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
