// Masked products that only count products, and the structure that follows from the counts.
#include <graphblas_gpu/cuda/dot/parts.hpp>

#include <graphblas_gpu/cuda/dot/count_visitors.cuh>
#include <graphblas_gpu/cuda/dot/masked_product.cuh>

namespace graphblas_gpu::cuda {

namespace masked {

array<std::uint32_t> count_products(const engine_ptr& e, const part& all, const product_rows& in, const csr_ref& b_transposed,
                                    method& strategy) {
    if (takes_short_rows(in, strategy)) {
        array<std::uint32_t> counts(e, static_cast<std::size_t>(all.entries));
        run_short_rows(e, numbers_of_products{}, in, all.base, counts.data(), nullptr);
        return counts;
    }
    auto counts = zeros<std::uint32_t>(e, static_cast<std::size_t>(all.entries));
    for (const part& p : cut(e, all, max_entries(e, all))) {
        const planned_part planned = plan_part(e, p, in, b_transposed, strategy);
        std::uint32_t* const to = counts.data() + (p.base - all.base);
        if (planned.is_push) run(e, planned.plan, push_counter{{}, to, p.base});
        else run(e, planned.plan, dot_counter{{}, to});
    }
    return counts;
}

std::int64_t count_all_products(const engine_ptr& e, const part& all, const product_rows& in, const csr_ref& b_transposed,
                                method& strategy) {
    const auto sum = zeros<unsigned long long>(e, 1);
    for (const part& p : cut(e, all, max_entries(e, all))) {
        run(e, plan_part(e, p, in, b_transposed, strategy).plan, fold_counter{{}, sum.data()});
    }
    return static_cast<std::int64_t>(read_element(*e, sum.data()));
}

}  // namespace masked

csr masked_structure(const engine_ptr& e, const product_rows& in, const csr_ref& b_transposed, method& strategy) {
    const masked::part all = masked::whole(e, in);
    const array<std::uint32_t> counts = masked::count_products(e, all, in, b_transposed, strategy);
    return masked::emit(e, all, {counts.data(), {}}, type_code::none);
}

row_offset masked_nvals(const engine_ptr& e, const product_rows& in, const csr_ref& b_transposed, method& strategy) {
    const masked::part all = masked::whole(e, in);
    const array<std::uint32_t> counts = masked::count_products(e, all, in, b_transposed, strategy);
    return masked::count_hits(e, all, {counts.data(), {}});
}

}  // namespace graphblas_gpu::cuda
