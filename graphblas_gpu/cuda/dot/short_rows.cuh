// Products under a mask that admits only its entries, for rows with few products: a thread makes a row.
//
// Idea: to plan a push and to lay rows out in shared memory takes longer than to merge short rows. So a thread goes through the
// rows of B that its row of A names, one after the other, and through its row of the mask beside each of them. It adds in
// ascending k and without atomics, so that sums are the host's to the bit. The entries of the mask of a block's rows lie side
// by side: their columns and sums are in shared memory if they fit, and are read and written by all threads together. Source: a
// sum for every entry of the mask is the accumulator MCA of Milakovic et al. (masked_product.cuh).
#pragma once

#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/dot/cost.hpp>
#include <graphblas_gpu/cuda/dot/parts.hpp>
#include <graphblas_gpu/cuda/shared/in_order.cuh>
#include <graphblas_gpu/cuda/shared/kernel_semiring.cuh>

namespace graphblas_gpu::cuda::masked {

/// What a thread adds up: products of a semiring.
template <class K>
struct sums_of_products {
    using word = typename K::accumulator;
    static constexpr bool has_flags = true;

    K k;
    const typename K::left* a;
    const typename K::right* b;

    __device__ word empty() const { return k.empty(); }
    __device__ word sum(word before, row_offset p, row_offset q, index i, column_index inner, column_index j) const {
        const auto x = k.product(value_at<K::reads_left>(a, p), value_at<K::reads_right>(b, q), i, static_cast<index>(inner),
                                 static_cast<index>(j));
        return sum_in_order(k, before, x);
    }
};

/// What a thread adds up if all products are the same value: their number.
struct numbers_of_products {
    using word = std::uint32_t;
    static constexpr bool has_flags = false;

    __device__ word empty() const { return 0; }
    __device__ word sum(word before, row_offset, row_offset, index, column_index, column_index) const { return before + 1; }
};

/// Writes the sums of the entries of the mask in rows in.first_row .. in.last_row - 1, and whether they have a product. Entry
/// `base` of the mask has the first sum.
template <class Sums>
__global__ void __launch_bounds__(policy::short_row_threads)
    push_short_rows(Sums add, product_rows in, row_offset base, typename Sums::word* sums, std::uint8_t* is_hit) {
    using word = typename Sums::word;
    constexpr unsigned room = policy::short_row_threads * policy::short_row_room;
    __shared__ word block_sums[room];
    __shared__ column_index block_columns[room];
    __shared__ std::uint8_t block_hits[Sums::has_flags ? room : 1];

    const csr_ref &mask = in.mask.rows, &b = in.b;
    const index first_row = in.first_row + static_cast<index>(blockIdx.x) * policy::short_row_threads;
    const index end_row =
        first_row + policy::short_row_threads < in.last_row ? first_row + policy::short_row_threads : in.last_row;
    const row_offset first = mask.offsets[first_row], entries = mask.offsets[end_row] - first;
    const bool fits = entries <= room;
    // The entries of the block count from `first`.
    word* const own_sums = fits ? block_sums : sums + (first - base);
    std::uint8_t* const own_hits = fits || !Sums::has_flags ? block_hits : is_hit + (first - base);
    const column_index* const columns = fits ? block_columns : mask.columns + first;
    for (row_offset m = threadIdx.x; m < entries; m += policy::short_row_threads) {
        own_sums[m] = add.empty();
        if constexpr (Sums::has_flags) own_hits[m] = 0;
        if (fits) block_columns[m] = mask.columns[first + m];
    }
    __syncthreads();

    const index i = first_row + threadIdx.x;
    if (i < end_row) {
        const row_offset begin = mask.offsets[i] - first, end = mask.offsets[i + 1] - first;
        const bool is_short = end - begin <= policy::walked_mask_row;
        const row_offset end_of_a = begin < end ? in.a.offsets[i + 1] : 0;
        for (row_offset p = begin < end ? in.a.offsets[i] : 0; p < end_of_a; ++p) {
            const column_index inner = in.a.columns[p];
            const row_offset end_of_b = b.offsets[inner + index{1}];
            row_offset m = begin;
            for (row_offset q = b.offsets[inner]; q < end_of_b && m < end; q += policy::entries_at_once) {
                column_index read[policy::entries_at_once];
#pragma unroll
                for (int u = 0; u < policy::entries_at_once; ++u) {
                    if (q + u < end_of_b) read[u] = b.columns[q + u];
                }
#pragma unroll
                for (int u = 0; u < policy::entries_at_once; ++u) {
                    if (q + u >= end_of_b || m == end) break;
                    const column_index j = read[u];
                    if (is_short) {
                        while (m < end && columns[m] < j) ++m;
                    } else {
                        m = lower_bound(columns, m, end, j);
                    }
                    if (m == end || columns[m] != j) continue;
                    own_sums[m] = add.sum(own_sums[m], p, q + u, i, inner, j);
                    if constexpr (Sums::has_flags) own_hits[m] = 1;
                }
            }
        }
    }
    if (!fits) return;
    __syncthreads();
    for (row_offset m = threadIdx.x; m < entries; m += policy::short_row_threads) {
        sums[first - base + m] = block_sums[m];
        if constexpr (Sums::has_flags) is_hit[first - base + m] = block_hits[m];
    }
}

/// Launches push_short_rows for all rows.
template <class Sums>
void run_short_rows(const engine_ptr& e, const Sums& add, const product_rows& in, row_offset base, typename Sums::word* sums,
                    std::uint8_t* is_hit) {
    const auto blocks = static_cast<unsigned>((in.count() + policy::short_row_threads - 1) / policy::short_row_threads);
    if (blocks > 0)
        simt::launch(e->stream(), blocks, policy::short_row_threads, 0, push_short_rows<Sums>, add, in, base, sums, is_hit);
}

}  // namespace graphblas_gpu::cuda::masked
