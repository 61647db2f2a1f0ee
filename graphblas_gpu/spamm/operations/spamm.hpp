// Approximate products of block matrices on whichever engine a context has. Compiled once: types of values are codes.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/spamm/block_storage.hpp>
#include <graphblas_gpu/spamm/formats/spamm_request.hpp>

#include <optional>
#include <string>

namespace graphblas_gpu {

/// Options of spamm(). Exactly one of tau, valid_ratio and error must be given, except with variant `dense`, which takes none.
struct spamm_options {
    /// Products of tiles are computed whose norms multiply to at least this; >= 0.
    std::optional<double> tau = std::nullopt;
    /// The share of all products of tiles that is computed, 0 .. 1: those with the largest products of norms (and all that are
    /// equal to the smallest of them).
    std::optional<double> valid_ratio = std::nullopt;
    /// The Frobenius norm of the error may be at most this; > 0. What is left out, and the rounding of factors, is bounded by
    /// it.
    std::optional<double> error = std::nullopt;
    spamm_precision precision = spamm_precision::automatic;
    /// Blocks of C with a smaller Frobenius norm are not stored; their norms are added to the error bound. >= 0.
    double drop_below = 0;
    /// The side of the tiles of C that are tested: 32, 64 or 128; 0 chooses by the size of C. The CUDA engine has 32 only in
    /// variant cuspamm.
    int tile = 0;
    spamm_variant variant = spamm_variant::automatic;
    /// How tau is found for a valid ratio.
    tau_search search = tau_search::exact;
};

/// How a product of spamm() was computed.
struct spamm_report {
    std::string engine;     ///< "host" or "cuda"
    std::string method;     ///< "spamm", "cuspamm", "dense" (all products) or "cublas" (all products, by that library)
    std::string reason;     ///< why
    std::string precision;  ///< such as "fp32", or "tf32 + fp32" where two were used
    double tau = 0;         ///< the least product of norms that was computed; 0 where each tile of C has a threshold of its own
    int tile = 0;           ///< rows and columns of the tiles of C; k goes in slabs of 32
    std::int64_t products = 0;      ///< products of tiles that were computed
    std::int64_t all_products = 0;  ///< of a dense product
    double valid_ratio = 0;         ///< products / all_products
    std::int64_t flops = 0;         ///< 2 * 32 * tile * tile a product of tiles
    bool were_counted = true;       ///< products were counted by norms; not where cuBLAS was chosen by sizes alone
    /// ||C - A B||_F is at most this (products that were left out, rounding of factors, blocks that were dropped) ... The same
    /// holds of alpha A B + beta C.
    double error_bound = 0;
    /// ... and this, a worst case of the rounding of sums. It is far larger than what is seen.
    double sum_rounding_bound = 0;
    double milliseconds = 0;  ///< of the whole call
    int devices = 1;          ///< CUDA engine: that worked
    std::int64_t bytes_between_devices = 0;  ///< CUDA engine: copied from one device to another
};

namespace operations {

struct spamm_made {
    block_storage product;
    spamm_report report;
};
/// What is made of A B: alpha A B + beta C. C is looked at only for its sides if beta is 0.
struct spamm_sum {
    double alpha = 1;
    double beta = 0;
    const block_storage* c = nullptr;  ///< null if there is none
};
spamm_made spamm(const context& ctx, const block_storage& a, const block_storage& b, const spamm_options& options,
                 const spamm_sum& sum = {});

}  // namespace operations
}  // namespace graphblas_gpu
