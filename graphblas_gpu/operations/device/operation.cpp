// The mask of an operation on a device, the merge with C, and vxm_update on a device.
#include <graphblas_gpu/operations/device/operation.hpp>

#include <graphblas_gpu/cuda/structure/arrange.hpp>
#include <graphblas_gpu/operations/device/sort.hpp>
#include <graphblas_gpu/operations/vector_run.hpp>

namespace graphblas_gpu::device {

type_code code_of_moved_values(const char* operation, const type_descriptor& type) {
    if (type.fits_on_device()) return type.code;
    throw unsupported(
        std::string(operation) +
        ": the CUDA engine moves the built-in value types, and structs of 1, 2, 4, 8 or 16 bytes that can be copied byte by "
        "byte; this one stays on the host, with context::host()");
}

void require_device_cast(const char* operation, const type_descriptor& from, const type_descriptor& to) {
    if (to.bytes == 0 || from == to || (!base::is_struct(from.code) && !base::is_struct(to.code))) return;
    throw unsupported(
        std::string(operation) +
        ": the CUDA engine does not cast between a struct and another type; it runs on the host, with context::host()");
}

cuda::array<row_offset> refuse_order(const engine_ptr&, const cuda::csr_ref&, const void*) {
    throw unsupported(
        "sort: the CUDA engine sorts numbers by lt and gt, and values by an order that carries its source; another order runs on "
        "the host, with context::host()");
}

cuda::csr accumulated(const engine_ptr& e, const cuda::csr_ref& c, const cuda::csr_ref& t, const accumulation& accum) {
    cuda::memory keep;
    return accum.by_source->by_source(e, c, cuda::with_values_of(e, t, accum.type, keep), false, accum.by_source->op);
}

namespace {

/// C<M, replace> = accum(C, T) by an accumulator that carries its source: Z = accum(C, T) is computed without a mask, and C
/// gets of it what the mask admits.
cuda::csr merged_by_source(const engine_ptr& e, const cuda::csr_ref& c, const cuda::csr_ref& t, const cuda::mask_ref& mask,
                           const accumulation& accum, bool replace) {
    cuda::csr z = accumulated(e, c, t, accum);
    return mask.present ? cuda::write_back(e, c, std::move(z), mask, std::nullopt, replace, false) : std::move(z);
}

}  // namespace

cuda::csr merge_entries(const engine_ptr& e, index nvals_of_c, base::function_ref<std::shared_ptr<const cuda::csr>()> rows_of_c,
                        cuda::csr&& t, const cuda::mask_ref& mask, const accumulation& accum, bool replace, bool t_is_masked) {
    if (accum.by_source != nullptr) {
        if (t.parts != nullptr) t = cuda::gathered(e, t);
        return merged_by_source(e, rows_of_c()->view(), t.view(), mask, accum, replace);
    }
    const bool masks_nothing = !mask.present || t_is_masked;
    const bool stays = nvals_of_c > 0 && (accum.code || (mask.present && !replace));  // of C
    if (t.parts != nullptr && (t.type != accum.type || !masks_nothing || stays)) t = cuda::gathered(e, t);
    // Nothing of C stays, so that C need not be sent to the device.
    if (masks_nothing && !stays) return cuda::recast(e, std::move(t), accum.type);
    const auto before = rows_of_c();
    return cuda::write_back(e, before->view(), std::move(t), mask, accum.code, replace, t_is_masked);
}

updated_vector update_vector(const context& ctx, const host::vector_call& call, const operations::any_output& output,
                             const type_descriptor& type_of_changed, bool fills_blanks) {
    const engine_in_use e(ctx.cuda_engine(), call.operation);
    const type_code report_type = code_of_moved_values(call.operation, type_of_changed);
    require_device_cast(call.operation, output.vector->type(), type_of_changed);
    const accumulation accum = output.on_device(call.operation);
    const device_mask held(e, output.mask);
    cuda::csr t = product_with_vector(ctx, call, held.rows());
    const auto before = output.vector->device_rows(e);

    updated_vector out;
    if (fills_blanks) {
        out.changed = cuda::recast(e, std::move(t), accum.type);
        out.w = cuda::write_back(e, before->view(), out.changed.view(), {}, cuda::binary_code::second, false, true);
    } else {
        out.w = accum.by_source != nullptr
                    ? merged_by_source(e, before->view(), t.view(), held.rows(), accum, output.replace)
                    : cuda::write_back(e, before->view(), t.view(), held.rows(), accum.code, output.replace, true);
        out.changed = cuda::changes(e, before->view(), out.w.view(), t.view());
    }
    auto report = ctx.last_report();
    report.nvals = out.changed.nvals;
    out.changed = cuda::recast(e, std::move(out.changed), report_type);
    ctx.set_report(std::move(report));
    return out;
}

}  // namespace graphblas_gpu::device
