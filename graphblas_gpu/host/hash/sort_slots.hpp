// Sorts of what an accumulator holds, compiled once.
#pragma once

#include <cstddef>
#include <cstdint>

#include <graphblas_gpu/formats/types.hpp>

namespace graphblas_gpu::host {

class linked_list;

/// The keys of a table from slot `first` on, ascending: order[n] holds a column in its upper half and its slot in the lower one.
/// Empties the table and returns how many there are.
std::uint32_t take_in_order(linked_list& table, std::uint32_t first, std::uint64_t* order);
/// Ascending.
void sort_columns(column_index* columns, std::size_t count);

}  // namespace graphblas_gpu::host
