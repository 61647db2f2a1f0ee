// A product on host threads in parts of consecutive rows.
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/host/product/symbolic.hpp>
#include <graphblas_gpu/operations/host_product.hpp>
#include <graphblas_gpu/operations/product.hpp>

#include <algorithm>
#include <memory>
#include <utility>

namespace graphblas_gpu::host {

namespace {

/// Rows r of A as a matrix with all of A's rows, of which the others are empty, so that rows keep their numbers.
any_matrix only_rows(const formats::untyped_rows& a, const type_descriptor& type, index first, index last) {
    auto offsets = std::make_shared<buffer<row_offset>>(static_cast<std::size_t>(a.nrows) + 1);
    const row_offset before = a.offsets[first], end = a.offsets[last] - before;
    for (index i = 0; i <= a.nrows; ++i)
        (*offsets)[static_cast<std::size_t>(i)] = i < first ? 0 : i < last ? a.offsets[i] - before : end;
    formats::untyped_view rows = a;
    rows.offsets = offsets->data();
    rows.columns = a.columns + before;
    if (a.values != nullptr) rows.values = a.values + static_cast<std::size_t>(before) * a.value_bytes;
    return any_matrix::borrowed(rows, type, std::move(offsets));
}

}  // namespace

void multiply_in_batches(const context& ctx, const operations::product_call& call, std::int64_t bytes,
                         operations::batch_receiver consume) {
    require_loops(call.operation, *call.semiring.kernels);
    const formats::untyped_rows a =
        call.desc.transpose_a ? call.a->transposed_rows(ctx.team()) : formats::untyped_rows(call.a->rows());
    const product_operand b(ctx.team(), *call.b, call.desc.transpose_b, false, {});
    // A row has no more entries than multiplications.
    const buffer<std::int64_t> before = multiplications_before(ctx.team(), a, b.structure());
    const auto entry_bytes = static_cast<std::int64_t>(sizeof(column_index) + call.semiring.value->bytes);
    const std::int64_t entries = std::max<std::int64_t>(1, bytes / entry_bytes);
    report whole;
    whole.panels = 0;
    for (index first = 0; first < a.nrows || whole.panels == 0;) {
        const std::int64_t* const end =
            std::upper_bound(before.begin() + first, before.end(), before[static_cast<std::size_t>(first)] + entries);
        const index last = std::min(a.nrows, std::max<index>(first + 1, end - before.begin() - 1));
        operations::product_call part = call;
        const any_matrix rows = only_rows(a, call.a->type(), first, last);
        part.a = &rows;
        part.desc.transpose_a = false;
        auto made = std::make_shared<formats::untyped_csr>(std::move(multiply(ctx, part, nullptr).on_host));
        const report of_part = ctx.last_report();
        formats::untyped_view view = made->view();
        view.offsets += first;  // the rows before are empty
        view.nrows = last - first;
        whole.operation = of_part.operation;
        whole.engine = of_part.engine;
        whole.method = of_part.method;
        whole.reason = of_part.reason;
        whole.flops += of_part.flops;
        whole.nvals += of_part.nvals;
        whole.milliseconds += of_part.milliseconds;
        whole.estimated_bytes = std::max(whole.estimated_bytes, of_part.estimated_bytes);
        ++whole.panels;
        consume(any_matrix::borrowed(view, *call.semiring.value, std::move(made)), first);
        first = last;
    }
    whole.reason += "; in parts of rows, of which this is the last one's reason";
    ctx.set_report(std::move(whole));
}

}  // namespace graphblas_gpu::host
