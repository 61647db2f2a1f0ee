// Operands, masks and the last step of operations on a device; operations/operand.hpp and operation.hpp do the same on the
// host.
#pragma once

#include <memory>
#include <optional>

#include <graphblas_gpu/base/function_ref.hpp>
#include <graphblas_gpu/cuda/elementwise/combine.hpp>
#include <graphblas_gpu/cuda/elementwise/function_codes.hpp>
#include <graphblas_gpu/cuda/elementwise/select.hpp>
#include <graphblas_gpu/cuda/elementwise/values.hpp>
#include <graphblas_gpu/cuda/structure/transpose.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/operations/device/checks.hpp>
#include <graphblas_gpu/operations/device/sourced.hpp>
#include <graphblas_gpu/operations/structural_mask.hpp>

namespace graphblas_gpu::device {

struct pair_operator;

/// How C accumulates.
struct accumulation {
    type_code type = type_code::none;          ///< of the values of C
    std::optional<cuda::binary_code> code;     ///< none: no accumulator, or one that carries its source
    const pair_operator* by_source = nullptr;  ///< an accumulator that carries its source
};

/// accum(c, t) on the union of both by an accumulator that carries its source.
cuda::csr accumulated(const engine_ptr& e, const cuda::csr_ref& c, const cuda::csr_ref& t, const accumulation& accum);

/// C<M, replace> = accum(C, T) as the new content of C, while the engine is in use. C has `nvals_of_c` entries; rows_of_c()
/// gives them, and is called only if they are needed. `t_is_masked`: T has no entry outside the mask.
cuda::csr merge_entries(const engine_ptr& e, index nvals_of_c, base::function_ref<std::shared_ptr<const cuda::csr>()> rows_of_c,
                        cuda::csr&& t, const cuda::mask_ref& mask, const accumulation& accum, bool replace, bool t_is_masked);

}  // namespace graphblas_gpu::device
