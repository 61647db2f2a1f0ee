// Products on host threads whose complemented mask is much longer than they are.
//
// Idea: a product under a complemented mask reads the rows of the mask. Where these are longer than the product, the product is
// computed without the mask, and its entries are looked up in the mask: by their bits if it is dense, else by searching.
#include <graphblas_gpu/host/elementwise/elementwise.hpp>
#include <graphblas_gpu/operations/host_product.hpp>
#include <graphblas_gpu/operations/product.hpp>
#include <graphblas_gpu/operations/write_back.hpp>

namespace graphblas_gpu::host {

using operations::any_output;
using operations::product_call;
using operations::result_rows;

bool forbids_much(team& team, const product_call& call) {
    constexpr index much = 4;
    const any_mask& mask = call.mask;
    if (mask.structure() == nullptr || !mask.complement || call.desc.method != method::automatic) return false;
    const index few = mask.matrix->nvals() / much;
    if (call.a->nvals() > few || (call.desc.transpose_a && !call.a->has_cached_transpose()) ||
        (call.desc.transpose_b && !call.b->has_cached_transpose()))
        return false;
    const shapes::shape shape =
        shapes::product(call.operation, call.a->shape(), call.desc.transpose_a, call.b->shape(), call.desc.transpose_b);
    shapes::check_same(call.operation, "mask", mask.matrix->shape(), shape);
    return count_multiplications(team, *call.a, *call.b, call.desc) <= few;
}

result_rows merged_into(team& team, const any_output& out, formats::untyped_csr&& product, bool is_masked,
                        base::function_ref<mask_rows()> rows_of_mask) {
    formats::untyped_csr t = out.values.converted(team, std::move(product));
    const bool c_is_dropped = !out.accumulates && (!is_masked || out.replace);
    if (c_is_dropped || out.matrix->nvals() == 0) return result_rows(std::move(t));
    return result_rows(
        write_back(team, out.matrix->rows(), std::move(t), rows_of_mask(), out.on_host(), out.replace, true, nullptr));
}

result_rows masked_afterwards(const context& ctx, const product_call& call, const any_output* out) {
    product_call without_mask = call;
    without_mask.mask = {};
    const result_rows all = multiply(ctx, without_mask, nullptr);
    const any_matrix& mask = *call.mask.matrix;
    formats::untyped_csr t = entries_not_at(ctx.team(), all.on_host.view(), mask.dense(),
                                            mask.dense().bits == nullptr ? mask.rows() : formats::untyped_view{});
    report r = ctx.last_report();
    r.nvals = t.nvals();
    r.reason += "; the mask is applied afterwards";
    ctx.set_report(std::move(r));
    if (out == nullptr) return result_rows(std::move(t));
    return merged_into(ctx.team(), *out, std::move(t), true, [&] { return mask_rows{mask.rows(), true, true}; });
}

}  // namespace graphblas_gpu::host
