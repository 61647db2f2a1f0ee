// The rows of tiles of C for which A's row is long, cut into pieces for blocks.
#include <graphblas_gpu/cuda/bitmap_tile/long_rows.hpp>

#include <algorithm>

#include <graphblas_gpu/cuda/device/for_each.cuh>

namespace graphblas_gpu::cuda::bitmap_tile {

long_pieces pieces_of_long_rows(const engine_ptr& e, const csr_ref& a, const tiles_ref& c, unsigned tiles, unsigned values) {
    long_pieces out;
    const std::int64_t rows = std::min<std::int64_t>(a.nrows, a.nvals / policy::long_row);
    if (rows == 0) return out;
    out.most = c.tiles.nvals / tiles + c.nvals / values + rows;
    out.pieces = array<row_piece>(e, static_cast<std::size_t>(out.most));
    out.counts = zeros<unsigned>(e, 2);
    row_piece* const pieces = out.pieces.data();
    unsigned* const counts = out.counts.data();
    for_each(e, a.nrows, GB_DEVICE_LAMBDA(std::int64_t row) {
        if (!is_long_row(a, row)) return;
        const row_offset begin = c.tiles.offsets[row], count = c.tiles.offsets[row + 1] - begin;
        if (count == 0) return;
        // The larger of the two numbers of pieces is taken.
        const row_offset by_tiles = (count - 1) / tiles, by_values = (c.bases[row + 1] - c.bases[row]) / values;
        const row_offset n = 1 + (by_tiles > by_values ? by_tiles : by_values);
        const unsigned at = atomicAdd(counts, static_cast<unsigned>(n));
        for (row_offset i = 0; i < n; ++i) pieces[at + i] = {row, begin + count * i / n, begin + count * (i + 1) / n};
    });
    return out;
}

row_marks marks_of_rows(const engine_ptr& e, const csr_ref& b, array<std::uint64_t>& storage) {
    constexpr row_offset many = bitmap_tile_policy::marked_row;
    constexpr index parts = bitmap_tile_policy::mark_parts;
    unsigned shift = 0;
    while ((b.ncols - 1) >> shift >= parts) ++shift;
    storage = array<std::uint64_t>(e, static_cast<std::size_t>(b.nrows));
    std::uint64_t* const marks = storage.data();
    for_each(e, b.nrows, GB_DEVICE_LAMBDA(std::int64_t k) {
        const row_offset begin = b.offsets[k], end = b.offsets[k + 1];
        std::uint64_t found = end - begin > many ? ~std::uint64_t{0} : 0;
        for (row_offset q = begin; q < end && q < begin + many; ++q) found |= std::uint64_t{1} << (b.columns[q] >> shift);
        marks[k] = found;
    });
    return {marks, shift};
}

}  // namespace graphblas_gpu::cuda::bitmap_tile
