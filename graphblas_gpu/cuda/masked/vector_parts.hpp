// What products with one vector stand on: a vector laid out by position, a mask likewise, and rows as one sequence of look-ups.
#pragma once

#include <graphblas_gpu/cuda/masked/pairs.hpp>

#include <optional>

namespace graphblas_gpu::cuda::masked {

/// Which positions of a vector have an entry, a bit each.
array<std::uint32_t> laid_out_bits(const engine_ptr& e, const csr_ref& u);

/// The values of a vector by position; positions without an entry hold anything. Full vectors have no need of it.
memory laid_out_values(const engine_ptr& e, const csr_ref& u);

/// What is asked about a position: nothing, a bit, or an entry of a mask.
struct position_filter {
    const std::uint32_t* bits = nullptr;  ///< null: see list
    csr_ref list;                         ///< 1 x n; where bits are null and offsets are not, it is searched
    bool complement = false;
};

/// The same with what it stands on.
struct laid_filter {
    position_filter view;
    array<std::uint32_t> bits;
};

/// A mask for about `questions` questions: few are answered by searching, for many it is laid out.
laid_filter filter_for(const engine_ptr& e, const mask_ref& mask, std::int64_t questions);

/// Rows that are gone through one after the other: rows[n] for n below `pairs`, or row n where rows is null.
struct row_sequence {
    pair_view view;
    row_offset pairs = 0;
    array<std::int64_t> work;
};

/// Pulling: all rows, those that the mask lists, or those that it does not forbid (the others have no length). O(size), or
/// O(nvals of a mask that admits).
row_sequence rows_to_pull(const engine_ptr& e, const csr_ref& rows, const mask_ref& mask);
/// Pushing: the rows of the entries of u. O(nvals of u).
row_sequence rows_to_push(const engine_ptr& e, const csr_ref& rows, const csr_ref& u);

/// How many look-ups these are. Waits.
std::int64_t look_ups_to_push(const engine_ptr& e, const csr_ref& rows, const csr_ref& u);

/// Products of a vector where all are the same: how many meet at each output. Outputs are positions, or entries of a mask that
/// admits when pulling.
array<std::uint32_t> count_vector_products(const engine_ptr& e, const csr_ref& rows, const csr_ref& u, const mask_ref& mask,
                                           bool pull, index size);

/// Outputs as emit() takes them: entries of the mask, or all positions.
part outputs_of(const mask_ref& mask, bool pull, index size);

}  // namespace graphblas_gpu::cuda::masked
