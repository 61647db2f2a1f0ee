// spamm(): approximate products of matrices whose entries decay, by leaving out products of tiles with small norms.
//
// Idea: C is the sum of the products A_ik B_kj of tiles. ||A_ik B_kj|| is at most ||A_ik|| ||B_kj||, so that products whose
// norms multiply to little can be left out, and what they would have added is bounded by the sum of these numbers. Source:
// SpAMM (Challacombe and Bock, 2010); cuSpAMM (Liu et al.), whose variant for CUDA can be named. docs/spamm.md.
#pragma once

#include <graphblas_gpu/spamm/block_matrix.hpp>
#include <graphblas_gpu/spamm/operations/spamm.hpp>

namespace graphblas_gpu {

/// The product and how it was computed: `auto [c, report] = gb::spamm(ctx, a, b, {.error = 1e-6});`
template <block_value T>
struct spamm_result {
    block_matrix<T> product;
    spamm_report report;
};

/// C = A B, without the products of tiles that the options leave out. A is m x k, B k x n, C m x n; sums and values of C are
/// double for double, else float. ||C - A B||_F <= report.error_bound + report.sum_rounding_bound holds whatever the options,
/// as long as values are finite and neither they, rounded to the precision, nor products and sums leave its range of normal
/// numbers. A product of tiles of which one has an infinity or a NaN is always computed, unless the other one is zero.
///
/// Precisions: fp64 needs values in double; float16 values have fp16 only, bfloat16 values bf16 only; double and float have the
/// others. The host engine rounds factors as the device does. On a device a product of small matrices, or one with few products
/// left out, is computed dense by cuBLAS where that is expected to be faster (report.method, report.reason): all products are
/// computed then, and C has all blocks.
///
/// Throws dimension_mismatch if the inner dimensions differ; invalid_value unless exactly one of tau, valid_ratio and error is
/// given and in its range, for a tile that is none of 0, 32, 64, 128, and if the precision that is named rounds factors by more
/// than the error that is allowed; unsupported for a precision that the values do not have, variant cuspamm on the host or with
/// other options than a tau or valid ratio in fp32 or fp16, tiles of 32 on a device, and more than 2^28 positions of blocks;
/// out_of_memory.
///
/// Cost: O(positions of tiles of C * k / 32) for the lists, and 64 tile^2 operations for each product of tiles that is
/// computed.
template <block_value T>
spamm_result<formats::dense_value<T>> spamm(const context& ctx, const block_matrix<T>& a, const block_matrix<T>& b,
                                            const spamm_options& options) {
    operations::spamm_made made = operations::spamm(ctx, a.storage(), b.storage(), options);
    return {block_matrix<formats::dense_value<T>>::from_storage(std::move(made.product)), std::move(made.report)};
}

/// alpha A B + beta C, which is m x n. As in BLAS, A and B are not read if alpha is 0, nor C if beta is 0: then nothing of an
/// infinity or a NaN in it gets into the result. `error`, `drop_below` and the bounds of the report are about the result: what
/// is left out of A B counts |alpha| times. tau is about A B: products of tiles are chosen as in spamm(ctx, a, b, options).
///
/// The result has blocks where A B has them, and in all tiles in which C has one. Throws as spamm(ctx, a, b, options);
/// dimension_mismatch too if C is not m x n, and invalid_value if alpha or beta is not finite. Cost: a copy of C, besides that
/// of A B.
template <block_value T>
spamm_result<formats::dense_value<T>> spamm(const context& ctx, formats::dense_value<T> alpha, const block_matrix<T>& a,
                                            const block_matrix<T>& b, formats::dense_value<T> beta,
                                            const block_matrix<formats::dense_value<T>>& c, const spamm_options& options) {
    operations::spamm_made made = operations::spamm(ctx, a.storage(), b.storage(), options, {alpha, beta, &c.storage()});
    return {block_matrix<formats::dense_value<T>>::from_storage(std::move(made.product)), std::move(made.report)};
}

/// The names of the options' values, as the tool has them: "automatic", "fp64", "cuspamm", ... from_string throws invalid_value
/// with the known names.
/// @{
const char* to_string(spamm_precision p) noexcept;
const char* to_string(spamm_variant v) noexcept;
spamm_precision spamm_precision_from_string(std::string_view name);
spamm_variant spamm_variant_from_string(std::string_view name);
/// @}

}  // namespace graphblas_gpu
