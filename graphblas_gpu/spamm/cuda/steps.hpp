// The steps of an approximate product, for one device and for each of several.
#pragma once

#include <graphblas_gpu/spamm/cuda/plan.hpp>
#include <graphblas_gpu/spamm/cuda/spamm.hpp>

#include <optional>

namespace graphblas_gpu::cuda::block_product {

/// The precision of the only level, or of the most exact one.
spamm_precision last_precision(const formats::spamm_request& request);
/// The type of the factors that a precision multiplies.
block_type factor_type(spamm_precision precision);
bool runs_on_warpgroups(const engine_ptr& e, const formats::spamm_request& request, spamm_precision precision);

/// The largest finite norms of the blocks of A and of B, by which factors are scaled for a smaller range.
struct largest_norms {
    double a = 0, b = 0;
};
/// Finds them if a level of the request needs them, and completes those levels. Waits if so.
largest_norms complete_levels(const engine_ptr& e, const operand& a, const operand& b, formats::spamm_request& request);

/// What decides which products are computed.
struct limits {
    std::array<thresholds, 3> from;
    array<double> rounding;  ///< under an error bound: what rounding the factors of the last level may change
};
limits limits_for(const engine_ptr& e, const norm_maps& norms, const formats::spamm_request& request);

/// The lists, and C without its values. `addend` is what beta times is added to the product, if there is such a matrix. Waits.
planned_block planned(const engine_ptr& e, const operand& a, const operand& b, const std::optional<operand>& addend,
                      const norm_maps& norms, const limits& limits, const formats::spamm_request& request);
/// The values of C and its norms; `dropped` gets a bound of what is dropped of C.
blocks multiplied(const engine_ptr& e, const operand& a, const operand& b, const std::optional<operand>& addend,
                  const norm_maps& norms, const limits& limits, const formats::spamm_request& request,
                  const largest_norms& largest, planned_block&& plan, double& dropped);
/// Completes the facts of a product as a whole.
void describe(const formats::spamm_request& request, formats::spamm_facts& facts);

}  // namespace graphblas_gpu::cuda::block_product
