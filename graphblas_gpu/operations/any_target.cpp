#include <graphblas_gpu/operations/any_target.hpp>

#include <graphblas_gpu/error.hpp>

#include <string>

namespace graphblas_gpu::operations {

any_target::any_target(const char* operation, any_matrix* c, any_vector* w, const any_mask& mask, const any_operator& accum,
                       const type_descriptor& added, bool replace) {
    const type_descriptor& type = c != nullptr ? c->type() : w->type();
    output_.matrix = c;
    output_.vector = w;
    output_.mask = mask;
    output_.added = &added;
    output_.values = conversion(operation, added, type);
    output_.replace = replace;
    output_.accumulates = accum.is_present();
    if (!output_.accumulates || type.bytes == 0) return;
    output_.accum = accum.view();
    output_.casts_accumulator = !accum.is_on(type);
    (void)conversion(operation, type, accum.left_type());
    (void)conversion(operation, added, accum.right_type());
    (void)conversion(operation, accum.result_type(), type);
}

void any_target::check_mask(const char* operation, const any_mask& mask, bool is_vector) {
    const bool is_other_kind = is_vector ? mask.matrix != nullptr : mask.vector != nullptr;
    if (is_other_kind)
        throw invalid_value(std::string(operation) + ": the mask of a " + (is_vector ? "vector" : "matrix") + " lies over a " +
                            (is_vector ? "matrix" : "vector"));
}

}  // namespace graphblas_gpu::operations
