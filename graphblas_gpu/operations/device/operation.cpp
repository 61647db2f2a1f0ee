// The mask of an operation on a device, the merge with C, and vxm_update on a device.
#include <graphblas_gpu/operations/device/operation.hpp>

#include <graphblas_gpu/cuda/structure/arrange.hpp>
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
    if (to.bytes == 0 || from == to || (!formats::is_struct(from.code) && !formats::is_struct(to.code))) return;
    throw unsupported(
        std::string(operation) +
        ": the CUDA engine does not cast between a struct and another type; it runs on the host, with context::host()");
}

namespace {

/// C<M, replace> = accum(C, T) by an accumulator that carries its source: Z = accum(C, T) is computed without a mask, and C
/// gets of it what the mask admits.
cuda::csr merged_by_source(const engine_ptr& e, const cuda::csr_ref& c, const cuda::csr_ref& t, const cuda::mask_ref& mask,
                           const accumulation& by, bool replace) {
    cuda::csr z = by.by_source(e, c, t, by.accum);
    return mask.present ? cuda::write_back(e, c, std::move(z), mask, std::nullopt, replace, false) : std::move(z);
}

}  // namespace

cuda::csr merged(const engine_ptr& e, const char* operation, index nvals_of_c,
                 formats::function_ref<std::shared_ptr<const cuda::csr>()> rows_of_c, cuda::csr&& t, const cuda::mask_ref& mask,
                 const accumulation& by, bool replace, bool t_is_masked) {
    const accumulation::codes codes = by.codes_for(operation);
    if (by.by_source != nullptr) {
        if (t.parts != nullptr) t = cuda::gathered(e, t);
        return merged_by_source(e, rows_of_c()->view(), t.view(), mask, by, replace);
    }
    const bool masks_nothing = !mask.present || t_is_masked;
    const bool stays = nvals_of_c > 0 && (codes.accum || (mask.present && !replace));  // of C
    if (t.parts != nullptr && (t.type != codes.type || !masks_nothing || stays)) t = cuda::gathered(e, t);
    // Nothing of C stays, so that C need not be sent to the device.
    if (masks_nothing && !stays) return cuda::recast(e, std::move(t), codes.type);
    const auto before = rows_of_c();
    return cuda::write_back(e, before->view(), std::move(t), mask, codes.accum, replace, t_is_masked);
}

updated_vector update_vector(const context& ctx, const host::vector_call& call, const any_mask& mask, const any_vector& w,
                             const accumulation& by, bool replace, type_code (*type_of_changed)(const char* operation),
                             bool fills_blanks) {
    if (!ctx.is_cuda()) return {};
    const engine_in_use e(ctx.cuda_engine(), call.operation);
    const type_code report_type = type_of_changed(call.operation);
    const accumulation::codes codes = by.codes_for(call.operation);
    const device_mask held(e, mask);
    cuda::csr t = product_with_vector(ctx, call, held.rows());
    const auto before = w.device_rows(e);

    updated_vector out{true, {}, {}};
    if (fills_blanks) {
        out.changed = cuda::recast(e, std::move(t), codes.type);
        out.w = cuda::write_back(e, before->view(), out.changed.view(), {}, cuda::binary_code::second, false, true);
    } else {
        out.w = by.by_source != nullptr
                    ? merged_by_source(e, before->view(), t.view(), held.rows(), by, replace)
                    : cuda::write_back(e, before->view(), t.view(), held.rows(), codes.accum, replace, true);
        out.changed = cuda::changes(e, before->view(), out.w.view(), t.view());
    }
    auto report = ctx.last_report();
    report.nvals = out.changed.nvals;
    out.changed = cuda::recast(e, std::move(out.changed), report_type);
    ctx.set_report(std::move(report));
    return out;
}

}  // namespace graphblas_gpu::device
