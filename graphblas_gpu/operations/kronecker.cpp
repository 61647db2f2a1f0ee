// The Kronecker product. On a device its structure is made by one kernel, then its values like those of an intersection.
#include <graphblas_gpu/operations/kronecker.hpp>

#include <graphblas_gpu/cuda/structure/arrange.hpp>
#include <graphblas_gpu/host/arrange/kronecker_rows.hpp>
#include <graphblas_gpu/host/elementwise/cast_pairs.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>

namespace graphblas_gpu::operations {
namespace {

using device::engine_in_use;

/// The structure of the product with the values of one operand: entry p gets the value of the entry of `side` that it comes
/// from. Entries of structure alone stay without values.
cuda::csr_ref factors(const cuda::engine_ptr& e, const cuda::csr_ref& product, const cuda::csr_ref& side,
                      const cuda::array<row_offset>& positions, cuda::memory& keep) {
    cuda::csr_ref out = product;
    if (side.type == type_code::none) return out;
    keep = cuda::gathered(e, side.type, side.values, positions.data(), product.nvals);
    out.values = keep.data();
    out.type = side.type;
    return out;
}

cuda::csr product_on_device(const engine_in_use& e, const pair_operator& op, const any_matrix& a, const any_matrix& b,
                            const descriptor& desc, const cuda::mask_ref& mask) {
    const device::pair_operator& own = op.on_device;
    cuda::binary_function f;
    if (own.by_source == nullptr) f = own.find("kronecker", true, own.op);
    const auto left = a.device_rows(e, desc.transpose_a), right = b.device_rows(e, desc.transpose_b);
    cuda::kronecker_structure made = cuda::kronecker(e, left->view(), right->view(), mask);
    if (op.result->bytes == 0) return std::move(made.product);
    cuda::memory x, y;
    const cuda::csr_ref xs = factors(e, made.product.view(), left->view(), made.left, x);
    const cuda::csr_ref ys = factors(e, made.product.view(), right->view(), made.right, y);
    if (own.by_source != nullptr) return own.by_source(e, xs, ys, true, own.op);
    return cuda::intersection_of(e, xs, ys, f);
}

}  // namespace

void kronecker(const context& ctx, const kronecker_functions& functions, const any_matrix& a, const any_matrix& b,
               const descriptor& desc, const any_output& out) {
    const pair_operator& op = functions.pairs;
    on_engine(ctx, "kronecker", sizes_of(a, b), [&](const context& call_ctx) {
        out.check_shape("kronecker", shapes::kronecker(a.shape().transposed_if(desc.transpose_a), a.nvals(),
                                                       b.shape().transposed_if(desc.transpose_b), b.nvals()));
        if (call_ctx.is_cuda()) {
            const engine_in_use e(call_ctx.cuda_engine(), "kronecker");
            const device::device_mask held(e, out.mask);
            store(call_ctx, "kronecker", out, result_rows(product_on_device(e, op, a, b, desc, held.rows())));
            return;
        }
        host::team& team = call_ctx.team();
        const formats::untyped_rows left = host::rows_of(team, a, desc.transpose_a),
                                    right = host::rows_of(team, b, desc.transpose_b);
        const host::cast_pairs with_casts(op.on_host, cast_between(a.type(), *op.left), cast_between(b.type(), *op.right), {});
        const host::host_mask held(team, out.mask);
        formats::untyped_csr t =
            host::kronecker(team, left, right, op.result->bytes,
                            {left.values, right.values, with_casts.function(), functions.rows}, held.rows());
        store(call_ctx, "kronecker", out, result_rows(std::move(t)));
    });
}

}  // namespace graphblas_gpu::operations
