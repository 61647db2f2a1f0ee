// Sorting the columns of an accumulator. These sorts are compiled once, not for every semiring.
#pragma once

#include <cstddef>
#include <cstdint>

#include <graphblas_gpu/formats/types.hpp>

namespace graphblas_gpu::host {

class linked_list;

/// Sorts the keys of a table from slot `first` on: order[n] holds a column in its upper half and the slot of the column in its
/// lower half. Empties the table and returns the number of these keys.
std::uint32_t take_in_order(linked_list& table, std::uint32_t first, std::uint64_t* order);
/// Sorts columns, ascending.
void sort_columns(column_index* columns, std::size_t count);

}  // namespace graphblas_gpu::host
