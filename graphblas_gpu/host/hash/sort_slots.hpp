// Sorts of what an accumulator holds, compiled once.
#pragma once

#include <cstddef>
#include <cstdint>

#include <graphblas_gpu/formats/types.hpp>

namespace graphblas_gpu::host {

/// Ascending. `keys` hold a column in the upper half and its slot in the lower one.
void sort_slots(std::uint64_t* keys, std::size_t count);
/// Ascending.
void sort_columns(column_index* columns, std::size_t count);

}  // namespace graphblas_gpu::host
