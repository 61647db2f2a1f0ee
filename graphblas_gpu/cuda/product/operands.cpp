// The operands of a product as its kernels read them: values in the types of the semiring, B transposed, and panels of rows.
#include <graphblas_gpu/cuda/product/stages.hpp>

#include <graphblas_gpu/cuda/elementwise/values.hpp>

namespace graphblas_gpu::cuda::stages {

namespace {

csr_ref in_type(const engine_ptr& e, const csr_ref& m, type_code wanted, memory& keep) {
    return wanted == type_code::none ? m.structure() : with_values_of(e, m, wanted, keep);
}

}  // namespace

void take_values(product& p) {
    if (p.has_values) return;
    const csr_ref a = in_type(p.e, p.task.a, p.recipe.types.left, p.a_values);
    p.task.b = in_type(p.e, p.task.b, p.recipe.types.right, p.b_values);
    p.task.a = a;
    p.has_values = true;
}

csr_ref b_transposed(product& p, bool with_values) {
    const bool is_free = p.choice.method == method::automatic;
    if (p.choice.method != method::dot && !(is_free && planner::weighing_dots_is_profitable(sizes(p)))) return {};
    const csr_ref made = p.task.b_transposed();
    // Kernels that look for the first k read no values; the type that they compute in is not that of B's values.
    const type_code type = p.recipe.types.right;
    const bool reads = with_values && p.recipe.values == product_values::summed && type != type_code::none;
    return reads ? with_values_of(p.e, made, type, p.b_transposed_values) : made.structure();
}

product_rows rows_of(const product& p, row_range r) {
    product_rows rows;
    rows.a = p.task.a;
    rows.b = p.task.b;
    if (!p.has_values || p.recipe.values != product_values::summed) {
        rows.a = rows.a.structure();
        rows.b = rows.b.structure();
    }
    rows.mask = p.task.mask;
    rows.first_row = r.first;
    rows.last_row = r.last;
    rows.flops = p.work.flops;
    rows.b_rows = p.work.b_rows.data();
    rows.in_order = p.in_order;
    const sum_and_most work = r.count() == p.task.a.nrows ? p.work.totals : totals(p.e, p.work.flops + r.first, r.count());
    rows.total_flops = work.sum;
    rows.max_flops = work.most;
    rows.min_flops = work.least;
    return rows;
}

csr_ref rows_from(const csr_ref& a, row_range r) {
    csr_ref part = a;
    part.nrows = r.count();
    part.offsets = a.offsets + r.first;
    return part;
}

}  // namespace graphblas_gpu::cuda::stages
