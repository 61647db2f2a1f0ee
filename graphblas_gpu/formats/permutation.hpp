// An order of the rows, the columns or the positions of an object, known to name each of them once.
//
// Idea: the table that finds a number listed twice is the inverse, so that one pass checks and inverts.
#pragma once

#include <span>
#include <vector>

#include <graphblas_gpu/formats/buffer.hpp>
#include <graphblas_gpu/formats/types.hpp>

namespace graphblas_gpu::formats {

struct permutation {
    buffer<column_index> old_of;  ///< what comes to a new position
    buffer<column_index> new_of;  ///< where an old position goes: the inverse
};

/// `order` lists the old positions by their new ones. Throws dimension_mismatch unless it lists `size` numbers, invalid_value
/// naming the first that is outside [0, size) or was listed before; `what` opens the message, such as "permute: row order".
/// O(size).
permutation checked_permutation(std::span<const index> order, index size, const char* what);

}  // namespace graphblas_gpu::formats
