// Whether a plan on a device lists the products of each entry of C.
#include <graphblas_gpu/planner/gather_choice.hpp>

#include <fmt/format.h>

namespace graphblas_gpu::planner {

gather_choice choose_gather(const gather_facts& facts, base::function_ref<std::int64_t()> free_bytes) {
    if (facts.is_dense) return {false, "; products not listed: rows are nearly full"};
    if (facts.flops > gather_products_an_entry * facts.nvals) {
        return {false, fmt::format("; products not listed: {} for {} entries", facts.flops, facts.nvals)};
    }
    const std::int64_t bytes = gather_bytes(facts), free = free_bytes();
    if (bytes > free / gather_memory_part) {
        return {false, fmt::format("; products not listed: that needs {} bytes, {} are free", bytes, free)};
    }
    return {true, fmt::format("; products listed, {} for {} entries", facts.flops, facts.nvals)};
}

}  // namespace graphblas_gpu::planner
