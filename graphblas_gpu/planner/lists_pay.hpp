// Whether a plan on a device lists the products of its C (cuda/product/gather.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace graphblas_gpu::planner {

/// A plan for a product whose values may come again and again.
struct gather_facts {
    std::int64_t flops = 0;    ///< multiplications, without a mask
    std::int64_t nvals = 0;    ///< of C
    std::int64_t a_nvals = 0;
    bool is_dense = false;     ///< planned for the dense method
};

/// Listing the products of C pays up to so many an entry: beyond, tables and arrays in shared memory are as fast, and lists are
/// long. Measured on one H200, fp32: 5.9 (27-point stencil) 0.47 ms by lists, 1.85 without; 1.1 (uniform) 0.36 and 2.74; 33
/// (band) 1.30 and 0.84.
inline constexpr std::int64_t gather_products_an_entry = 8;
/// A plan takes at most this part of the memory that is free.
inline constexpr std::int64_t gather_memory_part = 16;

/// Bytes for the lists, were each product a run of its own, and beside them while they are made.
constexpr std::int64_t gather_bytes(const gather_facts& f) {
    constexpr std::int64_t a_product = 4 + 2 + 8, an_entry = 2 + 8 + 4, an_entry_of_a = 8;
    return f.flops * a_product + f.nvals * an_entry + f.a_nvals * an_entry_of_a;
}

/// Whether a plan lists products, and why.
struct gather_choice {
    bool pays = false;
    std::string reason;  ///< goes on after that of the method
};

/// Whether a plan lists its products. free_bytes() is asked only if the rest speaks for it.
gather_choice choose_gather(const gather_facts& facts, const std::function<std::int64_t()>& free_bytes);

}  // namespace graphblas_gpu::planner
