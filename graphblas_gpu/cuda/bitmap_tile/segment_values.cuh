// Values of nearly empty tiles in rows where A's rows are not long: a warp computes a segment of C's tiles.
//
// Idea: the sums of C's entries are in shared memory, and each lane multiplies an entry of A by a row of a tile of B. The index
// of a sum is the rank of its bit, so that there is no table to search. Lanes that add to the same row of a tile take turns, in
// the order of k.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/long_rows.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/segment.cuh>
#include <graphblas_gpu/cuda/bitmap_tile/value_task.cuh>

namespace graphblas_gpu::cuda::bitmap_tile {

/// The most sums of a segment: there is room for at least one full tile.
template <class K>
constexpr unsigned segment_values = policy::segment_bytes / sizeof(typename K::accumulator);

template <class K>
struct segment_space {
    typename K::accumulator sums[segment_values<K>];
    tile_bits bitmaps[policy::segment_tiles];
    column_index columns[policy::segment_tiles];
    std::uint16_t starts[policy::segment_tiles];  ///< the first value of each tile, counted from the first value of the segment
};

/// The number of tiles from `first` on, and before `end`, whose values fit into `room` values; `values` receives the number of
/// these values. All lanes call.
__device__ inline unsigned tiles_that_fit(const tiles_ref& c, row_offset first, row_offset end, unsigned room,
                                          unsigned& values) {
    const std::uint32_t start = c.starts[first];
    unsigned count = 0;
    values = 0;
    for (row_offset base = first; base < end; base += simt::warp_size) {
        const row_offset t = base + simt::lane_id();
        const unsigned up_to = t < end ? c.starts[t] - start + static_cast<unsigned>(formats::tile_nvals(c.bitmaps[t])) : ~0u;
        const unsigned fitting = __ballot_sync(simt::full_warp, up_to <= room);
        if (fitting == 0) break;
        const unsigned n = static_cast<unsigned>(__popc(fitting));
        count += n;
        values = __shfl_sync(simt::full_warp, up_to, static_cast<int>(n) - 1);
        if (n < simt::warp_size) break;
    }
    return count;
}

template <class K>
__device__ row_product<K> row_product_of(const task<K>& in, index row, const segment& s, const pair_source& source) {
    row_product<K> out;
    out.tile = s.tile_in(in.b.rows.structure.columns[source.q]);
    if (out.tile == s.count) return out;
    out.present = true;
    out.k = source.k;
    unsigned rows = in.a.columns.bits[source.p];
    for (unsigned n = 0; n < source.part; ++n) rows &= rows - 1;
    out.r = simt::lowest_bit(rows);
    out.b_row = in.b.rows.bits[source.q];
    out.b_values = in.b.rows.bases[source.k] + in.b.rows.starts[source.q];
    out.y = in.row_value(out.b_values);
    const std::uint32_t a_tile = in.a.columns.starts[source.p];
    const int rank = formats::tile_rank(in.a.bitmaps[a_tile], side * out.r + source.k % side);
    out.x = in.left(in.a.bases[row] + in.a.starts[a_tile] + rank);
    return out;
}

template <class K>
__device__ void multiply(const task<K>& in, index row, const row_product<K>& source, segment_space<K>& to) {
    const tile_bits c_bits = to.bitmaps[source.tile];
    const unsigned c_row = formats::tile_row(c_bits, source.r);
    const index column = static_cast<index>(to.columns[source.tile]) * side;
    typename K::accumulator* const sums = to.sums + to.starts[source.tile] + formats::tile_rank(c_bits, side * source.r);
    add_row_product(in, row, source, c_row, column, sums);
}

/// Multiplies in 32 lanes. Lanes that add to the same row of a tile of C take turns. All lanes call.
template <class K>
__device__ void multiply_in_turn(const task<K>& in, index row, const row_product<K>& own, segment_space<K>& to) {
    const unsigned row_of_sums = own.present ? own.tile * side + own.r : policy::segment_tiles * side + simt::lane_id();
    const unsigned same = __match_any_sync(simt::full_warp, row_of_sums);
    const unsigned turn = simt::count_below(same);
    const unsigned last = __reduce_max_sync(simt::full_warp, turn);
    for (unsigned now = 0; now <= last; ++now) {
        if (own.present && turn == now) multiply(in, row, own, to);
        __syncwarp();
    }
}

/// Computes tiles first .. end - 1 of C, as many at a time as there is room for. All lanes call.
template <class K>
__device__ void sum_segments(const task<K>& in, index row, row_offset first, row_offset end, segment_space<K>& mine) {
    while (first < end) {
        unsigned values = 0;
        const segment s{tiles_that_fit(in.c, first, end, segment_values<K>, values), mine.columns};
        const std::uint32_t start = in.c.starts[first];
        for (unsigned t = simt::lane_id(); t < s.count; t += simt::warp_size) {
            mine.columns[t] = in.c.tiles.columns[first + t];
            mine.bitmaps[t] = in.c.bitmaps[first + t];
            mine.starts[t] = static_cast<std::uint16_t>(in.c.starts[first + t] - start);
        }
        for (unsigned v = simt::lane_id(); v < values; v += simt::warp_size) mine.sums[v] = in.k.empty();
        __syncwarp();
        const auto rows_of = [&](row_offset p) { return static_cast<unsigned>(__popc(in.a.columns.bits[p])); };
        for_pairs(in.a.columns.structure, in.b.rows.structure, row, s, 0, 1, rows_of,
                  [&](bool active, const pair_source& source) {
                      multiply_in_turn(in, row, active ? row_product_of(in, row, s, source) : row_product<K>{}, mine);
                  });
        __syncwarp();
        typename K::value* const to = in.values + in.c.bases[row] + start;
        for (unsigned v = simt::lane_id(); v < values; v += simt::warp_size) to[v] = in.k.read(mine.sums[v]);
        __syncwarp();
        first += s.count;
    }
}

template <class K>
__global__ void sum_all_segments(task<K> in, unsigned tiles) {
    segment_space<K>& mine = simt::dynamic_shared<segment_space<K>>()[simt::warp_id()];
    const row_offset first = (static_cast<row_offset>(blockIdx.x) * policy::segment_warps + simt::warp_id()) * tiles;
    const row_offset behind = first + tiles < in.c.tiles.nvals ? first + tiles : in.c.tiles.nvals;
    for_rows(in.c.tiles, first, behind, [&](index row, row_offset begin, row_offset end) {
        if (!is_long_row(in.a.columns.structure, row)) sum_segments(in, row, begin, end, mine);
    });
}

}  // namespace graphblas_gpu::cuda::bitmap_tile
