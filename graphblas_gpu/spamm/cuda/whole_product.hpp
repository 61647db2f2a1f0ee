// Products of which nothing is left out, by cuBLAS between dense arrays.
//
// Idea: a dense product of small matrices takes less time than norms, thresholds and lists alone, and a larger one less than
// lists of nearly all products. Whether that is so is asked before any kernel runs. The product itself is one call of cuBLAS:
// its factors are dense arrays that are kept with the matrices, and the blocks of C are made when they are asked for.
#pragma once

#include <graphblas_gpu/spamm/cuda/blocks.hpp>
#include <graphblas_gpu/spamm/formats/spamm_request.hpp>

namespace graphblas_gpu::cuda {

/// What is known of a factor before a kernel runs.
struct factor_facts {
    index nrows, ncols;
    block_type type;
    row_offset count;  ///< blocks
};

/// Whether multiply_whole() can compute the product, if cuBLAS is there: factors are multiplied in the type that they are
/// stored in, they have most of their blocks, and no blocks of C are to be dropped.
bool can_multiply_whole(const factor_facts& a, const factor_facts& b, const formats::spamm_request& request);
/// Whether it can, and is expected to take less time than lists, as far as sizes and the request tell.
bool whole_product_is_profitable(const std::shared_ptr<engine>& e, const factor_facts& a, const factor_facts& b,
                                 const formats::spamm_request& request);
/// The same after products were counted.
bool whole_product_is_profitable(const std::shared_ptr<engine>& e, const formats::spamm_request& request,
                                 const formats::spamm_facts& facts);
/// What there is to tell about such a product of matrices whose norms multiply to `norms`. Its error bound may be beyond that
/// of the request.
formats::spamm_facts facts_of_whole(const factor_facts& a, const factor_facts& b, double norms,
                                    const formats::spamm_request& request);
/// alpha A B by cuBLAS, and beta times `addend` if that is not null. Queued. A block of zeros times an infinity or a NaN is a
/// NaN, unlike in a product by lists.
dense_form multiply_whole(const dense_form& a, const dense_form& b, const blocks* addend,
                          const formats::spamm_request& request);

}  // namespace graphblas_gpu::cuda
