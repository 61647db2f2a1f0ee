// Argument checks of the containers, compiled once; each throws with the numbers in the message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <graphblas_gpu/formats/types.hpp>

namespace graphblas_gpu::formats {

/// invalid_value unless 0 <= size <= max_side; `what` such as "matrix: number of rows".
void check_side(index size, const char* what);

/// invalid_index unless 0 <= at < size.
void check_index(index at, index size, const char* what);

/// dimension_mismatch unless both are equal.
void check_same_length(std::size_t a, const char* a_name, std::size_t b, const char* b_name);

/// The indices as they are stored; index_out_of_bounds names the first that is not in [0, size).
std::vector<column_index> checked_positions(std::span<const index> positions, index size, const char* what);

/// error with code output_not_empty unless nvals is 0; `what` such as "matrix: build".
void check_no_entries(index nvals, const char* what);

[[noreturn]] void throw_duplicate(index i, index j);

/// A number that no structure had before.
std::uint64_t next_structure_id() noexcept;

}  // namespace graphblas_gpu::formats
