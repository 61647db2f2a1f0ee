// What products of matrices and products with vectors on host threads begin with: the loops of the semiring, and operands in the
// types that it reads.
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/host/product/product_loops.hpp>
#include <graphblas_gpu/operations/host_product.hpp>

#include <string>

namespace graphblas_gpu::host {

void require_loops(const char* operation, const product_loops& kernels) {
    if (kernels.hash != nullptr) return;
    throw unsupported(
        std::string(operation) +
        ": a semiring that is made from strings runs on the host only if it is one of the catalogue, such as min(x, y), "
        "INFINITY, x + y. Another one needs a CUDA device, with context::cuda() and NVRTC; or it is written as a struct, "
        "with <graphblas_gpu/own_semiring.hpp>, which runs on the host");
}

product_operand::product_operand(team& team, const any_matrix& m, bool transpose, bool with_values,
                                 const operations::value_conversion& conversion)
    : rows_(transpose ? m.transposed_rows(team) : m.rows()) {
    if (!with_values) {
        rows_.values = nullptr;
    } else if (conversion.is_needed()) {
        converted_ = conversion.converted(team, rows_);
        rows_.values = converted_.data();
    }
}

}  // namespace graphblas_gpu::host
