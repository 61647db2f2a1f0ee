// The indices that occur on one side of a matrix, numbered without gaps: formats/numbering.hpp on the device.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>

namespace graphblas_gpu::cuda {

/// New numbers for the indices of one side, or every index as it is.
struct numbering {
    index side = 0;
    bool is_identity = true;
    array<column_index> originals;  ///< ascending: the index of each number

    index size() const { return is_identity ? side : static_cast<index>(originals.size()); }
    /// The original index of each number, or null.
    const column_index* map() const { return is_identity ? nullptr : originals.data(); }
};

inline numbering identity_numbering(index side) { return {side, true, {}}; }

/// The rows, or the columns, that hold entries. Waits. O(nvals log nrows), or a sort of the columns.
/// @{
numbering numbered_rows(const engine_ptr& e, const csr_ref& a);
numbering numbered_columns(const engine_ptr& e, const csr_ref& a);
/// @}

/// The entries whose row and column have numbers, in these. Waits. O(nvals log + rows numbered).
csr renumbered(const engine_ptr& e, const csr_ref& a, const numbering& rows, const numbering& columns);

/// The matrix in its original numbers. O(nvals, and the original rows log where they were numbered).
csr in_original_numbers(const engine_ptr& e, csr&& a, const numbering& rows, const numbering& columns);

/// values[p] = the original index of number values[p], for n numbers of type int32 or int64; nothing where `map` is null.
void put_original_indices(const engine_ptr& e, type_code type, void* values, std::int64_t n, const column_index* map);

}  // namespace graphblas_gpu::cuda
