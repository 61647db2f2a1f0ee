// The data structures of products with one vector: a dense vector and a dense mask (bits and values in arrays as long
// as the vector), and the rows to walk along as one sequence of look-ups.
#pragma once

#include <graphblas_gpu/cuda/dot/pairs.hpp>

namespace graphblas_gpu::cuda::masked {

/// A bit for each position of a vector: whether it has an entry.
array<std::uint32_t> dense_bits(const engine_ptr& e, const csr_ref& u);

/// The bits of a vector, and its values by position; positions without an entry are not initialised.
struct dense_operand {
    array<std::uint32_t> bits;
    memory values;
};
dense_operand dense_form(const engine_ptr& e, const csr_ref& u);

/// Whether a mask admits a position. The mask is given as bits, or as a sorted list that is searched, or admits all.
struct position_filter {
    const std::uint32_t* bits = nullptr;  ///< null: see `list`
    csr_ref list;                         ///< 1 x n; searched if `bits` is null; with null offsets all positions are admitted
    bool complement = false;
};

/// A filter with the memory that its view points to.
struct laid_filter {
    position_filter view;
    array<std::uint32_t> bits;
};

/// A filter that will be asked about `questions` times. For few questions the mask is searched; for many it is stored as
/// bits.
laid_filter filter_for(const engine_ptr& e, const mask_ref& mask, std::int64_t questions);

/// A sequence of rows to walk along: view.rows[n] for n below `pairs`, or row n if view.rows is null.
struct row_sequence {
    pair_view view;
    row_offset pairs = 0;
    array<std::int64_t> work;
};

/// The rows of a pull: without a mask all rows; under a mask that admits only its entries, the rows that it lists; under a
/// complemented mask all rows, of which those that it forbids count as empty. O(size), or O(nvals of the mask) if it admits
/// only its entries.
row_sequence rows_to_pull(const engine_ptr& e, const csr_ref& rows, const mask_ref& mask);
/// The rows of a push, one for each entry of u. O(nvals of u).
row_sequence rows_to_push(const engine_ptr& e, const csr_ref& rows, const csr_ref& u);

/// The number of look-ups of a push. Waits.
std::int64_t look_ups_to_push(const engine_ptr& e, const csr_ref& rows, const csr_ref& u);

/// Products with a vector that are all the same value: counts the products of each output. Outputs are positions; in a pull
/// under a mask that admits only its entries, they are the entries of the mask.
array<std::uint32_t> count_vector_products(const engine_ptr& e, const csr_ref& rows, const csr_ref& u, const mask_ref& mask,
                                           bool pull, index size);

/// The outputs in the form that emit() takes: the entries of the mask, or all positions.
part outputs_of(const mask_ref& mask, bool pull, index size);

}  // namespace graphblas_gpu::cuda::masked
