#include <graphblas_gpu/formats/permutation.hpp>

#include <fmt/format.h>
#include <graphblas_gpu/error.hpp>

namespace graphblas_gpu::formats {

permutation checked_permutation(std::span<const index> order, index size, const char* what) {
    if (static_cast<index>(order.size()) != size) {
        throw dimension_mismatch(fmt::format("{} has {} numbers for {} positions", what, order.size(), size));
    }
    // This marks a position that has no number yet: no object has so many positions.
    constexpr column_index unset = 0xffffffff;
    permutation p{buffer<column_index>(order.size()), buffer<column_index>(order.size(), unset)};
    for (std::size_t k = 0; k < order.size(); ++k) {
        if (order[k] < 0 || order[k] >= size) {
            throw invalid_value(fmt::format("{}: {} in entry {} is outside [0, {})", what, order[k], k, size));
        }
        column_index& new_position = p.new_of[static_cast<std::size_t>(order[k])];
        if (new_position != unset) {
            throw invalid_value(fmt::format("{} is no permutation: {} is listed twice, in entries {} and {}", what, order[k],
                                            new_position, k));
        }
        new_position = static_cast<column_index>(k);
        p.old_of[k] = static_cast<column_index>(order[k]);
    }
    return p;
}

}  // namespace graphblas_gpu::formats
