#include <graphblas_gpu/host/hash/sort_slots.hpp>

#include <algorithm>

namespace graphblas_gpu::host {

void sort_slots(std::uint64_t* keys, std::size_t count) { std::sort(keys, keys + count); }
void sort_columns(column_index* columns, std::size_t count) { std::sort(columns, columns + count); }

}  // namespace graphblas_gpu::host
