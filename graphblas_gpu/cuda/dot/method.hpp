// What products under an admitting mask and products with a vector compute with a semiring K (shared/kernel_semiring.cuh):
// declarations without a kernel.
#pragma once

#include <optional>

#include <graphblas_gpu/cuda/dot/pairs.hpp>
#include <graphblas_gpu/cuda/dot/strategy.hpp>

namespace graphblas_gpu::cuda {

/// C = A (+).(x) B under in.mask, which admits only its entries: dot/masked_product.cuh. Row i of the mask is row i -
/// in.first_row of C. B' is used if it is available (its offsets are not null). `strategy` is read and written, see
/// dot/strategy.hpp. The order of floating-point sums differs from run to run. Temporary
/// memory: a sum and a flag for each entry of the mask, and at most 40 bytes for each entry of a part. Throws unsupported for
/// dot without B'; out_of_memory.
template <class K>
csr masked_product(const engine_ptr& e, const K& k, const product_rows& in, const csr_ref& b_transposed, method& strategy);

namespace masked {

/// Adds the products of a part to the sums of its entries.
template <class K>
void add_part(const engine_ptr& e, const K& k, const part& p, const product_rows& in, const csr_ref& b_transposed,
              method& strategy, typename K::accumulator* sums, std::uint8_t* is_hit);

}  // namespace masked

/// The sum, under the semiring's own monoid, of all entries of A (+).(x) B under in.mask, which admits only its entries;
/// nothing if there is no entry (dot/fold.cuh). Arguments and errors as for masked_product. No memory is allocated for the
/// entries of the mask if products are counted or dot products taken. Waits.
template <class K>
std::optional<typename K::value> fold_masked(const engine_ptr& e, const K& k, const product_rows& in,
                                             const csr_ref& b_transposed, method& strategy);

/// u' A if `from_left` (the vector is the left factor), else A u, as one row of `size` columns: dot/vector_product.cuh.
///
/// In a pull, `rows` has a row for every output, with the positions of u that reach it. In a push, it has a row for every
/// position of u, with the outputs that it reaches. `u` is 1 x n, and the mask is 1 x size, complemented or not.
/// `first_suffices`: the first term in the order of positions is the sum (any, or the smallest position), so that a pull may
/// stop there. The order of floating-point sums differs from run to run. A push takes O(size + look-ups), a pull O(rows
/// admitted + look-ups + n). Waits for the number of entries.
template <class K>
csr vector_product(const engine_ptr& e, const K& k, const csr_ref& rows, const csr_ref& u, bool from_left, const mask_ref& mask,
                   bool pull, index size, bool first_suffices = false);

}  // namespace graphblas_gpu::cuda
