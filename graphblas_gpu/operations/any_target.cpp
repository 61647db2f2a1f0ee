#include <graphblas_gpu/operations/any_target.hpp>

#include <graphblas_gpu/error.hpp>

#include <string>

namespace graphblas_gpu::operations {

any_target::any_target(const char* operation, any_matrix* c, any_vector* w, const any_mask& mask, const any_operator& accum,
                       const type_descriptor& added, bool replace)
    : added_(added), type_(c != nullptr ? c->type() : w->type()), accumulates_(accum.is_present()) {
    output_.matrix = c;
    output_.vector = w;
    output_.mask = mask;
    output_.values = conversion(operation, added, type_);
    output_.replace = replace;
    output_.on_device = {this, &any_target::codes, nullptr};
    output_.on_host.is_present = accumulates_;
    if (!accumulates_ || type_.bytes == 0) return;
    accum_ = accum.view();
    if (accum.is_on(type_)) {
        output_.on_host.function = accum_.on_host;
        if (accum_.on_device.by_source != nullptr) output_.on_device.by_source = &any_target::accumulated;
        return;
    }
    (void)conversion(operation, type_, accum.left_type());
    (void)conversion(operation, added, accum.right_type());
    (void)conversion(operation, accum.result_type(), type_);
    output_.cast_accumulator = &accum_;
    output_.added = &added;
}

void any_target::check_mask(const char* operation, const any_mask& mask, bool is_vector) {
    const bool is_other_kind = is_vector ? mask.matrix != nullptr : mask.vector != nullptr;
    if (is_other_kind)
        throw invalid_value(std::string(operation) + ": the mask of a " + (is_vector ? "vector" : "matrix") + " lies over a " +
                            (is_vector ? "matrix" : "vector"));
}

device::accumulation::codes any_target::codes(const char* operation, const void* target) {
    const any_target& out = *static_cast<const any_target*>(target);
    device::require_device_cast(operation, out.added_, out.type_);
    device::accumulation::codes made{device::code_of_moved_values(operation, out.type_), std::nullopt};
    if (!out.accumulates_ || out.output_.on_device.by_source != nullptr) return made;
    // Structure alone has no values to call an operator with, and still accumulates.
    made.accum = out.type_.bytes == 0 ? cuda::binary_code::first
                                      : out.accum_.on_device.find(operation, true, out.accum_.on_device.op).op;
    return made;
}

cuda::csr any_target::accumulated(const cuda::engine_ptr& e, const cuda::csr_ref& c, const cuda::csr_ref& t,
                                  const void* target) {
    const any_target& out = *static_cast<const any_target*>(target);
    cuda::memory keep;
    return out.accum_.on_device.by_source(e, c, cuda::with_values_of(e, t, out.type_.code, keep), false,
                                          out.accum_.on_device.op);
}

}  // namespace graphblas_gpu::operations
