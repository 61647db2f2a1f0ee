// A permutation of the rows, the columns or the positions of an object: each number is known to occur once.
//
// Idea: the table that shows whether a number is listed twice is the inverse permutation, so that one pass checks and inverts.
#pragma once

#include <span>

#include <graphblas_gpu/base/buffer.hpp>
#include <graphblas_gpu/base/types.hpp>

namespace graphblas_gpu::formats {

struct permutation {
    buffer<column_index> old_of;  ///< for each new position the old one
    buffer<column_index> new_of;  ///< for each old position the new one: the inverse
};

/// order[k] is the old position of new position k. Throws dimension_mismatch unless `order` has `size` numbers, and
/// invalid_value with the first number that is outside [0, size) or was listed before. `what` begins the message, such as
/// "permute: row order". O(size).
permutation checked_permutation(std::span<const index> order, index size, const char* what);

}  // namespace graphblas_gpu::formats
