// The reduction of a product to one value.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/formats/shared_function.hpp>
#include <graphblas_gpu/formats/type_code.hpp>

namespace graphblas_gpu::cuda {

/// How the values of a product are reduced to one.
struct product_fold {
    bool is_own = false;      ///< whether the values are reduced by the semiring's own monoid
    bool keeps_any = false;   ///< whether any value will do, so that the first one is taken
    /// The sum of n > 0 values on the device.
    formats::shared_function<formats::scalar_value(const engine_ptr&, const void*, std::int64_t)> sum;
    formats::shared_function<formats::scalar_value(const formats::scalar_value&, const formats::scalar_value&)> add;
};

}  // namespace graphblas_gpu::cuda
