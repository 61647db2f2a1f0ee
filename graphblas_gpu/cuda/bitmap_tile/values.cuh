// The values of a product in bitmap tiles whose structure is known, over any semiring.
//
// Idea: well filled tiles: a warp has a tile of C, two entries a lane, finds the pairs for it and lays their values out in shared
// memory. Others: a warp has a stretch of C's tiles, their values in shared memory, and each lane multiplies an entry of A by a row
// of a tile of B. The place of an entry is the rank of its bit, so that there is no table to search. Lanes that add to one row of a
// tile take turns, in the order of k: nothing is atomic, every semiring is added alike, and sums are made in ascending k, the same
// in every run.
// Source: one output element a thread, bmSPARSE (Zhang, Gruenwald).
#pragma once

#include <graphblas_gpu/cuda/simt.cuh>

#include <graphblas_gpu/cuda/bitmap_tile/meetings.cuh>
#include <graphblas_gpu/cuda/bitmap_tile/rules.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/stretch.cuh>
#include <graphblas_gpu/cuda/kernel_semiring.cuh>

namespace graphblas_gpu::cuda {

namespace bitmap_tile {

using formats::tile_places;
using formats::tile_side;
constexpr unsigned side = tile_side;

/// What sums begin with. -0 is neutral where a number's 0 is not: the sum of -0 alone is -0.
template <class K>
__device__ inline typename K::place no_sum(const K& k) {
    if constexpr (K::is_sum && std::is_floating_point_v<typename K::value>) return k.write(-typename K::value{});
    else return k.empty();
}

/// Operands and C, values in the semiring's types. Rows of A and C count from C's first row.
template <class K>
struct task {
    K k;
    tiles_ref a, b, c;
    typename K::value* values;

    __device__ typename K::left left(row_offset p) const {
        return value_at<K::reads_left>(a.template values_as<typename K::left>(), p);
    }
    __device__ typename K::right right(row_offset p) const {
        return value_at<K::reads_right>(b.template values_as<typename K::right>(), p);
    }
    /// By its place in B's rows, not in its tiles.
    __device__ typename K::right row_value(row_offset p) const {
        return value_at<K::reads_right>(static_cast<const typename K::right*>(b.rows.values), p);
    }
    __device__ index row(index tile_row, unsigned r) const { return c.first_row + tile_row * side + r; }
};

// ---- a warp a tile of C ----

constexpr unsigned tile_warps = 4;
/// Tiles of C that a warp takes, one after the other.
constexpr unsigned tiles_a_warp = 4;

/// The values of a pair, each where its entry stands in the tile; rows of A apart by nine, so that they differ in their banks.
template <class K>
struct laid_out_pair {
    typename K::left a[side * (side + 1)];
    typename K::right b[tile_places];
};

template <class K>
__device__ void lay_out(const task<K>& in, const tile_bits& a_bits, row_offset a, const tile_bits& b_bits, row_offset b,
                        laid_out_pair<K>& to) {
#pragma unroll
    for (unsigned half = 0; half < 2; ++half) {
        const unsigned place = half * simt::warp_size + simt::lane_id();
        if ((a_bits >> place & 1) != 0) to.a[place + place / side] = in.left(a + formats::tile_rank(a_bits, place));
        if ((b_bits >> place & 1) != 0) to.b[place] = in.right(b + formats::tile_rank(b_bits, place));
    }
}

/// One tile of C: lane l has the entries 2 l and 2 l + 1. All lanes call.
template <class K>
__device__ void sum_tile(const task<K>& in, index row, row_offset tile, laid_out_pair<K>& shared) {
    const unsigned first = 2 * simt::lane_id(), r = first / side;
    const tile_bits c_bits = in.c.bitmaps[tile];
    const column_index column = in.c.tiles.columns[tile];
    typename K::place sums[2] = {no_sum(in.k), no_sum(in.k)};
    const row_offset end = in.a.tiles.offsets[row + 1];
    for (row_offset base = in.a.tiles.offsets[row]; base < end; base += simt::warp_size) {
        const tile_meetings pairs = meetings(in.a, in.b, base, end, column);
        column_index k = 0;
        row_offset a_values = 0, b_values = 0;
        if ((pairs.lanes >> simt::lane_id() & 1) != 0) {
            k = in.a.tiles.columns[pairs.a];
            a_values = in.a.bases[row] + in.a.starts[pairs.a];
            b_values = in.b.bases[k] + in.b.starts[pairs.b];
        }
        for (unsigned left = pairs.lanes; left != 0; left &= left - 1) {
            const int from = __ffs(static_cast<int>(left)) - 1;
            const tile_bits a_bits = in.a.bitmaps[__shfl_sync(simt::full_warp, pairs.a, from)];
            const tile_bits b_bits = in.b.bitmaps[__shfl_sync(simt::full_warp, pairs.b, from)];
            __syncwarp();
            const row_offset a_first = __shfl_sync(simt::full_warp, a_values, from);
            const row_offset b_first = __shfl_sync(simt::full_warp, b_values, from);
            lay_out(in, a_bits, a_first, b_bits, b_first, shared);
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
    laid_out_pair<K>& shared = simt::dynamic_shared<laid_out_pair<K>>()[simt::warp_id()];
    const row_offset first = (static_cast<row_offset>(blockIdx.x) * tile_warps + simt::warp_id()) * tiles_a_warp;
    const row_offset behind = first + tiles_a_warp < in.c.tiles.nvals ? first + tiles_a_warp : in.c.tiles.nvals;
    for_rows(in.c.tiles, first, behind, [&](index row, row_offset begin, row_offset end) {
        for (row_offset tile = begin; tile < end; ++tile) sum_tile(in, row, tile, shared);
    });
}

// ---- a warp a stretch ----

constexpr unsigned stretch_warps = 4;
/// Tiles of C that a warp takes at a time, at most, and their sums that it has in shared memory: at least those of one tile.
constexpr unsigned stretch_tiles = 128;
template <class K>
constexpr unsigned stretch_values = 4096 / sizeof(typename K::place);

template <class K>
struct stretch_space {
    typename K::place sums[stretch_values<K>];
    tile_bits bitmaps[stretch_tiles];
    column_index columns[stretch_tiles];
    std::uint16_t starts[stretch_tiles];  ///< counted from the first value of the stretch
};

/// The most tiles from `first` on, before `end`, whose values fit, and these values. All lanes call.
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

/// An entry of A times a row of a tile of B, for a row of a tile of C.
template <class K>
struct row_product {
    bool present = false;
    unsigned tile = 0;  ///< of the stretch,
    unsigned r = 0;     ///< and its row
    unsigned b_row = 0;
    column_index k = 0;
    row_offset b_values = 0;
    typename K::left x{};
    typename K::right y{};  ///< the first of B's row, since most have no other
};

template <class K>
__device__ row_product<K> row_product_of(const task<K>& in, const stretch& s, const pair_source& of) {
    row_product<K> out;
    out.tile = s.tile_in(in.b.rows.places.columns[of.q]);
    if (out.tile == s.count) return out;
    out.present = true;
    out.k = of.k;
    unsigned rows = in.a.columns.bits[of.p];
    for (unsigned n = 0; n < of.part; ++n) rows &= rows - 1;
    out.r = static_cast<unsigned>(__ffs(static_cast<int>(rows))) - 1;
    out.b_row = in.b.rows.bits[of.q];
    out.b_values = in.b.rows.bases[of.k] + in.b.rows.starts[of.q];
    out.y = in.row_value(out.b_values);
    const std::uint32_t a_tile = in.a.columns.starts[of.p];
    const int rank = formats::tile_rank(in.a.bitmaps[a_tile], side * out.r + of.k % side);
    out.x = in.left(in.a.bases[s.row] + in.a.starts[a_tile] + rank);
    return out;
}

template <class K>
__device__ void multiply(const task<K>& in, index row, const row_product<K>& of, stretch_space<K>& to) {
    const tile_bits c_bits = to.bitmaps[of.tile];
    const unsigned c_row = formats::tile_row(c_bits, of.r);
    const index column = static_cast<index>(to.columns[of.tile]) * side;
    typename K::place* const sums = to.sums + to.starts[of.tile] + formats::tile_rank(c_bits, side * of.r);
    for (unsigned left = of.b_row & c_row; left != 0; left &= left - 1) {
        const unsigned c = static_cast<unsigned>(__ffs(static_cast<int>(left))) - 1, below = (1u << c) - 1;
        const unsigned rank = static_cast<unsigned>(__popc(of.b_row & below));
        const typename K::right y = rank == 0 ? of.y : in.row_value(of.b_values + rank);
        typename K::place* const sum = sums + __popc(c_row & below);
        *sum = in.k.sum_into(*sum, in.k.product(of.x, y, in.row(row, of.r), of.k, column + c));
    }
}

/// Of 32 lanes; those that add to one row of a tile of C one after the other. All lanes call.
template <class K>
__device__ void multiply_in_turn(const task<K>& in, index row, const row_product<K>& own, stretch_space<K>& to) {
    const unsigned place = own.present ? own.tile * side + own.r : stretch_tiles * side + simt::lane_id();
    const unsigned same = __match_any_sync(simt::full_warp, place);
    const unsigned turn = static_cast<unsigned>(__popc(same & ((1u << simt::lane_id()) - 1)));
    const unsigned last = __reduce_max_sync(simt::full_warp, turn);
    for (unsigned now = 0; now <= last; ++now) {
        if (own.present && turn == now) multiply(in, row, own, to);
        __syncwarp();
    }
}

/// Tiles first .. end - 1 of C, as many at a time as there is room for. All lanes call.
template <class K>
__device__ void sum_stretches(const task<K>& in, index row, row_offset first, row_offset end, stretch_space<K>& mine) {
    while (first < end) {
        unsigned values = 0;
        const stretch s{row, first, tiles_that_fit(in.c, first, end, stretch_values<K>, values), mine.columns};
        const std::uint32_t start = in.c.starts[first];
        for (unsigned t = simt::lane_id(); t < s.count; t += simt::warp_size) {
            mine.columns[t] = in.c.tiles.columns[first + t];
            mine.bitmaps[t] = in.c.bitmaps[first + t];
            mine.starts[t] = static_cast<std::uint16_t>(in.c.starts[first + t] - start);
        }
        for (unsigned v = simt::lane_id(); v < values; v += simt::warp_size) mine.sums[v] = no_sum(in.k);
        __syncwarp();
        const auto rows_of = [&](row_offset p) { return static_cast<unsigned>(__popc(in.a.columns.bits[p])); };
        for_pairs(in.a.columns.places, in.b.rows.places, s, 0, 1, rows_of, [&](bool active, const pair_source& of) {
            multiply_in_turn(in, row, active ? row_product_of(in, s, of) : row_product<K>{}, mine);
        });
        __syncwarp();
        typename K::value* const to = in.values + in.c.bases[row] + start;
        for (unsigned v = simt::lane_id(); v < values; v += simt::warp_size) to[v] = in.k.read(mine.sums[v]);
        __syncwarp();
        first += s.count;
    }
}

template <class K>
__global__ void sum_all_stretches(task<K> in, unsigned tiles) {
    stretch_space<K>& mine = simt::dynamic_shared<stretch_space<K>>()[simt::warp_id()];
    const row_offset first = (static_cast<row_offset>(blockIdx.x) * stretch_warps + simt::warp_id()) * tiles;
    const row_offset behind = first + tiles < in.c.tiles.nvals ? first + tiles : in.c.tiles.nvals;
    for_rows(in.c.tiles, first, behind,
             [&](index row, row_offset begin, row_offset end) { sum_stretches(in, row, begin, end, mine); });
}

}  // namespace bitmap_tile

/// values[p] for each entry of C, whose tiles are among those of A B; values of A and B have the semiring's types. By slices where
/// A has columns and B rows. Does not wait.
template <class K>
void tile_values(const engine_ptr& e, const K& k, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c,
                 typename K::value* values) {
    using namespace bitmap_tile;
    const task<K> in{k, a, b, c, values};
    const auto blocks = [&](unsigned of_block) { return static_cast<unsigned>((c.tiles.nvals + of_block - 1) / of_block); };
    if (a.columns.present() && b.rows.present()) {
        const unsigned tiles = tiles_a_stretch(c.tiles.nvals, e->facts().multiprocessors, stretch_tiles);
        simt::prefer_shared_memory(sum_all_stretches<K>);
        simt::launch(e->stream(), blocks(stretch_warps * tiles), stretch_warps * simt::warp_size,
                     stretch_warps * sizeof(stretch_space<K>), sum_all_stretches<K>, in, tiles);
    } else {
        simt::launch(e->stream(), blocks(tile_warps * tiles_a_warp), tile_warps * simt::warp_size,
                     tile_warps * sizeof(laid_out_pair<K>), sum_tiles<K>, in);
    }
}

}  // namespace graphblas_gpu::cuda
