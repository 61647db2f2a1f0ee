#include <graphblas_gpu/host/product/linked_list.hpp>

namespace graphblas_gpu::host {

std::uint32_t take_in_order(linked_list& table, std::uint32_t first, std::uint64_t* order) {
    const std::uint32_t used = table.size();
    for (std::uint32_t slot = first; slot < used; ++slot) order[slot - first] = std::uint64_t{table.key(slot)} << 32 | slot;
    table.clear();
    std::sort(order, order + (used - first));
    return used - first;
}

void linked_list::insert_all(const column_index* keys, index count) {
    for (index n = 0; n < count; ++n) insert(keys[n]);
}

}  // namespace graphblas_gpu::host
