// Approximate products of block matrices on a device.
#pragma once

#include <graphblas_gpu/spamm/cuda/blocks.hpp>
#include <graphblas_gpu/spamm/formats/spamm_request.hpp>

namespace graphblas_gpu::cuda {

struct spamm_answer {
    blocks product;
    formats::spamm_facts facts;
    bool wants_whole = false;  ///< there is no product: so many products are not left out that whole_product.hpp is faster
};

/// The product that is asked for, times alpha, and beta times `addend` if that is not null; spamm/operations/spamm.hpp has
/// checked the request. Waits for the device once for the sizes of the lists, and once more where blocks are dropped.
/// `may_be_whole`: the answer may be that all products are to be computed in another way. Throws invalid_value as the host's
/// plan does, unsupported, out_of_memory.
spamm_answer spamm(const std::shared_ptr<engine>& e, const blocks& a, const blocks& b, const blocks* addend,
                   const formats::spamm_request& request, bool may_be_whole = false);

}  // namespace graphblas_gpu::cuda
