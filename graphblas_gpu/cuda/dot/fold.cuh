// The sum of all entries of a product, computed without storing the product.
//
// Idea: under the semiring's own monoid it does not matter to which entry a product belongs. So every thread sums the products
// that it finds, and only one sum a warp is added in memory. Under another monoid the entries have to be computed first.
#pragma once

#include <graphblas_gpu/cuda/dot/masked_product.cuh>
#include <graphblas_gpu/cuda/dot/method.hpp>

namespace graphblas_gpu::cuda {

template <class K>
std::optional<typename K::value> fold_masked(const engine_ptr& e, const K& k, const product_rows& in,
                                             const csr_ref& b_transposed, method& strategy) {
    using value = typename K::value;
    const masked::part all = masked::whole(e, in);
    if constexpr (K::is_constant && K::is_sum) {
        const std::int64_t count = masked::count_all_products(e, all, in, b_transposed, strategy);
        if (count == 0) return std::nullopt;
        const value term = k.product({}, {}, 0, 0, 0);
        if constexpr (std::is_floating_point_v<value>) {
            return static_cast<value>(static_cast<double>(term) * static_cast<double>(count));
        } else {
            return static_cast<value>(static_cast<std::uint64_t>(term) * static_cast<std::uint64_t>(count));
        }
    } else {
        const masked::sum_arrays<K> sum(e, k, 1);
        for (const masked::part& p : masked::cut(e, all, masked::max_entries(e, all))) {
            const masked::planned_part planned = masked::plan_part(e, p, in, b_transposed, strategy);
            const auto operands = masked::operands_of(k, p, in.a.values, planned.is_push ? in.b.values : b_transposed.values,
                                                      sum.words(), sum.is_hit());
            if (planned.is_push) run(e, planned.plan, masked::push_folder<K>(operands, planned.first_pair));
            else run(e, planned.plan, masked::dot_folder<K>(operands));
        }
        if (read_element(*e, sum.is_hit()) == 0) return std::nullopt;
        return k.read(read_element(*e, sum.words()));
    }
}

}  // namespace graphblas_gpu::cuda
