// A product of two matrices on one device as the list of its stages.
#include <graphblas_gpu/cuda/product/product.hpp>

#include <algorithm>
#include <utility>

#include <graphblas_gpu/base/trace.hpp>
#include <graphblas_gpu/cuda/product/stages.hpp>

namespace graphblas_gpu::cuda {

product::product(const engine_ptr& engine, product_task what, product_recipe how)
    : e(engine), task(std::move(what)), recipe(std::move(how)) {
    {
        const base::phase counting("multiplications counted");
        stages::count_work(*this);
    }
    if (!is_small()) stages::decide(*this);
}

product::product(const engine_ptr& engine, product_task what, product_recipe how, const symbolic_result& symbolic)
    : e(engine), task(std::move(what)), recipe(std::move(how)), known(&symbolic) {
    work.flops = symbolic.flops.data();
    work.totals = symbolic.work;
    task.mask = {};
    stages::decide_for_known(*this);
}

csr multiply(product& p) {
    csr c = stages::finish_rows(p, stages::rows_by_method(p, p.all_rows(), p.kernel_value_type()), p.all_rows());
    if (p.is_small()) stages::decide(p);
    return c;
}

csr structure_of(product& p) {
    csr c = stages::rows_by_method(p, p.all_rows(), type_code::none);
    if (p.is_small()) stages::decide(p);
    return c;
}

row_offset count_entries(product& p) {
    if (p.is_small()) {
        stages::decide(p);
        return *p.work.small_nvals;
    }
    if (p.is_in_one_pass()) return stages::count_in_one_pass(p);
    const array<row_offset> sizes(p.e, static_cast<std::size_t>(p.task.a.nrows));
    stages::count_rows(p, p.all_rows(), sizes.data());
    return totals(p.e, sizes.data(), p.task.a.nrows).sum;
}

std::optional<base::scalar_value> fold(product& p, const product_fold& reduction) {
    // A fold has at most this many bytes of the product in memory at a time, unless one row is larger.
    constexpr double folded_bytes = 1 << 30;
    if (p.is_small()) stages::decide(p);
    if (reduction.is_own && p.recipe.values == product_values::summed && p.task.mask.admits_only() && !p.is_tiled() &&
        !p.in_order && !p.is_merged() && !p.keeps_admitted()) {
        stages::take_values(p);
        const product_kernels& run = p.recipe.run->current(p.e, kernel_group::masked_fold);
        return run.masked_fold(p.e, stages::rows_of(p, p.all_rows()), stages::b_transposed(p, true), p.choice.method);
    }
    const row_range units = stages::units_of(p, p.all_rows());
    const std::int64_t pieces = planner::panels_for(p.output_bytes, folded_bytes, units.count());
    std::optional<base::scalar_value> sum;
    const std::int64_t panels = in_panels(units, pieces, [&](row_range panel) {
        if (reduction.keeps_any && sum) return;
        const row_range r = stages::rows_of_units(p, panel);
        const csr c = stages::finish_rows(p, stages::rows_by_method(p, r, p.kernel_value_type()), r);
        if (c.nvals == 0) return;
        base::scalar_value part = base::scalar_value::uninitialised(c.type);
        if (reduction.keeps_any) p.e->read_small(part.data(), c.values.data(), base::size_of(c.type));
        else part = reduction.sum(p.e, c.values.data(), c.nvals);
        sum = sum ? reduction.add(*sum, part) : part;
    });
    p.panels = std::max(p.panels, panels);
    return sum;
}

csr stages::rows_by_method(product& p, row_range r, type_code type) {
    if (p.work.small && r.count() == p.task.a.nrows) {
        p.most_nvals = std::min(p.work.totals.most, p.task.b.ncols);
        const base::phase ordering("rows in order");
        csr c = small::in_order(p.e, std::move(*p.work.small), type);
        p.work.small.reset();
        return c;
    }
    if (p.known != nullptr && !p.is_merged()) return rows_of_known(p, type);
    if (p.is_in_one_pass()) return rows_in_one_pass(p, r, type);
    const bool is_result = type != type_code::none || is_structural(p.recipe.values);
    if (p.choice.method == method::dot && is_result) return rows_by_dot(p, r, type);
    return rows_in_two_phases(p, r, type);
}

bool product::chooses_freely() const {
    const descriptor& desc = task.desc;
    return desc.method == method::automatic && desc.variant == hash_variant::automatic && desc.precision == precision::exact &&
           !has_tile_lists() && !is_bhsparse();
}

bool product::can_merge_by_own() const {
    if (is_bhsparse() || recipe.values != product_values::sum_from_k || recipe.types.value != type_code::bytes16) return false;
    // Merging counts rows from the first one that this device has.
    return task.first_row == 0 || !recipe.own->reads_positions();
}

type_code product::kernel_value_type() const {
    if (is_structural(recipe.values)) return type_code::none;
    return is_by_first_k(recipe.values) && !is_merged_by_own() ? type_code::uint32 : recipe.types.value;
}

}  // namespace graphblas_gpu::cuda
