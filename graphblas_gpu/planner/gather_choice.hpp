// Whether the plan of a product on a device gets a gather plan, which lists for every entry of C the products that it is the
// sum of (cuda/gather/gather.hpp).
#pragma once

#include <cstdint>
#include <string>

#include <graphblas_gpu/base/function_ref.hpp>

namespace graphblas_gpu::planner {

/// A product whose structure is planned once and whose values may be computed many times.
struct gather_facts {
    std::int64_t flops = 0;  ///< multiplications, without a mask
    std::int64_t nvals = 0;  ///< entries of C
    std::int64_t a_nvals = 0;
    bool is_dense = false;     ///< planned for the dense method
};

/// A gather plan pays if C has at most this many products an entry. With more, tables and arrays in shared memory are as fast,
/// and the gather plan is large. Measured on one H200, fp32, products an entry: 5.9 (27-point stencil) 0.47 ms with a gather
/// plan and 1.85 without; 1.1 (uniform) 0.36 and 2.74; 33 (band) 1.30 and 0.84.
inline constexpr std::int64_t gather_products_an_entry = 8;
/// A gather plan takes at most this part of the free memory.
inline constexpr std::int64_t gather_memory_part = 16;

/// Bytes that a gather plan takes while it is made, in the worst case that each product is a run of its own.
constexpr std::int64_t gather_bytes(const gather_facts& f) {
    constexpr std::int64_t a_product = 4 + 2 + 8, an_entry = 2 + 8 + 4, an_entry_of_a = 8;
    return f.flops * a_product + f.nvals * an_entry + f.a_nvals * an_entry_of_a;
}

/// Whether there will be a gather plan, and why.
struct gather_choice {
    bool pays = false;
    std::string reason;  ///< is appended to the reason for the method
};

/// Decides whether there will be a gather plan. free_bytes() is called last, and only if the other conditions hold.
gather_choice choose_gather(const gather_facts& facts, base::function_ref<std::int64_t()> free_bytes);

}  // namespace graphblas_gpu::planner
