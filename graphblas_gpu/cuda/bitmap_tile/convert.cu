// Compressed sparse rows to bitmap tiles on the device.
//
// Idea: nothing is sorted. The first entry of each tile, in the order of rows, is marked. The index of a tile is the number of
// marks in the rows of tiles above it, and in its own eight rows in smaller columns. In each of the eight rows, the latter is
// found by a search and a rank; the same search finds the entries of the tile. Eight lanes make a tile, and each makes one row
// of it. The work of a lane does not depend on the length of rows.
#include <graphblas_gpu/cuda/bitmap_tile/convert.hpp>

#include <limits>

#include <graphblas_gpu/cuda/bitmap_tile/rules.hpp>
#include <graphblas_gpu/cuda/primitives/entries.cuh>
#include <graphblas_gpu/cuda/primitives/sort.hpp>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>

namespace graphblas_gpu::cuda {

namespace {

using formats::tile_positions;
using formats::tile_side;

constexpr unsigned side = tile_side;

/// Whether entry p of row i is the first of its tile.
__device__ bool begins_tile(const csr_ref& a, index i, row_offset p) {
    const column_index column = a.columns[p] / side;
    if (p > a.offsets[i] && a.columns[p - 1] / side == column) return false;
    for (index above = i - i % side; above < i; ++above) {
        const row_offset end = a.offsets[above + 1];
        const row_offset at = lower_bound(a.columns, a.offsets[above], end, column * side);
        if (at < end && a.columns[at] / side == column) return false;
    }
    return true;
}

/// The arrays of tiles to be written.
struct tile_arrays {
    column_index* columns;
    tile_bits* bitmaps;
    std::uint32_t* starts;
};

/// One row of a tile.
struct row_of_tile {
    row_offset first = 0;  ///< the first entry of the row of the tile, as an index in the matrix
    unsigned count = 0;
    unsigned bits = 0;
    std::uint32_t entries_before = 0;  ///< entries of this row before the tile
    std::uint32_t marks_before = 0;    ///< marked entries of this row before the tile
};

__device__ row_of_tile find_row(const csr_ref& a, const rank_ref& before, index i, column_index column) {
    row_of_tile row;
    if (i >= a.nrows) return row;
    const row_offset begin = a.offsets[i], end = a.offsets[i + 1];
    row.first = lower_bound(a.columns, begin, end, column * side);
    row.entries_before = static_cast<std::uint32_t>(row.first - begin);
    row.marks_before = static_cast<std::uint32_t>(before(row.first) - before(begin));
    for (; row.count < side && row.first + row.count < end; ++row.count) {
        const column_index j = a.columns[row.first + row.count];
        if (j / side != column) break;
        row.bits |= 1u << j % side;
    }
    return row;
}

/// The union of x over eight lanes.
__device__ tile_bits union_of_eight(tile_bits x) {
    for (int apart = side / 2; apart > 0; apart /= 2) x |= __shfl_xor_sync(simt::full_warp, x, apart, side);
    return x;
}

/// Makes the tile that begins with entry p of row i. Eight neighbouring lanes call with the same i and p; p < 0: they make no
/// tile. All lanes of the warp call.
template <class Word>
__device__ void make_tile(const csr_ref& a, const rank_ref& before, index i, row_offset p, const tile_arrays& to,
                          Word* values) {
    const unsigned r = simt::lane_id() % side;
    const index first_row = i - i % side;
    const column_index column = p < 0 ? 0 : a.columns[p] / side;
    row_of_tile row;
    if (p >= 0) row = find_row(a, before, first_row + r, column);
    const std::uint32_t marks = sum_over_lanes<side>(row.marks_before), start = sum_over_lanes<side>(row.entries_before);
    const tile_bits bits = union_of_eight(tile_bits{row.bits} << (side * r));
    if (p < 0) return;
    if (r == 0) {
        const row_offset tile = before(a.offsets[first_row]) + marks;
        to.columns[tile] = column;
        to.bitmaps[tile] = bits;
        to.starts[tile] = start;
    }
    if (values == nullptr) return;
    const Word* const from = a.values_as<Word>() + row.first;
    values += a.offsets[first_row] + start + formats::tile_rank(bits, side * r);
    for (unsigned n = 0; n < row.count; ++n) values[n] = from[n];
}

template <class Word>
__global__ void make_tiles(csr_ref a, rank_ref before, tile_arrays to, Word* values) {
    const row_offset begin = static_cast<row_offset>(blockIdx.x) * detail::tile_entries;
    const row_offset end = begin + detail::tile_entries < a.nvals ? begin + detail::tile_entries : a.nvals;
    const detail::row_finder row_of = detail::find_rows(a.offsets, a.nrows, begin, end);
    for (row_offset first = begin + simt::warp_id() * simt::warp_size; first < end; first += detail::tile_threads) {
        for (unsigned left = before.words[first / simt::warp_size]; left != 0;) {
            // Each group of eight lanes takes one of the lowest four marks.
            unsigned own = left;
            for (unsigned n = 0; n < simt::warp_size / side; ++n) {
                if (n < simt::lane_id() / side) own &= own - 1;
                left &= left - 1;
            }
            const row_offset p = own == 0 ? -1 : first + simt::lowest_bit(own);
            make_tile(a, before, p < 0 ? 0 : row_of(p), p, to, values);
        }
    }
}

/// Writes, for each row of tiles, the index of its first tile and of its first entry.
void write_offsets(const engine_ptr& e, const csr_ref& a, const rank_ref& before, tiles& to) {
    row_offset *const offsets = to.structure.offsets.data(), *const bases = to.bases.data();
    for_each(e, to.structure.nrows + 1, GB_DEVICE_LAMBDA(std::int64_t row) {
        const index i = row * side < a.nrows ? row * side : a.nrows;
        bases[row] = a.offsets[i];
        offsets[row] = before(a.offsets[i]);
    });
}

}  // namespace

void check_rows_of_b(const engine_ptr& e, const csr_ref& b) {
    if (bitmap_tile::pairs_fit(b.nvals, b.ncols)) return;
    const row_offset longest = longest_row(e, b);
    if (longest <= bitmap_tile::longest_row_of_b) return;
    throw unsupported("bitmap_tile: a row of tiles of B has " + std::to_string(longest) + " of its " + std::to_string(b.nvals) +
                      "; pairs of tiles are numbered in 32 bits, for which rows may have " +
                      std::to_string(bitmap_tile::longest_row_of_b) +
                      " where B is so large; methods hash and dense have no such limit");
}

void check_rows_of_tiles(const engine_ptr& e, const tiles_ref& t) {
    constexpr row_offset most = std::numeric_limits<std::uint32_t>::max();
    if (t.nvals <= most) return;
    const row_offset largest = longest_row(e, {t.tiles.nrows, 0, t.nvals, t.bases});
    if (largest <= most) return;
    throw unsupported("bitmap_tile: eight rows have " + std::to_string(largest) + " entries, tiles count up to " +
                      std::to_string(most));
}

tiles tiled(const engine_ptr& e, const csr_ref& a) {
    tiles out;
    out.nrows = a.nrows;
    out.ncols = a.ncols;
    out.nvals = a.nvals;
    out.type = a.type;
    out.structure = empty_csr(e, formats::tiles_for(a.nrows), formats::tiles_for(a.ncols), type_code::none);
    out.bases = array<row_offset>(e, static_cast<std::size_t>(out.structure.nrows) + 1);
    if (a.nvals == 0) {
        e->set_bytes(out.bases.data(), 0, out.bases.size() * sizeof(row_offset));
        return out;
    }
    marks firsts(e, a.nvals);
    const rank_ref before = firsts.add(
        a, GB_DEVICE_LAMBDA(index i, row_offset p) { return begins_tile(a, i, p); });
    out.structure.nvals = firsts.count();
    const auto count = static_cast<std::size_t>(out.structure.nvals);
    out.structure.columns = array<column_index>(e, count);
    out.bitmaps = array<tile_bits>(e, count);
    out.starts = array<std::uint32_t>(e, count);
    out.values = memory(e, static_cast<std::size_t>(a.nvals) * base::size_of(a.type));
    write_offsets(e, a, before, out);
    check_rows_of_tiles(e, out.view());
    const tile_arrays to{out.structure.columns.data(), out.bitmaps.data(), out.starts.data()};
    base::with_size(a.type, [&](auto size) {
        using word = typename decltype(size)::type;
        simt::launch(e->stream(), detail::tiles_of(a.nvals), detail::tile_threads, 0, make_tiles<word>, a, before, to,
                     static_cast<word*>(out.values.data()));
    });
    return out;
}

}  // namespace graphblas_gpu::cuda
