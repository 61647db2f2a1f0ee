// The indices that occur on one side of a matrix, numbered without gaps: formats/numbering.hpp on the device.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>

namespace graphblas_gpu::cuda {

/// The numbering of the indices of one side; or the identity.
struct numbering {
    index side = 0;
    bool is_identity = true;
    array<column_index> originals;  ///< the original index of each number, ascending

    index size() const { return is_identity ? side : static_cast<index>(originals.size()); }
    /// The original index of each number; null for the identity.
    const column_index* map() const { return is_identity ? nullptr : originals.data(); }
};

inline numbering identity_numbering(index side) { return {side, true, {}}; }

/// The numbering of the rows, or of the columns, that have entries. Waits. O(nvals log nrows), or a sort of the columns.
/// @{
numbering numbered_rows(const engine_ptr& e, const csr_ref& a);
numbering numbered_columns(const engine_ptr& e, const csr_ref& a);
/// @}

/// The entries whose row and column are numbered, with their numbers as indices. Waits. O(nvals log + numbered rows).
csr renumbered(const engine_ptr& e, const csr_ref& a, const numbering& rows, const numbering& columns);

/// The matrix with its original indices. O(nvals), and O(original rows log) if the rows were renumbered.
csr in_original_numbers(const engine_ptr& e, csr&& a, const numbering& rows, const numbering& columns);

/// Replaces n numbers of type int32 or int64 by the original indices: values[p] = map[values[p]]. Does nothing if `map` is
/// null.
void put_original_indices(const engine_ptr& e, type_code type, void* values, std::int64_t n, const column_index* map);

}  // namespace graphblas_gpu::cuda
