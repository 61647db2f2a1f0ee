// The structure of a product in bitmap tiles.
//
// Idea: the tiles that C may have are the structure of an ordinary product whose entries are tiles. Under a mask that admits
// only its entries, they are the mask's own tiles. A block takes some of them, and ORs the products of all pairs that belong
// to them in shared memory. Where rows are full enough, and with slices, tiles and bitmaps are found together instead
// (row_bits.cu, few_pairs.cu). Then the mask is applied. Tiles that are empty, because the bitmaps of their pairs have no
// product or because of the mask, are dropped.
// Source: bmSPARSE (Zhang, Gruenwald), which finds the bitmaps in the same way, but from a list of pairs.
#include <graphblas_gpu/cuda/bitmap_tile/structure.hpp>

#include <graphblas_gpu/cuda/bitmap_tile/convert.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/row_bits.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/segment.cuh>
#include <graphblas_gpu/cuda/bitmap_tile/tile_products.cuh>
#include <graphblas_gpu/cuda/elementwise/compaction.cuh>
#include <graphblas_gpu/cuda/primitives/scan.hpp>

namespace graphblas_gpu::cuda {

namespace {

using bitmap_tile::segment;

constexpr unsigned warps_a_block = bitmap_tile_policy::structure_warps;
constexpr unsigned block_threads = warps_a_block * simt::warp_size;
/// The tiles of C that a warp counts (a part), and the tiles whose bitmaps a block computes.
/// @{
constexpr unsigned part_tiles = bitmap_tile_policy::part_tiles;
constexpr unsigned block_tiles = warps_a_block * part_tiles;
/// @}
/// All warps of a block share a row of A with at least this many entries, and walk along it once for all tiles of the block.
constexpr row_offset long_row = row_offset{warps_a_block} * simt::warp_size;

unsigned blocks_for(std::int64_t warps) { return static_cast<unsigned>((warps + warps_a_block - 1) / warps_a_block); }
__device__ std::int64_t own_warp() { return static_cast<std::int64_t>(blockIdx.x) * warps_a_block + simt::warp_id(); }

/// The shared memory of a block. The two halves of bitmaps are in separate arrays, because bits are set in words of 32.
struct block_bits {
    column_index columns[block_tiles];
    unsigned low[block_tiles];
    unsigned high[block_tiles];
};

/// For each part: the number of tiles that have an entry (null: all tiles have one), and the number of entries.
struct part_counts {
    row_offset* tiles;
    row_offset* values;
};

/// The bits of tile p of C that the mask admits.
__device__ tile_bits admitted(const tile_mask& m, const csr_ref& c, index row, row_offset p, tile_bits bits) {
    if (bits == 0) return bits;
    const bool is_own = c.columns == m.tiles.tiles.columns;  // C's tiles are those of the mask
    const row_offset at = is_own ? p : find_entry(m.tiles.tiles, row, c.columns[p]);
    const tile_bits of_mask = at < 0 ? 0 : m.tiles.bitmaps[at];
    return bits & (m.complement ? ~of_mask : of_mask);
}

/// Computes the bitmaps of a block's tiles, the first of which is `first_tile`.
template <class Product>
struct finder {
    csr_ref a, b, c;
    Product product;
    row_offset first_tile;
    block_bits& found;

    /// All lanes of each of the `warps` warps call.
    __device__ void or_pairs(index row, row_offset first, row_offset end, unsigned warp, unsigned warps) const {
        const auto before = static_cast<unsigned>(first - first_tile);
        const segment s{static_cast<unsigned>(end - first), found.columns + before};
        bitmap_tile::for_pairs(a, b, row, s, warp, warps, bitmap_tile::whole_entries{},
                               [&](bool active, const bitmap_tile::pair_source& source) {
                                   const tile_bits bits = active ? product(source.p, source.q) : 0;
                                   if (bits == 0) return;
                                   const unsigned tile = s.tile_in(b.columns[source.q]);
                                   if (tile < s.count) bitmap_tile::or_bits(found.low, found.high, before + tile, bits);
                               });
    }
    /// Computes the bitmaps of tiles first_tile .. behind - 1. All threads call.
    __device__ void operator()(row_offset behind) const {
        const auto is_long = [&](index row) { return a.offsets[row + 1] - a.offsets[row] >= long_row; };
        const row_offset first_of_warp = first_tile + simt::warp_id() * part_tiles;
        const row_offset end_of_warp = first_of_warp + part_tiles < behind ? first_of_warp + part_tiles : behind;
        bool any_long = false;
        bitmap_tile::for_rows(c, first_of_warp, end_of_warp, [&](index row, row_offset first, row_offset end) {
            if (is_long(row)) any_long = true;
            else or_pairs(row, first, end, 0, 1);
        });
        if (__syncthreads_or(any_long) == 0) return;
        bitmap_tile::for_rows(c, first_tile, behind, [&](index row, row_offset first, row_offset end) {
            if (is_long(row)) or_pairs(row, first, end, simt::warp_id(), warps_a_block);
        });
    }
};

template <class Product>
__global__ void or_bitmaps(csr_ref a, csr_ref b, Product product, csr_ref c, tile_bits* bitmaps) {
    __shared__ block_bits found;
    const row_offset first_tile = static_cast<row_offset>(blockIdx.x) * block_tiles;
    const row_offset behind = first_tile + block_tiles < c.nvals ? first_tile + block_tiles : c.nvals;
    for (unsigned t = threadIdx.x; t < behind - first_tile; t += block_threads) {
        found.columns[t] = c.columns[first_tile + t];
        found.low[t] = found.high[t] = 0;
    }
    __syncthreads();
    finder<Product>{a, b, c, product, first_tile, found}(behind);
    __syncthreads();
    for (unsigned t = threadIdx.x; t < behind - first_tile; t += block_threads) {
        bitmaps[first_tile + t] = tile_bits{found.high[t]} << 32 | found.low[t];
    }
}

/// Applies the mask to the bitmaps, and counts tiles and entries of each part.
__global__ void count_parts(csr_ref c, tile_mask mask, tile_bits* bitmaps, part_counts counts) {
    const row_offset first_tile = own_warp() * part_tiles;
    if (first_tile >= c.nvals) return;
    const row_offset behind = first_tile + part_tiles < c.nvals ? first_tile + part_tiles : c.nvals;
    unsigned tiles = 0, values = 0;
    const auto count = [&](tile_bits bits) {
        tiles += bits != 0;
        values += static_cast<unsigned>(formats::tile_nvals(bits));
    };
    if (mask.present) {
        bitmap_tile::for_rows(c, first_tile, behind, [&](index row, row_offset first, row_offset end) {
            for (row_offset p = first + simt::lane_id(); p < end; p += simt::warp_size) {
                const tile_bits bits = admitted(mask, c, row, p, bitmaps[p]);
                bitmaps[p] = bits;
                count(bits);
            }
        });
    } else {
        for (row_offset p = first_tile + simt::lane_id(); p < behind; p += simt::warp_size) count(bitmaps[p]);
    }
    tiles = __reduce_add_sync(simt::full_warp, tiles);
    values = __reduce_add_sync(simt::full_warp, values);
    if (simt::lane_id() != 0) return;
    counts.values[own_warp()] = values;
    if (counts.tiles != nullptr) counts.tiles[own_warp()] = tiles;
}

/// Writes, for each row of tiles, the number of remaining tiles before it (`offsets` null: all tiles remain) and the number of
/// values before it. `before` has the same numbers for each part.
__global__ void begin_rows(csr_ref c, const tile_bits* bitmaps, part_counts before, row_offset* offsets, row_offset* bases) {
    const index row = own_warp();
    if (row > c.nrows) return;
    const row_offset end = c.offsets[row];
    unsigned tiles = 0, values = 0;
    for (row_offset p = end / part_tiles * part_tiles + simt::lane_id(); p < end; p += simt::warp_size) {
        tiles += bitmaps[p] != 0;
        values += static_cast<unsigned>(formats::tile_nvals(bitmaps[p]));
    }
    tiles = __reduce_add_sync(simt::full_warp, tiles);
    values = __reduce_add_sync(simt::full_warp, values);
    if (simt::lane_id() != 0) return;
    bases[row] = before.values[end / part_tiles] + values;
    if (offsets != nullptr) offsets[row] = before.tiles[end / part_tiles] + tiles;
}

/// The arrays for the tiles that remain. If `columns` is null, all tiles remain, and only starts are written.
struct remaining_tiles {
    column_index* columns;
    tile_bits* bitmaps;
    std::uint32_t* starts;
};

__global__ void write_remaining(csr_ref c, const tile_bits* bitmaps, part_counts before, const row_offset* bases,
                                remaining_tiles remaining) {
    const row_offset first_tile = own_warp() * part_tiles;
    if (first_tile >= c.nvals) return;
    const row_offset behind = first_tile + part_tiles < c.nvals ? first_tile + part_tiles : c.nvals;
    row_offset to = remaining.columns == nullptr ? first_tile : before.tiles[own_warp()];
    row_offset values = before.values[own_warp()];
    bitmap_tile::for_rows(c, first_tile, behind, [&](index row, row_offset begin, row_offset end) {
        for (row_offset first = begin; first < end; first += simt::warp_size) {
            const row_offset p = first + simt::lane_id();
            const tile_bits bits = p < end ? bitmaps[p] : 0;
            const auto own = static_cast<std::uint32_t>(formats::tile_nvals(bits));
            const std::uint32_t up_to = sum_up_to_lane(own);
            const unsigned lanes = __ballot_sync(simt::full_warp, bits != 0);
            if (bits != 0) {
                const row_offset at = to + simt::count_below(lanes);
                remaining.starts[at] = static_cast<std::uint32_t>(values - bases[row]) + up_to - own;
                if (remaining.columns != nullptr) {
                    remaining.columns[at] = c.columns[p];
                    remaining.bitmaps[at] = bits;
                }
            }
            to += __popc(lanes);
            values += __shfl_sync(simt::full_warp, up_to, simt::warp_size - 1);
        }
    });
}

/// The bitmaps of the tiles of C, whose structure is c.
template <class Product>
array<tile_bits> bitmaps_at(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const Product& product, const csr_ref& c) {
    array<tile_bits> bitmaps(e, static_cast<std::size_t>(c.nvals));
    simt::launch(e->stream(), static_cast<unsigned>((c.nvals + block_tiles - 1) / block_tiles), block_threads, 0,
                 or_bitmaps<Product>, a, b, product, c, bitmaps.data());
    return bitmaps;
}

/// Calls f(left, right, product): the structures of the slices or tiles that are multiplied, and the product of a pair.
template <class F>
auto with_operands(const tiles_ref& a, const tiles_ref& b, const F& f) {
    if (a.columns.present() && b.rows.present()) {
        return f(a.columns.structure, b.rows.structure, bitmap_tile::outer_products{a.columns.bits, b.rows.bits});
    }
    return f(a.tiles, b.tiles, bitmap_tile::whole_tiles{a.bitmaps, b.bitmaps});
}

template <class Product>
bitmap_tile::tile_bitmaps found_first(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const Product& product) {
    bitmap_tile::tile_bitmaps out;
    out.structure = possible_tiles(e, a, b);
    out.bitmaps = bitmaps_at(e, a, b, product, out.structure.view());
    return out;
}

/// The tiles that C may have, and their bitmaps.
template <class Product>
bitmap_tile::tile_bitmaps bitmaps_of_products(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const Product& product,
                                              std::int64_t products_of_longest) {
    if constexpr (std::is_same_v<Product, bitmap_tile::outer_products>) {
        if (bitmap_tile::builds_rows_as_bitmaps(a, b, 0)) return bitmap_tile::or_products(e, a, b, product);
        if (auto sorted = bitmap_tile::sort_pairs(e, a, b, product)) return std::move(*sorted);
    }
    const bool by_bits = bitmap_tile::builds_rows_as_bitmaps(a, b, products_of_longest);
    return by_bits ? bitmap_tile::or_products(e, a, b, product) : found_first(e, a, b, product);
}

}  // namespace

tiles tile_structure(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tile_mask& mask,
                     std::int64_t products_of_longest) {
    bitmap_tile::tile_bitmaps possible;
    if (!mask.admits_only()) {
        possible = with_operands(a, b, [&](const csr_ref& left, const csr_ref& right, const auto& product) {
            return bitmaps_of_products(e, left, right, product, products_of_longest);
        });
    } else {
        possible.bitmaps = with_operands(a, b, [&](const csr_ref& left, const csr_ref& right, const auto& product) {
            return bitmaps_at(e, left, right, product, mask.tiles.tiles);
        });
    }
    const csr_ref c = mask.admits_only() ? mask.tiles.tiles : possible.structure.view();
    // Each pair of slices has an outer product that is not empty.
    const bool all_stay = a.columns.present() && b.rows.present() && !mask.present;
    csr* const whole = all_stay ? &possible.structure : nullptr;
    return tiles_with_entries(e, c, std::move(possible.bitmaps), mask, a.nrows, b.ncols, whole);
}

tiles tiles_with_entries(const engine_ptr& e, const csr_ref& c, array<tile_bits>&& bitmaps, const tile_mask& mask, index nrows,
                         index ncols, csr* whole) {
    const bool all_stay = whole != nullptr;
    tiles out;
    out.nrows = nrows;
    out.ncols = ncols;
    out.structure.nrows = c.nrows;
    out.structure.ncols = c.ncols;
    const row_offset parts = (c.nvals + part_tiles - 1) / part_tiles;
    const auto room = static_cast<std::size_t>(parts) + 1;
    const array<row_offset> values_before(e, room), tiles_before(e, all_stay ? 0 : room);
    const part_counts counts{tiles_before.data(), values_before.data()};
    simt::launch(e->stream(), blocks_for(parts), block_threads, 0, count_parts, c, mask, bitmaps.data(), counts);
    out.nvals = sizes_to_offsets(e, counts.values, parts);
    out.structure.nvals = all_stay ? c.nvals : sizes_to_offsets(e, counts.tiles, parts);
    out.bases = array<row_offset>(e, static_cast<std::size_t>(c.nrows) + 1);
    out.structure.offsets =
        all_stay ? std::move(whole->offsets) : array<row_offset>(e, static_cast<std::size_t>(c.nrows) + 1);
    simt::launch(e->stream(), blocks_for(c.nrows + 1), block_threads, 0, begin_rows, c, bitmaps.data(), counts,
                 all_stay ? nullptr : out.structure.offsets.data(), out.bases.data());
    check_rows_of_tiles(e, out.view());
    const auto count = static_cast<std::size_t>(out.structure.nvals);
    out.starts = array<std::uint32_t>(e, count);
    out.structure.columns = all_stay ? std::move(whole->columns) : array<column_index>(e, count);
    if (!all_stay) out.bitmaps = array<tile_bits>(e, count);
    const remaining_tiles remaining{all_stay ? nullptr : out.structure.columns.data(), out.bitmaps.data(), out.starts.data()};
    simt::launch(e->stream(), blocks_for(parts), block_threads, 0, write_remaining, c, bitmaps.data(), counts, out.bases.data(),
                 remaining);
    if (all_stay) out.bitmaps = std::move(bitmaps);
    return out;
}

}  // namespace graphblas_gpu::cuda
