// The values of a product in bitmap tiles whose structure is known, over any semiring.
//
// Idea: if tiles are well filled, a warp has a tile of C, two entries a lane. Each lane takes one tile of A's row, and searches
// C's column in the row of B that this tile names, so that the pairs come in the order of k; those whose bitmaps have no
// product are dropped. The values of each pair are laid out in shared memory. If tiles are nearly empty, entries of A are
// multiplied by rows of tiles of B: by a warp for a segment of C's tiles (segment_values.cuh), or, where A's row is long, by a
// block for a window of them (window_values.cuh). No sum is atomic, so the kernels serve every semiring. Sums are added in
// ascending k, and are the same in every run.
// Source: one output element a thread, bmSPARSE (Zhang, Gruenwald); dropping pairs by their bits, tSparse (Zachariadis et al.).
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/method.hpp>
#include <graphblas_gpu/cuda/device/simt.cuh>

#include <graphblas_gpu/cuda/bitmap_tile/rules.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/segment_values.cuh>
#include <graphblas_gpu/cuda/bitmap_tile/window_values.cuh>
#include <graphblas_gpu/cuda/device/streams.hpp>
#include <graphblas_gpu/cuda/primitives/find_entry.cuh>

namespace graphblas_gpu::cuda {

namespace bitmap_tile {

/// The values of a pair of tiles at the positions of their entries. Rows of A have a stride of nine, so that lanes use
/// different banks.
template <class K>
struct dense_pair {
    typename K::left a[side * (side + 1)];
    typename K::right b[tile_positions];
};

template <class K>
__device__ void write_dense(const task<K>& in, const tile_bits& a_bits, row_offset a, const tile_bits& b_bits, row_offset b,
                            dense_pair<K>& to) {
#pragma unroll
    for (unsigned half = 0; half < 2; ++half) {
        const unsigned position = half * simt::warp_size + simt::lane_id();
        if ((a_bits >> position & 1) != 0) to.a[position + position / side] = in.left(a + formats::tile_rank(a_bits, position));
        if ((b_bits >> position & 1) != 0) to.b[position] = in.right(b + formats::tile_rank(b_bits, position));
    }
}

/// Computes one tile of C: lane l has positions 2 l and 2 l + 1. All lanes call.
template <class K>
__device__ void sum_tile(const task<K>& in, index row, row_offset tile, dense_pair<K>& shared) {
    const unsigned first = 2 * simt::lane_id(), r = first / side;
    const tile_bits c_bits = in.c.bitmaps[tile];
    const column_index column = in.c.tiles.columns[tile];
    typename K::accumulator sums[2] = {in.k.empty(), in.k.empty()};
    const row_offset end = in.a.tiles.offsets[row + 1];
    for (row_offset base = in.a.tiles.offsets[row]; base < end; base += simt::warp_size) {
        const row_offset a_tile = base + simt::lane_id();
        column_index k = 0;
        row_offset b_tile = -1, a_values = 0, b_values = 0;
        if (a_tile < end) {
            k = in.a.tiles.columns[a_tile];
            b_tile = find_entry(in.b.tiles, k, column);
            if (b_tile >= 0 && !formats::tiles_have_products(in.a.bitmaps[a_tile], in.b.bitmaps[b_tile])) b_tile = -1;
        }
        if (b_tile >= 0) {
            a_values = in.a.bases[row] + in.a.starts[a_tile];
            b_values = in.b.bases[k] + in.b.starts[b_tile];
        }
        for (unsigned left = __ballot_sync(simt::full_warp, b_tile >= 0); left != 0; left &= left - 1) {
            const unsigned from = simt::lowest_bit(left);
            const tile_bits a_bits = in.a.bitmaps[__shfl_sync(simt::full_warp, a_tile, from)];
            const tile_bits b_bits = in.b.bitmaps[__shfl_sync(simt::full_warp, b_tile, from)];
            __syncwarp();
            const row_offset a_first = __shfl_sync(simt::full_warp, a_values, from);
            const row_offset b_first = __shfl_sync(simt::full_warp, b_values, from);
            write_dense(in, a_bits, a_first, b_bits, b_first, shared);
            const index k_of_pair = static_cast<index>(__shfl_sync(simt::full_warp, k, from)) * side;
            __syncwarp();
            const unsigned a_row = formats::tile_row(a_bits, r);
#pragma unroll
            for (unsigned n = 0; n < 2; ++n) {
                const unsigned c = first % side + n;
                const unsigned common = (c_bits >> (first + n) & 1) != 0 ? a_row & tile_column(b_bits, c) : 0;
                for (unsigned x = 0; x < side; ++x) {
                    if ((common >> x & 1) == 0) continue;
                    const auto product = in.k.product(shared.a[r * (side + 1) + x], shared.b[x * side + c], in.row(row, r),
                                                      k_of_pair + x, static_cast<index>(column) * side + c);
                    sums[n] = in.k.sum_into(sums[n], product);
                }
            }
        }
    }
    const row_offset values = in.c.bases[row] + in.c.starts[tile];
#pragma unroll
    for (unsigned n = 0; n < 2; ++n) {
        if ((c_bits >> (first + n) & 1) != 0) in.values[values + formats::tile_rank(c_bits, first + n)] = in.k.read(sums[n]);
    }
}

template <class K>
__global__ void sum_tiles(task<K> in) {
    dense_pair<K>& shared = simt::dynamic_shared<dense_pair<K>>()[simt::warp_id()];
    const row_offset first =
        (static_cast<row_offset>(blockIdx.x) * policy::tile_warps + simt::warp_id()) * bitmap_tile_policy::tiles_a_warp;
    const row_offset behind = first + bitmap_tile_policy::tiles_a_warp < in.c.tiles.nvals
                                  ? first + bitmap_tile_policy::tiles_a_warp
                                  : in.c.tiles.nvals;
    for_rows(in.c.tiles, first, behind, [&](index row, row_offset begin, row_offset end) {
        for (row_offset tile = begin; tile < end; ++tile) sum_tile(in, row, tile, shared);
    });
}

/// Computes the values by slices: rows where A's row is long by blocks, in pieces of `tiles_a_piece` tiles of C; all other rows
/// by warps.
template <class K>
void sum_slices(const engine_ptr& e, const task<K>& in, unsigned tiles_a_piece) {
    const csr_ref& c = in.c.tiles;
    // Values are distributed unevenly over the tiles of a piece, so some room is kept as a reserve.
    const long_pieces of_long =
        pieces_of_long_rows(e, in.a.columns.structure, in.c, tiles_a_piece, window_values<K> / 16 * 15);
    const int multiprocessors = e->facts().multiprocessors;
    array<std::uint64_t> storage;
    const row_marks marks = of_long.most > 0 ? marks_of_rows(e, in.b.rows.structure, storage) : row_marks{};
    concurrent_streams streams(*e);
    if (of_long.most > 0) {
        const std::int64_t blocks = bitmap_tile_policy::blocks_a_multiprocessor * std::int64_t{multiprocessors};
        simt::prefer_shared_memory(sum_pieces<K>);
        simt::launch(streams.next(), static_cast<unsigned>(of_long.most < blocks ? of_long.most : blocks), block_threads,
                     sizeof(window_space<K>), sum_pieces<K>, in, marks, of_long.pieces.data(), of_long.counts.data());
    }
    const unsigned tiles = tiles_a_segment(c.nvals, multiprocessors, policy::segment_tiles);
    const row_offset warps = (c.nvals + tiles - 1) / tiles;
    simt::prefer_shared_memory(sum_all_segments<K>);
    simt::launch(streams.next(), static_cast<unsigned>((warps + policy::segment_warps - 1) / policy::segment_warps),
                 policy::segment_warps * simt::warp_size, policy::segment_warps * sizeof(segment_space<K>), sum_all_segments<K>,
                 in, tiles);
}

}  // namespace bitmap_tile

template <class K>
void tile_values_by_slices(const engine_ptr& e, const K& k, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c,
                           typename K::value* values, unsigned tiles_a_piece) {
    bitmap_tile::sum_slices(e, bitmap_tile::task<K>{k, a, b, c, values}, tiles_a_piece);
}

template <class K>
void tile_values(const engine_ptr& e, const K& k, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c,
                 typename K::value* values) {
    using namespace bitmap_tile;
    if (a.columns.present() && b.rows.present()) {
        const unsigned piece = tiles_a_piece(c.tiles.nvals, e->facts().multiprocessors, policy::window_tiles);
        return tile_values_by_slices(e, k, a, b, c, values, piece);
    }
    const task<K> in{k, a, b, c, values};
    constexpr unsigned of_block = policy::tile_warps * bitmap_tile_policy::tiles_a_warp;
    simt::launch(e->stream(), static_cast<unsigned>((c.tiles.nvals + of_block - 1) / of_block),
                 policy::tile_warps * simt::warp_size, policy::tile_warps * sizeof(dense_pair<K>), sum_tiles<K>, in);
}

}  // namespace graphblas_gpu::cuda
